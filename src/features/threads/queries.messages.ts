import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { idAfter, type Page, pageOf } from '#core/contract/page.ts'
import { readBy, wordsFor } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects } from '#features/projects/table.ts'
import type { ThreadEvent, ThreadMessage } from './contract.ts'
import { type ThreadRow as Row, readsContacts, threadRow } from './queries.ts'
import { deletableUntil } from './rules.ts'
import { thread_files, thread_messages, thread_reports } from './table.ts'

/** What was said in a thread, newest first; after a place what came since, oldest first. @throws Refusal 404 */
export async function messagesOf(
  db: Db,
  user_id: number,
  thread_id: number,
  query: { cursor?: string | undefined; after?: number | undefined; limit: number },
  now: Date,
): Promise<Page<ThreadMessage>> {
  const row = await threadRow(db, user_id, thread_id)
  const before = idAfter(query.cursor)
  const { seq } = thread_messages
  const rows = await messageRows(
    db,
    row,
    user_id,
    query.after === undefined ? (before ? lt(seq, before) : undefined) : gt(seq, before ?? query.after),
    query.after === undefined ? desc(seq) : asc(seq),
    query.limit + 1,
    now,
  )
  return pageOf(rows, query.limit, (one) => one.seq)
}

/** One message as its reader has it. @throws Refusal 404 */
export async function messageView(
  db: Db,
  user_id: number,
  row: Row,
  seq: number,
  now: Date,
): Promise<ThreadMessage> {
  const [one] = await messageRows(
    db,
    row,
    user_id,
    eq(thread_messages.seq, seq),
    desc(thread_messages.seq),
    1,
    now,
  )
  if (!one) throw notFound()
  return one
}

/** The message at a place, for whoever reads its thread. @throws Refusal 404 */
export const messageAt = async (db: Db, user_id: number, thread_id: number, seq: number, now: Date) =>
  messageView(db, user_id, await threadRow(db, user_id, thread_id), seq, now)

/** What somebody said under that name; nothing where they didn't. @throws Refusal 404 for another's thread */
export async function messageSaid(
  db: Db,
  user_id: number,
  thread_id: number,
  client_id: string,
  now: Date,
): Promise<ThreadMessage | undefined> {
  const row = await threadRow(db, user_id, thread_id)
  const m = thread_messages
  const which = and(eq(m.user_id, user_id), eq(m.client_id, client_id))
  const [one] = await messageRows(db, row, user_id, which, desc(m.seq), 1, now)
  return one
}

async function messageRows(
  db: Db,
  row: Row,
  user_id: number,
  which: SQL | undefined,
  order: SQL,
  limit: number,
  now: Date,
): Promise<ThreadMessage[]> {
  const m = thread_messages
  const rows = await db
    .select({
      seq: m.seq,
      user_id: m.user_id,
      side: m.side,
      project_id: m.project_id,
      client_id: m.client_id,
      text: m.text,
      event: m.event,
      params: m.params,
      deleted_at: m.deleted_at,
      removed_reason: m.removed_reason,
      created_at: m.created_at,
      first_name: sql<string | null>`split_part(trim(${users.name}), ' ', 1)`,
      project_name: music_projects.name,
      reported: sql<boolean>`exists (select from ${thread_reports} r where r.thread_id = ${row.id}
        and r.seq = ${sql.raw('thread_messages.seq')} and r.user_id = ${user_id})`,
      files: sql<
        { id: number; name: string; format: ThreadMessage['files'][number]['format']; bytes: number }[]
      >`(
        select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'format', f.format, 'bytes', f.bytes)
          order by f.id), '[]') from ${thread_files} f
        where f.thread_id = ${row.id} and f.seq = ${sql.raw('thread_messages.seq')})`,
    })
    .from(m)
    .leftJoin(users, eq(users.id, m.user_id))
    .leftJoin(music_projects, eq(music_projects.id, m.project_id))
    .where(and(eq(m.thread_id, row.id), which))
    .orderBy(order)
    .limit(limit)
  const knows = readsContacts(row)
  return rows.map((one) => {
    const own = one.side === row.side
    const mine = one.user_id === user_id
    const deleted = one.deleted_at !== null
    const hidden = (text: string) => wordsFor(text, { open: false }) !== text
    return readBy(
      // One's own side reads what it wrote as written.
      { side: row.side, open: knows || own },
      {
        seq: one.seq,
        side: one.side,
        mine,
        author: one.side === 'artist' ? one.project_name : one.first_name,
        text: one.text,
        masked:
          !(own ? row.open : knows) &&
          !deleted &&
          (hidden(one.text) || one.files.some(({ name }) => hidden(name))),
        event: one.event as ThreadEvent | null,
        params: one.params,
        files: one.files,
        created_at: one.created_at,
        deleted,
        removed_reason: one.removed_reason,
        deletable_until: mine && !deleted && !row.copied ? deletableUntil(one.created_at, now) : null,
        reported: one.reported,
        client_id: mine ? one.client_id : null,
      },
    )
  })
}
