import { and, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { type Db, turnOf } from '#core/server/db.ts'
import { announcement, signals } from '#core/server/live.ts'
import { enqueued } from '#core/server/queues.ts'
import { atEnd, collect } from '#core/server/work.ts'
import { users } from '#features/accounts/table.ts'
import { planDeliveries } from './commands.delivery.ts'
import type { InvitationStatus, NotificationType } from './contract.ts'
import { preferencesIn, wants } from './queries.delivery.ts'
import { inbox } from './queries.live.ts'
import { columns, type StoredNotification } from './queries.ts'
import { notifications, notification_settings as settings } from './table.ts'

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
  /** A letter of its own tells them too: this brings no other, whatever they chose for its type. */
  hasLetter?: boolean
}

/** What is told once, as one text. */
const keyOf = ({
  user_id,
  type,
  subject,
  version = 1,
}: {
  user_id: number
  type: string
  subject: string
  version?: number
}): string => `${user_id} ${type} ${subject} ${version}`

/**
 * Tells people, once per user, type, subject and version, when the transaction ends. The recipients are locked until
 * it has committed, so that a user's ids become visible in rising order.
 */
const messages = atEnd<Message>(
  'notifications.tell',
  async (work, told) => {
    const written = new Set(told.filter(({ hasLetter }) => hasLetter).map(keyOf))
    const added = await insertTold(work, told)
    await planDeliveries(
      work,
      added.map((one) => (written.has(keyOf(one)) ? { ...one, has_email: false } : one)),
    )
  },
  { feeds: [enqueued] },
)

/**
 * Locks the recipients, inserts what is new and has their open pages look again, in a statement with as many parameters
 * for ten thousand people as for one. The locks come before the first id: what is inserted is joined to their count.
 * @returns what is new, with how its reader wants to hear of it
 */
async function insertTold({ db, now }: Work, told: readonly Message[]) {
  const column = <Value>(of: (message: Message) => Value) => sql.param(told.map(of))
  // In rising order, so that two transactions with several recipients can't block each other.
  const recipients = [...new Set(told.map(({ user_id }) => user_id))].sort((a, b) => a - b)
  const { id, user_id, type, subject, version, params } = notifications
  const added = db.$with('added', { id, user_id, type, subject, version, params }).as(sql`
    with locked as materialized (
      select pg_advisory_xact_lock(${turnOf('notify', sql`id`)})
      from (select id from unnest(${sql.param(recipients)}::bigint[]) with ordinality as recipient (id, place)
        order by place) in_turn
    ), all_locked as materialized (select count(*) as people from locked)
    insert into ${notifications} (user_id, type, subject, version, value, params, invitation_status, created_at)
    select user_id, type, subject, version, value, params,
      case when type = 'INVITE_BAND_MEMBER' then 'in_process' end, ${now.toISOString()}
    from unnest(${column(({ user_id }) => user_id)}::bigint[], ${column(({ type }) => type)}::text[],
      ${column(({ subject }) => subject)}::text[], ${column(({ version }) => version ?? 1)}::int[],
      ${column(({ value }) => value ?? null)}::text[], ${column(({ params }) => JSON.stringify(params ?? {}))}::jsonb[])
      with ordinality as told (user_id, type, subject, version, value, params, place), all_locked
    where people > 0
    order by place
    on conflict do nothing
    returning id, user_id, type, subject, version, params`)
  const rows = await db
    .with(added)
    .select({
      id: added.id,
      user_id: added.user_id,
      type: added.type,
      subject: added.subject,
      version: added.version,
      params: added.params,
      ...wants,
      // With the first row: where nothing is new, nobody looks.
      announced: announcement(recipients.map((user_id) => ({ user_id, topic: inbox.topic }))),
    })
    .from(added)
    .innerJoin(users, eq(users.id, added.user_id))
    .leftJoin(settings, eq(settings.user_id, users.id))
    .orderBy(added.id)
  return rows.map(preferencesIn)
}

