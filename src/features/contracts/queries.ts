import { and, asc, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { idAfter, type Page, pageOf } from '#core/contract/page.ts'
import { readBy, shownBy } from '#core/server/audience.ts'
import { present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { together } from '#core/server/together.ts'
import { users } from '#features/accounts/table.ts'
import { orderScope } from '#features/hiring/journey/queries.ts'
import type { ReadPayment } from '#features/payments/queries.ts'
import { actedFor, type Mine } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import { sourceOf } from '#features/receipts/queries.ts'
import { Agreement, type ContractFilter, type ContractState, type Side, type Terms } from './contract.ts'
import { endOf } from './queries.cancelled.ts'
import {
  depositDue,
  depositOf,
  endOfDeposit,
  paymentsOf,
  paymentView,
  successorsOf,
} from './queries.deposit.ts'
import { extrasFor, paidIn, paidSelects, receiptsFor } from './queries.extras.ts'
import {
  artistColumns,
  artistParty,
  HUNTER,
  partyIn,
  partyOf,
  type Seen,
  type SignatureRow,
} from './queries.parties.ts'
import { ownParts } from './queries.payouts.ts'
import { withOpenRefund } from './queries.refunds.ts'
import { holdsContacts, termsFor, termsForCollaborator, withoutContactsInClauses } from './rules.audience.ts'
import { FAILED, isBinding, PENDING, signStep } from './rules.ts'
import { contracts, signatures } from './table.ts'

/** An agreement's row. */
export type ContractRow = typeof contracts.$inferSelect

/**
 * Whether the PDF of a version is there, and for that side to read by now. Once the agreement was in force it stays for
 * them to read, however it ended: they could have had their copy before.
 */
export const hasDocument = (
  one: Pick<ContractRow, 'document_key' | 'document_sha256' | 'terms'>,
  reader: Side,
  { activated_at }: Pick<ContractRow, 'activated_at'>,
): boolean =>
  one.document_key !== null &&
  one.document_sha256 !== null &&
  (activated_at !== null || !holdsContacts(one.terms, reader))

/** Signatures of agreements that hold, as they were given. */
export const signaturesOf = (db: Db, contract_ids: readonly number[]) =>
  db
    .select()
    .from(signatures)
    .where(and(inArray(signatures.contract_id, [...contract_ids]), isNull(signatures.voided_at)))
    .orderBy(asc(signatures.id))

/** How the other side is reached, by agreement: once it is in force, for whoever acts for their side. A select, to be read with others. */
function contactsOf(db: Db, seen: readonly Seen[]) {
  const idsOf = (some: readonly Seen[]) => some.map(({ row }) => row.id)
  const byHunter = inArray(contracts.id, idsOf(seen.filter(({ party }) => party.side === 'hunter')))
  return db
    .select({ id: contracts.id, name: present(users.name), email: users.email, phone: users.phone })
    .from(contracts)
    .innerJoin(music_projects, eq(music_projects.id, contracts.project_id))
    .innerJoin(
      users,
      eq(
        users.id,
        sql`case when ${byHunter} then ${music_projects.owner_id} else ${contracts.hunter_id} end`,
      ),
    )
    .where(and(inArray(contracts.id, idsOf(seen)), isNull(users.deleted_at)))
}

/**
 * What is read beside agreements: how the other sides are reached and, in the same statement, what is paid for them and
 * beyond them, with its receipts.
 */
async function besideOf(db: Db, rows: readonly Seen[]) {
  // A band's collaborators don't read its money; before both have signed there is none but what was carried.
  const paid_ids = rows.flatMap(({ row, party }) =>
    party.part || !(row.signed_at || row.terms.replaces) ? [] : [row.id],
  )
  const open = rows.filter(({ row, party }) => isBinding(row.state) && !party.part)
  const read =
    paid_ids.length + open.length === 0
      ? { paid: [], extras: [], receipts: [], contacts: [] }
      : await together(db, {
          ...paidSelects(db, paid_ids, paymentsOf),
          receipts: receiptsFor(db, paid_ids, paymentsOf),
          contacts: contactsOf(db, open),
        })
  const contacts = new Map(read.contacts.map(({ id, ...contact }) => [id, contact]))
  const receipts = new Map(read.receipts.map(({ id, source }) => [source, id]))
  return {
    ...paidIn(read, paymentsOf),
    contactOf: (id: number) => contacts.get(id) ?? null,
    receiptOf: (payment_id: number) => receipts.get(sourceOf('payment', payment_id)) ?? null,
  }
}

/**
 * Rows as the reader sees them: signatures that hold, and the other side's contact once in force.
 * @param known the signatures, where the caller has them
 */
async function viewsOf(db: Db, rows: readonly Seen[], known?: readonly SignatureRow[]): Promise<Agreement[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ row }) => row.id)
  const signed = known ?? (await signaturesOf(db, ids))
  const { own: paidFor, beyond, contactOf, receiptOf } = await besideOf(db, rows)
  const paidAs = (one: ReadPayment) => paymentView(one, receiptOf(one.id))
  const all = rows.map(({ row }) => row)
  const successors = await successorsOf(db, all)
  const parts = await ownParts(
    db,
    rows.flatMap(({ row, party }) => (party.part ? [{ id: row.id, ...party.part }] : [])),
  )
  const endFor = await endOf(db, all)
  return rows.map(({ row, party, artist }) => {
    const mine = signed.filter((one) => one.contract_id === row.id && one.version === row.version)
    const isOpen = isBinding(row.state)
    const progress = { isSigned: row.signed_at !== null, isOpen }
    const { part } = party
    const own = parts.get(row.id)
    const { reason, said } = endFor(row)
    const next = successors.get(row.replaced_by_id ?? 0)
    const paid = paidFor(row.id)
    return readBy(
      // A band's collaborators ask its owner, who made the agreement.
      { side: party.side, open: isOpen && !part },
      {
        id: row.id,
        number: row.number,
        version: row.version,
        state: row.state,
        order_id: row.order_id,
        project_id: row.project_id,
        project_name: artist.name,
        side: party.side,
        can_act: party.signs,
        can_sign:
          party.signs &&
          signStep(
            row.state,
            mine.map(({ side }) => side),
            party.side,
          ) !== null,
        has_street: row.terms.event.place !== null,
        terms: part ? termsForCollaborator(row.terms, progress) : termsFor(row.terms, party.side, progress),
        own_part: own ? own.part : null,
        in_place_of: own ? own.in_place_of : null,
        sha256: row.sha256,
        sent_at: row.sent_at,
        signatures: mine.map(({ side, typed_name, signed_at, sha256 }) => ({
          side,
          typed_name: side === party.side || (progress.isSigned && !part) ? typed_name : null,
          signed_at,
          sha256,
        })),
        deposit: part ? null : depositOf(row, paid),
        payments: paid.map(paidAs),
        extras: extrasFor(party.side, beyond(row.id), paidAs),
        deposit_outcome: part ? null : endOfDeposit(row, paid, next),
        deposit_due_at: part ? null : depositDue(row),
        // Whoever hasn't signed needn't know the other's account.
        pay_to: !part && (party.side === 'artist' || row.signed_at) ? row.pay_to : '',
        contact: contactOf(row.id),
        reason,
        said: part ? '' : said,
        replaced_by: next ? { id: next.id, number: next.number } : null,
        has_document: party.signs && hasDocument(row, party.side, row),
        amendment:
          row.amendment_version !== null && row.amendment_by !== null
            ? { version: row.amendment_version, by: row.amendment_by }
            : null,
      },
    )
  })
}

