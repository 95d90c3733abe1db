import { and, eq, inArray } from 'drizzle-orm'
import { type Problem, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import type { Message } from '#features/notifications/commands.ts'
import { music_projects } from '#features/projects/table.ts'
import { advance, lockOrder } from '../journey/commands.ts'
import type { OrderRow, OrderScope } from '../journey/queries.ts'
import { canStep } from '../journey/rules.ts'
import { liveMoments } from '../plan/queries.ts'
import { candidates, plan_moments, requests } from '../table.ts'
import { toMusician } from './commands.ts'
import { isStillFree, openRequestsOf } from './queries.ts'
import { isHeld, LEAST_REPLY, slotCoverage } from './rules.ts'

/** Open requests of one slot at most. */
const MOST_ASKED = 20

/** What the hunter picked for one slot. */
export interface Shortlist {
  slot_id: number
  project_ids: readonly number[]
}

/** Who is asked for a slot, and for which time on stage. */
export interface Asked {
  slot_id: number
  project_id: number
  service_id: number
  owner_id: number
  from: string
  to: string
}

/**
 * Inserts the requests of a locked order. Whoever calls it takes the order's step with the messages.
 * @param reply.until when the time to answer is over
 * @returns what their owners are told
 */
export async function sendRequests(
  work: Work,
  order: OrderRow,
  asked: readonly Asked[],
  { until, message }: { until: Date; message: string },
): Promise<Message[]> {
  const inserted = await work.db
    .insert(requests)
    .values(
      asked.map(({ slot_id, project_id, service_id, from, to }) => ({
        order_id: order.id,
        slot_id,
        project_id,
        service_id,
        during: `[${from},${to})`,
        reply_by: until.toISOString(),
        message,
        sent_at: work.now.toISOString(),
      })),
    )
    .returning({ id: requests.id, slot_id: requests.slot_id, project_id: requests.project_id })
  return inserted.flatMap(({ id, slot_id, project_id }): Message[] => {
    const one = asked.find((each) => each.slot_id === slot_id && each.project_id === project_id)
    if (!one) return []
    return [{ ...toMusician(order, id, one.owner_id, one.from), type: 'SCOUTING_INITIATED' }]
  })
}

/**
 * Asks the shortlisted projects whether they can play. Who was asked for a slot already isn't asked twice.
 * @throws Refusal 422 by field: not a candidate of that slot, too little time to answer, a required slot without anybody
 * @throws Refusal 409 `hiring.moved_on` when the order isn't there (any more)
 * @throws Refusal 409 `hiring.no_longer_free` when somebody's hour went elsewhere since the list was read
 */
export async function scout(
  work: Work,
  scope: OrderScope,
  shortlist: readonly Shortlist[],
  reply_by: string,
  message: string,
): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  if (!canStep('scout', order.stage) || !order.plan_id) throw new Refusal(409, 'hiring.moved_on')
  const moments = await liveMoments(work.db, order.plan_id)
  const open = await openRequestsOf(work.db, order.id)
  const found = await work.db
    .select({
      slot_id: candidates.slot_id,
      project_id: candidates.project_id,
      service_id: candidates.service_id,
      owner_id: music_projects.owner_id,
      free: isStillFree(work.now),
    })
    .from(candidates)
    .innerJoin(music_projects, eq(music_projects.id, candidates.project_id))
    .innerJoin(
      plan_moments,
      and(eq(plan_moments.slot_id, candidates.slot_id), eq(plan_moments.plan_id, order.plan_id)),
    )
    .where(
      and(
        eq(candidates.order_id, order.id),
        inArray(
          candidates.project_id,
          shortlist.flatMap(({ project_ids }) => project_ids),
        ),
      ),
    )
  const fields: Record<string, Problem> = {}
  const asked: (Asked & { free: boolean })[] = []
  shortlist.forEach(({ slot_id, project_ids }, at) => {
    const moment = moments.find((one) => one.slot_id === slot_id)
    if (!moment) {
      fields[`slots.${at}.slot_id`] = { key: 'validation.invalid' }
      return
    }
    for (const project_id of new Set(project_ids)) {
      if (open.some((one) => one.slot_id === slot_id && one.project_id === project_id)) continue
      const candidate = found.find((one) => one.slot_id === slot_id && one.project_id === project_id)
      if (!candidate) fields[`slots.${at}.project_ids`] = { key: 'validation.not_a_candidate' }
      else asked.push({ ...candidate, from: moment.from, to: moment.to })
    }
  })
  const openFor = (slot_id: number) => [...open, ...asked].filter((one) => one.slot_id === slot_id).length
  const { empty } = slotCoverage(moments, [
    ...open,
    ...asked.map((one) => ({ ...one, status: 'asked' as const })),
  ])
  if (empty.length > 0) fields.slots ??= { key: 'validation.each_required_slot' }
  if (moments.some(({ slot_id }) => openFor(slot_id) > MOST_ASKED))
    fields.slots ??= { key: 'validation.max_items', values: { count: MOST_ASKED } }
  const until = Date.parse(reply_by)
  if (until < work.now.getTime() + LEAST_REPLY) fields.reply_by = { key: 'validation.reply_by_soon' }
  else if (until > Math.min(...moments.map(({ from }) => Date.parse(from))))
    fields.reply_by = { key: 'validation.reply_by_late' }
  if (Object.keys(fields).length > 0) throw new Refusal(422, 'common.invalid', { fields })
  // What they hold for this order doesn't stand in their way.
  const holds = (project_id: number) =>
    open.some((one) => one.project_id === project_id && isHeld(one.status))
  if (asked.some(({ free, project_id }) => !free && !holds(project_id)))
    throw new Refusal(409, 'hiring.no_longer_free')
  if (asked.length === 0) throw new Refusal(409, 'hiring.all_asked')
  const tells = await sendRequests(work, order, asked, { until: new Date(until), message })
  await advance(
    work,
    order.id,
    'scout',
    { by: 'hunter', user_id: scope.hunter_id },
    { tells, set: { adjustment: null }, note: String(tells.length) },
  )
}
