import { and, desc, eq, lte, sql } from 'drizzle-orm'
import webpush from 'web-push'
import { notFound } from '#core/contract/errors.ts'
import type { Db } from '#core/server/db.ts'
import type { Viewer } from '#core/server/route.ts'
import { users } from '#features/accounts/table.ts'
import type { EmailChoice, NotificationSettings, NotificationType, TypeChoice } from './contract.ts'
import { type Channel, defaultChoice, type Hours, QUIET, typesOf } from './rules.delivery.ts'
import {
  notification_deliveries as deliveries,
  notification_preferences as preferences,
  push_keys,
  push_subscriptions,
  notification_settings as settings,
} from './table.ts'

/** What one person is due on one way. */
export interface Due {
  user_id: number
  channel: Channel
  notification_ids: number[]
  /** One browser only; null: all of them. */
  subscription_id: number | null
}

// ─── What somebody wants ─────────────────────────────────────────────────────────────────────────────────────

export interface Preferences {
  account_type: Viewer['account_type']
  hours: Hours
  /** `TYPE channel` → choice, where it isn't the default */
  chosen: Record<string, EmailChoice>
  has_email: boolean
  has_push: boolean
}

/** What somebody wants, for a select from their account and, where they have any, their settings: `preferencesIn`. */
export const wants = {
  account_type: users.account_type,
  zone: settings.zone,
  quiet_from: settings.quiet_from,
  quiet_to: settings.quiet_to,
  has_settings: sql<boolean>`${settings.user_id} is not null`,
  chosen: sql<Record<string, EmailChoice>>`coalesce((
    select jsonb_object_agg(p.type || ' ' || p.channel, p.choice) from ${preferences} p where p.user_id = ${users.id}
  ), '{}')`,
  has_email: sql<boolean>`${users.verified_at} is not null and ${users.delete_at} is null`,
  has_push: sql<boolean>`exists (select from ${push_subscriptions} s where s.user_id = ${users.id})`,
}

type Wants = Omit<Preferences, 'hours'> & Hours & { has_settings: boolean }

/** A row of `wants`, with the usual hours for whoever has set none. */
export const preferencesIn = <Row extends Wants>({
  zone,
  quiet_from,
  quiet_to,
  has_settings,
  ...rest
}: Row) => ({
  ...rest,
  hours: has_settings
    ? { zone, quiet_from, quiet_to }
    : { zone: null, quiet_from: QUIET.from, quiet_to: QUIET.to },
})

/** What somebody wants; null when there is no such account. */
export async function preferencesOf(db: Db, user_id: number): Promise<Preferences | null> {
  const [found] = await db
    .select(wants)
    .from(users)
    .leftJoin(settings, eq(settings.user_id, users.id))
    .where(eq(users.id, user_id))
  return found ? preferencesIn(found) : null
}

export function choiceOf(
  { chosen, account_type }: Pick<Preferences, 'chosen' | 'account_type'>,
  type: NotificationType,
): TypeChoice {
  const normal = defaultChoice(type, account_type)
  const push = chosen[`${type} push`]
  return { type, email: chosen[`${type} email`] ?? normal.email, push: push ? push !== 'off' : normal.push }
}

/** The pair of keys of this server; made by whoever asks first. */
export async function pushKeys(db: Db): Promise<{ public_key: string; private_key: string }> {
  const read = async () => (await db.select().from(push_keys).where(eq(push_keys.id, 1)))[0]
  let keys = await read()
  if (!keys) {
    const { publicKey, privateKey } = webpush.generateVAPIDKeys()
    await db
      .insert(push_keys)
      .values({ id: 1, public_key: publicKey, private_key: privateKey })
      .onConflictDoNothing()
    keys = await read()
  }
  if (!keys) throw new Error('the push keys could not be stored')
  return keys
}

/** Everything on the settings card. */
export async function settingsOf(
  db: Db,
  viewer: Pick<Viewer, 'id' | 'account_type'>,
): Promise<NotificationSettings> {
  const wanted = await preferencesOf(db, viewer.id)
  if (!wanted) throw notFound()
  const { id, endpoint, user_agent, created_at } = push_subscriptions
  const browsers = await db
    .select({ id, endpoint, user_agent, created_at })
    .from(push_subscriptions)
    .where(eq(push_subscriptions.user_id, viewer.id))
    .orderBy(desc(id))
  return {
    ...wanted.hours,
    types: typesOf(viewer.account_type).map((type) => choiceOf(wanted, type)),
    browsers,
    push_key: (await pushKeys(db)).public_key,
  }
}

/** Somebody to whom something is due, at most that many. */
export async function peopleDue(db: Db, now: Date, most: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ user_id: deliveries.user_id })
    .from(deliveries)
    .where(lte(deliveries.due_at, now.toISOString()))
    .limit(most)
  return rows.map(({ user_id }) => user_id)
}

/** The ids of somebody's browsers. */
export async function browsersOf(db: Db, user_id: number): Promise<number[]> {
  const { id } = push_subscriptions
  const rows = await db.select({ id }).from(push_subscriptions).where(eq(push_subscriptions.user_id, user_id))
  return rows.map((row) => row.id)
}

/** How to reach one of somebody's browsers; null when it is gone. */
export async function browserOf(db: Db, user_id: number, id: number) {
  const [browser] = await db
    .select()
    .from(push_subscriptions)
    .where(and(eq(push_subscriptions.id, id), eq(push_subscriptions.user_id, user_id)))
  return browser ?? null
}

/** How somebody chose to be told, and in which browsers: without what a push or a letter is proved by. */
export async function preferenceDataOf(db: Db, user_id: number) {
  const [hours] = await db
    .select({
      zone: settings.zone,
      quiet_from: settings.quiet_from,
      quiet_to: settings.quiet_to,
    })
    .from(settings)
    .where(eq(settings.user_id, user_id))
  const choices = await db
    .select({
      type: preferences.type,
      channel: preferences.channel,
      choice: preferences.choice,
    })
    .from(preferences)
    .where(eq(preferences.user_id, user_id))
    .orderBy(preferences.type, preferences.channel)
  const browsers = await db
    .select({ user_agent: push_subscriptions.user_agent, created_at: push_subscriptions.created_at })
    .from(push_subscriptions)
    .where(eq(push_subscriptions.user_id, user_id))
    .orderBy(push_subscriptions.id)
  if (!hours && choices.length === 0 && browsers.length === 0) return []
  return { ...hours, choices, browsers }
}
