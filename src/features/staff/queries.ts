import { and, desc, eq, isNotNull, like, lt, sql } from 'drizzle-orm'
import type { Language } from '#core/contract/language.ts'
import { idAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import type { Reading } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import type { LogEntry } from './contract.ts'
import { speaker } from './queries.queue.ts'
import { staff_log } from './table.ts'

/** A text as a part of a pattern of LIKE. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * What staff did, the latest first.
 * @param query.who a part of the name of who did it; query.kind what it was about: tickets, charges; query.subject one of them
 */
export async function logOf(
  reading: Reading,
  language: Language,
  query: PageQuery & { kind?: string | undefined; who?: string | undefined; subject?: string | undefined },
): Promise<Page<LogEntry>> {
  const after = idAfter(query.cursor)
  const speak = speaker(reading, language)
  const who = sql<string | null>`coalesce(${staff_log.console_name}, ${users.name})`
  const rows = await reading.db
    .select({
      id: staff_log.id,
      who,
      at_console: sql<boolean>`${staff_log.user_id} is null`,
      act: staff_log.act,
      subject: staff_log.subject,
      reason: staff_log.reason,
      created_at: staff_log.created_at,
    })
    .from(staff_log)
    .leftJoin(users, eq(users.id, staff_log.user_id))
    .where(
      and(
        after === undefined ? undefined : lt(staff_log.id, after),
        query.kind ? like(staff_log.act, `${literally(query.kind)}.%`) : undefined,
        query.subject ? eq(staff_log.subject, query.subject) : undefined,
        query.who
          ? sql`unaccented(lower(${who})) like unaccented(lower(${`%${literally(query.who)}%`}))`
          : undefined,
      ),
    )
    .orderBy(desc(staff_log.id))
    .limit(query.limit + 1)
  return pageOf(
    rows.map((row) => {
      const [kind = '', act = ''] = row.act.split('.')
      return {
        ...row,
        label: speak.knows(kind, `acts.${act}`)
          ? `${speak.ofKind(kind, 'one')}: ${speak.ofKind(kind, `acts.${act}`)}`
          : row.act,
      }
    }),
    query.limit,
    (row) => row.id,
  )
}

/** Who works for the platform, the longest first. */
export const staffOf = (db: Db) =>
  db
    .select({ id: users.id, name: users.name, email: users.email, staff_since: users.staff_since })
    .from(users)
    .where(isNotNull(users.staff_since))
    .orderBy(users.staff_since, users.id)

/** What somebody did for the platform, for the copy of their data. */
export const actsOf = (db: Db, user_id: number) =>
  db
    .select({
      act: staff_log.act,
      subject: staff_log.subject,
      reason: staff_log.reason,
      created_at: staff_log.created_at,
    })
    .from(staff_log)
    .where(eq(staff_log.user_id, user_id))
    .orderBy(staff_log.id)
