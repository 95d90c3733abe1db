import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import type { Subject } from '#core/contract/subject.ts'
import type { Reading } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { extensionPoint, gather } from '#core/server/events.ts'
import type { StoredFile } from '#features/files/queries.attachments.ts'
import { documentPart } from '#features/files/rules.ts'
import type { GivenMessage } from '#features/staff/queries.queue.ts'
import { transfer_slips } from './table.ts'

/** What one may do with the slip of a transfer whose ends one is; whoever owns its subject answers, or refuses. */
export interface SlipRights {
  /** They recorded it, and nobody has answered yet. */
  adds: boolean
}

/** What is asked of whoever owns a slip's subject. */
export interface SlipAsked {
  subject: Subject
  user_id: number
  /** Nobody answers what was recorded until the transaction ends. */
  holds?: boolean
}

/** Who may read and add a slip: whoever owns its subject says so, for its two ends alone. */
export const slipRights = extensionPoint<SlipAsked, SlipRights>('slips.rights')

/** What somebody may do with a slip. @throws Refusal 404 when they are no end of what it belongs to */
export async function rightsOf(reading: Reading, asked: SlipAsked): Promise<SlipRights> {
  const [rights] = await gather(reading, slipRights, asked)
  if (!rights) throw notFound()
  return rights
}

/** Where a slip's bytes are. */
export const slipPlace = ({ key, format }: Pick<typeof transfer_slips.$inferSelect, 'key' | 'format'>) => ({
  key,
  parts: [documentPart(format)],
})

/** Whether something has a slip, as an expression. @param of its subject, as text */
export const hasSlip = (of: SQL): SQL<boolean> =>
  sql<boolean>`exists (select from ${transfer_slips} s where s.subject = ${of} and s.stored_at is not null)`

const shown = (subject: Subject) =>
  and(eq(transfer_slips.subject, subject), isNotNull(transfer_slips.stored_at))

const fileOf = ({ subject, format, ...row }: typeof transfer_slips.$inferSelect) => ({
  ...row,
  format,
  name: `${subject.replace(':', '-')}.${format}`,
})

/** The slip of something, for whoever may read it. @throws Refusal 404 without one */
export async function slipOf(db: Db, subject: Subject): Promise<StoredFile & { id: number }> {
  const [found] = await db.select().from(transfer_slips).where(shown(subject))
  if (!found) throw notFound()
  return fileOf(found)
}

/** The same by its own number too, as staff opens it. @throws Refusal 404 without one */
export async function slipFile(db: Db, subject: Subject, id: number): Promise<StoredFile> {
  const [found] = await db
    .select()
    .from(transfer_slips)
    .where(and(eq(transfer_slips.id, id), shown(subject)))
  if (!found) throw notFound()
  return fileOf(found)
}

/** What came with a transfer, as staff reads it beside what is known. @param author who paid */
export async function slipMessages(db: Db, subject: Subject, author: string | null): Promise<GivenMessage[]> {
  const rows = await db.select().from(transfer_slips).where(shown(subject))
  return rows.map((row) => {
    const { id, name, bytes } = fileOf(row)
    return { author, text: '', at: row.created_at, files: [{ id, name, bytes }] }
  })
}

/** Slips that somebody added, with where they are: `file` in the copy of their data. */
export async function slipCopiesOf(db: Db, user_id: number) {
  const rows = await db
    .select()
    .from(transfer_slips)
    .where(and(eq(transfer_slips.user_id, user_id), isNotNull(transfer_slips.stored_at)))
    .orderBy(asc(transfer_slips.id))
  return rows.map(({ id, subject, format, bytes, key, created_at }) => ({
    copy: { id, subject, format, bytes, added_at: created_at, file: `slips/${id}.${format}` },
    key,
    part: documentPart(format),
  }))
}

/** Where the bytes of every slip are. */
export async function storedSlips(db: Db) {
  const rows = await db
    .select({ key: transfer_slips.key, format: transfer_slips.format })
    .from(transfer_slips)
  return rows.map(slipPlace)
}
