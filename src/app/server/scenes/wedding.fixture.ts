import { eq } from 'drizzle-orm'
import type { Person, TestApp } from '#app/server/testing.ts'
import { HOUR, wallClock } from '#core/contract/time.ts'
import type { Offer } from '#features/budgets/contract.ts'
import { music_projects } from '#features/projects/table.ts'
import { ANTIGUA, briefWith } from './brief.ts'
import { type Musician, openForBooking } from './cast.ts'
import { offerFor, orderAt, type Script, type Stop } from './order.ts'

/** When the tests' clock starts, and six in the evening in Guatemala six weeks later. */
export const NOW = '2026-03-02T15:00:00.000Z'
export const EVENING = '2026-04-19T00:00:00.000Z'

/** Who was made ready in which test's database. */
const ready = new WeakMap<TestApp, Map<number, Promise<Musician>>>()

/** The owner of a project, who acts as it and can be booked at any hour. */
export function musicianOf(t: TestApp, project_id: number): Promise<Musician> {
  const known = ready.get(t) ?? new Map<number, Promise<Musician>>()
  ready.set(t, known)
  const musician = known.get(project_id) ?? makeReady(t, project_id)
  known.set(project_id, musician)
  return musician
}

async function makeReady(t: TestApp, project_id: number): Promise<Musician> {
  const [project] = await t.db.select().from(music_projects).where(eq(music_projects.id, project_id))
  if (!project) throw new Error(`no project ${project_id}`)
  const person = t.people.find((one) => one.project_id === project_id)
  const api = person?.api ?? t.callsOf({ token: await t.session(project.owner_id, project_id) })
  const musician = { name: project.name ?? '', project_id, api }
  await openForBooking(musician, ANTIGUA, [{ includes_sound: false }])
  return musician
}

export interface Wish {
  /** Who is asked for this moment: projects by id. */
  project_ids: number[]
  required?: boolean
}
interface More extends Pick<Script, 'offer' | 'message' | 'reply_by'> {
  starts_at?: string
}

/** A wedding with a moment of two hours for each wish, taken as far as that stop. */
export async function wedding(
  t: TestApp,
  stop: Stop,
  hunter: Person,
  wishes: readonly Wish[],
  more: More = {},
) {
  const { starts_at = EVENING, ...rest } = more
  const moments = []
  for (const { project_ids, ...parts } of wishes)
    moments.push({ ...parts, asks: await Promise.all(project_ids.map((id) => musicianOf(t, id))) })
  const ends_at = new Date(Date.parse(starts_at) + wishes.length * 2 * HOUR)
  const { day, time } = wallClock(starts_at, ANTIGUA.zone)
  return orderAt(stop, {
    hunter,
    brief: briefWith({ event: { day, starts: time, ends: wallClock(ends_at, ANTIGUA.zone).time } }),
    moments,
    now: t.clock.now(),
    message: 'Escríbeme a rosa@correo.com o al 5555-1234',
    pass: async (until) => {
      t.clock.set(until)
      await t.app.jobs.runSweeps()
    },
    ...rest,
  })
}

/** The same with everybody asked. */
export const scouting = (t: TestApp, hunter: Person, wishes: readonly Wish[], more: More = {}) =>
  wedding(t, 'asked', hunter, wishes, more)

/** A budget in order for `EVENING`: 400.00 and an optional 50.00 of sound. */
export const offer = (more: Partial<Offer> = {}): Offer =>
  offerFor({ now: new Date(NOW), starts_at: EVENING }, more)
