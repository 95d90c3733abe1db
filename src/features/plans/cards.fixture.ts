import { sql } from 'drizzle-orm'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { startStripe } from '#features/payments/stripe.fixture.ts'
import type { Subscription } from '#features/payments/stripePlans.fixture.ts'
import type { Membership } from './contract.ts'

/** A server where plans are charged to cards, by a Stripe of its own whose clock is the server's. */
export async function planCardScene(more: Parameters<typeof testApp>[0] = {}) {
  let t: TestApp | undefined
  const stripe = await startStripe({ now: () => t?.clock.now() ?? new Date() })
  const app = await testApp({
    env: { TRANSFER_ACCOUNT: 'Banco Ejemplo|Cuenta 00-1', ...stripe.env },
    ...more,
  })
  t = app
  let delivered = 0

  const call = async (event: object) => {
    const { payload, header } = stripe.signed(event)
    const answer = await app.server.inject({
      method: 'POST',
      url: '/api/webhooks/stripe/',
      headers: { 'content-type': 'application/json', 'stripe-signature': header },
      payload,
    })
    return answer.statusCode
  }
  const late = async (who: Person): Promise<Pick<Person, 'get' | 'post' | 'delete' | 'patch'>> =>
    app.as({ token: await app.session(who.id, who.project_id ?? null) })

  return {
    t: app,
    stripe,
    call,
    late,
    of: async (who: Person): Promise<Membership> => (await (await late(who)).get('/api/membership/')).body,
    /** What the provider did by itself by now, told twice and the last first; and what the clock does. */
    async pass(to?: string | number) {
      if (to !== undefined) app.clock.set(new Date(to))
      stripe.pass()
      await this.deliver()
      await app.app.jobs.runSweeps()
      await app.app.jobs.drain()
    },
    async deliver() {
      const news = stripe.events.slice(delivered).reverse()
      delivered = stripe.events.length
      for (const event of [...news, ...news])
        if ((await call(event)) !== 200) throw new Error('a call of the provider was refused')
      await app.app.jobs.drain()
    },
    /** Begins the page of somebody's card. @returns its number at the provider */
    async page(who: Person): Promise<string> {
      const { status, body } = await (await late(who)).post('/api/membership/card/')
      if (status !== 200) throw new Error(`no page was begun: ${JSON.stringify(body)}`)
      return /\/c\/pay\/(\w+)$/.exec(body.url)?.[1] ?? ''
    },
    /** Has somebody's plan charged to a card, and told. */
    async byCard(who: Person, card?: string) {
      const failure = stripe.completePlan(await this.page(who), card)
      await this.deliver()
      return failure
    },
    subscription: () => stripe.all<Subscription>('subscription').at(-1) as Subscription,
    /** What the books have on an account of the platform's or the provider's. */
    async booked(owner: 'platform' | 'provider', kind: string): Promise<number> {
      const { rows } = await app.db.execute<{ sum: number }>(sql`
        select coalesce(sum(p.amount), 0)::bigint as sum from ledger_postings p
        join ledger_accounts a on a.id = p.account_id where a.owner_kind = ${owner} and a.kind = ${kind}`)
      return Number(rows[0]?.sum ?? 0)
    },
    async close() {
      await app.close()
      await stripe.stop()
    },
  }
}
