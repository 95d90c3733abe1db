import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { subject } from '#core/contract/subject.ts'
import { MINUTE } from '#core/contract/time.ts'
import type { App, Work } from '#core/server/app.ts'
import { enqueue } from '#core/server/queues.ts'
import { machine } from '#core/server/steps.ts'
import { transaction } from '#core/server/work.ts'
import { lockOrder } from '#features/hiring/journey/commands.ts'
import { type OrderRow, orderParams, orderRow } from '#features/hiring/journey/queries.ts'
import { attemptOf, tryMatch } from '#features/hiring/talent/queries.match.ts'
import { openMomentsOf } from '#features/hiring/talent/queries.ts'
import { versionAt } from '#features/hiring/talent/rules.ts'
import { notify } from '#features/notifications/commands.ts'
import { eventParams } from '#features/notifications/rules.ts'
import { ownersOf, publicOwnerOf } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import type { ContingencyPlan, StandBy } from './contract.backups.ts'
import {
  bookedElsewhere,
  contingencyOf,
  criticalOf,
  playedOf,
  standBysOf,
  unanswered,
} from './queries.backups.ts'
import { hostedEvent, pricerOf } from './queries.replacing.ts'
import type { EventRow } from './queries.ts'
import { rankings } from './queues.ts'
import { BACKUP_STEPS, COUNTING, isAffordable, MOST_BACKUPS, standByUntil } from './rules.backups.ts'
import { proposedInPlace } from './rules.engagement.ts'
import { isOver } from './rules.ts'
import { accepted_risks, event_backups, event_losses, events } from './table.ts'

/* Backups: ranked, asked to stand by, standing by, or gone without. */

type BackupRow = typeof event_backups.$inferSelect

export const backupSteps = machine({
  table: event_backups,
  column: 'state',
  steps: BACKUP_STEPS,
  moved_on: 'events.backup_moved_on',
})

/** So long a ranking that came to nothing isn't tried again. */
const AGAIN = 10 * MINUTE

/** Has backups of an event ranked by a job, the same one as long as it is asked for within minutes. */
export const rankSoon = (work: Work, event_id: number): Promise<void> =>
  enqueue(
    work,
    rankings,
    { event_id },
    { key: `${event_id} ${Math.floor(work.now.getTime() / AGAIN)}`, group: `event:${event_id}` },
  )

/** Whether an event may still get a backup. */
const isAhead = (event: EventRow, now: Date): boolean =>
  !isOver(event.state) && now.getTime() < Date.parse(event.starts_at)

const eventRow = async (db: Work['db'], id: number): Promise<EventRow | undefined> =>
  (await db.select().from(events).where(eq(events.id, id)))[0]

/**
 * Ranks who could stand by for what an event can't do without: by the matcher's hard rules and fit, for little more than
 * is agreed. It computes with nothing locked; who was asked before stays.
 */
export async function rankBackups(app: App, event_id: number): Promise<void> {
  const now = app.clock.now()
  const reading = { app, db: app.db, now }
  const event = await eventRow(app.db, event_id)
  if (!event || !isAhead(event, now)) return
  const order = await orderRow(app.db, event.order_id)
  const { plan_id } = order
  if (plan_id === null) return
  const played = await playedOf(app.db, order)
  const critical = played.filter((one) => one.critical)
  const ids = critical.map(({ slot_id }) => slot_id)
  const { slots } = await app.workers.inTurn(`user:${order.hunter_id}`, async (effort) => {
    const attempt = await attemptOf(reading, order, plan_id, await openMomentsOf(app.db, order.id))
    const others = attempt.moments.filter(({ slot_id }) => !ids.includes(slot_id))
    const covered = new Map(others.map(({ slot_id }) => [slot_id, attempt.covered.get(slot_id) ?? 0]))
    return tryMatch(reading, { ...attempt, covered, preferred: null }, effort)
  })
  const price = await pricerOf(app.db, order, slots, played)
  await transaction(app, now, async (work) => {
    await lockOrder(work, order.id)
    const fresh = await eventRow(work.db, event_id)
    if (!fresh || !isAhead(fresh, now)) return
    await work.db
      .delete(event_backups)
      .where(and(eq(event_backups.event_id, event_id), eq(event_backups.state, 'ranked')))
    const known = await work.db.select().from(event_backups).where(eq(event_backups.event_id, event_id))
    const before = (slot_id: number) => known.filter((one) => one.slot_id === slot_id)
    const counting = (slot_id: number) =>
      before(slot_id).filter(({ state }) => COUNTING.some((one) => one === state))
    const rows = proposedInPlace(critical, {
      ranked: ({ slot_id }) => slots.find(({ moment }) => moment.slot_id === slot_id)?.ranked ?? [],
      choose: ({ slot_id, agreed, plays }, ranked, priceOf) =>
        ranked
          .filter(
            (one) =>
              one.project_id !== plays &&
              isAffordable(priceOf(one), agreed) &&
              !before(slot_id).some(({ project_id }) => one.project_id === project_id),
          )
          .slice(0, Math.max(0, MOST_BACKUPS - counting(slot_id).length)),
      stands: ({ slot_id }, id) => counting(slot_id).some(({ project_id }) => project_id === id),
      price,
    }).map(({ moment: { slot_id }, one: { project_id, service_id, fit }, price }) => ({
      ...{ event_id, slot_id, project_id, service_id, fit, price },
      state: 'ranked' as const,
    }))
    if (rows.length > 0) await work.db.insert(event_backups).values(rows)
    await work.db.update(events).set({ backups_ranked_at: now.toISOString() }).where(eq(events.id, event_id))
  })
}

