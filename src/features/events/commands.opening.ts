import { eq } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { writeTogether } from '#core/server/together.ts'
import { activeAgreements } from '#features/contracts/queries.ts'
import { lockOrder } from '#features/hiring/journey/commands.ts'
import type { OrderRow } from '#features/hiring/journey/queries.ts'
import { deleteDocumentsOfOthers } from './commands.documents.ts'
import { eventSteps } from './commands.lifecycle.ts'
import { gainPerformers } from './commands.risk.ts'
import { planAnew } from './commands.stage.ts'
import type { Schedule, StagePlan } from './contract.ts'
import { type ActiveAgreement, type Booked, stageFactsOf } from './queries.stage.ts'
import type { EventRow } from './queries.ts'
import { planStage } from './rules.stage.ts'
import { EVENT_STEPS, firstChecklist } from './rules.ts'
import {
  accepted_risks,
  checklist_items,
  event_backups,
  event_losses,
  event_performers,
  event_substitutes,
  events,
} from './table.ts'

/* How an order whose agreements came into force becomes an event. */

/**
 * Creates the event of an order whose agreements came into force, with schedules and the first checklist; or adds
 * performers to the event that is there. The order was confirmed, and is tracked by now.
 * @throws Refusal 409 `hiring.moved_on` when neither the order nor an agreement says when it is
 */
export async function openEvent(work: Work, order_id: number): Promise<void> {
  const order = await lockOrder(work, order_id)
  const agreements = await activeAgreements(work.db, order_id)
  const { facts, booked, hasEvent } = await stageFactsOf(work.db, order, agreements)
  const { plan, schedules } = planStage(facts)
  const { event, isNew } = await eventFor(work, order, agreements, plan, hasEvent)
  const known = isNew
    ? []
    : await work.db
        .select({ contract_id: event_performers.contract_id })
        .from(event_performers)
        .where(eq(event_performers.event_id, event.id))
  const added = agreements.filter(({ id }) => !known.some(({ contract_id }) => contract_id === id))
  await addPerformers(work, order, event, added, { isNew, booked, schedules })
  // Whoever comes in later changes when the others set up and check.
  if (!isNew && added.length > 0) {
    await planAnew(work, order_id)
    await gainPerformers(work, order, event, added)
  }
}

/** The event of an order: a new one, a postponed or cancelled one that starts over, or the one that is there. */
async function eventFor(
  work: Work,
  order: OrderRow,
  agreements: readonly ActiveAgreement[],
  stage_plan: StagePlan,
  hasEvent: boolean,
): Promise<{ event: EventRow; isNew: boolean }> {
  const now = work.now.toISOString()
  const starts_at = order.starts_at ?? agreements[0]?.terms.event.starts_at
  const ends_at = order.ends_at ?? agreements.at(-1)?.terms.event.ends_at
  if (!starts_at || !ends_at) throw new Refusal(409, 'hiring.moved_on')
  const values = {
    order_id: order.id,
    hunter_id: order.hunter_id,
    title: order.title,
    type: order.type ?? 'other',
    starts_at,
    ends_at,
    zone: order.zone,
    city: order.city,
    place: order.brief.event?.address || null,
    lat: order.lat,
    lng: order.lng,
    guests: order.guests,
    setting: order.brief.event?.setting ?? null,
    confirmed_at: now,
    created_at: now,
    opens_at: null,
    stage_plan,
  }
  // The order is locked: nobody else opens it meanwhile.
  if (!hasEvent) {
    const [created] = await work.db
      .insert(events)
      .values({ ...values, state: EVENT_STEPS.create.to })
      .returning()
    if (!created) throw notFound()
    return { event: created, isNew: true }
  }
  const [restarted] = await eventSteps.takeAll(work, eq(events.order_id, order.id), 'restart', 'system', {
    set: { ...values, reminder: 0, gig_reminder: 0, ended_at: null, backups_ranked_at: null },
  })
  if (restarted) {
    await work.db.delete(event_performers).where(eq(event_performers.event_id, restarted.id))
    await work.db.delete(event_losses).where(eq(event_losses.event_id, restarted.id))
    await work.db.delete(event_backups).where(eq(event_backups.event_id, restarted.id))
    await work.db.delete(event_substitutes).where(eq(event_substitutes.event_id, restarted.id))
    await work.db.delete(accepted_risks).where(eq(accepted_risks.event_id, restarted.id))
    await work.db.delete(checklist_items).where(eq(checklist_items.event_id, restarted.id))
    const playing = agreements.map(({ project_id }) => project_id)
    await deleteDocumentsOfOthers(work, restarted.id, playing)
    return { event: restarted, isNew: true }
  }
  const [event] = await work.db.select().from(events).where(eq(events.order_id, order.id))
  if (!event) throw notFound()
  return { event, isNew: false }
}

/** Adds who plays by new agreements, when they have to be where, and what is to be done. */
async function addPerformers(
  work: Work,
  order: OrderRow,
  event: EventRow,
  added: readonly ActiveAgreement[],
  {
    isNew,
    booked,
    schedules,
  }: { isNew: boolean; booked: ReadonlyMap<number, Booked>; schedules: ReadonlyMap<number, Schedule> },
): Promise<void> {
  const performers = added.flatMap(({ id, project_id, terms }) => {
    const schedule = schedules.get(project_id)
    if (!schedule) return []
    return {
      event_id: event.id,
      project_id,
      contract_id: id,
      line_up: terms.artist.line_up,
      schedule,
    }
  })
  // Who has two agreements has one list.
  const projects = [...new Map(added.map((one) => [one.project_id, one])).values()]
  const planned = firstChecklist(
    {
      type: event.type,
      setting: event.setting,
      guests: event.guests,
      starts_at: event.starts_at,
      sound_available: order.brief.technical?.sound_available ?? null,
      performers: projects.map(({ project_id, budget_id, terms }) => ({
        project_id,
        format: booked.get(budget_id)?.format ?? null,
        brings_sound: booked.get(budget_id)?.includes_sound ?? false,
        balance_due_at: terms.fees.balance > 0 ? terms.fees.balance_due_at : null,
      })),
    },
    work.now,
  ).filter((item) => isNew || item.owner === 'musician')
  await writeTogether(work.db, [
    ...(performers.length > 0 ? [work.db.insert(event_performers).values(performers)] : []),
    ...(planned.length > 0
      ? [work.db.insert(checklist_items).values(planned.map((item) => ({ event_id: event.id, ...item })))]
      : []),
  ])
}
