import { expect, it } from 'vitest'
import { TermsWithAge } from './contract.acceptance.ts'
import { IdentityOnPage } from './contract.identity.ts'
import { StudentOnPage } from './contract.ts'

/* What the pages that ask for an age take: nothing that isn't seen keeps a form from being sent. */

const MINOR = `${new Date().getUTCFullYear() - 12}-05-20`
const ADULT = '1990-05-20'
const person = { name: 'Ana Lucía Pérez', terms: true }
const student = { ...person, email: 'ana@correo.test', password: 'cinco-tablas-9' }
const identity = { ...person, ticket: 't'.repeat(43), account_type: 'STUDENT' }

/** The three pages, each with the rest filled in. */
const PAGES = [
  ['signing up', StudentOnPage, student],
  ['coming from a provider', IdentityOnPage, identity],
  ['accepting terms', TermsWithAge, { version: 4 }],
] as const

it.each(PAGES)('%s asks of a minor alone who answers for them', (_page, schema, rest) => {
  const read = (birth_date: string | null, guardian_email: string) =>
    schema.safeParse({ ...rest, birth_date, guardian_email })
  const wrong = (birth_date: string | null, guardian_email: string) =>
    read(birth_date, guardian_email).error?.issues.map(({ path }) => path[0])
  expect(wrong(MINOR, '')).toEqual(['guardian_email'])
  expect(wrong(MINOR, 'nadie')).toEqual(['guardian_email'])
  expect(wrong(null, '')).toEqual(['birth_date'])
  expect(read(MINOR, 'mama@correo.test').data?.guardian_email).toBe('mama@correo.test')
  // Typed while the year was wrong, and not shown any more.
  expect(wrong(ADULT, 'nadie')).toBeUndefined()
  expect(read(ADULT, 'mama@correo.test').data?.guardian_email).toBeUndefined()
})

it('of who plays or hires nothing is taken that was typed as a student', () => {
  for (const account_type of ['MUSICIAN', 'TALENT_HUNTER']) {
    const said = { ...identity, account_type, birth_date: MINOR, guardian_email: 'nadie' }
    expect(IdentityOnPage.parse(said)).toMatchObject({ account_type, birth_date: null })
    expect(IdentityOnPage.parse(said).guardian_email).toBeUndefined()
  }
})
