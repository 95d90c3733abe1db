import { describe, expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { MusicHome } from '../contract.ts'
import { MusicStage } from './MusicStage.tsx'

inSpanish()

const ZONE = 'America/Guatemala'
const home: MusicHome = {
  project: { id: 1, name: 'Rosa Ixchel', project_type: 'INDIVIDUAL' },
  zone: ZONE,
  dates: [],
  next: null,
  week: null,
  income: { currency: 'GTQ', months: [], gigs: 0, unsaid: 0 },
  waiting: { requests: 0, changes: 0, to_sign: 0, to_confirm: 0, to_give_back: 0, surveys: 0, first: [] },
  shares_open: false,
  steps: null,
}
const lesson = { at: '2026-12-04T21:00:00.000Z', zone: ZONE }
const shown = async (of: Parameters<typeof MusicStage>[0]) => await drawn(<MusicStage {...of} />)

describe('the stage of who has no gigs', () => {
  test('names the next lesson of who teaches, and leads to it', async () => {
    const markup = await shown({ home, lesson })
    expect(textOf(markup)).toMatch(/Tu próxima clase: 4 dic, 15:00/)
    expect(markup).toContain('href="/calendar?view=lessons"')
  })
  test('says that there are no gigs, not that there is nothing', async () => {
    const words = textOf(await shown({ home, lesson: null }))
    expect(words).toContain('Aún no hay funciones')
    expect(words).not.toContain('fechas')
    expect(words).not.toContain('clase')
  })
})
