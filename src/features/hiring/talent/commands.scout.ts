import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Problem, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import type { Message } from '#features/notifications/commands.ts'
import { music_projects } from '#features/projects/table.ts'
import { advance, lockOrder } from '../journey/commands.ts'
import type { OrderRow, OrderScope } from '../journey/queries.ts'
import { canStep } from '../journey/rules.ts'
import { liveMoments } from '../plan/queries.ts'
import { candidates, plan_moments, request_moments, requests } from '../table.ts'
import { toMusician } from './commands.ts'
import { isStillFree, openMomentsOf } from './queries.ts'
import { isHeld, LEAST_REPLY, slotCoverage, versionAt } from './rules.ts'

/** So many may be open for one slot. */
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
 * Inserts what is asked for a locked order: one request a project. Whoever has an open one is asked for more by it, and
 * answers it anew. Whoever calls it takes the order's step with the messages.
 * @param reply.until when the time to answer is over
 * @returns what their owners are told, once each
 */
export async function sendRequests(
  work: Work,
  order: OrderRow,
  asked: readonly Asked[],
  { until, message }: { until: Date; message: string },
): Promise<Message[]> {
  const column = <Value>(of: (one: Asked) => Value) => sql.param(asked.map(of))
  // What is open already joins in by the index that allows one open request an order and project.
  const { rows } = await work.db.execute<{
    request_id: number
    slot_id: number
    project_id: number
    is_new: boolean
  }>(sql`
    with wanted as (
      select * from unnest(${column(({ slot_id }) => slot_id)}::bigint[],
        ${column(({ project_id }) => project_id)}::bigint[], ${column(({ service_id }) => service_id)}::bigint[],
        ${column(({ from }) => from)}::timestamptz[], ${column(({ to }) => to)}::timestamptz[])
        with ordinality as one (slot_id, project_id, service_id, starts_at, ends_at, place)
    ), sent as (
      insert into ${requests} as r (order_id, project_id, reply_by, message, sent_at)
      select ${order.id}, project_id, ${until.toISOString()}::timestamptz, ${message},
        ${work.now.toISOString()}::timestamptz
      from wanted group by project_id order by min(place)
      on conflict (order_id, project_id) where status in ('asked', 'available') do update
        set status = 'asked', reply_by = excluded.reply_by, sent_at = excluded.sent_at,
          message = coalesce(nullif(excluded.message, ''), r.message)
      -- PostgreSQL's mark of a row that was written over.
      returning r.id, r.project_id, xmax = 0 as is_new)
    insert into ${request_moments} as m (request_id, slot_id, project_id, service_id, during)
    select sent.id, w.slot_id, w.project_id, w.service_id, tstzrange(w.starts_at, w.ends_at)
    from wanted w join sent on sent.project_id = w.project_id order by w.place
    -- They said no to it before, or it was taken back.
    on conflict (request_id, slot_id) do update
      set status = 'asked', reason = '', service_id = excluded.service_id, during = excluded.during
    returning m.request_id, m.slot_id, m.project_id, (select is_new from sent where sent.id = m.request_id) as is_new`)
  const inTime = [...asked].sort((a, b) => Date.parse(a.from) - Date.parse(b.from))
  const told = new Map<number, Message>()
  for (const { project_id, slot_id, from, owner_id } of inTime) {
    const row = rows.find((one) => one.project_id === project_id && one.slot_id === slot_id)
    if (!row || told.has(row.request_id)) continue
    const about = toMusician(order, row.request_id, owner_id, from, row.is_new ? undefined : slot_id)
    const version = row.is_new ? 1 : versionAt(work.now)
    told.set(row.request_id, { ...about, type: 'SCOUTING_INITIATED', version })
  }
  return [...told.values()]
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
  const open = await openMomentsOf(work.db, order.id)
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