/** Tells people something: at the end of the transaction, together with whatever else they are told in it. */
export const notify = (work: Work, told: readonly Message[]): void => collect(work, messages, told)

/** Has the open pages of these people look again, once the transaction has committed. */
const refreshOpenPages = (work: Work, user_ids: readonly number[]): void =>
  collect(
    work,
    signals,
    user_ids.map((user_id) => ({ user_id, topic: inbox.topic })),
  )

/** Marks one of somebody's notifications. @returns null when they have no such one */
export async function markRead(
  work: Work,
  user_id: number,
  id: number,
  read: boolean,
): Promise<StoredNotification | null> {
  const [marked] = await work.db
    .update(notifications)
    .set({ read_at: read ? sql`coalesce(${notifications.read_at}, ${work.now.toISOString()})` : null })
    .where(and(eq(notifications.id, id), eq(notifications.user_id, user_id)))
    .returning(columns)
  if (marked) refreshOpenPages(work, [user_id])
  return marked ?? null
}

/** Marks what somebody was told of that type about a subject, up to a version. */
export async function markAboutRead(
  work: Work,
  user_id: number,
  type: NotificationType,
  subject: string,
  to_version: number,
): Promise<void> {
  const marked = await work.db
    .update(notifications)
    .set({ read_at: work.now.toISOString() })
    .where(
      and(
        eq(notifications.user_id, user_id),
        eq(notifications.type, type),
        eq(notifications.subject, subject),
        lte(notifications.version, to_version),
        isNull(notifications.read_at),
      ),
    )
    .returning({ id: notifications.id })
  if (marked.length > 0) refreshOpenPages(work, [user_id])
}

/** Marks several of somebody's notifications; others' are ignored. @returns how many changed */
export async function markMany(
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
  if (marked.length > 0) refreshOpenPages(work, [user_id])
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
  if (marked.length > 0) refreshOpenPages(work, [user_id])
  return marked.length
}

/** Marks as unread again what was marked at that instant. @returns how many */
export async function markUnread(work: Work, user_id: number, read_at: string): Promise<number> {
  const marked = await work.db
    .update(notifications)
    .set({ read_at: null })
    .where(and(eq(notifications.user_id, user_id), eq(notifications.read_at, read_at)))
    .returning({ id: notifications.id })
  if (marked.length > 0) refreshOpenPages(work, [user_id])
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
  refreshOpenPages(
    work,
    marked.map((one) => one.user_id),
  )
}

/** Deletes everything that somebody was told. */
export async function deleteNotificationsOf(db: Db, user_id: number): Promise<void> {
  await db.delete(notifications).where(eq(notifications.user_id, user_id))
}

/**
 * What these people were told about these subjects, or about parts of others that are one of them (`standby:3/event:12`), no
 * longer says what somebody whose account is gone called their event.
 */
export async function forgetEventTitles(
  db: Db,
  user_ids: readonly number[],
  subjects: readonly Subject[],
): Promise<void> {
  if (user_ids.length === 0 || subjects.length === 0) return
  const { params, subject, user_id } = notifications
  const some = sql`(${sql.param(subjects)}::text[])`
  await db
    .update(notifications)
    .set({ params: sql`${params} - 'event_title' - 'order_name'` })
    .where(
      and(
        inArray(user_id, [...user_ids]),
        sql`${params} ?| array['event_title', 'order_name']`,
        sql`(split_part(${subject}, '/', 1) = any ${some} or split_part(${subject}, '/', 2) = any ${some})`,
      ),
    )
}

/** Deletes what these people were told about these subjects, e.g. `invitation:12`. */
export async function deleteAboutSubjects(
  work: Work,
  user_ids: readonly number[],
  subjects: readonly string[],
): Promise<void> {
  if (user_ids.length === 0 || subjects.length === 0) return
  const gone = await work.db
    .delete(notifications)
    .where(and(inArray(notifications.user_id, [...user_ids]), inArray(notifications.subject, [...subjects])))
    .returning({ user_id: notifications.user_id })
  refreshOpenPages(
    work,
    gone.map(({ user_id }) => user_id),
  )
}
