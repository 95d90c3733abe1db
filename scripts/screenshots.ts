import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium, request } from '@playwright/test'
import sharp from 'sharp'
import { findBrowser } from '../e2e/browser.ts'
import { browserOf, DEMO, tokenOf } from '../e2e/people.ts'

/*
 * npm run screenshots [address] [folder]: pictures of the main screens with demo data, from a server that runs.
 * Without a folder only the README's, into docs/screenshots; with one, every page in each size, theme and language.
 */

const address = process.argv[2] ?? 'http://localhost:3000'
const everything = process.argv[3]
const folder = path.resolve(everything ?? 'docs/screenshots')
mkdirSync(folder, { recursive: true })

const api = await request.newContext({ baseURL: address })
const tokens = {
  hunter: await tokenOf(api, DEMO.TALENT_HUNTER),
  musician: await tokenOf(api, DEMO.MUSICIAN),
  nobody: null,
}
const orders = (await (
  await api.get('/api/orders/?limit=50', { headers: { authorization: `Bearer ${tokens.hunter}` } })
).json()) as { results: { id: number; stage: string }[] }
const at = (stage: string) => `/order?id=${orders.results.find((order) => order.stage === stage)?.id ?? 0}`

type Who = keyof typeof tokens
const README: [name: string, who: Who, address: string][] = [
  ['plan', 'hunter', at('planned')],
  ['quotes', 'hunter', at('available')],
  ['music', 'musician', '/music'],
]
const ALL: [name: string, who: Who, address: string][] = [
  ...README,
  ['welcome', 'nobody', '/welcome'],
  ['signin', 'nobody', '/signin'],
  ['signup', 'nobody', '/signup'],
  ['unsubscribe', 'nobody', `/unsubscribe?token=${'x'.repeat(43)}&type=TALENT_RECOMMENDED`],
  ['hunter', 'hunter', '/talent-hunter'],
  ['orders', 'hunter', '/order'],
  ['brief', 'hunter', at('draft')],
  ['score', 'hunter', at('changes_needed')],
  ['scouting', 'hunter', at('scouting')],
  ['tracking', 'hunter', at('tracking')],
  ['musics', 'hunter', '/musics'],
  ['events', 'hunter', '/events'],
  ['public-profile', 'nobody', '/profile/musician/1'],
  ['services', 'musician', '/services'],
  ['service-form', 'musician', '/services/new'],
  ['instruments', 'musician', '/instruments'],
  ['availability', 'musician', '/availability'],
  ['calendar', 'musician', '/calendar'],
  ['budgets', 'musician', '/budgets'],
  ['contracts', 'musician', '/contracts'],
  ['members', 'musician', '/members'],
  ['profile', 'musician', '/profile'],
  ['profiles', 'musician', '/profiles'],
  ['coming', 'musician', '/support'],
]
const VIEWS = everything
  ? ([
      ['es', 1280, 'light'],
      ['en', 390, 'dark'],
      ['es', 390, 'light'],
      ['en', 1280, 'dark'],
    ] as const)
  : ([['es', 1280, 'light']] as const)

const only = process.argv.slice(4)
const browser = await chromium.launch(await findBrowser())
for (const [language, width, theme] of VIEWS) {
  const contexts = new Map<Who, Awaited<ReturnType<typeof browserOf>>>()
  for (const [name, who, where] of everything ? ALL : README) {
    if (only.length > 0 && !only.includes(name)) continue
    let context = contexts.get(who)
    if (!context) {
      context = await browserOf(browser, tokens[who], { language, theme, width })
      contexts.set(who, context)
    }
    const page = await context.newPage()
    await page.goto(address + where)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForTimeout(1200)
    const picture = await page.screenshot({ fullPage: Boolean(everything) })
    const file = everything ? `${name}-${language}-${width}-${theme}` : name
    await sharp(picture)
      .png({ palette: true, quality: 90 })
      .toFile(path.join(folder, `${file}.png`))
    await page.close()
  }
  for (const context of contexts.values()) await context.close()
}
await browser.close()
await api.dispose()
