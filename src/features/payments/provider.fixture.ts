import { sql } from 'drizzle-orm'
import type { Person, TestApp } from '#app/server/testing.ts'
import type { Subject } from '#core/contract/subject.ts'
import type { FakeStripe } from './stripe.fixture.ts'

/** What a Stripe of this machine says to an app of the tests, and what the app's books say of it. */
export function providing(t: TestApp, stripe: FakeStripe) {
  let delivered = 0
  let asked = 0
  /** From an address of its own: what one may ask in a minute isn't about all who pay in a test together. */
  const elsewhere = () => ({
    headers: { 'x-forwarded-for': `198.51.${100 + (asked >> 8)}.${asked++ & 255}` },
  })

  /** A call from the provider. @returns its status */
  async function call(event: object, signed: Parameters<typeof stripe.signed>[1] & { header?: string } = {}) {
    const { payload, header } = stripe.signed(event, signed)
    const answer = await t.server.inject({
      method: 'POST',
      url: '/api/webhooks/stripe/',
      headers: { 'content-type': 'application/json', 'stripe-signature': signed.header ?? header },
      payload,
    })
    return answer.statusCode
  }

  /** What happened at the provider since: told twice, the last first, and worked. */
  async function deliver() {
    const news = stripe.events.slice(delivered).reverse()
    delivered = stripe.events.length
    for (const event of [...news, ...news])
      if ((await call(event)) !== 200) throw new Error('a call of the provider was refused')
    await t.app.jobs.drain()
  }

  return {
    call,
    deliver,
    elsewhere,

    /** The page at the provider that somebody is led to. @throws Error when none was begun */
    async beginAt(person: Pick<Person, 'post'>, path: string): Promise<string> {
      const { status, body } = await person.post(path, undefined, elsewhere())
      if (status !== 200) throw new Error(`no page was begun: ${JSON.stringify(body)}`)
      return /\/c\/pay\/(\w+)$/.exec(body.url)?.[1] ?? ''
    },

    /** A project's account at the provider, with all that was missing. */
    async readyAccount(person: Pick<Person, 'post'>, project_id: number) {
      await t.allProve()
      const { status } = await person.post(`/api/payouts/${project_id}/`)
      if (status !== 200) throw new Error(`no account was opened: ${status}`)
      const account = stripe
        .all('account')
        .find(({ metadata }) => (metadata as { project: string }).project === String(project_id))
      if (account) stripe.complete(account.id)
      await deliver()
      return account?.id ?? ''
    },

    /** What the books say of what is paid for, by account. */
    async booked(subject: Subject): Promise<Partial<Record<string, number>>> {
      const { rows } = await t.db.execute<{ kind: string; sum: number }>(sql`
        select a.owner_kind || ' ' || a.kind as kind, sum(p.amount)::bigint as sum from ledger_transactions t
        join ledger_postings p on p.transaction_id = t.id join ledger_accounts a on a.id = p.account_id
        where t.subject = ${subject} group by 1 having sum(p.amount) <> 0`)
      return Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum]))
    },
  }
}
