import { sql } from 'drizzle-orm'
import type { Person } from '#app/server/testing.ts'
import { cardScene } from './cards.fixture.ts'
import type { Agreement, AgreementExtra } from './contract.ts'

export const HOUR_MORE = { title: 'Una hora más', amount: 20_000 }
export const base = ({ id }: Pick<Agreement, 'id'>) => `/api/contracts/${id}`
export const lastOf = ({ extras }: Agreement): AgreementExtra | undefined => extras.at(-1)

/** A scene of agreements in force, and the way to what is paid beyond them. */
export async function extrasScene(more: Parameters<typeof cardScene>[0] = {}) {
  const scene = await cardScene(more)
  const { t, hunter, rosa } = scene
  const began = t.clock.now()

  /** Whoever signed in long ago isn't any more. */
  const now = async (who: Person) => t.as({ token: await t.session(who.id, who.project_id ?? null) })

  /** What the clock has to do by a moment is done. */
  async function at(moment: Date) {
    t.clock.set(moment)
    for (const work of ['runSweeps', 'drain'] as const) await t.app.jobs[work]()
  }

  return {
    ...scene,
    began,
    now,
    at,
    backToStart: () => t.clock.set(began),

    kinds: async (who: Person) => (await t.mails(who.email)).map(({ kind }) => kind),

    /** How many letters asked somebody for an extra that is to be paid. */
    asked: async (who: Person, { number } = { number: '' }) =>
      (await t.mails(who.email)).filter(
        ({ kind, text }) =>
          kind === 'agreement_payment_due' && text.includes(HOUR_MORE.title) && text.includes(number),
      ).length,

    /** Rosa's agreement in force, its deposit paid by hand. */
    async firm(): Promise<Agreement> {
      const { agreement } = await scene.signed()
      return (await scene.pay(agreement, rosa)).body
    },

    /** So long after the music, with all that is due by then done. */
    playedFor: ({ terms }: Agreement, ms: number) => at(new Date(Date.parse(terms.event.ends_at) + ms)),

    /** An extra that Rosa proposed and the hunter accepted. */
    async agreed(agreement: Agreement): Promise<AgreementExtra> {
      const asked = await (await now(rosa)).post(`${base(agreement)}/extras/`, HOUR_MORE)
      const extra = lastOf(asked.body)
      const { body } = await (await now(hunter)).post(`${base(agreement)}/extras/${extra?.id}/accept/`)
      return lastOf(body) as AgreementExtra
    },

    /** The extra or tip that is open, recorded by the hunter as cash and confirmed by Rosa. */
    async paidInCash(agreement: Agreement, kind: 'extra' | 'tip'): Promise<AgreementExtra> {
      const path = `${base(agreement)}/payments/${kind}/`
      await (await now(hunter)).post(path, { method: 'cash' })
      return lastOf((await (await now(rosa)).post(`${path}confirm/`)).body) as AgreementExtra
    },

    /** What the books say of an extra or a tip, by account. */
    async bookedOf({ kind, id }: AgreementExtra): Promise<Partial<Record<string, number>>> {
      const { rows } = await t.db.execute<{ kind: string; sum: number }>(sql`
        select a.kind, sum(p.amount)::bigint as sum from ledger_transactions t
        join ledger_postings p on p.transaction_id = t.id join ledger_accounts a on a.id = p.account_id
        where t.subject = ${`${kind}:${id}`} group by a.kind having sum(p.amount) <> 0`)
      return Object.fromEntries(rows.map((one) => [one.kind, one.sum]))
    },
  }
}
