import { and, eq, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Language } from '#core/contract/language.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { endedSessions } from '#core/server/live.ts'
import type { Viewer } from '#core/server/route.ts'
import { newToken, tokenHash } from '#core/server/secrets.ts'
import { collect } from '#core/server/work.ts'
import type { AccountType } from '#features/access/rules.ts'
import { forgetOldDevices, meetDevice } from './commands.devices.ts'
import { warn } from './commands.letters.ts'
import { addMinor, minorOf } from './commands.minors.ts'
import { TERMS_VERSION } from './contract.terms.ts'
import type { ClientData, ClientKind, MainInstrument } from './contract.ts'
import { isKept } from './queries.links.ts'
import { type Origin, type User, userById, userColumns } from './queries.ts'
import { identity_flows, mail_tokens, sessions, sign_in_tickets, users } from './table.ts'

/** Somebody has a new account; raised in the transaction that made it. */
export const accountCreated = domainEvent<{
  user_id: number
  name: string
  email: string
  account_type: AccountType
  language: Language
  verified: boolean
  city: string | null
  main_instrument: MainInstrument | null
  /** Referral code they came with. */
  ref: string | null
  /** Band invitation they came through, as the address said: to be checked. */
  invitation: number | null
}>('account.created')

/** Somebody proved that an e-mail is theirs. */
export const emailVerified = domainEvent<{ user_id: number; email: string }>('account.email_verified')

/** Somebody who hires has said all that their agreements name. */
export const clientCompleted = domainEvent<{ user_id: number }>('account.client_completed')

// ─── Sessions ────────────────────────────────────────────────────────────────────────────────────────────────

/** A session ends after so many days even when it is used every day. */
export const SESSION_DAYS = 90

const LONG = 30 * DAY

const SHORT = 12 * HOUR

/** When a session ends that is used at `now`; both kinds slide. */
const expiryOf = (remember: boolean, now: Date) =>
  new Date(now.getTime() + (remember ? LONG : SHORT)).toISOString()

/** What a session that is used has to be prolonged by. */
export interface UsedSession {
  session_id: number
  remember: boolean
  last_used_at: string
}

/**
 * Prolongs a session that is used: 30 days with "remember me", 12 hours without, 90 days in all.
 * Written at most once a minute.
 */
export async function prolongSession(
  db: Db,
  { session_id, remember, last_used_at }: UsedSession,
  now: Date,
): Promise<void> {
  const minute_ago = new Date(now.getTime() - MINUTE)
  if (Date.parse(last_used_at) > minute_ago.getTime()) return
  await db
    .update(sessions)
    .set({
      last_used_at: now.toISOString(),
      expires_at: sql`least(${expiryOf(remember, now)}::timestamptz, ${sessions.created_at} + make_interval(days => ${SESSION_DAYS}))`,
    })
    .where(and(eq(sessions.id, session_id), lte(sessions.last_used_at, minute_ago.toISOString())))
}

/**
 * Opens a session. A browser that they haven't used before is told to them by mail.
 * @returns its access token, which is stored nowhere
 */
export async function startSession(
  work: Work,
  session: { user_id: number; remember: boolean | undefined } & Origin,
): Promise<string> {
  const token = newToken()
  const remember = session.remember ?? false
  await work.db.insert(sessions).values({
    user_id: session.user_id,
    token_hash: tokenHash(token),
    remember,
    expires_at: expiryOf(remember, work.now),
    last_used_at: work.now.toISOString(),
    proved_at: work.now.toISOString(),
    created_at: work.now.toISOString(),
    ip: session.ip,
    user_agent: session.user_agent,
    device_hash: session.device && tokenHash(session.device),
  })
  if (session.device && (await meetDevice(work.db, session.user_id, session.device, work.now)))
    await warn(work, {
      user_id: session.user_id,
      news: 'new_device',
      at: work.now.toISOString(),
      user_agent: session.user_agent,
      ip: session.ip,
    })
  return token
}

/** Ends sessions, and the streams that were opened with them. @returns how many */
export async function endSessions(work: Work, which: SQL | undefined): Promise<number> {
  const ended = await work.db
    .delete(sessions)
    .where(which)
    .returning({ session_id: sessions.id, user_id: sessions.user_id })
  collect(work, endedSessions, ended)
  return ended.length
}

/** Ends one session, whosever it is. */
export async function endSession(work: Work, session_id: number): Promise<void> {
  await endSessions(work, eq(sessions.id, session_id))
}

/** Ends every sign-in of somebody that waits for its second step. Before sessions: one that is just done becomes one. */
export async function endTicketsOf(db: Db, user_id: number): Promise<void> {
  await db.delete(sign_in_tickets).where(eq(sign_in_tickets.user_id, user_id))
}

/** Ends every session of somebody, but for one, and what waits to be one. @returns how many sessions */
export async function endSessionsOf(work: Work, user_id: number, but?: number): Promise<number> {
  await endTicketsOf(work.db, user_id)
  return endSessions(
    work,
    and(eq(sessions.user_id, user_id), but === undefined ? undefined : ne(sessions.id, but)),
  )
}

/** Makes the session act as a project; the caller has checked that the person belongs to it. */
export async function actAs(db: Db, session_id: number, music_project_id: number | null): Promise<void> {
  await db.update(sessions).set({ music_project_id }).where(eq(sessions.id, session_id))
}

/** Signs out one other place. @returns false when there is no such session of theirs */
export async function revokeSessionOf(work: Work, viewer: Viewer, session_id: number): Promise<boolean> {
  const mine = and(eq(sessions.id, session_id), eq(sessions.user_id, viewer.id))
  return (await endSessions(work, mine)) > 0
}

