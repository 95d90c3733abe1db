import { inArray } from 'drizzle-orm'
import type { Place } from '#core/contract/places.ts'
import { addDays, instantOf, wallClock } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { weekOf } from '#features/availability/rules.ts'
import {
  availability_exceptions,
  availability_rules,
  availability_settings,
  busy_times,
} from '#features/availability/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { type DemoBand, type DemoMusician, insertAll } from './crowd.ts'
import type { Chance } from './random.ts'

/** Most play on evenings and weekends; some at any hour. */
export async function makeHours(
  db: Db,
  c: Chance,
  projects: readonly { project_id: number; place: Place }[],
) {
  const settings: (typeof availability_settings.$inferInsert)[] = []
  const rules: (typeof availability_rules.$inferInsert)[] = []
  for (const { project_id, place } of projects) {
    const always = c.yes(0.3)
    const mine = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => {
      const weekend = weekday >= 5
      if (!always && !weekend && c.yes(0.35)) return []
      return [
        { weekday, from: always || weekend ? '08:00' : '16:00', to: always || weekend ? '02:00' : '00:00' },
      ]
    })
    rules.push(...mine.map((rule) => ({ project_id, ...rule })))
    settings.push({
      project_id,
      zone: place.zone,
      minimum_notice_days: c.pick([1, 2, 3, 5]),
      maximum_gigs_a_day: c.pick([1, 2, 2, 3]),
      week: weekOf(mine),
    })
  }
  await insertAll(db, availability_settings, settings)
  await insertAll(db, availability_rules, rules)
  // What saving a week says through the product.
  const ready = db.selectDistinct({ id: availability_rules.project_id }).from(availability_rules)
  await db.update(music_projects).set({ has_availability: true }).where(inArray(music_projects.id, ready))
}
/** Nights already taken in the next months, never two of one person: the database would refuse them. */
export async function makeBusyDates(
  db: Db,
  c: Chance,
  musicians: DemoMusician[],
  bands: DemoBand[],
  now: Date,
) {
  const taken = new Set<string>()
  const rows: (typeof busy_times.$inferInsert)[] = []
  const today = wallClock(now, 'America/Guatemala').day
  let gig = 0
  const book = (project_id: number, people: readonly DemoMusician[], isBand: boolean, zone: string) => {
    const day = addDays(today, c.between(3, 150))
    const users = [...new Set(people.map(({ user_id }) => user_id))]
    const claims = users.map((user_id) => `${user_id} ${day}`)
    if (claims.some((claim) => taken.has(claim))) return
    for (const claim of claims) taken.add(claim)
    const from = instantOf(day, c.pick(['12:00', '15:00', '18:00', '19:00']), zone)
    const to = new Date(from.getTime() + c.between(3, 6) * 3600000)
    const during = `[${from.toISOString()},${to.toISOString()})`
    const subject = `demo:${++gig}`
    if (isBand) rows.push({ project_id, user_id: null, during, kind: 'gig', subject })
    for (const user_id of users) rows.push({ project_id, user_id, during, kind: 'gig', subject })
  }
  for (const band of bands)
    for (let n = c.between(1, 6); n > 0; n--)
      book(band.project_id, band.members.slice(0, 4), true, band.place.zone)
  for (const musician of musicians)
    for (let n = c.between(0, 6); n > 0; n--)
      book(musician.project_id, [musician], false, musician.place.zone)
  await insertAll(db, busy_times, rows)

  const blocks = c.some(musicians, Math.round(musicians.length / 4)).map((musician) => {
    const from = instantOf(addDays(today, c.between(5, 90)), '00:00', musician.place.zone)
    const to = new Date(from.getTime() + c.between(1, 7) * 86400000)
    return {
      project_id: musician.project_id,
      during: `[${from.toISOString()},${to.toISOString()})`,
      kind: 'blocked' as const,
      reason: c.pick(['Vacaciones', 'Grabación', 'Viaje familiar', 'Gira']),
    }
  })
  await insertAll(db, availability_exceptions, blocks)
}
