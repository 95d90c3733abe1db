import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import { inLanguage, LANGUAGES } from '#core/contract/language.ts'
import { PLACES } from '#core/contract/places.ts'
import type { App } from '#core/server/app.ts'
import { lastListed, listedAfter, listedCities, listedGenres } from '#features/directory/queries.listed.ts'
import { placePath, slugOf } from '#features/directory/rules.places.ts'
import { ARTICLE_KEYS } from '#features/support/rules.articles.ts'

/*
 * What search engines are told: which pages there are (sitemaps.org), and that all public ones may be read. The public
 * profiles are cut by their numbers, so that each file is found along one index and holds no more than the protocol lets.
 */

/** Numbers that one file spans: the protocol's most for one. */
const SPAN = 50_000
/** Profiles that are read at a time, while the rest of the file is on its way. */
const BATCH = 2_000
/** More would be no help to anybody who looks for music. */
const MOST_CITIES = 5_000
/** Pages that are there whoever plays. */
const ALWAYS = [
  '/welcome',
  '/help',
  ...ARTICLE_KEYS.map((key) => `/help/${key}`),
  '/terms',
  '/privacy',
  '/contact',
]
const FOR_AN_HOUR = 'public, max-age=3600'
/** Each reads a good part of an index; nobody needs all of them every minute. Other pages are let through unlimited. */
const limited = { config: { rateLimit: { max: 30, timeWindow: '1 minute', allowList: [] } } }

const escaped = (text: string) => text.replace(/&/g, '&amp;')

/** One page in all its languages; Spanish is what stands at the address itself. */
function entry(address: string, changed_at?: string): string {
  const alternates = LANGUAGES.map(
    (language) =>
      `<xhtml:link rel="alternate" hreflang="${language}" href="${escaped(inLanguage(address, language))}"/>`,
  ).join('')
  const changed = changed_at ? `<lastmod>${changed_at.slice(0, 10)}</lastmod>` : ''
  return `<url><loc>${escaped(address)}</loc>${changed}${alternates}</url>\n`
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const URLS =
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'

/**
 * /robots.txt and the sitemaps.
 * @param span how many numbers one file of profiles spans; fewer in tests
 */
export function sitemap(server: FastifyInstance, app: App, span = SPAN) {
  const origin = app.config.public_url
  const xml = 'application/xml; charset=utf-8'

  server.get('/robots.txt', (_request, reply) =>
    reply
      .header('cache-control', FOR_AN_HOUR)
      .type('text/plain; charset=utf-8')
      // What isn't public says so itself (X-Robots-Tag), which only those can read who may look.
      .send(`User-agent: *\nDisallow: /api/\nAllow: /api/files/\nSitemap: ${origin}/sitemap.xml\n`),
  )

  server.get('/sitemap.xml', limited, async (_request, reply) => {
    const files = Math.ceil((await lastListed(app.open_db)) / span)
    const names = ['pages', ...Array.from({ length: files }, (_, at) => `profiles-${at + 1}`)]
    const list = names.map((name) => `<sitemap><loc>${origin}/sitemap-${name}.xml</loc></sitemap>\n`).join('')
    return reply
      .header('cache-control', FOR_AN_HOUR)
      .type(xml)
      .send(
        `${HEAD}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${list}</sitemapindex>\n`,
      )
  })

  server.get('/sitemap-pages.xml', limited, async (_request, reply) => {
    const cities = await listedCities(app.open_db, MOST_CITIES)
    // A genre's list is a page of its own in towns that forms offer; in others the town's page leads to it.
    const genres = await listedGenres(
      app.open_db,
      PLACES.map(({ city }) => city),
    )
    const paths = [
      ...ALWAYS,
      ...new Set([
        ...cities.filter(slugOf).map((city) => placePath(city)),
        ...genres.map(({ city, genre }) => placePath(city, genre)),
      ]),
    ]
    const entries = paths.map((path) => entry(origin + path)).join('')
    return reply.header('cache-control', FOR_AN_HOUR).type(xml).send(`${HEAD}${URLS}${entries}</urlset>\n`)
  })

  server.get<{ Params: { file: string } }>('/sitemap-profiles-:file', limited, async (request, reply) => {
    const [, number] = /^([1-9]\d{0,5})\.xml$/.exec(request.params.file) ?? []
    const first = (Number(number ?? 0) - 1) * span
    const begins = number
      ? await listedAfter(app.open_db, { after: first, last: first + span, limit: 1 })
      : []
    if (begins.length === 0) throw new Refusal(404, 'common.not_found')
    return reply
      .header('cache-control', FOR_AN_HOUR)
      .type(xml)
      .send(Readable.from(profiles(first)))
  })

  async function* profiles(first: number) {
    yield HEAD + URLS
    let after = first
    for (;;) {
      const batch = await listedAfter(app.open_db, { after, last: first + span, limit: BATCH })
      if (batch.length > 0)
        yield batch
          .map(({ id, changed_at }) => entry(`${origin}/profile/musician/${id}`, changed_at))
          .join('')
      const last = batch.at(-1)
      if (!last || batch.length < BATCH) break
      after = last.id
    }
    yield '</urlset>\n'
  }
}
