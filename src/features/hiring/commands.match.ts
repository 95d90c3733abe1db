import { eq } from 'drizzle-orm'
import type { Work } from '#core/server/app.ts'
import { attemptOf, type Matched, tryMatch } from './queries.match.ts'
import type { OrderRow } from './queries.ts'
import { candidates, slots } from './table.ts'

/** Candidates that are kept for the page. */
const KEPT = 20

/** Matches talent to every open slot of a plan and keeps what was found, instead of what the run before kept. */
export async function matchPlan(work: Work, order: OrderRow, plan_id: number): Promise<Matched> {
  const {
    slots: tried,
    chosen,
    unfilled,
  } = await tryMatch(work.db, await attemptOf(work.db, order, plan_id), work.now)
  await work.db.delete(candidates).where(eq(candidates.order_id, order.id))
  const rows = tried.flatMap(({ moment, ranked }) =>
    ranked
      .map((one, i) => ({ ...one, rank: i + 1, chosen: chosen.get(moment.slot_id) === one.project_id }))
      .filter(({ rank, chosen, wished }) => rank <= KEPT || chosen || wished)
      .map(({ project_id, service_id, rank, fit, parts, price, distance_km, chosen, wished }) => ({
        slot_id: moment.slot_id,
        project_id,
        service_id,
        order_id: order.id,
        rank,
        fit,
        parts,
        price,
        distance_km,
        chosen,
        wished,
        created_at: work.now.toISOString(),
      })),
  )
  if (rows.length > 0) await work.db.insert(candidates).values(rows)
  for (const { moment, ranked } of tried)
    await work.db.update(slots).set({ matching: ranked.length }).where(eq(slots.id, moment.slot_id))
  return { unfilled, round: order.round + 1 }
}