/** Signs out everywhere but here. @returns how many places */
export const revokeOthers = (work: Work, viewer: Viewer): Promise<number> =>
  endSessionsOf(work, viewer.id, viewer.session_id)

/** What people may change about their own account; keys that are left out stay as they are. */
export type UserChanges = Partial<
  Pick<User, 'name' | 'language' | 'phone' | 'city' | 'client_kind' | 'legal_name' | 'tax_id'>
>

/** Changes somebody's own data. @throws Refusal 404 when the account is gone */
export async function updateUser(db: Db, user_id: number, changes: UserChanges): Promise<User> {
  if (Object.values(changes).every((value) => value === undefined)) {
    const user = await userById(db, user_id)
    if (!user) throw new Refusal(404, 'common.not_found')
    return user
  }
  const [user] = await db.update(users).set(changes).where(eq(users.id, user_id)).returning(userColumns)
  if (!user) throw new Refusal(404, 'common.not_found')
  return user
}

/** A client's own data, completed. A person has neither legal name nor tax id. */
export async function updateClient(work: Work, user_id: number, data: ClientData): Promise<User> {
  const business = data.client_kind === 'BUSINESS'
  const user = await updateUser(work.db, user_id, {
    client_kind: data.client_kind,
    phone: data.phone,
    city: data.city,
    legal_name: business ? (data.legal_name ?? null) : null,
    tax_id: business ? (data.tax_id ?? null) : null,
  })
  await raise(work, clientCompleted, { user_id })
  return user
}

/** Everything a sign-up says, of any kind. */
export interface NewAccount {
  account_type: AccountType
  name: string
  email: string
  /** Hash of `hashPassword`; none for people who come through an identity provider. */
  password_hash: string | null
  language: Language
  /** A provider vouched for the e-mail. */
  verified?: boolean
  city?: string | undefined
  main_instrument?: MainInstrument | undefined
  phone?: string | undefined
  client_kind?: ClientKind | undefined
  legal_name?: string | undefined
  tax_id?: string | undefined
  ref?: string | undefined
  invitation?: number | undefined
  /** Of who learns, who always says it; stored of minors alone, with the adult they name. */
  birth_date?: string | undefined
  guardian_email?: string | undefined
}

const TAKEN = 'errors.accounts.email_taken'

/** Refuses an e-mail that has an account, on its field. */
export const refuseTaken = (): Refusal =>
  new Refusal(422, 'common.invalid', { fields: { email: { key: TAKEN } } })

/** Whether that is the refusal of an e-mail that has an account. */
export const isEmailTaken = (error: unknown): boolean =>
  error instanceof Refusal && error.fields?.email?.key === TAKEN

/**
 * Makes an account and tells the features above. Hash the password before the transaction begins.
 * @throws Refusal 422 on field `email` when it has an account already, on what a minor's account lacks
 */
export async function createAccount(work: Work, account: NewAccount): Promise<User> {
  const { db, now } = work
  const minor = account.account_type === 'STUDENT' ? minorOf(account, now) : null
  const business = account.client_kind === 'BUSINESS'
  const [user] = await db
    .insert(users)
    .values({
      name: account.name,
      email: account.email,
      password_hash: account.password_hash,
      account_type: account.account_type,
      language: account.language,
      verified_at: account.verified ? now.toISOString() : null,
      phone: account.phone ?? null,
      city: account.city ?? null,
      client_kind: account.client_kind ?? null,
      legal_name: business ? (account.legal_name ?? null) : null,
      tax_id: business ? (account.tax_id ?? null) : null,
      referred_by: account.ref ?? null,
      terms_accepted_at: now.toISOString(),
      terms_version: TERMS_VERSION,
      created_at: now.toISOString(),
    })
    .onConflictDoNothing({ target: users.email })
    .returning(userColumns)
  // Asked afterwards: whoever waited for an account that leaves its e-mail sees by now that it is kept.
  if (!user || (await isKept(db, account.email, now, user.id))) throw refuseTaken()
  if (minor) await addMinor(work, user, minor)
  await raise(work, accountCreated, {
    user_id: user.id,
    name: user.name,
    email: user.email,
    account_type: user.account_type,
    language: user.language,
    verified: user.verified,
    city: user.city,
    main_instrument: account.main_instrument ?? null,
    ref: user.referred_by,
    invitation: account.invitation ?? null,
  })
  return user
}

/** An e-mail has proved to be theirs. @returns false when it had before */
export async function markVerified(work: Work, user_id: number): Promise<boolean> {
  const [user] = await work.db
    .update(users)
    .set({ verified_at: work.now.toISOString() })
    .where(and(eq(users.id, user_id), isNull(users.verified_at)))
    .returning({ email: users.email })
  if (!user) return false
  await raise(work, emailVerified, { user_id, email: user.email })
  return true
}

/** Deletes sessions, sign-ins under way, links and known browsers that have expired. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  const at = now.toISOString()
  await db.delete(sessions).where(lte(sessions.expires_at, at))
  await forgetOldDevices(db, now)
  await db.delete(identity_flows).where(lte(identity_flows.expires_at, at))
  await db
    .delete(mail_tokens)
    .where(
      or(
        lte(mail_tokens.expires_at, new Date(now.getTime() - 7 * DAY).toISOString()),
        lte(mail_tokens.used_at, new Date(now.getTime() - 7 * DAY).toISOString()),
      ),
    )
}
