import { and, asc, desc, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { DAY } from '#core/contract/time.ts'
import type { Reading } from '#core/server/app.ts'
import { present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { phoneOf } from '#core/server/phone.ts'
import { users } from '#features/accounts/table.ts'
import { documentPart } from '#features/files/rules.ts'
import type { Checks } from './contract.checks.ts'
import { CODE_TRIES, DOCUMENT_DAYS, type OwnChecks } from './contract.ts'
import { identity_checks, identity_files, phone_codes, verified_phones } from './table.ts'

/**
 * What was checked of somebody, as an expression of a statement (`checks_of` in the migrations: one place says what
 * counts, for statements that are put together as text too).
 */
export const checksOf = (user_id: SQL | number): SQL<Checks> => sql<Checks>`checks_of(${user_id})`

/** Where the bytes of a side of a document are. */
export const filePlace = ({ key, format }: Pick<typeof identity_files.$inferSelect, 'key' | 'format'>) => ({
  key,
  parts: [documentPart(format)],
})

/** A number as people read it. */
const asRead = (number: string) => phoneOf(number)?.written ?? number

/** The number that somebody proved, as it is dialled (E.164). */
export const provedPhoneOf = async (db: Db, user_id: number): Promise<string | null> => {
  const [row] = await db
    .select({ number: verified_phones.number })
    .from(verified_phones)
    .where(eq(verified_phones.user_id, user_id))
  return row?.number ?? null
}

/** The document that somebody sent last. */
export async function lastCheckOf(db: Db, user_id: number) {
  const { state, sent_at, decided_at, reason } = identity_checks
  const [row] = await db
    .select({ state, sent_at, decided_at, reason })
    .from(identity_checks)
    .where(eq(identity_checks.user_id, user_id))
    .orderBy(desc(identity_checks.id))
    .limit(1)
  return row ?? null
}

/** What was checked of an account. @throws Refusal 404 when it is gone */
export async function checksOfUser(db: Db, user_id: number): Promise<Checks> {
  const [row] = await db
    .select({ checks: checksOf(sql`${users.id}`) })
    .from(users)
    .where(and(eq(users.id, user_id), isNull(users.deleted_at)))
  if (!row) throw notFound()
  return row.checks
}

/** Sides of a document that were uploaded and aren't sent. */
export const unsentOf = (db: Db, user_id: number) =>
  db
    .select({ id: identity_files.id, format: identity_files.format, bytes: identity_files.bytes })
    .from(identity_files)
    .where(
      and(
        eq(identity_files.user_id, user_id),
        isNull(identity_files.check_id),
        isNotNull(identity_files.stored_at),
      ),
    )
    .orderBy(asc(identity_files.id))

/** Everything that somebody's own page says of it. */
export async function verificationOf({ app, db, now }: Reading, user_id: number): Promise<OwnChecks> {
  const [code] = await db
    .select({
      phone: phone_codes.number,
      expires_at: phone_codes.expires_at,
      tries: phone_codes.tries,
    })
    .from(phone_codes)
    .where(
      and(
        eq(phone_codes.user_id, user_id),
        gt(phone_codes.expires_at, now.toISOString()),
        lt(phone_codes.tries, CODE_TRIES),
      ),
    )
  const number = await provedPhoneOf(db, user_id)
  return {
    checks: await checksOfUser(db, user_id),
    phone: number === null ? null : asRead(number),
    phone_offered: app.sms.isOffered,
    phone_code: code
      ? { phone: asRead(code.phone), expires_at: code.expires_at, tries_left: CODE_TRIES - code.tries }
      : null,
    identity: await lastCheckOf(db, user_id),
    files: await unsentOf(db, user_id),
  }
}

/* ---------------------------------------------------------------- for staff */

/** A document that waits, as staff reads it. */
export interface WaitingCheck {
  id: number
  user_id: number
  name: string
  account_type: string
  sent_at: string
  files: { id: number; format: 'pdf' | 'jpeg' | 'png' | 'webp'; bytes: number }[]
}

const FILES = sql<WaitingCheck['files']>`(
  select coalesce(json_agg(json_build_object('id', f.id, 'format', f.format, 'bytes', f.bytes) order by f.id), '[]')
  from ${identity_files} f where f.check_id = ${identity_checks}.id and f.stored_at is not null)`

const waiting = (db: Db) =>
  db
    .select({
      id: identity_checks.id,
      user_id: identity_checks.user_id,
      name: identity_checks.name,
      account_type: users.account_type,
      sent_at: identity_checks.sent_at,
      files: FILES,
    })
    .from(identity_checks)
    .innerJoin(users, eq(users.id, identity_checks.user_id))
    .$dynamic()

/** Documents that nobody has decided on, the oldest first. */
export const waitingChecks = (db: Db, limit = 100): Promise<WaitingCheck[]> =>
  waiting(db)
    .where(eq(identity_checks.state, 'pending'))
    .orderBy(asc(identity_checks.sent_at), asc(identity_checks.id))
    .limit(limit)

/** How many nobody has decided on. */
export const countWaiting = (db: Db): Promise<number> =>
  db.$count(identity_checks, eq(identity_checks.state, 'pending'))

/** One that nobody has decided on; null when there is none. */
export async function findWaiting(db: Db, check_id: number): Promise<WaitingCheck | null> {
  const [row] = await waiting(db).where(
    and(eq(identity_checks.id, check_id), eq(identity_checks.state, 'pending')),
  )
  return row ?? null
}

/** The same. @throws Refusal 404 */
export async function waitingCheck(db: Db, check_id: number): Promise<WaitingCheck> {
  const row = await findWaiting(db, check_id)
  if (!row) throw notFound()
  return row
}

/** A side of a document that nobody has decided on, with where its bytes are. @throws Refusal 404 */
export async function waitingFile(db: Db, check_id: number, file_id: number) {
  const [row] = await db
    .select({ key: identity_files.key, format: identity_files.format, bytes: identity_files.bytes })
    .from(identity_files)
    .innerJoin(identity_checks, eq(identity_checks.id, identity_files.check_id))
    .where(
      and(
        eq(identity_checks.id, check_id),
        eq(identity_checks.state, 'pending'),
        eq(identity_files.id, file_id),
        isNotNull(identity_files.stored_at),
      ),
    )
  if (!row) throw notFound()
  return row
}

/* ---------------------------------------------------------------- letters, sweeps, copies */

/** Of a decision, as its letter says it; null when there is nobody to write to any more. */
export async function decisionFacts(db: Db, check_id: number) {
  const [row] = await db
    .select({
      to: users.email,
      name: present(users.name),
      language: users.language,
      state: identity_checks.state,
      reason: identity_checks.reason,
    })
    .from(identity_checks)
    .innerJoin(users, eq(users.id, identity_checks.user_id))
    .where(and(eq(identity_checks.id, check_id), isNull(users.deleted_at)))
  return row ?? null
}

/** Documents that lie too long without a decision. */
export const checksToLapse = (db: Db, now: Date) =>
  db
    .select({ id: identity_checks.id })
    .from(identity_checks)
    .where(
      and(
        eq(identity_checks.state, 'pending'),
        lt(identity_checks.sent_at, new Date(now.getTime() - DOCUMENT_DAYS * DAY).toISOString()),
      ),
    )
    .orderBy(asc(identity_checks.id))
    .limit(200)

/** What was checked of somebody, for the copy of their data. */
export async function verificationDataOf(db: Db, user_id: number) {
  const [phone] = await db
    .select({ number: verified_phones.number, verified_at: verified_phones.verified_at })
    .from(verified_phones)
    .where(eq(verified_phones.user_id, user_id))
  const { id, state, name, consent_version, reason, sent_at, decided_at } = identity_checks
  return {
    phone: phone ?? null,
    documents: await db
      .select({ id, state, name, consent_version, reason, sent_at, decided_at })
      .from(identity_checks)
      .where(eq(identity_checks.user_id, user_id))
      .orderBy(asc(identity_checks.id)),
  }
}

/** Which sides of somebody's documents are still stored, for the copy of their data. */
export const identityFilesOf = (db: Db, user_id: number) =>
  db
    .select({
      id: identity_files.id,
      check_id: identity_files.check_id,
      format: identity_files.format,
      bytes: identity_files.bytes,
      created_at: identity_files.created_at,
    })
    .from(identity_files)
    .where(and(eq(identity_files.user_id, user_id), isNotNull(identity_files.stored_at)))
    .orderBy(asc(identity_files.id))

/** Where the bytes of every side of a document are. */
export async function storedIdentityFiles(db: Db) {
  const rows = await db
    .select({ key: identity_files.key, format: identity_files.format })
    .from(identity_files)
  return rows.map(filePlace)
}
