import { and, eq } from 'drizzle-orm'
import type { Person, TestApp } from '#app/server/testing.ts'
import { transaction } from '#core/server/work.ts'
import { grant } from './commands.ts'
import { staff_log } from './table.ts'

/** Somebody with the desk, and a second factor. */
export async function staffIn(t: TestApp, name = 'Marta Ajú'): Promise<Person> {
  const person = await t.person('STUDENT', { name })
  await t.secondFactor(person)
  await transaction(t.app, t.clock.now(), (work) => grant(work, person.email, 'Consola', true))
  return person
}

/** What the log says of an act, the first first; about one subject alone, where it is said. */
export const loggedIn = (t: TestApp, act: string, subject?: string) =>
  t.db
    .select()
    .from(staff_log)
    .where(and(eq(staff_log.act, act), subject === undefined ? undefined : eq(staff_log.subject, subject)))
    .orderBy(staff_log.id)