/** An agreement that was just written as its party sees it. @param signed its signatures, where the caller has them */
export async function viewOf(db: Db, seen: Seen, signed?: readonly SignatureRow[]): Promise<Agreement> {
  const [view] = await viewsOf(db, [seen], signed)
  if (!view) throw notFound()
  return view
}

/** One agreement as its party sees it. @throws Refusal 404 */
export async function agreementOf(db: Db, user_id: number, contract_id: number): Promise<Agreement> {
  const { signed, ...seen } = await partyOf(db, user_id, contract_id)
  return viewOf(db, seen, signed)
}

const FILTERS: Record<ContractFilter, ContractState[]> = {
  pending: [...PENDING],
  active: ['active'],
  past: ['completed', ...FAILED],
}

/** An agreement without its clauses, which are most of it: a list shows who, when and how much. */
const listed = {
  ...getTableColumns(contracts),
  terms: sql<Terms>`${contracts.terms} || '{"clauses": {"es": [], "en": []}}'`,
}

/** Agreements of somebody's projects, newest first; their clauses are in none of them. */
export async function agreementsOf(
  db: Db,
  mine: Mine,
  query: { cursor?: string | undefined; limit: number; filter?: ContractFilter | undefined },
): Promise<Page<Agreement>> {
  const after = idAfter(query.cursor)
  const projects = await actedFor(db, mine)
  if (projects.length === 0) return { results: [], next: null }
  const most = query.limit + 1
  // Of each project no more than a page is looked at.
  const some = projects.map(
    ({ project_id, role, joined_at }) => sql`(
      select c.id from ${contracts} c where c.project_id = ${project_id}
        ${role === 'OWNER' ? sql`` : sql`and c.starts_at >= ${joined_at}::timestamptz`}
        and ${query.filter ? sql`c.state in ${FILTERS[query.filter]}` : sql`c.state <> 'draft'`}
        ${after === undefined ? sql`` : sql`and c.id < ${after}`}
      order by c.id desc limit ${most})`,
  )
  // What is over isn't done with while something is to be given back.
  if (query.filter === 'pending')
    for (const { project_id, role } of projects)
      if (role === 'OWNER') some.push(withOpenRefund(project_id, after, most))
  const rows = await db
    .select(listed)
    .from(contracts)
    .where(
      sql`${contracts.id} in (
        select id from (${sql.join(some, sql` union all `)}) listed order by id desc limit ${most})`,
    )
    .orderBy(desc(contracts.id))
  const { results, next } = pageOf(rows, query.limit, (row) => row.id)
  const seen = results.flatMap((row) => {
    const artist = projects.find(({ project_id }) => project_id === row.project_id)
    return artist ? [{ row, artist, party: artistParty(artist.role, mine.user_id) }] : []
  })
  return { results: await viewsOf(db, seen), next }
}

