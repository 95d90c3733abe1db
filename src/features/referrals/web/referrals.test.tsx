import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '#core/web/i18n.ts'
import { DENIALS, type Referral, type Referrals } from '../contract.ts'
import { InviteCard } from './InviteCard.tsx'
import { Person } from './PeopleCard.tsx'
import { Everything } from './ReferralsPage.tsx'

beforeAll(async () => {
  // What a page has and a test lacks: the document whose language follows.
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('window', {})
  vi.stubGlobal('dispatchEvent', () => true)
  await startTexts('es')
})
afterAll(() => vi.unstubAllGlobals())

const REFERRALS: Referrals = {
  code: null,
  link: null,
  reward: { amount: 1_000, currency: 'USD' },
  reward_days: 14,
  most_a_month: 20,
  rewarded_this_month: 0,
  counts: { registered: 0, verified: 0, qualified: 0, rewarded: 0, denied: 0 },
  earned: 0,
  credit: 0,
  spendable: true,
  own: null,
}
const ANA: Referral = {
  id: 1,
  name: 'Ana P.',
  state: 'qualified',
  denial: null,
  registered_at: '2026-11-01T15:00:00.000Z',
  verified_at: '2026-11-01T16:00:00.000Z',
  qualified_at: '2026-11-20T16:00:00.000Z',
  reward_at: '2026-12-04T16:00:00.000Z',
  waits_for_month: false,
  reward: 0,
}
async function drawn(part: ReactNode): Promise<string> {
  const { prelude } = await prerender(
    <StaticRouter location="/referrals">
      <QueryClientProvider client={new QueryClient()}>
        <Suspense>{part}</Suspense>
      </QueryClientProvider>
    </StaticRouter>,
  )
  return (await new Response(prelude).text()).replace(/<!-- -->/g, '')
}
const said = async (part: ReactNode) => (await drawn(part)).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('before there is a code the page says what it brings, and how to get one', async () => {
  const words = await said(<Everything referrals={REFERRALS} />)
  for (const part of ['los dos reciben $10', 'Crear mi enlace', '0 de 20', '14 días después', 'Las reglas'])
    expect(words).toContain(part)
  expect(words).not.toContain('Llegaste con una invitación')
})

test('who can’t have a plan reads that credit is kept, and pays no lessons', async () => {
  const musician = await said(<Everything referrals={REFERRALS} />)
  const student = await said(<Everything referrals={{ ...REFERRALS, spendable: false }} />)
  for (const part of ['paga los próximos cobros de su plan', 'tu próximo pago del plan', 'Ver mi plan']) {
    expect(musician).toContain(part)
    expect(student).not.toContain(part)
  }
  for (const part of ['no hay en qué usarlo', 'no clases', 'queda guardado']) {
    expect(student).toContain(part)
    expect(musician).not.toContain(part)
  }
  // Of whom they invite to learn they hear the same.
  expect(musician).toContain('El de quien aprende se conserva')
})

test('a code stands as a link, as itself and as a picture with a name', async () => {
  const link = 'https://tarima.test/signup?ref=ABCDEFGH23'
  const page = await drawn(<InviteCard referrals={{ ...REFERRALS, code: 'ABCDEFGH23', link }} />)
  expect(page).toContain(`value="${link}"`)
  expect(page).toContain('value="ABCDEFGH23"')
  expect(page).toContain('role="img" aria-label="Código QR con tu enlace para invitar"')
  // Where the browser can't share, nothing offers it.
  expect(page).not.toContain('Compartir')
})

test('each person has what comes next, or why nothing does', async () => {
  const person = (more: Partial<Referral>) => said(<Person referral={{ ...ANA, ...more }} most={20} />)
  expect(await person({})).toContain('La recompensa llega el 4 de diciembre')
  expect(await person({ waits_for_month: true })).toContain('Ya ganaste las 20 recompensas de este mes')
  expect(await person({ state: 'registered' })).toContain('Falta que confirme su correo')
  expect(await person({ state: 'rewarded', reward: 1_000 })).toContain('+$10')
  expect(await person({ name: null })).toContain('Cuenta eliminada')
  const reasons = await Promise.all(DENIALS.map((denial) => person({ state: 'denied', denial })))
  expect(new Set(reasons).size).toBe(DENIALS.length)
  for (const words of reasons) expect(words).toContain('Sin recompensa')
})

test('who came by an invitation reads how it stands', async () => {
  const own = { state: 'qualified' as const, denial: null, reward_at: ANA.reward_at, reward: 0 }
  expect(await said(<Everything referrals={{ ...REFERRALS, own }} />)).toContain(
    'Recibes $10 de crédito el 4 de diciembre',
  )
})
