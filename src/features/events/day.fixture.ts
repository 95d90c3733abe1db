import pg from 'pg'
import { ANTIGUA, briefWith } from '#app/server/scenes/brief.ts'
import { orderAt } from '#app/server/scenes/order.ts'
import { EVENING, musicianOf, NOW } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { wallClock } from '#core/contract/time.ts'
import { project_members } from '#features/projects/table.ts'
import type { EventDetail } from './contract.ts'
import { payBalances } from './standsIn.fixture.ts'

/** A wedding that Rosa and Luis's trio play, with a collaborator in the trio and somebody who has nothing to do with it. */
export async function weddingDay() {
  const t = await testApp({ now: NOW })
  const hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  const rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  const luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
  const sara = await t.person('MUSICIAN', { name: 'Sara Poncio', language: 'en' })
  const stranger = await t.person('TALENT_HUNTER')
  const trio = await t.project(luis.id, 'GROUP', 'Trío Volcán')
  const [her, them] = await Promise.all([musicianOf(t, rosa.project_id ?? 0), musicianOf(t, trio)])
  const { order_id } = await orderAt('paid', {
    hunter,
    brief: briefWith({
      event: { day: wallClock(EVENING, ANTIGUA.zone).day, starts: '18:00', ends: '21:00' },
    }),
    moments: [
      { intent: 'ceremony', asks: [her] },
      { intent: 'meal', asks: [them] },
      { intent: 'dance', asks: [her] },
    ],
    now: t.clock.now(),
  })
  await payBalances(hunter, [rosa, luis], order_id)
  await t.db
    .insert(project_members)
    .values({ project_id: trio, user_id: sara.id, role: 'COLLABORATOR', joined_at: NOW })
  const event_id = (await hunter.get(`/api/orders/${order_id}/event/`)).body.event.id as number
  const page = async (person: Person): Promise<EventDetail> =>
    (await person.get(`/api/events/${event_id}/`)).body
  return { t, hunter, rosa, luis, sara, stranger, trio, event_id, page }
}
export type WeddingDay = Awaited<ReturnType<typeof weddingDay>>

/** Hears whose open pages ask again. */
export async function heardBy({ app }: TestApp) {
  const { max: _, Client: __, ...settings } = app.db.$client.options
  const client = new pg.Client(settings)
  await client.connect()
  await client.query('listen live')
  const heard: string[] = []
  client.on('notification', ({ payload }) => heard.push(payload ?? ''))
  return {
    /** Who heard of a topic since the last time, by id. */
    async of(topic: string): Promise<number[]> {
      // What was announced before is there before the answer.
      await client.query('select 1')
      const ids = heard
        .splice(0)
        .flatMap((one) => (one.startsWith(`${topic} `) ? (one.split(' ')[1] ?? '').split(',') : []))
      return [...new Set(ids.map(Number))].sort((a, b) => a - b)
    },
    close: () => client.end(),
  }
}