/** An event of the caller's that may still get a backup, with its order locked. @throws Refusal 404, 409 */
async function aheadOf(work: Work, viewer: { id: number }, event_id: number) {
  const { order_id } = await hostedEvent(work.db, viewer, event_id)
  const order = await lockOrder(work, order_id)
  const event = await hostedEvent(work.db, viewer, event_id)
  if (isOver(event.state)) throw new Refusal(409, 'events.over')
  if (!isAhead(event, work.now)) throw new Refusal(409, 'events.begun')
  return { event, order }
}

/**
 * Tells the host, once every moment that the event can't do without has a backup who is asked or its risk accepted;
 * again after each replacement, and for another day.
 */
async function tellReady(work: Work, event: EventRow, order: OrderRow): Promise<ContingencyPlan> {
  const plan = await contingencyOf(work.db, event, order)
  if (!plan.ready || event.state === 'at_risk') return plan
  const losses = await work.db.$count(event_losses, eq(event_losses.event_id, event.id))
  notify(work, [
    {
      user_id: event.hunter_id,
      type: 'CONTINGENCY_PLAN_READY',
      subject: subject('event', event.id),
      // An event that got another day has a plan of its own for it.
      version: versionAt(new Date(event.confirmed_at)) + losses,
      value: String(event.id),
      params: orderParams(order),
    },
  ])
  return plan
}

/** Whether a project's time for a moment is promised elsewhere by now. */
const isBooked = async (work: Work, id: number): Promise<boolean> =>
  (await work.db.$count(event_backups, and(eq(event_backups.id, id), bookedElsewhere))) > 0

/**
 * Asks somebody to stand by for a moment.
 * @throws Refusal 404; 409 when the event is over or has begun, `events.backup_moved_on` when they were asked before,
 * `hiring.no_longer_free`, `events.too_late_to_ask`
 */
export async function askBackup(
  work: Work,
  viewer: { id: number },
  event_id: number,
  backup_id: number,
): Promise<ContingencyPlan> {
  const { event, order } = await aheadOf(work, viewer, event_id)
  const [backup] = await work.db
    .select()
    .from(event_backups)
    .where(and(eq(event_backups.id, backup_id), eq(event_backups.event_id, event_id)))
  if (!backup) throw notFound()
  const until = standByUntil(event.starts_at, work.now)
  if (!until) throw new Refusal(409, 'events.too_late_to_ask')
  await backupSteps.take(work, backup_id, 'ask', 'hunter', {
    set: { asked_at: work.now.toISOString(), reply_by: until.toISOString() },
  })
  const owner_id = await publicOwnerOf(work.db, backup.project_id)
  // Put away, or hidden by staff, nobody new asks them; who stands by already goes on.
  if (owner_id === null || (await isBooked(work, backup_id))) throw new Refusal(409, 'hiring.no_longer_free')
  notify(work, [toMusician(event, backup, owner_id, 'standby')])
  return tellReady(work, event, order)
}

/** What a musician is told about standing by: what it is, where and when, not the host's own words. */
const toMusician = (event: EventRow, backup: Pick<BackupRow, 'id'>, user_id: number, voice: string) => ({
  user_id,
  type: 'SCOUTING_INITIATED' as const,
  subject: subject('standby', backup.id, { kind: 'event', id: event.id }),
  version: voice === 'standby' ? 1 : 2,
  value: subject('standby', backup.id),
  params: {
    ...eventParams({ type: event.type, city: event.city }),
    date: event.starts_at,
    zone: event.zone,
    voice,
  },
})

/**
 * The host goes without a backup for a moment; who and when is kept.
 * @throws Refusal 404, 409 when the event is over or has begun, 422 for a moment that it can do without
 */
export async function acceptRisk(
  work: Work,
  viewer: { id: number },
  event_id: number,
  slot_id: number,
): Promise<ContingencyPlan> {
  const { event, order } = await aheadOf(work, viewer, event_id)
  const critical = await criticalOf(work.db, order)
  if (!critical.some((one) => one.slot_id === slot_id))
    throw new Refusal(422, 'common.invalid', { fields: { slot_id: { key: 'validation.option' } } })
  await work.db
    .insert(accepted_risks)
    .values({ event_id, slot_id, user_id: viewer.id, accepted_at: work.now.toISOString() })
    .onConflictDoNothing()
  return tellReady(work, event, order)
}

