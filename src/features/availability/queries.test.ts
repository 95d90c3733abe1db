import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '#core/contract/errors.ts'
import { type Subject, subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { testDatabase } from '#core/server/testing.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import { confirmTime, holdTime, releaseTime, removeImported, replaceImported } from './commands.ts'
import { freeProject, promisesOf } from './queries.ts'
import { PRESETS, weekOf } from './rules.ts'
import { availability_exceptions, availability_settings, busy_times } from './table.ts'

const now = new Date('2026-11-20T12:00:00Z')
/** Saturday 2026-12-05 in Guatemala (six hours behind UTC). */
const at = (day: number, hour: number) => new Date(Date.UTC(2026, 11, day, hour + 6)).toISOString()
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...PRESETS.all_day }))

let database: Awaited<ReturnType<typeof testDatabase>>
let work: Work
let people = 0

async function musician(): Promise<{ user_id: number; project_id: number }> {
  const { db } = database
  const [user] = await db
    .insert(users)
    .values({
      name: 'Marisol Reyes',
      email: `m${++people}@tarima.test`,
      account_type: 'MUSICIAN',
      terms_accepted_at: now.toISOString(),
    })
    .returning()
  const user_id = user?.id ?? 0
  return { user_id, project_id: await project(user_id, 'INDIVIDUAL') }
}

async function project(owner_id: number, project_type: 'INDIVIDUAL' | 'GROUP'): Promise<number> {
  const [row] = await database.db
    .insert(music_projects)
    .values({ name: 'La Candela', owner_id, project_type })
    .returning()
  await database.db
    .insert(project_members)
    .values({ project_id: row?.id ?? 0, user_id: owner_id, role: 'OWNER' })
  return row?.id ?? 0
}

async function plays(project_id: number, more: Partial<typeof availability_settings.$inferInsert> = {}) {
  await database.db
    .insert(availability_settings)
    .values({ project_id, zone: 'America/Guatemala', week: weekOf(EVERY_DAY), ...more })
}

async function band(members: number, substitutes = 0) {
  const owner = await musician()
  const project_id = await project(owner.user_id, 'GROUP')
  const rest = []
  for (let n = 1; n < members; n++) rest.push(await musician())
  const joined = await database.db
    .insert(project_members)
    .values(rest.map(({ user_id }) => ({ project_id, user_id, role: 'COLLABORATOR' as const })))
    .returning()
  const subs = []
  for (let n = 0; n < substitutes; n++) {
    const sub = await musician()
    subs.push(sub)
    await database.db.insert(project_members).values({
      project_id,
      user_id: sub.user_id,
      role: 'COLLABORATOR',
      substitute_for: joined[0]?.id ?? null,
      substitute_rank: n + 1,
    })
  }
  await plays(project_id)
  return { project_id, owner, rest, subs }
}

const free = (project_id: number, from: string, to: string) =>
  freeProject(database.db, project_id, from, to, now)
const hold = (project_id: number, from: string, to: string, subject: Subject) =>
  holdTime(work, { project_id, starts_at: from, ends_at: to, kind: 'hold', subject })
const refused = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code

beforeAll(async () => {
  database = await testDatabase({ max: 20 })
  work = { db: database.db, now } as unknown as Work
})
afterAll(() => database.drop())

