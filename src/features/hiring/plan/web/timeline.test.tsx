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
const timeline = (...moments: Moment[]) =>
  drawn(
    <PlanTimeline
      plan={{ variant: 'essential', moments }}
      zone="America/Guatemala"
      chosen={null}
      onChoose={() => {}}
    />,
  )
/** What stands below the columns. */
const legend = async (...moments: Moment[]) => {
  const markup = await timeline(...moments)
  return textOf(markup.slice(markup.lastIndexOf('<ul')))
}
/** The hours between the columns and that. */
const axis = async (...moments: Moment[]) => {
  const markup = await timeline(...moments)
  return markup.slice(markup.lastIndexOf('</button>'), markup.lastIndexOf('<ul'))
}

test('the colours of a plan are named below it: warmer is more energy, grey is recorded where some is', async () => {
  expect(await legend(moment(1, 'trio'), moment(2, null))).toBe(
    'Más alto y más cálido: más energía Música grabada',
  )
  expect(await legend(moment(1, 'trio'))).toBe('Más alto y más cálido: más energía')
})

test('the hours below it stand apart on a phone', async () => {
  /** As wide as a phone has it, and an hour in its letters. */
  const [width, label] = [300, 34]
  for (let minutes = 30; minutes <= 20 * 60; minutes += 5)
    for (const start of [
      '2026-12-12T21:00:00.000Z',
      '2026-12-12T21:05:00.000Z',
      '2026-12-12T21:50:00.000Z',
    ]) {
      const to = new Date(Date.parse(start) + minutes * 60_000).toISOString()
      const markup = await axis({ ...moment(1, 'trio'), from: start, to })
      const lefts = [...markup.matchAll(/class="([^"]*)" style="left:([\d.]+)%"/g)].map(
        ([, name = '', left]) => {
          const shift = name.includes('-translate-x-full') ? 1 : name.includes('-translate-x-1/2') ? 0.5 : 0
          return (Number(left) / 100) * width - shift * label
        },
      )
      for (const [i, left] of lefts.entries())
        if (i > 0) expect(left - (lefts[i - 1] ?? 0) - label, `${start} ${minutes}`).toBeGreaterThanOrEqual(4)
    }
})
