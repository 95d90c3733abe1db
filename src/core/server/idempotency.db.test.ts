import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Refusal } from '#core/contract/errors.ts'
import { HOUR } from '#core/contract/time.ts'
import { deleteKeysOf, deleteOldKeys, once, type Repeat } from './idempotency.ts'
import { idempotency_keys } from './table.ts'
import { testDatabase } from './testing.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase({ max: 10 })
})
afterAll(() => database.drop())

const NOW = new Date('2030-01-01T00:00:00Z')

let ran = 0
let key = 0
beforeEach(() => {
  ran = 0
  key++
})

const run = async () => ({ id: 7, answer: ++ran, email: 'ana@correo.com' })
/** A keyed write in a transaction of its own, as `mount` makes it. */
const write = (
  given: { user_id?: number; body?: unknown; call?: string; now?: Date } = {},
  work: () => Promise<object> = run,
  repeat: Repeat<object> = { kept: false, again: async (about) => ({ id: about, read: 'again' }) },
) =>
  database.db.transaction((db) =>
    once(
      db,
      {
        user_id: 1,
        key: `key-${key}`,
        named: null,
        call: 'POST /api/things/',
        body: { name: 'a' },
        now: NOW,
        ...given,
      },
      work,
      repeat,
    ),
  )
const first = (answer: number) => ({ id: 7, answer, email: 'ana@correo.com' })
const repeated = { id: 7, read: 'again' }

it('a repeat by the same person does nothing again; what it was about is read again', async () => {
  expect(await write()).toEqual(first(1))
  expect(await write()).toEqual(repeated)
  expect(ran).toBe(1)
})

it('stores neither the answer nor the key nor anything that the body could be guessed from', async () => {
  await write()
  const { rows } = await database.db.execute<{ row: string }>(
    sql`select row_to_json(k)::text as row from idempotency_keys k order by created_at desc, key`,
  )
  for (const { row } of rows) expect(row).not.toMatch(/ana@|key-|"name"|api\/things/)
})

it('an answer without anything personal is kept as it was', async () => {
  const kept = { kept: true } as const
  expect(await write({}, async () => ({ marked: ++ran }), kept)).toEqual({ marked: 1 })
  expect(await write({}, async () => ({ marked: ++ran }), kept)).toEqual({ marked: 1 })
})

it('the same key of somebody else is another key', async () => {
  expect(await write({ user_id: 1 })).toEqual(first(1))
  expect(await write({ user_id: 2 })).toEqual(first(2))
})

it('a key that was used for another call or another body is refused', async () => {
  await write()
  for (const other of [{ call: 'POST /api/others/' }, { body: { name: 'b' } }])
    await expect(write(other)).rejects.toMatchObject({ status: 422, code: 'common.key_reused' })
  expect(ran).toBe(1)
})

it('of ten at once one is carried out, and all others are answered by reading', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => write()))
  expect(answers.filter((answer) => 'answer' in answer)).toEqual([first(1)])
  expect(answers.filter((answer) => 'read' in answer)).toHaveLength(9)
  expect(ran).toBe(1)
})

it('a refused write may be tried again under its key', async () => {
  const refused = write({}, async () => {
    throw new Refusal(409, 'common.conflict')
  })
  await expect(refused).rejects.toMatchObject({ status: 409 })
  expect(await write()).toEqual(first(1))
})

it('is forgotten after 24 hours, not before', async () => {
  await write()
  await deleteOldKeys(database.db, new Date(NOW.getTime() + 24 * HOUR - 1))
  expect(await write()).toEqual(repeated)
  await deleteOldKeys(database.db, new Date(NOW.getTime() + 24 * HOUR))
  expect(await write()).toEqual(first(2))
})

it('goes with the account', async () => {
  await write()
  await deleteKeysOf(database.db, 1)
  expect(await database.db.$count(idempotency_keys, eq(idempotency_keys.user_id, 1))).toBe(0)
})
