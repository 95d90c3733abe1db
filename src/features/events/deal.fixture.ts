import { and, eq, isNull } from 'drizzle-orm'
import { EVENING, NOW, offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, testApp } from '#app/server/testing.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { busy_times } from '#features/availability/table.ts'
import type { MusicianRequest } from '#features/budgets/contract.ts'

/* Projects that are asked for several moments of one order. */

export const own = (person: Person) => person.project_id ?? 0
export const requestOf = async (by: Person, id: number): Promise<MusicianRequest> =>
  (await by.get(`/api/requests/${id}/`)).body
export const answer = (by: Person, id: number, budget: object = {}) =>
  by.post(`/api/requests/${id}/available/`, { budget: { ...offer(), ...budget } })
export const statusesOf = ({ moments }: MusicianRequest) => moments.map(({ status }) => status)

/** A hunter, two musicians, and what tests of such deals do over and over. */
export async function dealScene() {
  const t = await testApp({ now: NOW })
  const hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  const rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  const luis = await t.person('MUSICIAN', { name: 'Luis Canel' })

  /** Each test has its own week. */
  let week = 0
  const nextWeek = () => new Date(Date.parse(EVENING) + ++week * 7 * DAY).toISOString()
  const accept = (id: number) => hunter.post(`/api/budgets/${id}/accept/`, {})

  /** Hours that a project has promised to orders and not given back, without its hour before and after. */
  async function held(person: Person, order_id: number): Promise<number[]> {
    const rows = await t.db
      .select({ during: busy_times.during })
      .from(busy_times)
      .where(
        and(
          eq(busy_times.project_id, own(person)),
          isNull(busy_times.released_at),
          eq(busy_times.subject, `order:${order_id}/project:${own(person)}`),
        ),
      )
    return rows.map(({ during }) => {
      const [from = '', to = ''] = during.replace(/[[)"]/g, '').split(',')
      return (Date.parse(to) - Date.parse(from)) / HOUR - 2
    })
  }

  /** An order whose moments ask these, by moment. */
  async function asking(...who: Person[][]) {
    const scene = await scouting(
      t,
      hunter,
      who.map((people) => ({ project_ids: people.map(own) })),
      { starts_at: nextWeek() },
    )
    const of = (person: Person) => {
      const at = who.findIndex((people) => people.includes(person))
      return scene.request_ids[at]?.[who[at]?.indexOf(person) ?? 0] ?? 0
    }
    return { ...scene, of, slots: scene.slot_ids as [number, number, number] }
  }

  return { t, hunter, rosa, luis, nextWeek, accept, held, asking }
}
