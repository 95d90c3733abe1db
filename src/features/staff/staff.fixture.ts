import type { Person, TestApp } from '#app/server/testing.ts'
import { transaction } from '#core/server/work.ts'
import { grant } from './commands.ts'

/** Somebody with the desk, and a second factor. */
export async function staffIn(t: TestApp, name = 'Marta Ajú'): Promise<Person> {
  const person = await t.person('STUDENT', { name })
  await t.secondFactor(person)
  await transaction(t.app, t.clock.now(), (work) => grant(work, person.email, 'Consola', true))
  return person
}
