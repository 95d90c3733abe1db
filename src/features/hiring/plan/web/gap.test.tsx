import { expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import type { Moment, Plan } from '../contract.ts'
import { PlanMoment } from './PlanMoment.tsx'

inSpanish()

const AT = '2026-12-12T20:00:00.000Z'
const moment: Moment = {
  ...{ slot_id: 1, position: 0, from: AT, to: AT, intent: 'dance', title: null, energy: 3, genre: 'salsa' },
  ...{ format: 'trio', volume: 'medium', cost: 10_000, required: true, repertoire: [], approved: false },
  kpi: { key: 'kpi.dance', values: { pct: 80, people: 20 } },
}
const said = async (gap: number) =>
  textOf(
    await drawn(
      <PlanMoment
        order={{ zone: 'America/Guatemala', brief: {} } as Order}
        plan={{ currency: 'USD' } as Plan}
        moment={moment}
        place={0}
        gap={gap}
        isChosen={false}
        estimate={undefined}
      >
        {null}
      </PlanMoment>,
    ),
  )

test('minutes after a moment are for changing over; from half an hour on nobody plays', async () => {
  expect(await said(25)).toContain('Después, 25 min para que cambien los músicos')
  const silent = await said(40)
  expect(silent).toContain('Después, 40 min sin música en vivo')
  expect(silent).not.toContain('cambien')
  expect(await said(0)).not.toContain('Después')
})
