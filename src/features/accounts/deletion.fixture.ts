import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Person, TestApp } from '#app/server/testing.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import { hashPassword } from '#core/server/secrets.ts'
import { users } from './table.ts'

export const PASSWORD = 'cinco-tablas-9'
export const GRACE = 14 * DAY

/** People who ask for the deletion of their accounts, and the day on which it is carried out. */
export function deletionsIn(t: () => TestApp) {
  let password_hash: string | undefined
  const row = async (id: number) => (await t().db.select().from(users).where(eq(users.id, id)))[0]
  const ask = (person: Person) => person.post('/api/auth/deletion/', { password: PASSWORD })

  /** Somebody with a password. */
  async function someone(
    type: Parameters<TestApp['person']>[0],
    more: Parameters<TestApp['person']>[1] = {},
  ) {
    password_hash ??= await hashPassword(PASSWORD, { ip: 'tests' })
    const person = await t().person(type, more)
    await t().db.update(users).set({ password_hash }).where(eq(users.id, person.id))
    return person
  }

  /** The grace passes; what is due happens, and what that queues. */
  async function graceOver() {
    t().clock.move(GRACE + MINUTE)
    await t().app.jobs.runSweeps()
    await t().app.jobs.drain()
  }

  /** Somebody asks for it, and it is carried out. */
  async function goes(person: Person) {
    expect((await ask(person)).status).toBe(200)
    await graceOver()
    expect((await row(person.id))?.deleted_at).toEqual(expect.any(String))
  }
  return { row, ask, someone, graceOver, goes }
}
