import { and, eq, inArray, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { MINUTE } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { candidatesIn, type MatchCandidate } from '#features/directory/queries.match.ts'
import { partsOf, reachOf } from '#features/directory/queries.parts.ts'
import { lockOrder, writeOrder } from '../journey/commands.ts'
import type { OrderRow, OrderScope } from '../journey/queries.ts'
import { newestPlans } from '../plan/queries.ts'
import { candidates, slots } from '../table.ts'
import { attemptOf, matchSlot } from '../talent/queries.match.ts'
import { openMomentsOf } from '../talent/queries.ts'
import { type Attempt, type LiveMoment, leftOf } from '../talent/rules.attempt.ts'
import { fitOf } from '../talent/rules.fit.ts'
import { isHeld } from '../talent/rules.ts'
import { askable } from './queries.ts'
import { additionAt } from './rules.ts'

/**
 * Adds a musician to an order of the hunter's: a candidate of the moments that they suit, or whom the plan prefers when
 * it is drawn. Nobody is asked by it.
 * @throws Refusal 404 for whoever isn't there
 * @throws Refusal 409 `hiring.moved_on` past that stage, `hiring.already_asked`, `hiring.ask_not_free`
 * @throws Refusal 422 `hiring.ask_unsuited` where nothing of the order suits them
 */
export async function addMusician(work: Work, scope: OrderScope, musician: number): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  const addition = additionAt(order.stage)
  if (!addition) throw new Refusal(409, 'hiring.moved_on')
  if (addition === 'preferred') await mustBeFree(work, order, musician)
  else {
    // Whoever isn't there is nobody's candidate.
    await askable(work, musician, { span: null, minutes: null, point: null })
    if (addition === 'planned') await mustSuit(work, await plannedAttempts(work, order), musician)
    else await addCandidate(work, order, musician)
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

/** What either variant of a plan that isn't approved yet would be matched with. */
async function plannedAttempts(work: Work, order: OrderRow): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  for (const { id } of await newestPlans(work.db, order.id))
    attempts.push(await attemptOf(work, order, id, []))
  return attempts
}

/** A moment with what somebody would be as its candidate. */
interface Suited {
  moment: LiveMoment
  found: MatchCandidate
}

/** The open moments of some attempts that somebody passes every hard rule of. */
async function suitedIn(
  work: Work,
  attempts: readonly Attempt[],
  musician: number,
  free: boolean,
): Promise<Suited[]> {
  const reach = await reachOf(work.db)
  const suited: Suited[] = []
  for (const attempt of attempts) {
    const left = leftOf(attempt)
    for (const moment of attempt.moments) {
      if (attempt.covered.has(moment.slot_id)) continue
      const declined = attempt.declined.get(moment.slot_id) ?? []
      const slot = matchSlot(moment, attempt.brief, { left, declined })
      // Nobody else is looked for.
      const search = { slot, parts: partsOf(slot, reach), levels: [] }
      const [found] = await candidatesIn(work.db, search, { now: work.now, also: [musician], free })
      if (found) suited.push({ moment, found })
    }
  }
  return suited
}

/** @throws Refusal 409 `hiring.ask_not_free` when only the calendar is in the way, else 422 `hiring.ask_unsuited` */
async function mustSuit(work: Work, attempts: readonly Attempt[], musician: number): Promise<Suited[]> {
  const suited = await suitedIn(work, attempts, musician, true)
  if (suited.length > 0) return suited
  const otherwise = await suitedIn(work, attempts, musician, false)
  throw otherwise.length > 0
    ? new Refusal(409, 'hiring.ask_not_free')
    : new Refusal(422, 'hiring.ask_unsuited')
}

/** Among the candidates of each open moment that they suit, and preferred there. */
async function addCandidate(work: Work, order: OrderRow, musician: number): Promise<void> {
  if (!order.plan_id) throw new Refusal(409, 'hiring.moved_on')
  const open = await openMomentsOf(work.db, order.id)
  const asked = open.filter(({ project_id }) => project_id === musician)
  const attempt = await attemptOf(work, order, order.plan_id, open)
  // What they are asked for needn't be added; another moment may be. What they hold for this order isn't in the way.
  const moments = attempt.moments.filter(({ slot_id }) => !asked.some((one) => one.slot_id === slot_id))
  const free = !asked.some(({ status }) => isHeld(status))
  const found = asked.length > 0 ? await suitedIn(work, [{ ...attempt, moments }], musician, free) : null
  if (found?.length === 0) throw new Refusal(409, 'hiring.already_asked')
  const suited = found ?? (await mustSuit(work, [attempt], musician))
  const { currency } = attempt.brief.budget
  const added = await work.db
    .insert(candidates)
    .values(
      suited.map(({ moment, found }) => ({
        slot_id: moment.slot_id,
        project_id: musician,
        service_id: found.service_id,
        order_id: order.id,
        rank: sql`(select coalesce(max(c.rank), 0) + 1 from ${candidates} c where c.slot_id = ${moment.slot_id})`,
        ...fitOf(found, { ...moment, currency }, work.now),
        price: found.price,
        distance_km: found.distance_km,
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
