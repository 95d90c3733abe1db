import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Language } from '#core/contract/language.ts'
import { idAfter, type Page, pageOf } from '#core/contract/page.ts'
import type { Reading } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { extensionPoint, gather } from '#core/server/events.ts'
import { preparedRead } from '#core/server/prepared.ts'
import type { Viewer } from '#core/server/route.ts'
import type { Texts } from '#core/server/texts.ts'
import type {
  InvitationStatus,
  Notification,
  NotificationCounts,
  NotificationQuery,
  NotificationType,
} from './contract.ts'
import { wordsOf } from './rules.ts'
import { notifications } from './table.ts'

export const columns = {
  id: notifications.id,
  type: notifications.type,
  /** As text: most texts of a page were made before, and are found by it. */
  params: sql<string>`${notifications.params}::text`,
  created_at: notifications.created_at,
  read: sql<boolean>`${notifications.read_at} is not null`,
  value: notifications.value,
  invitation_status: notifications.invitation_status,
}

/** A notification as it is stored: its texts are made when it is read. */
export type StoredNotification = {
  id: number
  type: string
  /** What its texts are made with, a JSON object by name. */
  params: string
  created_at: string
  read: boolean
  value: string | null
  invitation_status: InvitationStatus | null
}

/**
 * Texts made lately, by language and type and then by what they are made with: a page asks for the same twenty each minute,
 * and a broadcast has one text for all.
 */
const words = new Map<string, Map<string, { title: string; message: string }>>()
/** Of each language and type. */
const MAX_CACHED = 1_000

/** A stored notification with its texts in a language. */
export function localized(
  texts: Texts,
  language: Language,
  { id, type: stored_type, params, created_at, read, value, invitation_status }: StoredNotification,
): Notification {
  const type = stored_type as NotificationType
  const kind = `${language} ${type}`
  const known = words.get(kind) ?? new Map<string, { title: string; message: string }>()
  let its = known.get(params)
  if (!its) {
    its = wordsOf(
      type,
      JSON.parse(params),
      language,
      (key, values) => texts.say(language, key, values),
      (key) => texts.knows(language, key),
    )
    if (known.size >= MAX_CACHED) known.clear()
    words.set(kind, known.set(params, its))
  }
  const { title, message } = its
  return { id, type, title, message, created_at, read, value, invitation_status }
}

const newestOf = preparedRead('notifications_of', (db) =>
  db
    .select(columns)
    .from(notifications)
    .where(
      and(
        sql`(${notifications.user_id}, ${notifications.id}) < (${sql.placeholder('user_id')}, ${sql.placeholder('before')})`,
        sql`(${notifications.user_id}, ${notifications.id}) > (${sql.placeholder('user_id')}, ${sql.placeholder('after')})`,
      ),
    )
    .orderBy(desc(notifications.user_id), desc(notifications.id))
    .limit(sql.placeholder('limit')),
)

const FIRST_PAGE = Number.MAX_SAFE_INTEGER

/** Somebody's notifications, newest first; after `last_event_id` only, and of one type, when asked. */
export async function notificationsOf(
  db: Db,
  user_id: number,
  query: NotificationQuery,
): Promise<Page<StoredNotification>> {
  const before = idAfter(query.cursor) ?? FIRST_PAGE
  const after = query.last_event_id ?? 0
  const limit = query.limit + 1
  if (query.notification_type) {
    const { user_id: user, type, id } = notifications
    const key = sql`(${user}, ${type}, ${id})`
    const rows = await db
      .select(columns)
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
  return pageOf(await newestOf(db, { user_id, before, after, limit }), query.limit, ({ id }) => id)
}

/**
 * What a letter says of a notification besides its message, a line each: whoever tells of it adds them. They are asked for
 * when the letter is written.
 */
export const letterLines = extensionPoint<
  Pick<Notification, 'type' | 'value'> & { user_id: number; language: Language },
  string
>('notifications.letter_lines')

/** What of a page waits for somebody, as a number beside its name in the menu. */
export interface WaitingPart {
  /** The page's key. */
  page: string
  /** A scalar subselect: all parts are asked in one statement. */
  count: SQL<number>
}

/** Asks what waits for somebody, on whichever page. */
export const waitingParts = extensionPoint<Pick<Viewer, 'id' | 'account_type'>, WaitingPart>(
  'notifications.waiting',
)

/** How much waits for somebody, by page; pages without any are left out. */
export async function waitingOf(
  reading: Reading,
  viewer: Pick<Viewer, 'id' | 'account_type'>,
): Promise<NotificationCounts['waiting']> {
  const parts = await gather(reading, waitingParts, viewer)
  if (parts.length === 0) return []
  const counts = parts.map(({ count, page }) => sql`${count} as ${sql.identifier(page)}`)
  const { rows } = await reading.db.execute<Record<string, number>>(sql`select ${sql.join(counts, sql`, `)}`)
  return Object.entries(rows[0] ?? {}).flatMap(([page, count]) => (count > 0 ? [{ page, count }] : []))
}

/** How many somebody has, of each type and in all. */
export async function countsOf(db: Db, user_id: number): Promise<Omit<NotificationCounts, 'waiting'>> {
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
