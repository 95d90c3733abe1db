import { and, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { planDeliveries } from './commands.delivery.ts'
import type { InvitationStatus, NotificationType } from './contract.ts'
import { CHANNEL, type KeptNotification, row } from './queries.ts'
import { notifications } from './table.ts'

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
