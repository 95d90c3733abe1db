import { sql } from 'drizzle-orm'
import type { Person } from '#app/server/testing.ts'
import { startStripe } from '#features/payments/stripe.fixture.ts'
import type { Agreement, AgreementPayment } from './contract.ts'
import { agreementScene, own } from './scene.fixture.ts'

/** An agreement's scene where cards are taken, by a Stripe of its own. */
export async function cardScene({ env = {}, ...more }: { max?: number; env?: Record<string, string> } = {}) {
  const stripe = await startStripe()
  const scene = await agreementScene({ env: { ...stripe.env, ...env }, ...more })
  const { t, hunter } = scene
  let delivered = 0

  const path = ({ id }: Pick<Agreement, 'id'>, kind: string) => `/api/contracts/${id}/payments/${kind}/card/`
  const read = async (person: Pick<Person, 'get'>, { id }: Pick<Agreement, 'id'>): Promise<Agreement> =>
    (await person.get(`/api/contracts/${id}/`)).body

  return {
    ...scene,
    stripe,
    path,
    read,
    of: (agreement: Agreement, kind: AgreementPayment['kind']) =>
      agreement.payments.find((one) => one.kind === kind),

    /** The page of a payment at the provider. */
    async begin(agreement: Agreement, kind: 'deposit' | 'balance' = 'deposit'): Promise<string> {
      const { status, body } = await hunter.post(path(agreement, kind))
      if (status !== 200) throw new Error(`no page was begun: ${JSON.stringify(body)}`)
      return /\/c\/pay\/(\w+)$/.exec(body.url)?.[1] ?? ''
    },

    /** A call from the provider. @returns its status */
    async call(event: object, signed: Parameters<typeof stripe.signed>[1] & { header?: string } = {}) {
      const { payload, header } = stripe.signed(event, signed)
      const answer = await t.server.inject({
        method: 'POST',
        url: '/api/webhooks/stripe/',
        headers: { 'content-type': 'application/json', 'stripe-signature': signed.header ?? header },
        payload,
      })
      return answer.statusCode
    },

    /** What happened at the provider since: told twice, the last first, and worked. */
    async deliver() {
      const news = stripe.events.slice(delivered).reverse()
      delivered = stripe.events.length
      for (const event of [...news, ...news])
        if ((await this.call(event)) !== 200) throw new Error('a call of the provider was refused')
      await t.app.jobs.drain()
    },

    /** Paid by card, and told. */
    async payByCard(agreement: Agreement, kind: 'deposit' | 'balance' = 'deposit') {
      stripe.pay(await this.begin(agreement, kind))
      await this.deliver()
    },

    /** A project's account at the provider, with all that was missing. */
    async readyAccount(person: Person) {
      await t.allProve()
      const { status } = await person.post(`/api/payouts/${own(person)}/`)
      if (status !== 200) throw new Error(`no account was opened: ${status}`)
      const account = stripe
        .all('account')
        .find(({ metadata }) => (metadata as { project: string }).project === String(own(person)))
      if (account) stripe.complete(account.id)
      await this.deliver()
      return account?.id ?? ''
    },

    /** What the books say of an agreement, by account. */
    async booked({ id }: Pick<Agreement, 'id'>): Promise<Partial<Record<string, number>>> {
      const { rows } = await t.db.execute<{ kind: string; sum: number }>(sql`
        select a.owner_kind || ' ' || a.kind as kind, sum(p.amount)::bigint as sum from ledger_transactions t
        join ledger_postings p on p.transaction_id = t.id join ledger_accounts a on a.id = p.account_id
        where t.subject = ${`contract:${id}`} group by 1 having sum(p.amount) <> 0`)
      return Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum]))
    },

    async close() {
      await t.close()
      await stripe.stop()
    },
  }
}
