import type { Readable } from 'node:stream'
import { and, desc, eq, gt, inArray, or } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { FALLBACK_LANGUAGE } from '#core/contract/language.ts'
import type { Reading } from '#core/server/app.ts'
import { present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { extensionPoint, gather } from '#core/server/events.ts'
import { storeOf } from '#core/server/files.ts'
import { tokenHash } from '#core/server/secrets.ts'
import type { Entry } from '#core/server/zip.ts'
import type { AccountExport } from './contract.data.ts'
import { factorsOf } from './queries.factors.ts'
import { minors } from './table.minors.ts'
import { account_exports, devices, email_changes, identities, sessions, users } from './table.ts'

/** One part of the copy of somebody's data. Nothing is read before its turn comes. */
export type PersonalData =
  /** A JSON document, `<document>.json`; an empty list is left out. All are read from one snapshot of the database. */
  | { document: string; read: (db: Db) => Promise<unknown> }
  /** A file of theirs under its name; where its bytes aren't there (any more), the copy says so. */
  | { file: string; open: () => Promise<Readable | null> }

/**
 * What is stored about somebody, for the copy that is made for them: each feature answers for its own. Their own data
 * alone: of others no more than the product shows them, and nobody's contact details.
 */
export const personalData = extensionPoint<{ user_id: number }, PersonalData>('account.personal_data')

/** What accounts store about somebody. Secrets (hashes, tokens) are no part of it. */
const ownParts = (user_id: number): PersonalData[] => [
  {
    document: 'account',
    read: async (db) => {
      const [user] = await db
        .select({
          id: users.id,
          name: users.name,
          email: users.email,
          account_type: users.account_type,
          language: users.language,
          verified_at: users.verified_at,
          phone: users.phone,
          city: users.city,
          client_kind: users.client_kind,
          legal_name: users.legal_name,
          tax_id: users.tax_id,
          referred_by: users.referred_by,
          terms_accepted_at: users.terms_accepted_at,
          terms_version: users.terms_version,
          delete_at: users.delete_at,
          created_at: users.created_at,
        })
        .from(users)
        .where(eq(users.id, user_id))
      const providers = await db
        .select({ issuer: identities.issuer, created_at: identities.created_at })
        .from(identities)
        .where(eq(identities.user_id, user_id))
      const [minor] = await db
        .select({
          birth_date: minors.birth_date,
          guardian_email: minors.guardian_email,
          asked_at: minors.asked_at,
          confirmed_at: minors.confirmed_at,
          refused_at: minors.refused_at,
          recording_at: minors.recording_at,
        })
        .from(minors)
        .where(eq(minors.user_id, user_id))
      const [change] = await db
        .select({ email: email_changes.email, created_at: email_changes.created_at })
        .from(email_changes)
        .where(eq(email_changes.user_id, user_id))
      return {
        ...user,
        identity_providers: providers,
        ...(change ? { new_email: change } : {}),
        ...(minor ? { minor } : {}),
      }
    },
  },
  {
    document: 'sessions',
    read: (db) =>
      db
        .select({
          user_agent: sessions.user_agent,
          ip: sessions.ip,
          remember: sessions.remember,
          created_at: sessions.created_at,
          last_used_at: sessions.last_used_at,
          proved_at: sessions.proved_at,
          expires_at: sessions.expires_at,
        })
        .from(sessions)
        .where(eq(sessions.user_id, user_id))
        .orderBy(sessions.id),
  },
  {
    document: 'second_factors',
    read: async (db) => {
      const { totp_since, passkeys, recovery_left } = await factorsOf(db, user_id)
      return totp_since === null && passkeys.length === 0 ? [] : { totp_since, passkeys, recovery_left }
    },
  },
  {
    document: 'devices',
    read: (db) =>
      db
        .select({ created_at: devices.created_at, seen_at: devices.seen_at })
        .from(devices)
        .where(eq(devices.user_id, user_id))
        .orderBy(devices.created_at),
  },
]

/** A document as text; none for an empty list. */
async function textOf(read: Promise<unknown>): Promise<string | null> {
  const content = await read
  if (Array.isArray(content) && content.length === 0) return null
  return JSON.stringify(content, null, 2)
}

/**
 * Everything that is stored about somebody, as entries of the ZIP: documents first, then
 * files. Null when the account is gone.
 */
export async function entriesOf(reading: Reading, user_id: number): Promise<Entry[] | null> {
  const { app, db, now } = reading
  const [user] = await db
    .select({ language: users.language, name: present(users.name) })
    .from(users)
    .where(eq(users.id, user_id))
  if (!user) return null
  const parts = [...ownParts(user_id), ...(await gather(reading, personalData, { user_id }))]
  const documents = parts.flatMap((part): Entry[] =>
    'document' in part ? [{ name: `${part.document}.json`, text: () => textOf(part.read(db)) }] : [],
  )
  const files = parts.flatMap((part): Entry[] =>
    'file' in part ? [{ name: part.file, open: part.open }] : [],
  )
  const readme = app.texts.say(user.language, 'auth:data.readme', {
    name: user.name,
    date: now.toISOString(),
  })
  return [{ name: 'README.txt', text: async () => `${readme}\n` }, ...documents, ...files]
}

/** What says which files a copy lacks, in the words of whose it is. */
export async function missingEntry(
  { app, db }: Pick<Reading, 'app' | 'db'>,
  user_id: number,
  names: readonly string[],
): Promise<Entry> {
  const [user] = await db.select({ language: users.language }).from(users).where(eq(users.id, user_id))
  const said = app.texts.say(user?.language ?? FALLBACK_LANGUAGE, 'auth:data.missing')
  return { name: 'MISSING.txt', text: async () => `${said}\n\n${names.join('\n')}\n` }
}

/** The one part that a copy has in the store. */
export const PART = 'copy.zip'
export const isReady = (now: Date) =>
  and(eq(account_exports.status, 'ready'), gt(account_exports.expires_at, now.toISOString()))

export const shown = {
  id: account_exports.id,
  status: account_exports.status,
  progress: account_exports.progress,
  bytes: account_exports.bytes,
  expires_at: account_exports.expires_at,
  created_at: account_exports.created_at,
}

/** The latest copy of somebody's data; null when there is none, or none that can be fetched any more. */
export async function exportOf(db: Db, user_id: number, now: Date): Promise<AccountExport | null> {
  const [row] = await db
    .select(shown)
    .from(account_exports)
    .where(
      and(
        eq(account_exports.user_id, user_id),
        or(isReady(now), inArray(account_exports.status, ['queued', 'running', 'failed'])),
      ),
    )
    .orderBy(desc(account_exports.id))
    .limit(1)
  return row ?? null
}

/** Opens the copy that an address leads to. @throws Refusal 404 when the address, its session or the copy has ended */
export async function openExport(
  { db, app, now }: Reading,
  token: string,
): Promise<{ stream: Readable; bytes: number; created_at: string }> {
  const [row] = await db
    .select({
      key: account_exports.key,
      bytes: account_exports.bytes,
      created_at: account_exports.created_at,
    })
    .from(account_exports)
    .innerJoin(sessions, eq(sessions.id, account_exports.link_session_id))
    .where(
      and(
        gt(sessions.expires_at, now.toISOString()),
        eq(account_exports.link_hash, tokenHash(token)),
        gt(account_exports.link_expires_at, now.toISOString()),
        isReady(now),
      ),
    )
  const stream = row?.key ? await storeOf(app.config).read(row.key, PART) : null
  if (!row || !stream) throw notFound('accounts.export_expired')
  return { stream, bytes: row.bytes ?? 0, created_at: row.created_at }
}