describe('a musician is free', () => {
  it('when the week covers the time on the clock of their place, and never before they said one', async () => {
    const { project_id } = await musician()
    expect(await free(project_id, at(5, 19), at(5, 22))).toBe(false)
    await plays(project_id, { week: weekOf([{ weekday: 6, ...PRESETS.night }]) })
    expect(await free(project_id, at(5, 18), at(5, 24))).toBe(true)
    expect(await free(project_id, at(5, 17), at(5, 20))).toBe(false)
    expect(await free(project_id, at(5, 20), at(6, 1))).toBe(false)
  })

  it('over Sunday’s midnight too', async () => {
    const { project_id } = await musician()
    await plays(project_id, { week: weekOf([{ weekday: 7, from: '20:00', to: '03:00' }]) })
    expect(await free(project_id, at(6, 22), at(7, 2))).toBe(true)
    expect(await free(project_id, at(7, 0), at(7, 2))).toBe(true)
    expect(await free(project_id, at(7, 1), at(7, 4))).toBe(false)
  })

  it('not through a gig that was agreed elsewhere, with the distance that their gigs keep', async () => {
    const { project_id } = await musician()
    await plays(project_id)
    await database.db
      .insert(availability_exceptions)
      .values({ project_id, during: `[${at(5, 19)},${at(5, 21)})`, kind: 'gig', reason: 'Feria' })
    expect(await free(project_id, at(5, 19), at(5, 20))).toBe(false)
    expect(await free(project_id, at(5, 21), at(5, 22))).toBe(false)
    expect(await free(project_id, at(5, 22), at(5, 23))).toBe(true)
  })

  it('not while another calendar of theirs says that they are busy; whoever is asked anyway may say yes', async () => {
    const { project_id, user_id } = await musician()
    await plays(project_id)
    const elsewhere = subject('calendar', project_id)
    await replaceImported(work, project_id, elsewhere, [[at(5, 19), at(5, 21)]])
    expect(await free(project_id, at(5, 19), at(5, 20))).toBe(false)
    expect(await free(project_id, at(5, 22), at(5, 23))).toBe(true)
    expect(await hold(project_id, at(5, 19), at(5, 20), subject('order', project_id))).toEqual({
      user_ids: [user_id],
    })
    await removeImported(work, elsewhere)
    expect(await free(project_id, at(7, 19), at(7, 20))).toBe(true)
  })

  it('by an opened exception, and not through a blocked one', async () => {
    const { project_id } = await musician()
    await plays(project_id, { week: '{}' })
    await database.db.insert(availability_exceptions).values([
      { project_id, kind: 'available', during: `[${at(5, 10)},${at(5, 20)})` },
      { project_id, kind: 'blocked', during: `[${at(5, 18)},${at(5, 19)})` },
    ])
    expect(await free(project_id, at(5, 11), at(5, 14))).toBe(true)
    expect(await free(project_id, at(5, 16), at(5, 19))).toBe(false)
    expect(await free(project_id, at(5, 9), at(5, 12))).toBe(false)
  })

  it('only with the notice they want', async () => {
    const { project_id } = await musician()
    await plays(project_id, { minimum_notice_days: 20 })
    expect(await free(project_id, at(9, 18), at(9, 20))).toBe(false)
    expect(await free(project_id, at(11, 18), at(11, 20))).toBe(true)
  })

  it('again when the promise is given back, and its buffers count while it stands', async () => {
    const { project_id } = await musician()
    await plays(project_id)
    await hold(project_id, at(5, 18), at(5, 20), 'request:1')
    // An hour after the first and an hour before the second.
    expect(await free(project_id, at(5, 21), at(5, 22))).toBe(false)
    expect(await free(project_id, at(5, 22), at(5, 23))).toBe(true)
    await releaseTime(work, 'request:1')
    expect(await free(project_id, at(5, 21), at(5, 22))).toBe(true)
  })

  it('until the day has as many gigs as they take', async () => {
    const { project_id } = await musician()
    await plays(project_id, { maximum_gigs_a_day: 1 })
    await hold(project_id, at(5, 8), at(5, 9), 'request:2')
    expect(await free(project_id, at(5, 20), at(5, 22))).toBe(false)
    expect(await free(project_id, at(6, 20), at(6, 22))).toBe(true)
    // One that was agreed elsewhere is one of them.
    await database.db
      .insert(availability_exceptions)
      .values({ project_id, during: `[${at(6, 8)},${at(6, 9)})`, kind: 'gig' })
    expect(await free(project_id, at(6, 20), at(6, 22))).toBe(false)
    expect(await free(project_id, at(7, 20), at(7, 22))).toBe(true)
  })
})

