import { and, desc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Language } from '#core/contract/language.ts'
import { idAfter, type Page, pageOf } from '#core/contract/page.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import type { Texts } from '#core/server/texts.ts'
import type {
  InvitationStatus,
  Notification,
  NotificationCounts,
  NotificationQuery,
  NotificationType,
} from './contract.ts'
import { planDeliveries } from './queries.delivery.ts'
import { wordsOf } from './rules.ts'
import { notifications } from './table.ts'

/** The channel on which new notifications are announced; the payload names users: `12,57`. */
export const CHANNEL = 'notifications'
/** A payload holds at most 8,000 bytes. */
const USERS_A_SIGNAL = 500

/** What somebody is to be told. Title and message are written when it is read, in the reader's language. */
export interface Message {
  user_id: number
  type: NotificationType
  /** What it is about, e.g. `order:12`. With user, type and version it is told once. */
  subject: string
  version?: number
  /** What it opens, as the type says: order, request or invitation id. */
  value?: string | null
  /**
   * Values of its texts (`notifications.<TYPE>.title|message`). An ISO instant becomes a date in `zone`;
   * `voice: 'musician'` picks the texts `title_musician` and `message_musician` where there are such.
   */
  params?: Record<string, string | number>
}

/**
 * Tells people, once per user, type, subject and version. The recipients are locked until the transaction
 * ends, so that a user's ids become visible in rising order: call it once per transaction, last, with
 * all messages.
 */
