import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { TEXT_FOLDERS } from '#app/server/texts.ts'
import { readTexts } from '#core/server/texts.ts'
import { TERMS_VERSION } from '#features/accounts/contract.terms.ts'
import { draw, questionsOf } from './found.server.tsx'

/* The help and the rules, as the server draws them. */

const resources = readTexts(TEXT_FOLDERS)

/** What people accepted, by version: both languages' texts as they stood. */
const ACCEPTED: Record<number, string> = {
  3: 'b7ec491680ae43c5',
  4: '86ef46f5071521fa',
  5: 'db3bd12f0567c4e0',
}

test('terms that changed have a version of their own, which everybody is asked for', () => {
  const legal = (['es', 'en'] as const).map((language) => resources[language].functionality?.legal)
  const hash = createHash('sha256').update(JSON.stringify(legal)).digest('hex').slice(0, 16)
  expect(ACCEPTED[TERMS_VERSION], 'raise TERMS_VERSION and TERMS_SINCE, and note the texts here').toBe(hash)
})

test.each([
  ['/terms', 'Términos de uso', 'Terms of use'],
  ['/privacy', 'Qué hacemos con tus datos', 'What we do with your data'],
])('%s is drawn in either language, with its version', async (path, es, en) => {
  for (const [language, title] of [
    ['es', es],
    ['en', en],
  ] as const) {
    const { head, body } = await draw({
      path,
      url: path,
      language,
      origin: 'https://tarima.test',
      resources,
      questions: [],
      answers: [],
    })
    expect(head).toContain(`${title} · Tarima</title>`)
    expect(body).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
    expect(body).toContain(
      language === 'es'
        ? `Versión ${TERMS_VERSION}, vigente desde`
        : `Version ${TERMS_VERSION}, in force since`,
    )
    expect(body, 'a key stands where its text should').not.toMatch(/legal\.[a-z_]+/)
  }
})

test('the page that says how to write to us has the address in it', async () => {
  const questions = questionsOf('/contact', {}, new URLSearchParams()) ?? []
  const { body } = await draw({
    path: '/contact',
    url: '/contact',
    language: 'es',
    origin: 'https://tarima.test',
    resources,
    questions,
    answers: [{ support_email: 'hola@tarima.test' }],
  })
  expect(body).toContain('mailto:hola@tarima.test')
})

test('the help and each of its answers are drawn; an answer that isn’t there is nothing', async () => {
  const at = async (path: string, url: string) => {
    const { head, body } = await draw({
      path,
      url,
      language: 'es',
      origin: 'https://tarima.test',
      resources,
      questions: [],
      answers: [],
    })
    expect(body, 'a key stands where its text should').not.toMatch(/help\.[a-z_]+\./)
    return { head, body }
  }
  const all = await at('/help', '/help')
  expect(all.body).toContain('href="/help/deposit"')
  const one = await at('/help/:article', '/help/deposit')
  expect(one.body).toMatch(/<h1[^>]*>Pagar y confirmar el anticipo<\/h1>/)
  expect(one.head).toContain('rel="canonical"')
  expect(questionsOf('/help/:article', { article: 'deposit' }, new URLSearchParams())).toEqual([])
  expect(questionsOf('/help/:article', { article: 'toString' }, new URLSearchParams())).toBeNull()
})