/** After a replacement: what is still there may be a whole plan again. */
export async function planAgain(work: Work, event: EventRow, order: OrderRow): Promise<void> {
  await tellReady(work, event, order)
}

/** Who accepted to go without a backup for a moment that is lost now decides anew. */
export async function forgetRisks(work: Work, event_id: number, slot_ids: readonly number[]): Promise<void> {
  if (slot_ids.length === 0) return
  await work.db
    .delete(accepted_risks)
    .where(and(eq(accepted_risks.event_id, event_id), inArray(accepted_risks.slot_id, [...slot_ids])))
}

/** Who is asked to play in place of somebody needn't stand by any more. */
export async function callBackups(
  work: Work,
  event_id: number,
  project_id: number,
  slot_ids: readonly number[],
): Promise<void> {
  const theirs = and(
    eq(event_backups.event_id, event_id),
    eq(event_backups.project_id, project_id),
    inArray(event_backups.slot_id, [...slot_ids]),
  )
  if (theirs) await backupSteps.takeAll(work, theirs, 'call', 'hunter')
}

/** Nobody stands by any more for an event that is off, or as a project that is gone; who did is told. */
export async function releaseBackups(
  work: Work,
  of: { event_id: number } | { project_id: number },
): Promise<void> {
  const which =
    'event_id' in of ? eq(event_backups.event_id, of.event_id) : eq(event_backups.project_id, of.project_id)
  const counting = await work.db
    .select()
    .from(event_backups)
    .where(and(which, inArray(event_backups.state, [...COUNTING])))
  await backupSteps.takeAll(work, which, 'release', 'system')
  if (!('event_id' in of)) return
  const event = await eventRow(work.db, of.event_id)
  const owners = await ownersOf(
    work.db,
    counting.map(({ project_id }) => project_id),
  )
  notify(
    work,
    counting.flatMap((backup) => {
      const owner_id = owners.get(backup.project_id)
      return event && owner_id !== undefined ? [toMusician(event, backup, owner_id, 'standby_over')] : []
    }),
  )
}

/** What becomes of somebody who was asked to stand by: each once at most. */
const ANSWERS = ['standby_yes', 'standby_no', 'standby_fell'] as const

/** Tells the host what became of somebody who was asked to stand by. */
async function tellHost(work: Work, backup: BackupRow, voice: (typeof ANSWERS)[number]): Promise<void> {
  const event = await eventRow(work.db, backup.event_id)
  if (!event || isOver(event.state)) return
  const order = await orderRow(work.db, event.order_id)
  const [project] = await work.db
    .select({ name: music_projects.name })
    .from(music_projects)
    .where(eq(music_projects.id, backup.project_id))
  notify(work, [
    {
      user_id: event.hunter_id,
      type: 'SCOUTING_INITIATED',
      subject: subject('standby', backup.id, { kind: 'event', id: event.id }),
      version: 1 + ANSWERS.indexOf(voice),
      value: String(order.id),
      params: { ...orderParams(order), ...(project?.name ? { project_name: project.name } : {}), voice },
    },
  ])
}

/**
 * A musician says whether they stand by; a yes can be taken back.
 * @throws Refusal 404, 403 for a collaborator, 409 when it is past that or their time is promised elsewhere
 */
export async function answerStandBy(
  work: Work,
  viewer: { id: number },
  backup_id: number,
  stands: boolean,
): Promise<StandBy> {
  const [known] = await standBysOf(work, viewer.id, backup_id)
  if (!known) throw notFound()
  if (!known.mine) throw new Refusal(403, 'budgets.owner_only')
  const [found] = await work.db
    .select({ order_id: events.order_id })
    .from(events)
    .innerJoin(event_backups, eq(event_backups.event_id, events.id))
    .where(eq(event_backups.id, backup_id))
  if (!found) throw notFound()
  await lockOrder(work, found.order_id)
  if (stands && (await isBooked(work, backup_id))) throw new Refusal(409, 'availability.taken')
  const row = await backupSteps.take(work, backup_id, stands ? 'agree' : 'decline', 'musician', {
    set: { answered_at: work.now.toISOString() },
    where: stands ? sql`not (${unanswered(work.now)})` : undefined,
  })
  await tellHost(work, row, stands ? 'standby_yes' : 'standby_no')
  return { ...known, state: row.state }
}

/** What time and other bookings do to somebody who was asked to stand by. */
export async function moveBackup(work: Work, backup_id: number): Promise<void> {
  const set = { answered_at: work.now.toISOString() }
  const where = (due: SQL) => sql`${event_backups.id} = ${backup_id} and ${due}`
  const lapsed = await backupSteps.takeAll(work, where(unanswered(work.now)), 'lapse', 'clock', { set })
  const fallen = await backupSteps.takeAll(work, where(bookedElsewhere), 'fall', 'clock', { set })
  for (const row of lapsed) await tellHost(work, row, 'standby_no')
  for (const row of fallen) await tellHost(work, row, 'standby_fell')
}
