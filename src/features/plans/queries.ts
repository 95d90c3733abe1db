import { and, asc, desc, eq, getTableColumns, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { CURRENCIES, type Currency } from '#core/contract/money.ts'
import { idAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import { parseSubject } from '#core/contract/subject.ts'
import type { Reading } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { extensionPoint, gather } from '#core/server/events.ts'
import type { Viewer } from '#core/server/route.ts'
import { balancesOf, entriesOf } from '#features/ledger/queries.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import { receiptIdsOf, sourceOf } from '#features/receipts/queries.ts'
import { hasSlip, type SlipAsked, type SlipRights } from '#features/slips/queries.ts'
import type { Charge, CountedThing, Membership, PlanKey } from './contract.ts'
import {
  CREDIT_CURRENCY,
  creditFor,
  creditIn,
  entitlementsOf,
  FREE_LIMITS,
  type HeldPlan,
  IN_FORCE,
  OPEN_CHARGE,
  plansFor,
  priceOf,
  staysOf,
} from './rules.ts'
import { membership_charges, memberships, plan_cards, plan_choices } from './table.ts'

export type MembershipRow = typeof memberships.$inferSelect
export type ChargeRow = typeof membership_charges.$inferSelect

/** What counts besides projects: services that are active, each with the name of its project. */
export const countedServices = extensionPoint<{ user_id: number }, { id: number; name: string; of: string }>(
  'plans.services',
)

/** What somebody owes the platform by now, and their credit pays before it pays a plan; minor units. */
export const owedFirst = extensionPoint<{ user_id: number }, { amount: number; currency: Currency }>(
  'plans.owed_first',
)

const states = sql.raw(IN_FORCE.map((state) => `'${state}'`).join(', '))

/**
 * The plans that serve somebody, as an expression: their own, and those of bands that they belong to. The bands are an
 * array, found before: an index serves it beside the `or`.
 */
export const heldBy = (user_id: SQL | number): SQL<HeldPlan[]> => sql<HeldPlan[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('plan', ms.plan, 'project_id', ms.project_id)), '[]')
  from ${memberships} ms where ms.state in (${states}) and (ms.user_id = ${user_id} or ms.project_id = any(array(
    select pm.project_id from ${project_members} pm where pm.user_id = ${user_id} and pm.left_at is null))))`

/** The plans that serve somebody. */
export async function plansOf(db: Db, user_id: number): Promise<HeldPlan[]> {
  const { rows } = await db.execute<{ held: HeldPlan[] }>(sql`select ${heldBy(user_id)} as held`)
  return rows[0]?.held ?? []
}

/** The membership of somebody that isn't over. */
export const currentOf = (db: Db, user_id: number) =>
  db
    .select()
    .from(memberships)
    .where(and(eq(memberships.user_id, user_id), ne(memberships.state, 'inactive')))

/** The charge of a membership that waits for money. */
export const openChargeOf = (db: Db, membership_id: number) =>
  db
    .select(readColumns)
    .from(membership_charges)
    .where(
      and(
        eq(membership_charges.membership_id, membership_id),
        inArray(membership_charges.state, [...OPEN_CHARGE]),
      ),
    )

export type CardRow = typeof plan_cards.$inferSelect

/** States of a card that somebody may type in, or that is charged. */
export const LIVE_CARD = ['begun', 'open', 'running'] as const
/** The card of a membership that is charged, or whose page is open. */
export const cardOf = (db: Db, membership_id: number) =>
  db
    .select()
    .from(plan_cards)
    .where(and(eq(plan_cards.membership_id, membership_id), inArray(plan_cards.state, [...LIVE_CARD])))

/** A charge with whether there is a slip of its transfer. */
export type ReadCharge = ChargeRow & { has_slip: boolean }
const readColumns = {
  ...getTableColumns(membership_charges),
  has_slip: hasSlip(sql`'charge:' || ${membership_charges}.id`),
}

/** A charge as it travels. */
export const shownCharge = (row: ReadCharge, receipt_id: number | null = null): Charge => ({
  id: row.id,
  kind: row.kind,
  plan: row.plan,
  interval: row.interval,
  amount: row.amount,
  credit: row.credit,
  currency: row.currency as Currency,
  method: row.method,
  state: row.state,
  due_at: row.due_at,
  reference: row.reference,
  declared_at: row.declared_at,
  settled_at: row.settled_at,
  note: row.note,
  receipt_id,
  has_slip: row.has_slip,
})

/** Somebody's charges, newest first. */
export async function chargesOf(db: Db, user_id: number, query: PageQuery): Promise<Page<Charge>> {
  const after = idAfter(query.cursor)
  const rows = await db
    .select(readColumns)
    .from(membership_charges)
    .where(
      and(
        eq(membership_charges.user_id, user_id),
        after === undefined ? undefined : lt(membership_charges.id, after),
      ),
    )
    .orderBy(desc(membership_charges.id))
    .limit(query.limit + 1)
  const { results, next } = pageOf(rows, query.limit, (row) => row.id)
  const paid = results.filter(({ state }) => state === 'paid')
  const receipts = await receiptIdsOf(
    db,
    paid.map(({ id }) => sourceOf('charge', id)),
  )
  return {
    results: results.map((row) => shownCharge(row, receipts.get(sourceOf('charge', row.id)) ?? null)),
    next,
  }
}

/** Active projects that somebody owns, the oldest first. */
export const ownProjects = (db: Db, user_id: number) =>
  db
    .select({ id: music_projects.id, name: music_projects.name, type: music_projects.project_type })
    .from(music_projects)
    .where(and(eq(music_projects.owner_id, user_id), eq(music_projects.status, 'active')))
    .orderBy(asc(music_projects.id))

/** What somebody chose to stay active with the free plan. */
export async function choicesOf(
  db: Db,
  user_id: number,
): Promise<{ projects: number[]; services: number[] }> {
  const [row] = await db.select().from(plan_choices).where(eq(plan_choices.user_id, user_id))
  return { projects: row?.projects ?? [], services: row?.services ?? [] }
}

/** Which projects stay within a limit: the personal one always, then what was chosen. */
export function projectsThatStay(
  projects: readonly { id: number; type: string }[],
  limit: number | null,
  chosen: readonly number[],
): Set<number> {
  const own = projects.filter(({ type }) => type === 'INDIVIDUAL').map(({ id }) => id)
  return staysOf([...own, ...projects.map(({ id }) => id).filter((id) => !own.includes(id))], limit, [
    ...own,
    ...chosen,
  ])
}

const PLAN_ORDER: readonly PlanKey[] = ['band', 'pro', 'frequent', 'plus']

/** The credit that somebody has, minor units of `CREDIT_CURRENCY`. */
export async function creditHeldBy(db: Db, user_id: number): Promise<number> {
  const all = await balancesOf(db, [{ owner_kind: 'user', owner_id: user_id }])
  return all.find(({ kind, currency }) => kind === 'credit' && currency === CREDIT_CURRENCY)?.balance ?? 0
}

/** What of somebody's credit may pay a plan: what they owe already is paid by it first. Minor units of `CREDIT_CURRENCY`. */
export async function creditForPlans(reading: Reading, user_id: number): Promise<number> {
  const held = await creditHeldBy(reading.db, user_id)
  if (held === 0) return 0
  const owed = await gather(reading, owedFirst, { user_id })
  return Math.max(
    0,
    owed.reduce((left, { amount, currency }) => left - creditFor(amount, currency), held),
  )
}

/** What somebody got as credit and paid with it, as the copy of their data has it. */
export const creditDataOf = (db: Db, user_id: number) =>
  entriesOf(db, [{ owner_kind: 'user', owner_id: user_id }])

/** When and what is charged next, less what credit pays of it; nothing of a plan that ends. */
function nextCharge(
  row: MembershipRow,
  open: ReadCharge | undefined,
  credit: number,
  card: CardRow | undefined,
): Membership['next_charge'] {
  const currency = row.currency as Currency
  if (open && (open.kind !== 'change' || row.state === 'past_due'))
    return { amount: open.amount - open.credit, currency, at: open.due_at }
  if (row.cancels || row.state === 'inactive' || row.state === 'awaiting') return null
  const price = priceOf(row.next_plan ?? row.plan, row.next_interval ?? row.interval, currency)
  const covered = Math.min(price, creditIn(credit, currency))
  // A card pays all of it, or nothing.
  const amount = card?.state === 'running' && covered < price ? price : price - covered
  if (row.state !== 'paused') return { amount, currency, at: row.period_end }
  // What is left begins to run when the pause is over.
  const left = Date.parse(row.period_end) - Date.parse(row.period_start)
  return { amount, currency, at: new Date(Date.parse(row.state_until) + left).toISOString() }
}

/** All that the page of plans shows. */
export async function membershipOf(
  reading: Reading,
  viewer: Pick<Viewer, 'id' | 'account_type'>,
): Promise<Membership> {
  const { db, app } = reading
  const [row] = await currentOf(db, viewer.id)
  const [open] = row ? await openChargeOf(db, row.id) : []
  const [card] = row ? await cardOf(db, row.id) : []
  const held = await plansOf(db, viewer.id)
  const had = await db.$count(memberships, and(eq(memberships.user_id, viewer.id), memberships.had_trial))
  const bands =
    viewer.account_type === 'MUSICIAN'
      ? await db
          .select({
            id: music_projects.id,
            name: music_projects.name,
            payer: sql<number | null>`(select ms.user_id from ${memberships} ms
              where ms.project_id = music_projects.id and ms.state <> 'inactive')`.mapWith((id) =>
              id === null ? null : Number(id),
            ),
            in_force: sql<boolean>`exists (select 1 from ${memberships} ms
              where ms.project_id = music_projects.id and ms.state in (${states}))`,
          })
          .from(music_projects)
          .innerJoin(project_members, eq(project_members.project_id, music_projects.id))
          .where(
            and(
              eq(project_members.user_id, viewer.id),
              isNull(project_members.left_at),
              eq(music_projects.project_type, 'GROUP'),
              eq(music_projects.status, 'active'),
            ),
          )
          .orderBy(asc(music_projects.id))
      : []
  const credit = await creditHeldBy(db, viewer.id)
  const chosen = await choicesOf(db, viewer.id)
  const projects = viewer.account_type === 'MUSICIAN' ? await ownProjects(db, viewer.id) : []
  const services = await gather(reading, countedServices, { user_id: viewer.id })
  const projects_stay = projectsThatStay(projects, FREE_LIMITS.projects, chosen.projects)
  const services_stay = staysOf(
    services.map(({ id }) => id),
    FREE_LIMITS.active_services,
    chosen.services,
  )
  const nameOf = (id: number | null) => bands.find((one) => one.id === id)?.name ?? null
  const kinds = held.map(({ plan }) => plan)
  return {
    plans: plansFor(viewer.account_type),
    plan: PLAN_ORDER.find((key) => kinds.some((one) => one === key)) ?? 'free',
    entitlements: entitlementsOf(held),
    held: row
      ? {
          plan: row.plan,
          interval: row.interval,
          currency: row.currency as Currency,
          state: row.state,
          band: row.project_id ? { id: row.project_id, name: nameOf(row.project_id) } : null,
          period_start: row.period_start,
          period_end: row.period_end,
          period_paid: row.period_paid,
          state_until: row.state_until,
          cancels: row.cancels,
          next:
            row.next_plan && row.next_interval ? { plan: row.next_plan, interval: row.next_interval } : null,
        }
      : null,
    covered_by: bands
      .filter(({ payer, in_force }) => in_force && payer !== viewer.id)
      .map(({ id, name }) => ({ id, name })),
    next_charge: row ? nextCharge(row, open, await creditForPlans(reading, viewer.id), card) : null,
    credit: { amount: credit, currency: CREDIT_CURRENCY },
    open_charge: open ? shownCharge(open) : null,
    card: card ? { state: card.state === 'running' ? 'running' : 'open', late: card.late } : null,
    card_currencies: CURRENCIES.filter((one) => app.config.stripe?.currencies.includes(one)),
    has_trial: had === 0,
    bands: bands.map(({ id, name, payer }) => ({
      ...{ id, name, is_covered: payer !== null },
      fee_pct: entitlementsOf(held, id).fee_pct,
    })),
    transfer_account: app.config.transfer_account ?? null,
    projects: projects.map(
      ({ id, name }): CountedThing => ({ id, name: name ?? '', of: null, stays: projects_stay.has(id) }),
    ),
    services: services.map((one): CountedThing => ({ ...one, stays: services_stay.has(one.id) })),
  }
}

/** Whom a membership serves: who pays, and everybody of its band. */
export async function servedBy(
  db: Db,
  row: Pick<MembershipRow, 'user_id' | 'project_id'>,
): Promise<number[]> {
  if (row.project_id === null) return [row.user_id]
  const rows = await db
    .select({ user_id: project_members.user_id })
    .from(project_members)
    .where(and(eq(project_members.project_id, row.project_id), isNull(project_members.left_at)))
  return [...new Set([row.user_id, ...rows.map(({ user_id }) => user_id)])].sort((a, b) => a - b)
}

/** What is kept of the card that a plan is charged to: never how it is known at the provider, nor the page it is typed on. */
const cardDataColumns = {
  membership_id: plan_cards.membership_id,
  state: plan_cards.state,
  plan: plan_cards.plan,
  interval: plan_cards.interval,
  amount: plan_cards.amount,
  currency: plan_cards.currency,
  email: plan_cards.email,
  language: plan_cards.language,
  late: plan_cards.late,
  created_at: plan_cards.created_at,
}

/** What the copy of somebody's data says of their plans. */
export async function planDataOf(db: Db, user_id: number) {
  const held = await db
    .select()
    .from(memberships)
    .where(eq(memberships.user_id, user_id))
    .orderBy(asc(memberships.id))
  const charges = await db
    .select(readColumns)
    .from(membership_charges)
    .where(eq(membership_charges.user_id, user_id))
    .orderBy(asc(membership_charges.id))
  const cards = await db
    .select(cardDataColumns)
    .from(plan_cards)
    .innerJoin(memberships, eq(memberships.id, plan_cards.membership_id))
    .where(eq(memberships.user_id, user_id))
    .orderBy(asc(plan_cards.id))
  return held.map(({ user_id: _, ...row }) => ({
    ...row,
    charges: charges.filter(({ membership_id }) => membership_id === row.id).map((one) => shownCharge(one)),
    cards: cards.flatMap(({ membership_id, ...one }) => (membership_id === row.id ? [one] : [])),
  }))
}

/** What somebody may do with the slip of a charge of theirs; nothing for another's, and for what is no charge. */
export async function chargeSlipRightsOf(
  db: Db,
  { subject, user_id, holds = false }: SlipAsked,
): Promise<SlipRights[]> {
  const about = parseSubject(subject)
  if (about?.kind !== 'charge') return []
  const its = db
    .select({ state: membership_charges.state })
    .from(membership_charges)
    .where(and(eq(membership_charges.id, about.id), eq(membership_charges.user_id, user_id)))
  const [own] = await (holds ? its.for('share') : its)
  return own ? [{ adds: own.state === 'declared' }] : []
}
