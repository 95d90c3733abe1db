import { and, eq, gt, isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Language } from '#core/contract/language.ts'
import { DEFAULT_ZONE } from '#core/contract/time.ts'
import { outer, present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { tokenHash } from '#core/server/secrets.ts'
import type { GuardianPart, OwnGuardian } from './contract.minors.ts'
import { saysAge } from './contract.terms.ts'
import { today } from './contract.ts'
import { closesOn, dayOf, guardianState, MINORS } from './rules.minors.ts'
import { minors } from './table.minors.ts'
import { mail_tokens, users } from './table.ts'

/** SQL: the same day as `dayOf` says of an instant (an expression). */
const dayAt = (at: SQL) => sql`(${at} at time zone ${sql.raw(`'${DEFAULT_ZONE}'`)})::date`

/** Whether an account of the statement's `users` waits for an adult at that moment (an expression). */
export const awaitsGuardian = (
  now: SQLWrapper,
) => sql<boolean>`(${outer(users.account_type)} = 'STUDENT' and exists (
  select from ${minors} m where m.user_id = ${outer(users.id)} and m.confirmed_at is null
    and m.adult_on > ${dayAt(sql`${now}::timestamptz`)}))`

/**
 * Whether somebody with that id (an expression) is under age with an open account: who talks with them is told so. By the
 * clock of the database, since what it is a part of is asked without another.
 */
export const isMinorHere = (user_id: SQL) => sql<boolean>`exists (select from ${minors} minor
  where minor.user_id = ${user_id} and minor.confirmed_at is not null and minor.adult_on > ${dayAt(sql`now()`)})`

/**
 * Whether lessons of somebody may be recorded: of a minor, when their adult allowed it; of who learns and was never asked how
 * old they are, once they have said it.
 */
export async function mayBeRecorded(db: Db, user_id: number, now: Date): Promise<boolean> {
  const [one] = await db
    .select({
      account_type: users.account_type,
      terms_version: users.terms_version,
      minor: minors.user_id,
      recording_at: minors.recording_at,
    })
    .from(users)
    .leftJoin(minors, and(eq(minors.user_id, users.id), gt(minors.adult_on, today(now))))
    .where(eq(users.id, user_id))
  return !!one && !saysAge(one) && (one.minor === null || one.recording_at !== null)
}

/** Whom copies of what a minor is written go to; null for who is of age, or whose account isn't open. */
export async function copiedTo(
  db: Db,
  user_id: number,
  now: Date,
): Promise<{ guardian_email: string; guardian_name: string; name: string; language: Language } | null> {
  const [row] = await db
    .select({
      guardian_email: minors.guardian_email,
      guardian_name: present(minors.guardian_name),
      name: present(users.name),
      language: users.language,
    })
    .from(minors)
    .innerJoin(users, eq(users.id, minors.user_id))
    .where(
      and(
        eq(minors.user_id, user_id),
        isNotNull(minors.confirmed_at),
        gt(minors.adult_on, today(now)),
        isNull(users.deleted_at),
      ),
    )
  return row ?? null
}

/** Somebody's adult, as they read it themselves; null for who is of age. */
export async function ownGuardian(db: Db, user_id: number, now: Date): Promise<OwnGuardian | null> {
  const [row] = await db
    .select({ minor: minors, delete_at: users.delete_at })
    .from(minors)
    .innerJoin(users, eq(users.id, minors.user_id))
    .where(and(eq(minors.user_id, user_id), gt(minors.adult_on, today(now))))
  if (!row) return null
  const { guardian_email, asked_at, adult_on } = row.minor
  const state = guardianState(row.minor)
  return {
    ...{ guardian_email, state, asked_at, adult_on },
    closes_on: MINORS[state].open
      ? null
      : row.delete_at
        ? dayOf(new Date(row.delete_at))
        : closesOn(asked_at),
  }
}

/** The minors who name an e-mail as their adult's: whoever asks there for a link gets one for each. */
export async function minorsOf(db: Db, guardian_email: string, now: Date): Promise<number[]> {
  const rows = await db
    .select({ user_id: minors.user_id })
    .from(minors)
    .innerJoin(users, eq(users.id, minors.user_id))
    .where(
      and(
        eq(minors.guardian_email, guardian_email),
        gt(minors.adult_on, today(now)),
        isNull(users.deleted_at),
      ),
    )
    .orderBy(minors.user_id)
    .limit(20)
  return rows.map(({ user_id }) => user_id)
}

/**
 * Whom an adult's link is about: it holds while their address is the one that the minor named.
 * @throws Refusal 409 when it has run out, is another's by now, or there is nobody under age any more
 */
export async function minorByLink(
  db: Db,
  token: string,
  now: Date,
): Promise<{ user_id: number; part: GuardianPart }> {
  const [row] = await db
    .select({ minor: minors, name: present(users.name) })
    .from(mail_tokens)
    .innerJoin(
      minors,
      and(eq(minors.user_id, mail_tokens.user_id), eq(minors.guardian_email, mail_tokens.email)),
    )
    .innerJoin(users, eq(users.id, minors.user_id))
    .where(
      and(
        eq(mail_tokens.token_hash, tokenHash(token)),
        eq(mail_tokens.kind, 'guardian'),
        gt(mail_tokens.expires_at, now.toISOString()),
        gt(minors.adult_on, today(now)),
        isNull(users.deleted_at),
      ),
    )
  if (!row) throw new Refusal(409, 'accounts.guardian_link')
  const { user_id, birth_date, guardian_email, guardian_name, confirmed_at, recording_at } = row.minor
  return {
    user_id,
    part: {
      name: row.name,
      ...{ birth_date, guardian_email, guardian_name, confirmed_at },
      state: guardianState(row.minor),
      recording: recording_at !== null,
    },
  }
}
