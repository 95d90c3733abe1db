import { sql } from 'drizzle-orm'
import type { Subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { gather } from '#core/server/events.ts'
import type { PaymentRow } from '#features/payments/queries.ts'
import type { PartyKind, ReceiptAbout, ReceiptKind } from './contract.ts'
import { type PartyFacts, receiptFacts, sourceOf } from './queries.ts'
import { yearOf } from './rules.ts'
import { receipt_counters, receipts } from './table.ts'

/* How receipts come to be, in the transaction that confirms what they are for, and what is erased from them. */

/** A party of a receipt, by what it is and what it is called. */
export interface Party extends PartyFacts {
  kind: PartyKind
  /** 0: the platform. */
  id: number
}

/** What a receipt says. */
export interface Issued {
  source: Subject
  /** What was paid for. */
  subject: Subject
  kind: ReceiptKind
  /** Who was paid. */
  issuer: Party
  payer: Party
  about: ReceiptAbout
  amount: number
  currency: string
  method: PaymentRow['method']
  reference: string
  paid_at: string
}

/**
 * Gives a receipt the next number of its issuer and year. The counter's row is locked until the transaction ends, so
 * whoever confirms at the same time waits, and what is undone leaves no gap. Every confirmation comes to it after what is
 * confirmed and the books: two that wait for each other there don't exist.
 * @throws Error for a payment that has its receipt: its step is taken once
 */
export async function issue(work: Work, one: Issued): Promise<void> {
  const { source, subject, kind, issuer, payer, about, amount, currency, method, reference, paid_at } = one
  await work.db.execute(sql`
    with counted as (
      insert into ${receipt_counters} as c (issuer_kind, issuer_id, year, last)
      values (${issuer.kind}, ${issuer.id}, ${yearOf(work.now)}, 1)
      on conflict (issuer_kind, issuer_id, year) do update set last = c.last + 1
      returning c.year, c.last)
    insert into ${receipts} (source, subject, kind, issuer_kind, issuer_id, year, number, payer_kind, payer_id, issuer_name,
      issuer_legal_name, issuer_tax_id, payer_name, payer_legal_name, payer_tax_id, person_id, about, amount, currency,
      method, reference, paid_at, issued_at)
    select ${source}, ${subject}, ${kind}, ${issuer.kind}, ${issuer.id}, counted.year, counted.last, ${payer.kind}, ${payer.id},
      ${issuer.name}, ${issuer.legal_name}, ${issuer.tax_id}, ${payer.name}, ${payer.legal_name}, ${payer.tax_id},
      ${issuer.person_id ?? payer.person_id ?? null}::bigint, ${JSON.stringify(about)}::jsonb, ${amount}::bigint,
      ${currency}, ${method}, ${reference}, ${paid_at}::timestamptz, ${work.now.toISOString()}::timestamptz
    from counted`)
}

/**
 * Gives the receipt of a payment that was just confirmed. Who is paid gives it: of a refund that is who had paid before.
 * @throws Error when whoever owns the payment's subject doesn't say who its ends are
 */
export async function issueForPayment(work: Work, row: PaymentRow): Promise<void> {
  const { id, subject, kind, user_id, project_id, amount, currency, method, reference, held_at } = row
  if (kind === 'carried') return
  const [facts] = await gather(work, receiptFacts, { subject })
  if (!facts) throw new Error(`nobody says who the ends of a payment for ${subject} are`)
  const user: Party = { kind: 'user', id: user_id, ...facts.user }
  const project: Party = { kind: 'project', id: project_id, ...facts.project }
  const [issuer, payer] = kind === 'refund' ? [user, project] : [project, user]
  await issue(work, {
    ...{ kind, issuer, payer, amount, currency, method, reference },
    source: sourceOf('payment', id),
    subject: facts.under ?? (subject as Subject),
    about: facts.about,
    paid_at: held_at ?? work.now.toISOString(),
  })
}

/** Empties what names one end, where it is that one. What somebody wrote to find a transfer by goes with either. */
async function eraseEnds(work: Work, is: Pick<Party, 'kind' | 'id'>): Promise<void> {
  for (const end of ['issuer', 'payer']) {
    const column = (name: string) => sql.identifier(`${end}_${name}`)
    await work.db.execute(sql`
      update ${receipts} set ${column('name')} = null, ${column('legal_name')} = null, ${column('tax_id')} = null,
        reference = ''
      where ${column('kind')} = ${is.kind} and ${column('id')} = ${is.id}`)
  }
}

/** Erases somebody from receipts: as who paid or was paid, and as who stood for a project. Sums, days and numbers stay. */
export async function eraseUser(work: Work, user_id: number): Promise<void> {
  await eraseEnds(work, { kind: 'user', id: user_id })
  for (const end of ['issuer', 'payer'])
    await work.db.execute(sql`
      update ${receipts} set ${sql.identifier(`${end}_legal_name`)} = null, ${sql.identifier(`${end}_tax_id`)} = null
      where person_id = ${user_id} and ${sql.identifier(`${end}_kind`)} = 'project'`)
}

/** Erases a project from receipts. */
export const eraseProject = (work: Work, project_id: number): Promise<void> =>
  eraseEnds(work, { kind: 'project', id: project_id })
