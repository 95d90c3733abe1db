import { and, eq } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { raise } from '#core/server/events.ts'
import type { Viewer } from '#core/server/route.ts'
import { notify } from '#features/notifications/commands.ts'
import { isPublic } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import { advance, historyOf, lockOrder, orderPlaced, planWithdrawn, writeOrder } from '../journey/commands.ts'
import { type OrderRow, type OrderScope, orderParams, orderScope } from '../journey/queries.ts'
import { isEditable, mayPlace } from '../journey/rules.ts'
import { order_history, orders } from '../table.ts'
import type { BriefDraft, Saved } from './contract.ts'
import { columnsOf, emptyBrief, mergeBrief, savedOf } from './rules.ts'

/* ---------------------------------------------------------------- the brief */

/**
 * Begins an order with its first field.
 * @param musician project from whose profile it was started; one that isn't there (any more) is ignored
 */
export async function startOrder(
  work: Work,
  viewer: Viewer,
  first: BriefDraft,
  musician: number | null,
): Promise<OrderScope> {
  const [preferred] = musician
    ? await work.db
        .select({ id: music_projects.id })
        .from(music_projects)
        .where(and(eq(music_projects.id, musician), isPublic))
    : []
  const order = await insertOrder(work, viewer, mergeBrief(emptyBrief(), first), {
    preferred_project_id: preferred?.id ?? null,
  })
  notify(work, [
    {
      user_id: viewer.id,
      type: 'BRIEF_INITIATED',
      subject: subject('order', order.id),
      value: String(order.id),
      params: orderParams(order),
    },
  ])
  return orderScope(work.db, viewer, order.id)
}

/** What an order begins with beside its brief. */
type Begun = Pick<Partial<OrderRow>, 'preferred_project_id' | 'asked_alone'>

/** Inserts orders of the viewer's at their first stage, in that order and with as many statements as one; nobody is told. */
export async function insertOrders(
  work: Work,
  viewer: Pick<Viewer, 'id'>,
  begun: readonly { brief: BriefDraft; set: Begun }[],
): Promise<OrderRow[]> {
  const now = work.now.toISOString()
  const rows = await work.db
    .insert(orders)
    .values(
      begun.map(({ brief, set }) => ({
        hunter_id: viewer.id,
        stage: 'draft' as const,
        brief,
        ...columnsOf(brief),
        ...set,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning()
  const start = { step: 'start' as const, taker: { by: 'hunter' as const, user_id: viewer.id } }
  await work.db.insert(order_history).values(rows.flatMap(({ id }) => historyOf(work, id, null, [start])))
  return rows.sort((a, b) => a.id - b.id)
}

/** Inserts an order of the viewer's at its first stage; nobody is told. */
export async function insertOrder(
  work: Work,
  viewer: Pick<Viewer, 'id'>,
  brief: BriefDraft,
  set: Begun,
): Promise<OrderRow> {
  const [order] = await insertOrders(work, viewer, [{ brief, set }])
  if (!order) throw new Refusal(503, 'common.server')
  return order
}

/**
 * Writes a part of the brief. A brief that was handed in goes back to draft: score and plan have to be made
 * anew, and requests that are still out are closed.
 * @throws Refusal 409 `hiring.brief_moved_on` when another tab saved since, `hiring.brief_closed` once musicians are asked
 */
export async function saveBrief(
  work: Work,
  scope: OrderScope,
  revision: number,
  part: BriefDraft,
): Promise<Saved> {
  const order = await lockOrder(work, scope.order_id)
  if (!isEditable(order.stage)) throw new Refusal(409, 'hiring.brief_closed')
  if (order.revision !== revision) throw new Refusal(409, 'hiring.brief_moved_on')
  const brief = mergeBrief(order.brief, part)
  if (order.stage !== 'draft') {
    await raise(work, planWithdrawn, { order, reason: 'brief_edited' })
    await advance(
      work,
      order.id,
      'edit_brief',
      { by: 'hunter', user_id: scope.hunter_id },
      { set: { score: null, plan_id: null, variant: null, adjustment: null, asked_alone: false } },
    )
  }
  return savedOf(
    await writeOrder(work, order.id, { brief, ...columnsOf(brief), revision: order.revision + 1 }),
  )
}

/**
 * Says where an event is exactly that was asked for without it, or puts it right: agreements that nobody has signed, those
 * to come and the day sheet have it, and nothing else of the order changes. What is said again changes nothing.
 * @throws Refusal 409 `hiring.moved_on` when it isn't asked for: a draft, an order that is over, an event that has begun
 */
export async function saveAddress(work: Work, scope: OrderScope, address: string): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (!mayPlace(order, work.now)) throw new Refusal(409, 'hiring.moved_on')
  if (order.brief.event?.address === address) return
  const { revision } = await rewriteBrief(work, order, { event: { address } })
  await raise(work, orderPlaced, { order_id: order.id, address, revision })
}

/** Goes on knowingly with a low score. @throws Refusal 409 when the order isn't there */
export async function continueOrder(work: Work, scope: OrderScope): Promise<void> {
  await advance(work, scope.order_id, 'continue', { by: 'hunter', user_id: scope.hunter_id })
}

/** Writes a part of the brief of a locked order, whatever its stage, and what is derived from it. */
export async function rewriteBrief(work: Work, order: OrderRow, part: BriefDraft): Promise<OrderRow> {
  const brief = mergeBrief(order.brief, part)
  return writeOrder(work, order.id, { brief, ...columnsOf(brief), revision: order.revision + 1 })
}
