import { and, eq, isNull } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { enqueue } from '#core/server/queues.ts'
import { machine } from '#core/server/steps.ts'
import { advance, lockOrder } from '#features/hiring/journey/commands.ts'
import { orderParams, SYSTEM } from '#features/hiring/journey/queries.ts'
import { canStep } from '#features/hiring/journey/rules.ts'
import { versionAt } from '#features/hiring/talent/rules.ts'
import { notify } from '#features/notifications/commands.ts'
import { deleteDocuments } from './commands.documents.ts'
import { planAnew } from './commands.stage.ts'
import { playersAt } from './queries.day.ts'
import { firstCall } from './queries.lifecycle.ts'
import { outOf } from './queries.substitutes.ts'
import type { EventRow } from './queries.ts'
import { gigReminders } from './queues.ts'
import { DELIVERED_AFTER, EVENT_STEPS, gigReminderDue, reminderDue, UPCOMING } from './rules.ts'
import { checklist_items, event_documents, event_performers, events } from './table.ts'

/* What the clock does with an event, and how it ends with its order. */

/** An event is over, and so is its order's way to it. */
export const eventDelivered = domainEvent<{ event_id: number; order_id: number }>('event.delivered')

export const eventSteps = machine({
  table: events,
  column: 'state',
  steps: EVENT_STEPS,
  moved_on: 'events.over',
})

/** Cancels the event of an order, or postpones it until it has its new day: what is open needn't be done any more. */
export async function endEvent(
  work: Work,
  order_id: number,
  step: 'cancel' | 'postpone',
): Promise<EventRow | undefined> {
  const [ended] = await eventSteps.takeAll(work, eq(events.order_id, order_id), step, 'system', {
    set: { ended_at: work.now.toISOString() },
  })
  if (!ended) return undefined
  await work.db
    .delete(checklist_items)
    .where(and(eq(checklist_items.event_id, ended.id), isNull(checklist_items.done_at)))
  return ended
}

/**
 * Removes the performer of a voided agreement from the event, what they had to do and what they handed over. The stage
 * of an event that hasn't begun is planned anew over who is left.
 */
export async function removePerformer(work: Work, order_id: number, contract_id: number): Promise<void> {
  const removed = await work.db
    .delete(event_performers)
    .where(eq(event_performers.contract_id, contract_id))
    .returning({ event_id: event_performers.event_id, project_id: event_performers.project_id })
  for (const { event_id, project_id } of removed) {
    const others = await work.db.$count(
      event_performers,
      and(eq(event_performers.event_id, event_id), eq(event_performers.project_id, project_id)),
    )
    if (others > 0) continue
    await work.db
      .delete(checklist_items)
      .where(
        and(
          eq(checklist_items.event_id, event_id),
          eq(checklist_items.project_id, project_id),
          isNull(checklist_items.done_at),
        ),
      )
    // Theirs, and from now on out of their reach.
    await deleteDocuments(
      work,
      and(eq(event_documents.event_id, event_id), eq(event_documents.project_id, project_id)),
    )
  }
  if (removed.length > 0) await planAnew(work, order_id)
}

/**
 * Writes to everybody who plays an upcoming event, once for each reminder that is due. No notification type is for it:
 * EVENT_REMINDER_SENT is the hunters'.
 */
async function remindPlayers(work: Work, event: EventRow): Promise<void> {
  if (!UPCOMING.includes(event.state)) return
  const it = eq(events.id, event.id)
  const [found] = await work.db.select({ first_call: firstCall }).from(events).where(it)
  const due = gigReminderDue(
    { ...event, first_call: found?.first_call ?? null, gig_sent: event.gig_reminder },
    work.now,
  )
  if (due === null) return
  await work.db.update(events).set({ gig_reminder: due }).where(it)
  const out = await outOf(work.db, event.id)
  const players = (await playersAt(work.db, event.id)).filter(
    ({ role, ...one }) =>
      // Who leads a band is called on the day, whoever plays.
      role === 'OWNER' ||
      !out.some((gone) => gone.user_id === one.user_id && gone.project_id === one.project_id),
  )
  for (const { user_id, project_id } of players)
    await enqueue(
      work,
      gigReminders,
      { event_id: event.id, project_id, user_id },
      // An event that got another day is confirmed again, and reminded of again.
      { key: `${event.id}:${project_id}:${user_id}:${due}:${event.confirmed_at}` },
    )
}

/**
 * Does for one event what is due at this hour: reminds those who play, and the host of what is open, marks it ready while nothing is, live
 * from its start on, and delivered a day after its end (its order too).
 */
export async function advanceEvent(work: Work, event_id: number): Promise<void> {
  const [found] = await work.db.select().from(events).where(eq(events.id, event_id))
  if (!found) return
  // Order before event, as everybody locks them.
  const order = await lockOrder(work, found.order_id)
  const [event] = await work.db.select().from(events).where(eq(events.id, event_id)).for('update')
  if (!event) return
  const now = work.now.getTime()
  const it = eq(events.id, event_id)
  await remindPlayers(work, event)
  if (now >= Date.parse(event.ends_at) + DELIVERED_AFTER) {
    const [delivered] = await eventSteps.takeAll(work, it, 'deliver', 'clock', {
      set: { ended_at: work.now.toISOString() },
    })
    if (!delivered || !canStep('deliver', order.stage)) return
    await advance(work, order.id, 'deliver', SYSTEM)
    await raise(work, eventDelivered, { event_id, order_id: order.id })
    return
  }
  if (now >= Date.parse(event.starts_at)) {
    await eventSteps.takeAll(work, it, 'begin', 'clock')
    return
  }
  const open = await work.db.$count(
    checklist_items,
    and(eq(checklist_items.event_id, event_id), isNull(checklist_items.done_at)),
  )
  await eventSteps.takeAll(work, it, open === 0 ? 'get_ready' : 'reopen', 'clock')
  const due = reminderDue({ ...event, sent: event.reminder }, work.now)
  if (due === null) return
  await work.db.update(events).set({ reminder: due }).where(it)
  // Nothing open, nothing to remind of.
  if (open === 0) return
  notify(work, [
    {
      user_id: event.hunter_id,
      type: 'EVENT_REMINDER_SENT',
      subject: subject('order', order.id),
      // An event that got another day is confirmed again, and reminded of again.
      version: versionAt(new Date(event.confirmed_at)) + due,
      value: String(order.id),
      params: { ...orderParams(order), count: open },
    },
  ])
}
