import { and, asc, count, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Language } from '#core/contract/language.ts'
import type { Work } from '#core/server/app.ts'
import { present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { enqueue } from '#core/server/queues.ts'
import type { Viewer } from '#core/server/route.ts'
import { newToken } from '#core/server/secrets.ts'
import { users } from '#features/accounts/table.ts'
import type { EmailChoice, LetterKind, NotificationSettings, NotificationType } from './contract.ts'
import {
  choiceOf,
  type Due,
  type Preferences,
  preferencesIn,
  preferencesOf,
  settingsOf,
  wants,
} from './queries.delivery.ts'
import { columns, type StoredNotification } from './queries.ts'
import { deliveries as deliver } from './queues.ts'
import {
  type Channel,
  dueAt,
  type Hours,
  isPushService,
  isUrgent,
  letterFrom,
  QUIET,
  typesOf,
} from './rules.delivery.ts'
import {
  notification_deliveries as deliveries,
  notifications,
  notification_preferences as preferences,
  push_subscriptions,
  notification_settings as settings,
} from './table.ts'

/** What one letter or push contains. */
export interface Digest {
  email: string
  name: string
  language: Language
  account_type: Viewer['account_type']
  hours: Hours
  letter_token: string
  /** Unread and still wanted, oldest first. */
  told: (StoredNotification & { type: NotificationType })[]
  /** How many are unread in all. */
  unread: number
}

/** What is left to send of what was due; null when there is nobody to send it to, or nothing. */
export async function digestOf(db: Db, due: Due): Promise<Digest | null> {
  await ensureSettings(db, due.user_id)
  const [person] = await db
    .select({
      email: users.email,
      name: present(users.name),
      language: users.language,
      account_type: users.account_type,
      letter_token: settings.letter_token,
    })
    .from(users)
    .innerJoin(settings, eq(settings.user_id, users.id))
    .where(eq(users.id, due.user_id))
  const wanted = await preferencesOf(db, due.user_id)
  if (!person || !wanted || (due.channel === 'email' && !wanted.has_email)) return null
  const rows = await db
    .select(columns)
    .from(notifications)
    .where(
      and(
        eq(notifications.user_id, due.user_id),
        inArray(notifications.id, due.notification_ids),
        isNull(notifications.read_at),
      ),
    )
    .orderBy(asc(notifications.id))
  const told = rows.flatMap((row) => {
    const type = row.type as NotificationType
    const { email, push } = choiceOf(wanted, type)
    const isWanted = due.channel === 'email' ? email !== 'off' : push
    return isWanted ? [{ ...row, type }] : []
  })
  if (told.length === 0) return null
  const [unread] = await db
    .select({ count: count() })
    .from(notifications)
    .where(and(eq(notifications.user_id, due.user_id), isNull(notifications.read_at)))
  return { ...person, hours: wanted.hours, told, unread: unread?.count ?? 0 }
}

/** Browsers of one person; the oldest gives way. */
const BROWSERS_MAX = 20

/** The row that holds somebody's hours, made with the defaults where there is none. */
export async function ensureSettings(db: Db, user_id: number): Promise<void> {
  await db
    .insert(settings)
    .values({ user_id, quiet_from: QUIET.from, quiet_to: QUIET.to, letter_token: newToken() })
    .onConflictDoNothing()
}

/** What somebody changes; keys that are left out stay as they are. */
export interface SettingsChanges {
  zone?: string | undefined
  quiet?: { from: string; to: string } | null | undefined
  types?:
    | readonly { type: NotificationType; email?: EmailChoice | undefined; push?: boolean | undefined }[]
    | undefined
}

/** Changes what somebody wants. What waits is sent as they want it from now on. */
export async function changeSettings(
  work: Work,
  viewer: Pick<Viewer, 'id' | 'account_type'>,
  { zone, quiet, types = [] }: SettingsChanges,
): Promise<NotificationSettings> {
  const { db } = work
  if (quiet && quiet.from === quiet.to)
    throw new Refusal(422, 'common.invalid', { fields: { quiet: { key: 'validation.same_times' } } })
  await ensureSettings(db, viewer.id)
  const hours = {
    ...(zone === undefined ? {} : { zone }),
    ...(quiet === undefined ? {} : { quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }),
  }
  if (Object.keys(hours).length > 0)
    await db.update(settings).set(hours).where(eq(settings.user_id, viewer.id))
  const chosen = types.flatMap(({ type, email, push }) => [
    ...(email === undefined ? [] : [{ type, channel: 'email' as const, choice: email }]),
    ...(push === undefined
      ? []
      : [{ type, channel: 'push' as const, choice: push ? ('now' as const) : ('off' as const) }]),
  ])
  // Of a type that is named more than once, what is said last counts.
  const last = new Map(chosen.map((one) => [`${one.type} ${one.channel}`, { user_id: viewer.id, ...one }]))
  if (last.size > 0)
    await db
      .insert(preferences)
      .values([...last.values()])
      .onConflictDoUpdate({
        target: [preferences.user_id, preferences.type, preferences.channel],
        set: { choice: sql`excluded.choice` },
      })
  await replanDeliveries(work, viewer.id)
  return settingsOf(db, viewer)
}

/** Turns letters of a type off, or all of them. @throws Refusal 404 for a link nobody was sent */
export async function stopLetters(work: Work, token: string, kind: LetterKind): Promise<void> {
  const [owner] = await work.db
    .select({ id: users.id, account_type: users.account_type })
    .from(settings)
    .innerJoin(users, eq(users.id, settings.user_id))
    .where(eq(settings.letter_token, token))
  if (!owner) throw new Refusal(404, 'notifications.unknown_link')
  const types = kind === 'all' ? typesOf(owner.account_type) : [kind]
  await changeSettings(work, owner, { types: types.map((type) => ({ type, email: 'off' })) })
}

// ─── Browsers ────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Saves a browser's subscription; a known one passes to whoever is signed in there now.
 * @throws Refusal 422 for an address that is no push service's
 */
export async function saveBrowser(
  work: Work,
  viewer: Pick<Viewer, 'id' | 'session_id'>,
  browser: { endpoint: string; keys: { p256dh: string; auth: string }; user_agent: string | null },
): Promise<void> {
  const { db, app, now } = work
  if (!isPushService(browser.endpoint, app.config.env !== 'production'))
    throw new Refusal(422, 'common.invalid', { fields: { endpoint: { key: 'validation.push_service' } } })
  const values = {
    user_id: viewer.id,
    session_id: viewer.session_id,
    ...browser.keys,
    user_agent: browser.user_agent,
  }
  await db
    .insert(push_subscriptions)
    .values({ ...values, endpoint: browser.endpoint, created_at: now.toISOString() })
    .onConflictDoUpdate({ target: push_subscriptions.endpoint, set: values })
  await db
    .delete(push_subscriptions)
    .where(
      inArray(
        push_subscriptions.id,
        db
          .select({ id: push_subscriptions.id })
          .from(push_subscriptions)
          .where(eq(push_subscriptions.user_id, viewer.id))
          .orderBy(desc(push_subscriptions.id))
          .offset(BROWSERS_MAX),
      ),
    )
}

/** Removes one of somebody's browsers. @throws Refusal 404 when it isn't theirs */
export async function removeBrowserOf(db: Db, user_id: number, id: number): Promise<void> {
  const gone = await db
    .delete(push_subscriptions)
    .where(and(eq(push_subscriptions.id, id), eq(push_subscriptions.user_id, user_id)))
    .returning({ id: push_subscriptions.id })
  if (gone.length === 0) throw notFound()
}

/** Deletes a browser whose push service says that it is gone. */
export async function deleteBrowser(db: Db, id: number): Promise<void> {
  await db.delete(push_subscriptions).where(eq(push_subscriptions.id, id))
}

// ─── What is to be sent ──────────────────────────────────────────────────────────────────────────────────────

interface Told extends Preferences {
  id: number
  user_id: number
  type: string
  params: Record<string, string | number>
}

/** Plans letters and pushes about what was told just now, as each person wants them. */
export async function planDeliveries(work: Work, told: readonly Told[]): Promise<void> {
  const { db, now } = work
  const planned: { notification_id: number; user_id: number; channel: Channel; due: Date }[] = []
  for (const { id, user_id, type: stored_type, params, ...wanted } of told) {
    const type = stored_type as NotificationType
    const { email, push } = choiceOf(wanted, type)
    const urgent = isUrgent({ type, params }, now)
    const plan = (channel: Channel, choice: 'now' | 'daily') =>
      planned.push({
        notification_id: id,
        user_id,
        channel,
        due:
          choice === 'now' && urgent
            ? now
            : dueAt(choice, channel === 'email' ? letterFrom(type, now) : now, wanted.hours),
      })
    if (wanted.has_email && email !== 'off') plan('email', email)
    if (wanted.has_push && push) plan('push', 'now')
  }
  if (planned.length === 0) return
  await db.execute(sql`
    insert into notification_deliveries (notification_id, user_id, channel, due_at)
    select * from unnest(${sql.param(planned.map((one) => one.notification_id))}::bigint[],
      ${sql.param(planned.map((one) => one.user_id))}::bigint[], ${sql.param(planned.map((one) => one.channel))}::text[],
      ${sql.param(planned.map((one) => one.due.toISOString()))}::timestamptz[])`)
  const at_once = planned.filter(({ due }) => due.getTime() <= now.getTime())
  if (at_once.length > 0)
    await enqueue(work, deliver, { user_ids: [...new Set(at_once.map(({ user_id }) => user_id))] })
}

/** Plans again what is waiting for somebody, after they changed their preferences. */
async function replanDeliveries(work: Work, user_id: number): Promise<void> {
  const { db } = work
  const waiting = await db
    .delete(deliveries)
    .where(eq(deliveries.user_id, user_id))
    .returning({ notification_id: deliveries.notification_id })
  const ids = [...new Set(waiting.map(({ notification_id }) => notification_id))]
  if (ids.length === 0) return
  const { id, type, params, read_at } = notifications
  const told = await db
    .select({ id, user_id: notifications.user_id, type, params, ...wants })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.user_id))
    .leftJoin(settings, eq(settings.user_id, users.id))
    .where(and(inArray(id, ids), isNull(read_at)))
    .orderBy(asc(id))
  await planDeliveries(work, told.map(preferencesIn))
}

