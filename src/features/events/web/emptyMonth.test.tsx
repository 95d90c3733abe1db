import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { keyOf } from '#core/web/ask.ts'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import { type CalendarEntry, type CalendarKind, readCalendar } from '../contract.ts'
import { EmptyMonth } from './EmptyMonth.tsx'

inSpanish()

const ZONE = 'America/Guatemala'
const entry = (kind: CalendarKind, starts_at: string): CalendarEntry => ({
  ...{
    key: `${kind} ${starts_at}`,
    kind,
    starts_at,
    ends_at: starts_at,
    zone: ZONE,
    title: null,
    type: null,
  },
  ...{
    city: null,
    project_id: 1,
    project_name: 'Rosa',
    event_id: null,
    request_id: null,
    exception_id: null,
  },
})

/** What November reads as, with what is found from a day on. */
async function shown(from: string, to: string, results: CalendarEntry[], today = '2026-11-28') {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(keyOf(readCalendar, { query: { from, to } }), { zone: ZONE, results })
  return textOf(
    await drawn(<EmptyMonth month="2026-11" today={today} zone={ZONE} project={null} onMonth={() => {}} />, {
      client,
    }),
  )
}

describe('a month without anything', () => {
  const from = '2026-12-01T06:00:00.000Z'
  const to = '2027-03-01T06:00:00.000Z'
  test('says what comes next after it, by the day there', async () => {
    const words = await shown(from, to, [
      entry('block', '2026-12-02T16:00:00.000Z'),
      entry('gig', '2026-12-27T01:00:00.000Z'),
      entry('lesson', '2027-01-09T16:00:00.000Z'),
    ])
    expect(words).toContain('Un mes libre')
    expect(words).toMatch(/Lo próximo: sábado,? 26 de diciembre/)
  })
  test('of long ago says what comes from today on', async () => {
    const words = await shown(
      '2027-01-05T06:00:00.000Z',
      '2027-04-05T06:00:00.000Z',
      [entry('hold', '2027-01-09T16:00:00.000Z')],
      '2027-01-05',
    )
    expect(words).toMatch(/Lo próximo: sábado,? 9 de enero/)
  })
  test('says nothing of it where nobody was promised anything', async () => {
    const words = await shown(from, to, [entry('block', '2026-12-02T16:00:00.000Z')])
    expect(words).toContain('Revisar mi disponibilidad')
    expect(words).not.toContain('Lo próximo')
  })
})