export async function notify(work: Work, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return
  const users = [...new Set(messages.map((message) => message.user_id))].sort((a, b) => a - b)
  // In rising order, so that two transactions with several recipients can't block each other.
  await work.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('notify:' || id, 0))
      from unnest(${sql.param(users)}::bigint[]) with ordinality as recipient (id, place) order by place`,
  )
  const told = await work.db
    .insert(notifications)
    .values(
      messages.map(({ user_id, type, subject, version, value, params }) => ({
        user_id,
        type,
        subject,
        version: version ?? 1,
        value: value ?? null,
        params: params ?? {},
        invitation_status: type === 'INVITE_BAND_MEMBER' ? ('in_process' as const) : null,
        created_at: work.now.toISOString(),
      })),
    )
    .onConflictDoNothing()
    .returning({ id: notifications.id, user_id: notifications.user_id, type: notifications.type })
  await planDeliveries(work, told)
  await signal(
    work.db,
    told.map((row) => row.user_id),
  )
}

/** Announces to every server process that something changed for these people, when the transaction commits. */
async function signal(db: Db, user_ids: readonly number[]): Promise<void> {
  const users = [...new Set(user_ids)]
  for (let at = 0; at < users.length; at += USERS_A_SIGNAL)
    await db.execute(sql`select pg_notify(${CHANNEL}, ${users.slice(at, at + USERS_A_SIGNAL).join(',')})`)
}

const row = {
  id: notifications.id,
  type: notifications.type,
  params: notifications.params,
  created_at: notifications.created_at,
  read: sql<boolean>`${notifications.read_at} is not null`,
  value: notifications.value,
  invitation_status: notifications.invitation_status,
}

/** A notification as kept: its words are still to be said. */
export type KeptNotification = {
  id: number
  type: string
  params: Record<string, string | number>
  created_at: string
  read: boolean
  value: string | null
  invitation_status: InvitationStatus | null
}

/** The words of what was said lately: a page asks for the same twenty each minute, and a broadcast for one text. */
const words = new Map<string, { title: string; message: string }>()
const WORDS_KEPT = 20_000

/** Says a kept notification in a language. */
export function said(texts: Texts, language: Language, { params, ...kept }: KeptNotification): Notification {
  const type = kept.type as NotificationType
  const key = `${language} ${type} ${JSON.stringify(params)}`
  let its = words.get(key)
  if (!its) {
    its = wordsOf(
      type,
      params,
      language,
      (key, values) => texts.say(language, key, values),
      (key) => texts.knows(language, key),
    )
    if (words.size >= WORDS_KEPT) words.clear()
    words.set(key, its)
  }
  return { ...kept, type, ...its }
}

const newest = (db: Db) =>
  db
    .select(row)
    .from(notifications)
    .where(
      and(
        sql`(${notifications.user_id}, ${notifications.id}) < (${sql.placeholder('user_id')}, ${sql.placeholder('before')})`,
        sql`(${notifications.user_id}, ${notifications.id}) > (${sql.placeholder('user_id')}, ${sql.placeholder('after')})`,
      ),
    )
    .orderBy(desc(notifications.user_id), desc(notifications.id))
    .limit(sql.placeholder('limit'))
    .prepare('notifications_of')
/** One statement per pool, parsed and planned once: the poll of every open page. */
const newestOf = new WeakMap<Db, ReturnType<typeof newest>>()

const FIRST_PAGE = Number.MAX_SAFE_INTEGER

/** Somebody's notifications, newest first; after `last_event_id` only, and of one type, when asked. */
export async function notificationsOf(
  db: Db,
  user_id: number,
  query: NotificationQuery,
): Promise<Page<KeptNotification>> {
  const before = idAfter(query.cursor) ?? FIRST_PAGE
  const after = query.last_event_id ?? 0
  const limit = query.limit + 1
  if (query.notification_type) {
    const { user_id: user, type, id } = notifications
    const key = sql`(${user}, ${type}, ${id})`
    const rows = await db
      .select(row)
      .from(notifications)
      .where(
        and(
          sql`${key} < (${user_id}, ${query.notification_type}, ${before})`,
          sql`${key} > (${user_id}, ${query.notification_type}, ${after})`,
        ),
      )
      .orderBy(desc(user), desc(type), desc(id))
      .limit(limit)
    return pageOf(rows, query.limit, ({ id }) => id)
  }
  const statement = newestOf.get(db) ?? newest(db)
  newestOf.set(db, statement)
  return pageOf(await statement.execute({ user_id, before, after, limit }), query.limit, ({ id }) => id)
}

/** How many somebody has, of each type and in all. */
export async function countsOf(db: Db, user_id: number): Promise<NotificationCounts> {
  const types = await db
    .select({
      type: notifications.type,
      total: sql<number>`count(*)`,
      unread: sql<number>`count(*) filter (where ${notifications.read_at} is null)`,
      last_id: sql<number>`max(${notifications.id})`,
    })
    .from(notifications)
    .where(eq(notifications.user_id, user_id))
    .groupBy(notifications.type)
  const sum = (key: 'total' | 'unread') => types.reduce((all, one) => all + one[key], 0)
  return {
    types: types.map(({ type, total, unread }) => ({ type: type as NotificationType, total, unread })),
    total: sum('total'),
    unread: sum('unread'),
    last_id: Math.max(0, ...types.map(({ last_id }) => last_id)),
  }
}

/** Marks one of somebody's notifications. @returns null when they have no such one */
export async function markRead(
  work: Work,
  user_id: number,
  id: number,
  read: boolean,
): Promise<KeptNotification | null> {
  const [kept] = await work.db
    .update(notifications)
    .set({ read_at: read ? sql`coalesce(${notifications.read_at}, ${work.now.toISOString()})` : null })
    .where(and(eq(notifications.id, id), eq(notifications.user_id, user_id)))
    .returning(row)
  if (kept) await signal(work.db, [user_id])
  return kept ?? null
}

/** Marks several of somebody's notifications; those that aren't theirs are left alone. @returns how many changed */
export async function markSome(
  work: Work,
  user_id: number,
  ids: readonly number[],
  read: boolean,
): Promise<number> {
  const { read_at } = notifications
  const marked = await work.db
    .update(notifications)
    .set({ read_at: read ? work.now.toISOString() : null })
    .where(
      and(
        eq(notifications.user_id, user_id),
        inArray(notifications.id, [...ids]),
        read ? isNull(read_at) : isNotNull(read_at),
      ),
    )
    .returning({ id: notifications.id })
  if (marked.length > 0) await signal(work.db, [user_id])
  return marked.length
}

/** Marks all of somebody's notifications as read, up to an id when given. @returns how many were unread */
export async function markAllRead(work: Work, user_id: number, to_id?: number): Promise<number> {
  const marked = await work.db
    .update(notifications)
    .set({ read_at: work.now.toISOString() })
    .where(
      and(
        eq(notifications.user_id, user_id),
        isNull(notifications.read_at),
        to_id ? lte(notifications.id, to_id) : undefined,
      ),
    )
    .returning({ id: notifications.id })
  if (marked.length > 0) await signal(work.db, [user_id])
  return marked.length
}

/** Marks as unread again what was marked at that instant. @returns how many */
export async function markUnread(work: Work, user_id: number, read_at: string): Promise<number> {
  const marked = await work.db
    .update(notifications)
    .set({ read_at: null })
    .where(and(eq(notifications.user_id, user_id), eq(notifications.read_at, read_at)))
    .returning({ id: notifications.id })
  if (marked.length > 0) await signal(work.db, [user_id])
  return marked.length
}

/**
 * Says on the invitee's notification how their band invitation stands now.
 * @param read true: it was answered, so it is read too
 */
export async function markInvitation(
  work: Work,
  invitation_ids: readonly number[],
  status: InvitationStatus,
  read: boolean,
): Promise<void> {
  if (invitation_ids.length === 0) return
  const marked = await work.db
    .update(notifications)
    .set({
      invitation_status: status,
      ...(read ? { read_at: sql`coalesce(${notifications.read_at}, ${work.now.toISOString()})` } : {}),
    })
    .where(
      and(
        eq(notifications.type, 'INVITE_BAND_MEMBER'),
        inArray(notifications.value, invitation_ids.map(String)),
      ),
    )
    .returning({ user_id: notifications.user_id })
  await signal(
    work.db,
    marked.map((one) => one.user_id),
  )
}

/** Removes everything that somebody was told. */
export async function forgetNotificationsOf(db: Db, user_id: number): Promise<void> {
  await db.delete(notifications).where(eq(notifications.user_id, user_id))
}

/** Removes what these people were told about these subjects, e.g. `invitation:12`. */
export async function forgetSubjects(
  db: Db,
  user_ids: readonly number[],
  subjects: readonly string[],
): Promise<void> {
  if (user_ids.length === 0 || subjects.length === 0) return
  const gone = await db
    .delete(notifications)
    .where(and(inArray(notifications.user_id, [...user_ids]), inArray(notifications.subject, [...subjects])))
    .returning({ user_id: notifications.user_id })
  await signal(
    db,
    gone.map(({ user_id }) => user_id),
  )
}
