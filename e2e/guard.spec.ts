import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { TABLE, VISITORS, type Visitor } from '#app/web/guard.fixture.ts'
import { ALL_PAGES } from '#app/web/pages.tsx'
import { HOMES } from '#features/access/rules.ts'
import { apiOf, browserOf, newPerson } from './people.ts'
import { travel } from './travel.ts'

/*
 * The table of who may open which page, in a real browser: every page, opened by its address, ends where the table
 * says. What the pages show and how: pages.spec.ts.
 */

const NAMES = Object.keys(VISITORS) as Visitor[]

const addressOf = (path: string) =>
  path === '*'
    ? '/no/such/page'
    : // Without a mode, whoever has a project is sent on by the page itself.
      path
        .replace(':id', '999999')
        .replace(':article', 'deposit')
        .replace(':musicProjectId', '999999')
        .replace(':city/:genre?', 'antigua-guatemala')
        .replace(/profile-type$/, 'profile-type?mode=create')

/** Through every redirect. */
function endOf(path: string, visitor: Visitor): string {
  const session = VISITORS[visitor]
  // Open to whoever is signed in; there is nothing to wait for once the e-mail is verified.
  if (path === '/verify-email-check' && session?.verified) return HOMES[session.accountType]
  const to =
    ALL_PAGES.find((page) => page.path === path)?.redirect ?? TABLE[path]?.[NAMES.indexOf(visitor)] ?? null
  return to ? endOf(to, visitor) : path
}

/** Somebody with a band, acting as it: its owner, or a musician who was invited. */
async function withBand(request: APIRequestContext, as: 'inBand' | 'bandOwner'): Promise<string> {
  const owner = await newPerson(request, 'MUSICIAN')
  const band = { name: 'Los Planos', project_type: 'GROUP', city: 'Antigua Guatemala' }
  const created = await apiOf(request, owner.token).post('/api/projects/', band)
  let token = owner.token
  if (as === 'inBand') {
    const invited = await newPerson(request, 'MUSICIAN')
    const { id } = await apiOf(request, owner.token).post(`/api/projects/${created.id}/invitations/`, {
      email: invited.email,
    })
    await apiOf(request, invited.token).patch(`/api/invitations/${id}/accept/`, { action: 'accept' })
    token = invited.token
  }
  const { role } = await apiOf(request, token).post(`/api/projects/${created.id}/switch/`)
  expect(role).toBe(as === 'bandOwner' ? 'OWNER' : 'COLLABORATOR')
  return token
}

async function tokenFor(request: APIRequestContext, visitor: Visitor): Promise<string | null> {
  switch (visitor) {
    case 'anonymous':
      return null
    case 'hunter':
      return (await newPerson(request, 'TALENT_HUNTER')).token
    case 'unverified':
      return (await newPerson(request, 'TALENT_HUNTER', { verified: false })).token
    case 'student':
      return (await newPerson(request, 'STUDENT')).token
    case 'musician':
      return (await newPerson(request, 'MUSICIAN')).token
    default:
      return withBand(request, visitor)
  }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first()
const pathOf = (page: Page) => new URL(page.url()).pathname

/** Opens an address afresh. */
async function open(page: Page, path: string) {
  await page.goto(addressOf(path))
  await expect(heading(page)).toBeVisible()
}

test.describe.configure({ mode: 'parallel' })
for (const visitor of NAMES)
  test(`where ${visitor} is sent`, async ({ browser, request }) => {
    const token = await tokenFor(request, visitor)
    const context = await browserOf(browser, token)
    const page = await context.newPage()
    // The first page after signing in leads home by itself; the table is about those who are at home already.
    if (token) await open(page, '/profile')
    for (const path of ['/edit-profile', '/welcome', '/members']) {
      await open(page, path)
      await page.waitForURL((url) => url.pathname === addressOf(endOf(path, visitor)))
    }

    const wrong: string[] = []
    for (const { path } of ALL_PAGES) {
      if (path === '/logout') continue
      const end = endOf(path, visitor)
      await travel(page, addressOf(path))
      const { pathname } = new URL(addressOf(end), 'http://here')
      await page
        .waitForURL((url) => url.pathname === pathname, { waitUntil: 'commit', timeout: 30_000 })
        .catch(() => wrong.push(`${path} → ${pathOf(page)}, not ${end}`))
    }
    expect(wrong).toEqual([])

    // Leaving comes last: it ends the session.
    await page.goto('/logout')
    await page.waitForURL('**/signin')
    await context.close()
  })