/** Claims what is due to somebody, so that it is sent once: whoever comes second gets nothing. */
export async function claimDue(db: Db, user_id: number, now: Date): Promise<Due[]> {
  const rows = await db
    .delete(deliveries)
    .where(and(eq(deliveries.user_id, user_id), lte(deliveries.due_at, now.toISOString())))
    .returning({
      channel: deliveries.channel,
      subscription_id: deliveries.subscription_id,
      notification_id: deliveries.notification_id,
    })
  const by = new Map<string, Due>()
  for (const { channel, subscription_id, notification_id } of rows) {
    const key = `${channel} ${subscription_id}`
    const due = by.get(key) ?? { user_id, channel, subscription_id, notification_ids: [] }
    due.notification_ids.push(notification_id)
    by.set(key, due)
  }
  return [...by.values()]
}

/** Returns what came due in quiet hours, to be sent at their end. */
export async function returnDue(
  db: Db,
  { user_id, channel, notification_ids, subscription_id }: Due,
  until: Date,
) {
  await db.insert(deliveries).values(
    notification_ids.map((notification_id) => ({
      notification_id,
      user_id,
      channel,
      subscription_id,
      due_at: until.toISOString(),
    })),
  )
}

/** Deletes somebody's preferences and browsers. */
export async function deletePreferencesOf(db: Db, user_id: number): Promise<void> {
  for (const table of [settings, preferences, push_subscriptions])
    await db.delete(table).where(eq(table.user_id, user_id))
}
