import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { rememberCallers } from '#core/server/ahead.ts'
import type { LanedPool } from '#core/server/pool.ts'
import type { Viewer } from '#core/server/route.ts'
import { transaction } from '#core/server/work.ts'
import { sessions, users } from '#features/accounts/table.ts'
import { notify } from '#features/notifications/commands.ts'
import { type Person, type TestApp, testApp } from './testing.ts'

/* A list is read beside the session, in one way to the database and back, and never sent before the session is known. */

const LIST = '/api/notifications/'

let t: TestApp
let ana: Person
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
afterEach(() => vi.restoreAllMocks())

async function somebody(): Promise<Person> {
  const person = await t.person('TALENT_HUNTER')
  await transaction(t.app, t.app.clock.now(), async (work) =>
    notify(work, [
      {
        user_id: person.id,
        type: 'BRIEF_INITIATED',
        subject: 'order:1',
        value: '1',
        params: { order_name: `Boda de ${person.id}` },
      },
    ]),
  )
  return person
}
const titled = async (person: Person) => {
  const { status, body } = await person.get(LIST)
  return [status, body.results?.length ?? body.code]
}

/** Holds the answers of the sessions' connections back until they are let go. */
function holdSessions() {
  const pool = t.app.reserved_db.$client as LanedPool
  const read = pool.readKnown.bind(pool)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.spyOn(pool, 'readKnown').mockImplementation(async (...args) => {
    const answer = await read(...args)
    await held
    return answer
  })
  return () => release()
}
/** How often the list has been read. */
function countReads() {
  const spy = vi.spyOn(t.app.db.$client as LanedPool, 'readKnown')
  return () => spy.mock.calls.filter(([{ name }]) => name === 'notifications_of').length
}
const soon = () => new Promise((resolve) => setTimeout(resolve, 150))

describe('the session and the list', () => {
  it('go out in one round trip: the list is read while the session is, and sent once it is known', async () => {
    ana = await somebody()
    expect(await titled(ana)).toEqual([200, 1])
    const reads = countReads()
    const release = holdSessions()
    let isAnswered = false
    const asked = titled(ana).finally(() => {
      isAnswered = true
    })
    await soon()
    expect([reads(), isAnswered]).toEqual([1, false])
    release()
    expect(await asked).toEqual([200, 1])
    expect(reads()).toBe(1)
  })
  it('are one after the other for whom isn’t known yet', async () => {
    const beto = await somebody()
    const reads = countReads()
    const release = holdSessions()
    const asked = titled(beto)
    await soon()
    expect(reads()).toBe(0)
    release()
    expect(await asked).toEqual([200, 1])
  })
})

describe('what was read beside a session is thrown away', () => {
  it('when the session has ended meanwhile', async () => {
    const carla = await somebody()
    await titled(carla)
    await t.db.delete(sessions).where(eq(sessions.user_id, carla.id))
    const reads = countReads()
    const { status, text } = await carla.get(LIST)
    expect([status, reads()]).toEqual([401, 1])
    expect(text).not.toContain('Boda de')
    // And nothing is read for them any more.
    expect([(await carla.get(LIST)).status, reads()]).toEqual([401, 1])
  })
  it('when it is somebody else’s by now', async () => {
    const [diego, elena] = [await somebody(), await somebody()]
    await titled(diego)
    await t.db.update(sessions).set({ user_id: elena.id }).where(eq(sessions.user_id, diego.id))
    const { text } = await diego.get(LIST)
    expect(text).toContain(`Boda de ${elena.id}`)
    expect(text).not.toContain(`Boda de ${diego.id}`)
  })
  it('when they read in another language by now, or may not read any more', async () => {
    const fausto = await somebody()
    const inTheirs = async () =>
      (
        await t.server.inject({
          url: LIST,
          headers: { authorization: `Bearer ${fausto.token}`, 'accept-language': '' },
        })
      ).json()
    const spanish = await inTheirs()
    await t.db.update(users).set({ language: 'en' }).where(eq(users.id, fausto.id))
    const english = await inTheirs()
    expect(english.results[0].id).toBe(spanish.results[0].id)
    expect(english.results[0].title).not.toBe(spanish.results[0].title)
    await t.db.update(users).set({ verified_at: null }).where(eq(users.id, fausto.id))
    expect(await titled(fausto)).toEqual([403, 'access.unverified'])
  })
})

it('only so many are remembered, and nobody who was not found', () => {
  const callers = rememberCallers(2)
  const viewer = { id: 1 } as Viewer
  for (const key of ['a', 'b', 'c']) callers.keep(key, viewer)
  expect(['a', 'b', 'c'].map((key) => callers.lastOf(key)?.viewer.id)).toEqual([undefined, 1, 1])
  callers.keep('c', null)
  expect(callers.lastOf('c')).toBeUndefined()
})
