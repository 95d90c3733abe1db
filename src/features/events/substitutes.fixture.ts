import { EVENING, NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import type { Agreement } from '#features/contracts/contract.ts'
import { project_members } from '#features/projects/table.ts'
import type { BandAtEvent, Substitution } from './contract.substitutes.ts'
import type { EventDetail } from './contract.ts'

/** A trio of Luis, Sara and Marco, with Leo as a substitute of Marco's, whom a host hires for evenings a week apart. */
export async function trioScene(options: { max?: number } = {}) {
  const t: TestApp = await testApp({ now: NOW, ...options })
  const hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  const stranger = await t.person('TALENT_HUNTER')
  const luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
  const sara = await t.person('MUSICIAN', { name: 'Sara Poncio' })
  const marco = await t.person('MUSICIAN', { name: 'Marco Tun' })
  const leo = await t.person('MUSICIAN', { name: 'Leo Caal' })
  const trio = await t.project(luis.id, 'GROUP', 'Trío Volcán')
  const joins = async (who: Person, more: Partial<typeof project_members.$inferInsert> = {}) => {
    const [row] = await t.db
      .insert(project_members)
      .values({ project_id: trio, user_id: who.id, role: 'COLLABORATOR', joined_at: NOW, ...more })
      .returning({ id: project_members.id })
    return row?.id ?? 0
  }
  const places = {
    sara: await joins(sara, { function: 'voice' }),
    marco: await joins(marco, { function: 'bass', fee: 5_000 }),
    leo: 0,
  }
  places.leo = await joins(leo, {
    function: 'bass',
    required: false,
    substitute_for: places.marco,
    substitute_rank: 1,
  })

  let week = 0
  /** Whoever signed in long ago isn't any more. */
  const now = async (who: Person) => t.as({ token: await t.session(who.id, who.project_id ?? null) })
  /** A confirmed evening that the trio plays: a week after the one before it, unless said otherwise. */
  async function evening(starts_at = new Date(Date.parse(EVENING) + week++ * 7 * DAY).toISOString()) {
    t.clock.set(new Date(NOW))
    const { order_id, contracts } = await wedding(t, 'paid', hunter, [{ project_ids: [trio] }], { starts_at })
    const { event } = (await hunter.get(`/api/orders/${order_id}/event/`)).body as { event: EventDetail }
    return { order_id, event, starts_at, agreement: contracts[0] as Agreement }
  }
  const propose = async (who: Person, event_id: number, more: object = {}) =>
    (await now(who)).post(`/api/events/${event_id}/substitutes/`, {
      ...{ project_id: trio, member_id: places.marco, substitute_id: places.leo },
      ...more,
    })
  const answer = async (who: Person, event_id: number, id: number, accept: boolean) =>
    (await now(who)).post(`/api/events/${event_id}/substitutes/${id}/answer/`, { accept })
  const withdraw = async (who: Person, event_id: number, id: number) =>
    (await now(who)).delete(`/api/events/${event_id}/substitutes/${id}/`)
  const shown = async (who: Person, event_id: number): Promise<Substitution[]> => {
    const { body } = await (await now(who)).get(`/api/events/${event_id}/`)
    return (body as EventDetail).performers.flatMap(({ substitutes }) => substitutes)
  }
  const band = async (who: Person, event_id: number): Promise<BandAtEvent> =>
    (await (await now(who)).get(`/api/events/${event_id}/band/${trio}/`)).body
  const all = { t, hunter, stranger, luis, sara, marco, leo, trio, places, joins, now }
  return { ...all, evening, propose, answer, withdraw, shown, band }
}
