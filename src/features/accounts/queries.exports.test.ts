import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { LANGUAGES } from '#core/contract/language.ts'
import { entriesOf } from './queries.exports.ts'

/* What is in the copy of one's data, for whoever opens it. */

let t: TestApp

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t?.close())

test.each(LANGUAGES)('the copy says of each of its documents what it is: %s', async (language) => {
  const { id } = await t.person('STUDENT', { language })
  const entries = (await entriesOf({ app: t.app, db: t.db, now: t.clock.now() }, id)) ?? []
  const readme = entries.find(({ name }) => name === 'README.txt')
  const explained = readme && 'text' in readme ? await readme.text() : null
  const documents = entries.flatMap(({ name }) => /^(\w+)\.json$/.exec(name)?.[1] ?? [])
  expect(documents.length).toBeGreaterThan(20)
  expect(documents.filter((name) => !new RegExp(`\\b${name}\\b`).test(explained ?? ''))).toEqual([])
})
