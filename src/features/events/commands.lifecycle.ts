import { and, eq, inArray, isNull } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { activeAgreements } from '#features/contracts/queries.ts'
import { advance, lockOrder } from '#features/hiring/commands.ts'
import { orderParams, SYSTEM } from '#features/hiring/queries.ts'
import { canStep } from '#features/hiring/rules.ts'
import { requests } from '#features/hiring/table.ts'
import { notify } from '#features/notifications/commands.ts'
import { services } from '#features/services/table.ts'
import {
  DELIVERED_AFTER,
  EVENT_STEPS,
  type EventStep,
  firstChecklist,
  reminderDue,
  scheduleOf,
} from './rules.ts'
import { checklist_items, event_performers, events } from './table.ts'

/* How an event comes to be, what the clock does with it, and how it ends. */

/**
 * Makes the event of an order whose agreements came into force, with schedules and the first checklist; or adds
 * performers to the event that is there. The order goes on to tracking.
 */
export async function openEvent(work: Work, order_id: number): Promise<void> {
  const order = await lockOrder(work, order_id)
  const agreements = await activeAgreements(work.db, order_id)
  const now = work.now.toISOString()
  const starts_at = order.starts_at ?? agreements[0]?.terms.event.starts_at
  const ends_at = order.ends_at ?? agreements.at(-1)?.terms.event.ends_at
  if (!starts_at || !ends_at) throw new Refusal(409, 'hiring.moved_on')
  const values = {
    order_id,
    hunter_id: order.hunter_id,
    title: order.title,
    type: order.type ?? 'other',
    state: 'confirmed' as const,
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
  } satisfies typeof events.$inferInsert
  const [made] = await work.db
    .insert(events)
    .values(values)
    // An event that was put off and has its new day begins anew.
    .onConflictDoUpdate({
      target: events.order_id,
      set: { ...values, reminder: 0, ended_at: null },
      setWhere: inArray(events.state, ['postponed', 'cancelled']),
    })
    .returning()
  const [event] = made ? [made] : await work.db.select().from(events).where(eq(events.order_id, order_id))
  if (!event) throw notFound()
  if (made) {
    await work.db.delete(event_performers).where(eq(event_performers.event_id, event.id))
    await work.db.delete(checklist_items).where(eq(checklist_items.event_id, event.id))
  }

  const known = await work.db
    .select({ contract_id: event_performers.contract_id })
    .from(event_performers)
    .where(eq(event_performers.event_id, event.id))
  const fresh = agreements.filter(({ id }) => !known.some(({ contract_id }) => contract_id === id))
  const facts = await setupFacts(
    work.db,
    fresh.map(({ request_id }) => request_id),
  )
  if (fresh.length > 0)
    await work.db.insert(event_performers).values(
      fresh.map(({ id, project_id, slot_id, request_id, terms }) => ({
        event_id: event.id,
        project_id,
        contract_id: id,
        slot_id,
        intent: terms.event.intent,
        slot_title: terms.event.slot_title,
        line_up: terms.artist.line_up,
        schedule: scheduleOf(
          [{ starts_at: terms.event.starts_at, ends_at: terms.event.ends_at }],
          facts.get(request_id)?.setup_minutes ?? 30,
        ),
      })),
    )
  // Who plays two slots has one list.
  const projects = [...new Map(fresh.map((one) => [one.project_id, one])).values()]
  const planned = firstChecklist(
    {
      type: event.type,
      setting: event.setting,
      guests: event.guests,
      starts_at: event.starts_at,
      sound_available: order.brief.technical?.sound_available ?? null,
      performers: projects.map(({ project_id, request_id, terms }) => ({
        project_id,
        format: facts.get(request_id)?.format ?? null,
        brings_sound: facts.get(request_id)?.includes_sound ?? false,
        balance_due_at: terms.fees.balance > 0 ? terms.fees.balance_due_at : null,
      })),
    },
    work.now,
  ).filter((item) => made || item.owner === 'musician')
  if (planned.length > 0)
    await work.db.insert(checklist_items).values(planned.map((item) => ({ event_id: event.id, ...item })))
  if (canStep('open_tracking', order.stage)) await advance(work, order_id, 'open_tracking', SYSTEM)
}

