import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Refusal } from '#core/contract/errors.ts'
import { once } from './idempotency.ts'
import { testDatabase } from './testing.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase({ max: 10 })
})
afterAll(() => database.drop())

let ran = 0
let key = 0
beforeEach(() => {
  ran = 0
  key++
})

const run = async () => ({ answer: ++ran })
/** A keyed write in a transaction of its own, as `mount` makes it. */
const write = (given: { user_id?: number; body?: unknown; call?: string } = {}, work = run) =>
  database.db.transaction((db) =>
    once(
      db,
      {
        user_id: 1,
        key: `key-${key}`,
        call: 'POST /api/things/',
        body: { name: 'a' },
        now: new Date('2030-01-01T00:00:00Z'),
        ...given,
      },
      work,
    ),
  )

it('a repeat by the same person gets the first answer, and nothing happens again', async () => {
  expect(await write()).toEqual({ answer: 1 })
  expect(await write()).toEqual({ answer: 1 })
  expect(ran).toBe(1)
})

it('the same key of somebody else is another key', async () => {
  expect(await write({ user_id: 1 })).toEqual({ answer: 1 })
  expect(await write({ user_id: 2 })).toEqual({ answer: 2 })
})

it('a key that was used for another call or another body is refused', async () => {
  await write()
  for (const other of [{ call: 'POST /api/others/' }, { body: { name: 'b' } }])
    await expect(write(other)).rejects.toMatchObject({ status: 422, code: 'common.key_reused' })
  expect(ran).toBe(1)
})

it('of ten at once one is carried out, and all get its answer', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => write()))
  expect(answers).toEqual(Array.from({ length: 10 }, () => ({ answer: 1 })))
  expect(ran).toBe(1)
})

it('a refused write may be tried again under its key', async () => {
  const refused = write({}, async () => {
    throw new Refusal(409, 'common.conflict')
  })
  await expect(refused).rejects.toMatchObject({ status: 409 })
  expect(await write()).toEqual({ answer: 1 })
})