describe('a promise', () => {
  it('is refused when the person is promised elsewhere', async () => {
    const { user_id, project_id } = await musician()
    await hold(project_id, at(5, 18), at(5, 20), 'request:3')
    await expect(hold(project_id, at(5, 19), at(5, 21), 'request:4')).rejects.toSatisfy(
      refused('availability.taken'),
    )
    expect((await promisesOf(database.db, user_id, at(5, 0), at(6, 0))).map((p) => p.subject)).toEqual([
      'request:3',
    ])
  })

  it('becomes a gig, and can’t when it was given back', async () => {
    const { user_id, project_id } = await musician()
    await hold(project_id, at(5, 18), at(5, 20), 'request:5')
    await confirmTime(work, new Set(['request:5']))
    expect((await promisesOf(database.db, user_id, at(5, 0), at(6, 0)))[0]?.kind).toBe('gig')
    await releaseTime(work, 'request:5')
    await expect(confirmTime(work, new Set(['request:5']))).rejects.toSatisfy(
      refused('availability.released'),
    )
  })

  it('is given once when 50 want the same hour at once', async () => {
    for (let round = 0; round < 3; round++) {
      const { project_id } = await musician()
      const answers = await Promise.allSettled(
        Array.from({ length: 50 }, (_, n) =>
          hold(project_id, at(5, 18), at(5, 20), `race:${project_id * 100 + n}`),
        ),
      )
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const answer of answers)
        if (answer.status === 'rejected') expect(answer.reason).toSatisfy(refused('availability.taken'))
    }
  })

  it('of a band holds everybody who must be there', async () => {
    const { project_id, owner, rest } = await band(3)
    const { user_ids } = await hold(project_id, at(5, 18), at(5, 20), 'request:6')
    expect(new Set(user_ids)).toEqual(new Set([owner.user_id, ...rest.map((r) => r.user_id)]))
    await expect(hold(rest[0]?.project_id ?? 0, at(5, 19), at(5, 21), 'request:7')).rejects.toSatisfy(
      refused('availability.taken'),
    )
    const rows = await database.db.select().from(busy_times).where(sql`subject = 'request:6'`)
    expect(rows).toHaveLength(4)
    expect(rows.filter((row) => row.user_id === null)).toHaveLength(1)
  })

  it('of two bands that share a person, at once, is given to one of them', async () => {
    const one = await band(2)
    const other = await band(2)
    const shared = one.rest[0]?.user_id ?? 0
    await database.db
      .insert(project_members)
      .values({ project_id: other.project_id, user_id: shared, role: 'COLLABORATOR' })
    const answers = await Promise.allSettled([
      hold(one.project_id, at(5, 18), at(5, 20), 'shared:1'),
      hold(other.project_id, at(5, 18), at(5, 20), 'shared:2'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('a band', () => {
  it('is free while everybody who must be there is, or their substitute', async () => {
    const { project_id, rest, subs, owner } = await band(2, 2)
    const first = rest[0] as { user_id: number; project_id: number }
    expect(await free(project_id, at(5, 18), at(5, 20))).toBe(true)
    await hold(first.project_id, at(5, 19), at(5, 21), `own:${project_id}`)
    expect(await free(project_id, at(5, 18), at(5, 20))).toBe(true)
    // The first substitute blocks the day on their own page: the second one plays.
    await database.db.insert(availability_exceptions).values({
      project_id: subs[0]?.project_id ?? 0,
      kind: 'blocked',
      during: `[${at(5, 0)},${at(6, 0)})`,
    })
    const { user_ids } = await hold(project_id, at(5, 18), at(5, 20), `band:${project_id}`)
    expect(new Set(user_ids)).toEqual(new Set([owner.user_id, subs[1]?.user_id]))
    expect(await free(project_id, at(5, 18), at(5, 20))).toBe(false)
  })

  it('isn’t free when a required member has blocked the day and nobody stands in', async () => {
    const { project_id, rest } = await band(2)
    await database.db.insert(availability_exceptions).values({
      project_id: rest[0]?.project_id ?? 0,
      kind: 'blocked',
      during: `[${at(5, 0)},${at(6, 0)})`,
    })
    expect(await free(project_id, at(5, 18), at(5, 20))).toBe(false)
    expect(await free(project_id, at(7, 18), at(7, 20))).toBe(true)
  })

  it('doesn’t wait for members who aren’t required', async () => {
    const { project_id, rest } = await band(2)
    await database.db.execute(
      sql`update project_members set required = false where project_id = ${project_id} and role = 'COLLABORATOR'`,
    )
    await hold(rest[0]?.project_id ?? 0, at(5, 18), at(5, 20), `optional:${project_id}`)
    expect(await free(project_id, at(5, 18), at(5, 20))).toBe(true)
  })
})
