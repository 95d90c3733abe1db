import type { Readable } from 'node:stream'
import { and, desc, eq, gt, inArray, or } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { extensionPoint } from '#core/server/events.ts'
import { storeOf } from '#core/server/files.ts'
import { tokenHash } from '#core/server/secrets.ts'
import type { AccountExport } from './contract.ts'
import { account_exports } from './table.ts'

/** One file of the copy of somebody's data. Nothing is read before its turn comes. */
export type DataPart =
  /** A JSON document, `<document>.json`; an empty list is left out. */
  | { document: string; read: () => Promise<unknown> }
  /** A file of theirs under its name; left out when its bytes aren't there. */
  | { file: string; open: () => Promise<Readable | null> }

/**
 * What each feature stores about somebody, for the copy of their data. All of it is read from one snapshot of the
 * database. Their own data alone: of others no more than the product shows them, and nobody's contact details.
 */
export const personalData = extensionPoint<{ user_id: number }, DataPart>('account.personal_data')

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

/** Opens the copy that an address means. @throws Refusal 404 when the address or the copy has run out */
export async function openExport(
  { db, app, now }: Work,
  token: string,
): Promise<{ stream: Readable; bytes: number; created_at: string }> {
  const [row] = await db
    .select({
      key: account_exports.key,
      bytes: account_exports.bytes,
      created_at: account_exports.created_at,
    })
    .from(account_exports)
    .where(
      and(
        eq(account_exports.link_hash, tokenHash(token)),
        gt(account_exports.link_expires_at, now.toISOString()),
        isReady(now),
      ),
    )
  const stream = row?.key ? await storeOf(app.config).read(row.key, PART) : null
  if (!row || !stream) throw notFound('accounts.export_expired')
  return { stream, bytes: row.bytes ?? 0, created_at: row.created_at }
}
