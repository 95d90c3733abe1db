import { describe, expect, it } from 'vitest'
import { TABLE, VISITORS } from './guard.fixture.ts'
import { type GuardedSession, guard } from './guard.ts'
import { menuOf, pagesWithout } from './menu.ts'
import { ALL_PAGES } from './pages.tsx'

const { hunter, musician, inBand, bandOwner, unverified } = VISITORS

describe('where the guard sends each kind of visitor', () => {
  it('knows every page of the route table', () => {
    expect(Object.keys(TABLE).sort()).toEqual(ALL_PAGES.map(({ path }) => path).sort())
  })
  for (const page of ALL_PAGES)
    it(page.path, () => {
      expect(Object.values(VISITORS).map((visitor) => guard(page, visitor))).toEqual(TABLE[page.path])
    })
})

describe('somebody whose e-mail is not verified', () => {
  it('is sent to the check from every private page that they could otherwise read', () => {
    for (const path of ['/talent-hunter', '/order', '/events', '/profile'])
      expect(guard(pageAt(path), unverified)).toBe('/verify-email-check')
  })
  it('nor is a minor let in whose adult hasn’t said yes', () => {
    const minor = { ...VISITORS.student, awaits_guardian: true }
    for (const path of ['/student', '/calendar', '/messages', '/lessons/:id/room'])
      expect(guard(pageAt(path), minor), path).toBe('/verify-email-check')
    for (const path of ['/guardian', '/help', '/verify-email-check', '/logout'])
      expect(guard(pageAt(path), minor), path).toBeNull()
  })
  it('is told about a missing permission first', () => {
    expect(guard(pageAt('/budgets'), unverified)).toBe('/not-authorized')
  })
  it('may open the mail’s link, the check and the way out', () => {
    for (const path of ['/verify-email', '/verify-email-check', '/logout'])
      expect(guard(pageAt(path), unverified)).toBeNull()
  })
})

describe('the menu', () => {
  const paths = (session: GuardedSession) => {
    const { main, bottom } = menuOf(ALL_PAGES, session)
    return [...main, ...bottom].map(({ path }) => path)
  }
  it('shows a hunter what a hunter may read', () => {
    expect(paths(hunter)).toEqual([
      '/talent-hunter',
      '/order',
      '/musics',
      '/events',
      '/suscription',
      '/messages',
      '/logout',
    ])
  })
  it('shows a student what a student may read, their conversations too', () => {
    expect(paths(VISITORS.student)).toEqual([
      '/student',
      '/messages',
      '/calendar',
      '/availability',
      '/instruments',
      '/membership',
      '/referrals',
      '/support',
      '/logout',
    ])
  })
  it('shows members only to the owner', () => {
    expect(paths(bandOwner)).toContain('/members')
    expect(paths(inBand)).not.toContain('/members')
  })
  it('keeps support and logout at the bottom and nothing else', () => {
    expect(menuOf(ALL_PAGES, musician).bottom.map(({ path }) => path)).toEqual(['/support', '/logout'])
  })
  it('leaves out what the build hides', () => {
    const hidden = ['/referrals', '/support']
    expect(pagesWithout(hidden.join(', '))).toEqual(ALL_PAGES.filter(({ path }) => !hidden.includes(path)))
  })
})

function pageAt(path: string) {
  const page = ALL_PAGES.find((one) => one.path === path)
  if (!page) throw new Error(`no page at ${path}`)
  return page
}