/** Agreements of an order of the caller's, in the order of the event. @throws Refusal 404 */
export async function agreementsOfOrder(
  db: Db,
  viewer: { id: number },
  order_id: number,
): Promise<Agreement[]> {
  await orderScope(db, viewer, order_id)
  const rows = await db
    .select({ row: contracts, artist: artistColumns })
    .from(contracts)
    .innerJoin(music_projects, eq(music_projects.id, contracts.project_id))
    .where(and(eq(contracts.order_id, order_id), sql`${contracts.state} <> 'draft'`))
    .orderBy(sql`${contracts.state} in ${FAILED}`, contracts.starts_at, contracts.id)
  return viewsOf(
    db,
    rows.map((one) => ({ ...one, party: HUNTER })),
  )
}

/** To whom a letter about an agreement goes, and what it is about. */
export async function letterFacts(db: Db, contract_id: number, side: Side) {
  const [facts] = await db
    .select({
      terms: contracts.terms,
      order_id: contracts.order_id,
      request_id: contracts.request_id,
      reason: contracts.reason,
      state: contracts.state,
      pay_to: contracts.pay_to,
      signed_at: contracts.signed_at,
      to: users.email,
      language: users.language,
    })
    .from(contracts)
    .innerJoin(music_projects, eq(music_projects.id, contracts.project_id))
    .innerJoin(users, eq(users.id, side === 'hunter' ? contracts.hunter_id : music_projects.owner_id))
    .where(eq(contracts.id, contract_id))
  if (!facts) return null
  return { ...facts, ...(await endOf(db, [facts]))(facts) }
}

/** Agreements in force of an order, as an event is made of them. */
export async function activeAgreements(db: Db, order_id: number) {
  return db
    .select({
      id: contracts.id,
      project_id: contracts.project_id,
      budget_id: contracts.budget_id,
      terms: contracts.terms,
    })
    .from(contracts)
    .where(and(eq(contracts.order_id, order_id), eq(contracts.state, 'active')))
    .orderBy(contracts.id)
}

/** Every agreement that somebody is a party of, as they see it but for how the other side is reached and paid. */
export async function agreementDataOf(db: Db, user_id: number) {
  const rows = await db
    .select({ row: contracts, artist: artistColumns })
    .from(contracts)
    .innerJoin(music_projects, eq(music_projects.id, contracts.project_id))
    .where(partyIn(user_id))
    .orderBy(contracts.id)
  const views = await viewsOf(
    db,
    rows.map(
      ({ row, artist }): Seen => ({
        row,
        artist,
        party: { side: row.hunter_id === user_id ? 'hunter' : 'artist', signs: true },
      }),
    ),
  )
  // A copy of one's data has nobody else's contact details, agreement or not.
  const copies = views.map((view) =>
    readBy(
      { side: view.side, open: false },
      { ...view, terms: withoutContactsInClauses(view.terms, view.side) },
    ),
  )
  return copies.map(shownBy(Agreement)).map(({ contact: _, can_sign: __, ...agreement }) => ({
    ...agreement,
    pay_to: agreement.side === 'artist' ? agreement.pay_to : '',
  }))
}

/** How many agreements somebody is a party of. */
export const agreementCountOf = (db: Db, user_id: number): Promise<number> =>
  db.$count(contracts, partyIn(user_id))
