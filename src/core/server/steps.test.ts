import { eq, gt, sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '#core/contract/errors.ts'
import type { StepRow } from '#core/contract/steps.ts'
import type { App, Work } from './app.ts'
import { id, instant } from './columns.ts'
import { machine } from './steps.ts'
import { testDatabase } from './testing.ts'
import { transaction } from './work.ts'

const DOORS = ['open', 'shut', 'locked'] as const
const doors = pgTable('doors', {
  id: id(),
  house: text().notNull(),
  state: text({ enum: DOORS }).notNull(),
  moved_at: instant(),
})

const STEPS = {
  open: { from: ['shut'], to: 'open', by: ['guest', 'porter'] },
  shut: { from: ['open'], to: 'shut', by: 'porter' },
  lock: { from: ['shut'], to: 'locked', by: 'clock' },
} as const satisfies Record<string, StepRow<(typeof DOORS)[number], 'guest' | 'porter' | 'clock'>>

const doorSteps = machine({ table: doors, column: 'state', steps: STEPS, moved_on: 'doors.moved_on' })

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await database.db.execute(sql`create table doors (id bigint primary key generated always as identity,
    house text not null, state text not null, moved_at timestamptz(3))`)
})
afterAll(() => database.drop())

const NOW = new Date('2030-01-01T00:00:00Z')
const within = <T>(run: (work: Work) => Promise<T>) => transaction({ db: database.db } as App, NOW, run)

let front: number
beforeEach(async () => {
  await database.db.delete(doors)
  const made = await database.db
    .insert(doors)
    .values([
      { house: 'A', state: 'shut' },
      { house: 'A', state: 'open' },
      { house: 'B', state: 'shut' },
    ])
    .returning()
  front = made[0]?.id ?? 0
})

describe('one row', () => {
  it('moves with what changes beside it, and comes back as it is now', async () => {
    const moved = await within((work) =>
      doorSteps.take(work, front, 'open', 'guest', { set: { moved_at: NOW.toISOString() } }),
    )
    expect(moved).toEqual({ id: front, house: 'A', state: 'open', moved_at: NOW.toISOString() })
  })
  it('that is past the step is refused by its own code, or the one that is handed in', async () => {
    await expect(within((work) => doorSteps.take(work, front, 'shut', 'porter'))).rejects.toMatchObject({
      status: 409,
      code: 'doors.moved_on',
    })
  })
  it('that is not there, or not theirs, is refused alike', async () => {
    await expect(within((work) => doorSteps.take(work, 0, 'open', 'guest'))).rejects.toMatchObject({
      code: 'doors.moved_on',
    })
    await expect(
      within((work) => doorSteps.take(work, front, 'open', 'guest', { where: eq(doors.house, 'B') })),
    ).rejects.toMatchObject({ code: 'doors.moved_on' })
    const refusal = new Refusal(409, 'doors.elsewhere')
    await expect(within((work) => doorSteps.take(work, front, 'shut', 'porter', { refusal }))).rejects.toBe(
      refusal,
    )
  })
  it('moves for nobody else than the table names', async () => {
    await expect(
      // @ts-expect-error guests don't lock
      within((work) => doorSteps.take(work, front, 'lock', 'guest')),
    ).rejects.toMatchObject({ status: 403, code: 'access.forbidden' })
    expect(await database.db.$count(doors, eq(doors.state, 'locked'))).toBe(0)
  })
  it('takes steps in a row as one change, each from where the one before leads', async () => {
    const path = [
      { step: 'open', actor: 'guest' },
      { step: 'shut', actor: 'porter' },
      { step: 'lock', actor: 'clock' },
    ] as const
    const { row } = await within((work) =>
      doorSteps.takeInTurn(work, front, path, { set: { moved_at: NOW.toISOString() } }),
    )
    expect(row).toEqual({ id: front, house: 'A', state: 'locked', moved_at: NOW.toISOString() })
    await expect(within((work) => doorSteps.takeInTurn(work, front, path))).rejects.toMatchObject({
      status: 409,
      code: 'doors.moved_on',
    })
  })
  it('is noted by what is written with it, and reads what was there before either', async () => {
    const path = [{ step: 'open', actor: 'guest' }] as const
    const noting = (state: (typeof DOORS)[number]) =>
      within((work) =>
        doorSteps.takeInTurn(work, front, path, {
          notes: [work.db.insert(doors).values({ house: 'C', state })],
          read: sql<string>`(select string_agg(house || state, ',' order by id) from ${doors})`,
        }),
      )
    const { row, read } = await noting('shut')
    expect([row.state, read]).toEqual(['open', 'Ashut,Aopen,Bshut'])
    expect(await database.db.$count(doors, eq(doors.house, 'C'))).toBe(1)
    // Refused, it isn't noted.
    await expect(noting('open')).rejects.toMatchObject({ code: 'doors.moved_on' })
    expect(await database.db.$count(doors, eq(doors.house, 'C'))).toBe(1)
  })
  it('takes none of them where one is somebody else’s, or doesn’t follow', async () => {
    const open = { step: 'open', actor: 'guest' } as const
    const taken = (...path: Parameters<typeof doorSteps.takeInTurn>[2]) =>
      within((work) => doorSteps.takeInTurn(work, front, path))
    await expect(taken(open, { step: 'shut', actor: 'guest' })).rejects.toMatchObject({ status: 403 })
    await expect(taken(open, { step: 'lock', actor: 'clock' })).rejects.toThrow('follow')
    expect(await database.db.$count(doors, eq(doors.state, 'shut'))).toBe(2)
  })
  it('moves once for two who come at the same time', async () => {
    const both = await Promise.allSettled(
      [1, 2].map(() => within((work) => doorSteps.take(work, front, 'open', 'guest'))),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('many rows', () => {
  it('move as a part of another statement, for whoever may take the step', async () => {
    const opened = await within((work) => {
      const opening = doorSteps.taking(work, eq(doors.house, 'A'), 'open', 'guest')
      return work.db
        .with(work.db.$with('opened', {}).as(opening))
        .update(doors)
        .set({ house: 'C' })
        .where(sql`exists (select from opened) and ${doors.house} = 'B'`)
        .returning({ ids: sql<number[]>`array(select id from opened)` })
    })
    expect(opened).toEqual([{ ids: [front] }])
    expect(await database.db.$count(doors, eq(doors.state, 'open'))).toBe(2)
    await expect(
      // @ts-expect-error guests don't lock
      within(async (work) => doorSteps.taking(work, undefined, 'lock', 'guest')),
    ).rejects.toMatchObject({ status: 403, code: 'access.forbidden' })
  })
  it('move where they may, the others stay', async () => {
    const moved = await within((work) => doorSteps.takeAll(work, gt(doors.id, 0), 'lock', 'clock'))
    expect(moved.map(({ house, state }) => [house, state])).toEqual([
      ['A', 'locked'],
      ['B', 'locked'],
    ])
    expect(await within((work) => doorSteps.takeAll(work, gt(doors.id, 0), 'lock', 'clock'))).toEqual([])
  })
  it('that may take a step are found without taking it', async () => {
    expect(await database.db.$count(doors, doorSteps.mayTake('open'))).toBe(2)
  })
})