/** What the booked services need to set up, by request. */
async function setupFacts(db: Db, request_ids: number[]) {
  if (request_ids.length === 0) return new Map<number, never>()
  const rows = await db
    .select({
      id: requests.id,
      setup_minutes: services.setup_minutes,
      includes_sound: services.includes_sound,
      format: services.format,
    })
    .from(requests)
    .innerJoin(services, eq(services.id, requests.service_id))
    .where(inArray(requests.id, request_ids))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Ends the event of an order, for good or until it has its new day: nothing is due any more. */
export async function endEvent(work: Work, order_id: number, name: 'cancel' | 'postpone'): Promise<void> {
  const [ended] = await work.db
    .update(events)
    .set({ state: EVENT_STEPS[name].to, ended_at: work.now.toISOString() })
    .where(and(eq(events.order_id, order_id), inArray(events.state, [...EVENT_STEPS[name].from])))
    .returning({ id: events.id })
  if (!ended) return
  await work.db
    .delete(checklist_items)
    .where(and(eq(checklist_items.event_id, ended.id), isNull(checklist_items.done_at)))
}

/** Takes a performer off the event, and what they had to do. */
export async function removePerformer(work: Work, contract_id: number): Promise<void> {
  const gone = await work.db
    .delete(event_performers)
    .where(eq(event_performers.contract_id, contract_id))
    .returning({ event_id: event_performers.event_id, project_id: event_performers.project_id })
  for (const { event_id, project_id } of gone) {
    const others = await work.db.$count(
      event_performers,
      and(eq(event_performers.event_id, event_id), eq(event_performers.project_id, project_id)),
    )
    if (others === 0)
      await work.db
        .delete(checklist_items)
        .where(
          and(
            eq(checklist_items.event_id, event_id),
            eq(checklist_items.project_id, project_id),
            isNull(checklist_items.done_at),
          ),
        )
  }
}

async function step(work: Work, id: number, name: EventStep): Promise<boolean> {
  const { rowCount } = await work.db
    .update(events)
    .set({
      state: EVENT_STEPS[name].to,
      ...(name === 'deliver' ? { ended_at: work.now.toISOString() } : {}),
    })
    .where(and(eq(events.id, id), inArray(events.state, [...EVENT_STEPS[name].from])))
  return Boolean(rowCount)
}

/**
 * Does for one event what its hour asks: a reminder of what is still open, ready while nothing is, live from the
 * first guest on, delivered a day after the end (its order too).
 */
export async function advanceEvent(work: Work, event_id: number): Promise<void> {
  const [found] = await work.db.select().from(events).where(eq(events.id, event_id))
  if (!found) return
  // Order before event, as everybody locks them.
  const order = await lockOrder(work, found.order_id)
  const [event] = await work.db.select().from(events).where(eq(events.id, event_id)).for('update')
  if (!event) return
  const now = work.now.getTime()
  if (now >= Date.parse(event.ends_at) + DELIVERED_AFTER) {
    if ((await step(work, event_id, 'deliver')) && canStep('deliver', order.stage))
      await advance(work, order.id, 'deliver', SYSTEM)
    return
  }
  if (now >= Date.parse(event.starts_at)) {
    await step(work, event_id, 'begin')
    return
  }
  const open = await work.db.$count(
    checklist_items,
    and(eq(checklist_items.event_id, event_id), isNull(checklist_items.done_at)),
  )
  await step(work, event_id, open === 0 ? 'get_ready' : 'open_again')
  const due = reminderDue({ ...event, sent: event.reminder }, work.now)
  if (due === null) return
  await work.db.update(events).set({ reminder: due }).where(eq(events.id, event_id))
  // Nothing open, nothing to remind of.
  if (open === 0) return
  await notify(work, [
    {
      user_id: event.hunter_id,
      type: 'EVENT_REMINDER_SENT',
      subject: `order:${order.id}`,
      version: due,
      value: String(order.id),
      params: { ...orderParams(order), count: open },
    },
  ])
}
