import { and, eq, inArray, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { MINUTE } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { Outdated } from '#core/server/route.ts'
import { lockOrder, writeOrder } from '../journey/commands.ts'
import type { OrderRow, OrderScope } from '../journey/queries.ts'
import { candidates, slots } from '../table.ts'
import { matchingState, stampOf } from '../talent/queries.matching.ts'
import type { OpenMoment } from '../talent/queries.ts'
import { isHeld } from '../talent/rules.ts'
import type { Addition, Suited } from './queries.add.ts'
import { askable } from './queries.ts'
import { additionAt } from './rules.ts'

/**
 * Adds a musician to an order of the hunter's: a candidate of the moments that they suit, or whom the plan prefers when
 * it is drawn. Nobody is asked by it.
 * @param prepared of `additionToPrepare`
 * @throws Refusal 404 for whoever isn't there
 * @throws Refusal 409 `hiring.moved_on` past that stage, `hiring.already_asked`, `hiring.ask_not_free`
 * @throws Refusal 422 `hiring.ask_unsuited` where nothing of the order suits them
 * @throws Outdated when the order isn't where it was when they were matched
 */
export async function addMusician(
  work: Work,
  scope: OrderScope,
  musician: number,
  prepared: Addition | null,
): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  const addition = additionAt(order.stage)
  if (!addition) throw new Refusal(409, 'hiring.moved_on')
  if (addition === 'preferred') await mustBeFree(work, order, musician)
  else {
    // Whoever isn't there is nobody's candidate.
    await askable(work, musician, { span: null, minutes: null, point: null })
    const state = await matchingState(work.db, order.id)
    if (prepared?.stamp !== stampOf(order, state)) throw new Outdated(409, 'hiring.moved_on')
    if (addition === 'planned') mustSuit(prepared.suited)
    else await addCandidate(work, order, state.open, musician, prepared.suited)
  }
  await writeOrder(work, order.id, { preferred_project_id: musician })
}

/** Before there is a plan: free for the whole event and willing to go there, as far as that is said. */
async function mustBeFree(work: Work, order: OrderRow, musician: number): Promise<void> {
  const { starts_at, ends_at, lat, lng } = order
  const span = starts_at && ends_at ? { starts_at: new Date(starts_at), ends_at: new Date(ends_at) } : null
  const { project, services } = await askable(work, musician, {
    span,
    minutes: span && (span.ends_at.getTime() - span.starts_at.getTime()) / MINUTE,
    point: lat !== null && lng !== null ? { lat, lng } : null,
  })
  if (!services.some(({ problem }) => problem === null)) throw new Refusal(422, 'hiring.ask_unsuited')
  if (span && !project.free) throw new Refusal(409, 'hiring.ask_not_free')
}

/** @throws Refusal 409 `hiring.ask_not_free` when only the calendar is in the way, else 422 `hiring.ask_unsuited` */
function mustSuit(suited: readonly Suited[]): Suited[] {
  const free = suited.filter((one) => one.free)
  if (free.length > 0) return free
  throw suited.length > 0 ? new Refusal(409, 'hiring.ask_not_free') : new Refusal(422, 'hiring.ask_unsuited')
}

/** What somebody can be added for who was asked for some moments already. @throws Refusal 409 `hiring.already_asked` */
function mustSuitBesides(suited: readonly Suited[], asked: readonly OpenMoment[]): Suited[] {
  // What they are asked for needn't be added; another moment may be. What they hold for this order isn't in the way.
  const holds = asked.some(({ status }) => isHeld(status))
  const others = suited.filter(
    ({ slot_id, free }) => (free || holds) && !asked.some((one) => one.slot_id === slot_id),
  )
  if (others.length === 0) throw new Refusal(409, 'hiring.already_asked')
  return others
}

/** Among the candidates of each open moment that they suit, and preferred there. */
async function addCandidate(
  work: Work,
  order: OrderRow,
  open: readonly OpenMoment[],
  musician: number,
  found: readonly Suited[],
): Promise<void> {
  const asked = open.filter(({ project_id }) => project_id === musician)
  const suited = asked.length > 0 ? mustSuitBesides(found, asked) : mustSuit(found)
  const added = await work.db
    .insert(candidates)
    .values(
      suited.map(({ slot_id, service_id, fit, parts, price, distance_km }) => ({
        slot_id,
        project_id: musician,
        service_id,
        order_id: order.id,
        rank: sql`(select coalesce(max(c.rank), 0) + 1 from ${candidates} c where c.slot_id = ${slot_id})`,
        fit,
        parts,
        price,
        distance_km,
        preferred: true,
        created_at: work.now.toISOString(),
      })),
    )
    .onConflictDoUpdate({ target: [candidates.slot_id, candidates.project_id], set: { preferred: true } })
    // PostgreSQL's mark of a row that was written over: whoever was found by the matching before is counted already.
    .returning({ slot_id: candidates.slot_id, isNew: sql<boolean>`xmax = 0` })
  const fresh = added.filter(({ isNew }) => isNew)
  if (fresh.length === 0) return
  await work.db
    .update(slots)
    .set({ matching: sql`${slots.matching} + 1` })
    .where(
      and(
        eq(slots.order_id, order.id),
        inArray(
          slots.id,
          fresh.map(({ slot_id }) => slot_id),
        ),
      ),
    )
}
