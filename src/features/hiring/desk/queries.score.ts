import { notFound } from '#core/contract/errors.ts'
import { daysUntil } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { together } from '#core/server/together.ts'
import { countIn, searchesFor } from '#features/directory/queries.match.ts'
import { reachOf } from '#features/directory/queries.parts.ts'
import type { Reach } from '#features/directory/rules.ts'
import { FORMAT_SIZES, type Format } from '#features/services/contract.ts'
import type { Brief, BriefDraft, Score } from '../brief/contract.ts'
import { assumedIn } from '../brief/rules.assumed.ts'
import { type ScoreFacts, scoreOf } from '../brief/rules.score.ts'
import { checkBrief, spanOfBrief } from '../brief/rules.ts'
import { ownOrders } from '../journey/queries.ts'
import { ratesOf } from '../plan/queries.prices.ts'
import type { DrawnMoment } from '../plan/rules.draw.ts'
import { drawVariant, smallestPlan } from '../plan/rules.prices.ts'
import { isLive } from '../plan/rules.ts'
import { matchSlot } from '../talent/queries.match.ts'
import { type Asking, inTurn } from '../talent/queries.matching.ts'
import type { LiveMoment } from '../talent/rules.attempt.ts'

/** The score of a brief as it was at a revision. */
export interface PreparedScore {
  revision: number
  score: Score
}

/**
 * Scores an order's brief before it is handed in, which asks the database a lot.
 * @returns null when it can't be handed in
 * @throws Refusal 404 when the order isn't the caller's, 503 `common.busy`
 */
export async function scoreToSubmit(
  reading: Asking,
  viewer: { id: number },
  order_id: number,
): Promise<PreparedScore | null> {
  return inTurn(reading, viewer, async () => {
    const { db, now } = reading
    const { own, reach } = await together(db, { own: ownOrders(db, viewer, order_id), reach: reachOf(db) })
    const [order] = own
    if (!order) throw notFound()
    const { stage, revision, brief: draft } = order
    const { brief } = checkBrief(draft, now)
    if (stage !== 'draft' || !brief) return null
    return { revision, score: await scored(reading, draft, brief, reach) }
  })
}

/** The score of a brief that may be handed in, as it was said and whole. It asks the database a lot; who already read `reach` hands it on. */
export const scored = async (
  { db, now }: Pick<Asking, 'db' | 'now'>,
  draft: BriefDraft,
  brief: Brief,
  reach?: readonly Reach[],
): Promise<Score> =>
  scoreOf(brief, assumedIn(draft), await scoreFactsOf(db, brief, now, reach ?? (await reachOf(db))), now)

/** What the score reads from the database: what the smallest plan costs there, and who could really play it. */
async function scoreFactsOf(db: Db, brief: Brief, now: Date, reach: readonly Reach[]): Promise<ScoreFacts> {
  const rates = await ratesOf(db, brief, now)
  const drawn = drawVariant(brief, 'essential', rates).filter(isLive)
  const live = liveOf(drawn)
  const left = brief.budget.max - live.reduce((sum, { cost }) => sum + cost, 0)
  const asks = live.filter(({ required }) => required).map((moment) => matchSlot(moment, brief, { left }))
  const [scarcest = { any: 0, free: 0 }] = (
    await countIn(db, await searchesFor(db, asks, reach), { now })
  ).toSorted((a, b) => a.free - b.free)
  const starts_at = spanOfBrief(brief)?.starts_at ?? now
  return {
    ...smallestPlan(brief, rates),
    free_talent: scarcest.free,
    matching_talent: scarcest.any,
    lead_days: Math.max(0, daysUntil(starts_at, now, brief.event.zone)),
    people_on_stage: Math.max(1, ...drawn.map(({ format }) => FORMAT_SIZES[format])),
  }
}

/** Drawn moments with a number each in place of the slot they don't have yet. */
const liveOf = (drawn: readonly (DrawnMoment & { format: Format })[]): LiveMoment[] =>
  drawn.map((moment, i) => ({ ...moment, slot_id: i + 1 }))
