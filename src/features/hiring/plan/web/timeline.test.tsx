import { expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { Moment } from '../contract.ts'
import { PlanTimeline } from './PlanTimeline.tsx'

inSpanish()

const moment = (slot_id: number, format: Moment['format']): Moment => ({
  slot_id,
  position: slot_id,
  from: `2026-12-12T2${slot_id}:00:00.000Z`,
  to: `2026-12-12T2${slot_id + 1}:00:00.000Z`,
  intent: 'dance',
  title: null,
  energy: 3,
  genre: 'salsa',
  format,
  volume: 'medium',
  cost: format ? 10_000 : 0,
  required: format !== null,
  repertoire: [],
  kpi: { key: 'kpi.dance', values: {} },
  approved: false,
})
/** What stands below the columns. */
const legend = async (...moments: Moment[]) => {
  const markup = await drawn(
    <PlanTimeline
      plan={{ variant: 'essential', moments }}
      zone="America/Guatemala"
      chosen={null}
      onChoose={() => {}}
    />,
  )
  return textOf(markup.slice(markup.lastIndexOf('<ul')))
}

test('the colours of a plan are named below it: warmer is more energy, grey is recorded where some is', async () => {
  expect(await legend(moment(1, 'trio'), moment(2, null))).toBe(
    'Más alto y más cálido: más energía Música grabada',
  )
  expect(await legend(moment(1, 'trio'))).toBe('Más alto y más cálido: más energía')
})
