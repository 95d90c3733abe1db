import { eq } from 'drizzle-orm'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { music_projects } from '#features/projects/table.ts'
import { ARTICLE_KEYS } from '#features/support/rules.articles.ts'
import { offerService } from './scenes/cast.ts'
import { sitemap } from './sitemap.ts'
import { type Person, type TestApp, testApp } from './testing.ts'

/* What search engines are told. */

let t: TestApp
let found: Person
let archived: Person
beforeAll(async () => {
  t = await testApp({ env: { PUBLIC_URL: 'https://tarima.test' } })
  found = await withService()
  archived = await withService()
  for (const [person, city] of [
    [found, 'Cobán'],
    [archived, 'Zacapa'],
  ] as const)
    await t.db
      .update(music_projects)
      .set({ city })
      .where(eq(music_projects.id, person.project_id ?? 0))
  await t.db
    .update(music_projects)
    .set({ status: 'archived' })
    .where(eq(music_projects.id, archived.project_id ?? 0))
})
afterAll(() => t?.close())

async function withService(): Promise<Person> {
  const person = await t.person('MUSICIAN')
  await offerService(person)
  return person
}
const read = async (path: string) => {
  const { status, text, headers } = await t.anonymous.get(path)
  return { status, text, type: String(headers['content-type']) }
}

describe('/robots.txt', () => {
  test('lets pages and pictures be read, and names the sitemap', async () => {
    const { status, text, type } = await read('/robots.txt')
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text.split('\n')).toEqual([
      'User-agent: *',
      'Disallow: /api/',
      'Allow: /api/files/',
      'Sitemap: https://tarima.test/sitemap.xml',
      '',
    ])
  })
})

describe('the sitemap', () => {
  test('names a file of pages and one for each 50,000 profiles', async () => {
    const { status, text, type } = await read('/sitemap.xml')
    expect([status, type]).toEqual([200, 'application/xml; charset=utf-8'])
    expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
      'https://tarima.test/sitemap-pages.xml',
      'https://tarima.test/sitemap-profiles-1.xml',
    ])
  })

  test('has who can be found, in both languages, and nobody who was put away', async () => {
    const { status, text } = await read('/sitemap-profiles-1.xml')
    expect(status).toBe(200)
    const address = `https://tarima.test/profile/musician/${found.project_id}`
    expect(text).toContain(`<loc>${address}</loc><lastmod>`)
    expect(text).toContain(`hreflang="en" href="${address}?lang=en"`)
    expect(text).not.toContain(`/profile/musician/${archived.project_id}<`)
    expect(text.endsWith('</urlset>\n')).toBe(true)
  })

  test('has the pages that are for everybody, and a list for each city that somebody can be found in', async () => {
    const { status, text } = await read('/sitemap-pages.xml')
    expect(status).toBe(200)
    const { body } = await t.anonymous.get('/api/directory/genres/', { query: { city: 'coban' } })
    const genres = body.results.map((genre: string) => genre.replaceAll('_', '-'))
    expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
      'https://tarima.test/welcome',
      'https://tarima.test/help',
      ...ARTICLE_KEYS.map((key) => `https://tarima.test/help/${key}`),
      'https://tarima.test/terms',
      'https://tarima.test/privacy',
      'https://tarima.test/contact',
      'https://tarima.test/musicos/coban',
      ...genres.map((genre: string) => `https://tarima.test/musicos/coban/${genre}`),
    ])
    expect(genres.length).toBeGreaterThan(0)
  })

  test.each(['2', '0', '01', '-1', '9999999', 'x'])('has no file %s', async (file) => {
    expect((await read(`/sitemap-profiles-${file}.xml`)).status).toBe(404)
  })

  test('is split: each file has the numbers of its span, and none comes twice or is left out', async () => {
    const other = await withService()
    const numbers = [found, other].map(({ project_id }) => project_id ?? 0)
    const server = fastify()
    // So few that the two don't fit in one.
    sitemap(server, t.app, 1)
    const of = async (path: string) => {
      const answer = await server.inject(path)
      return [...answer.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address)
    }
    const files = (await of('/sitemap.xml')).filter((address) => address.includes('profiles'))
    expect(files).toHaveLength(Math.max(...numbers))
    const listed = []
    for (const file of files) listed.push(...(await of(new URL(file).pathname)))
    expect(listed).toEqual(numbers.map((id) => `https://tarima.test/profile/musician/${id}`))
    expect((await server.inject(`/sitemap-profiles-${files.length + 1}.xml`)).statusCode).toBe(404)
    await server.close()
  })

  test('is not read by one address more than thirty times a minute', async () => {
    const answers = await Promise.all(Array.from({ length: 31 }, () => read('/sitemap-pages.xml')))
    expect(answers.map(({ status }) => status)).toContain(429)
    expect((await read('/robots.txt')).status).toBe(200)
  })
})
