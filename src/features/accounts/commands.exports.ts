import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { and, desc, eq, inArray, lt, lte, ne, or } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import type { App, Work } from '#core/server/app.ts'
import type { Config } from '#core/server/config.ts'
import type { Db } from '#core/server/db.ts'
import { gather } from '#core/server/events.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { newToken, tokenHash } from '#core/server/secrets.ts'
import { type Entry, writeZip } from '#core/server/zip.ts'
import { type AccountExport, EXPORT_DAYS } from './contract.ts'
import { type DataPart, isReady, PART, personalData, shown } from './queries.exports.ts'
import { account_exports, identities, sessions, users } from './table.ts'

const LINK_LIFE = 10 * MINUTE

/** A copy that hasn't moved for so long lost its process in its last try. */
const STALE = 6 * HOUR

const isUnderWay = inArray(account_exports.status, ['queued', 'running'])

/** Begins a copy. @throws Refusal 409 while another one of theirs is being made */
export async function addExport({ db, now }: Work, user_id: number): Promise<AccountExport> {
  const at = now.toISOString()
  const [row] = await db
    .insert(account_exports)
    .values({ user_id, created_at: at, updated_at: at })
    .onConflictDoNothing()
    .returning(shown)
  if (!row) throw new Refusal(409, 'accounts.export_running')
  return row
}

/** Makes the address of somebody's copy; only its hash is kept. @throws Refusal 404 when there is none to fetch */
export async function linkTo(
  db: Db,
  user_id: number,
  now: Date,
): Promise<{ token: string; expires_at: string }> {
  const token = newToken()
  const expires_at = new Date(now.getTime() + LINK_LIFE).toISOString()
  const latest = db
    .select({ id: account_exports.id })
    .from(account_exports)
    .where(and(eq(account_exports.user_id, user_id), isReady(now)))
    .orderBy(desc(account_exports.id))
    .limit(1)
  const [linked] = await db
    .update(account_exports)
    .set({ link_hash: tokenHash(token), link_expires_at: expires_at })
    .where(inArray(account_exports.id, latest))
    .returning({ id: account_exports.id })
  if (!linked) throw notFound('accounts.export_expired')
  return { token, expires_at }
}

// ─── Making one ──────────────────────────────────────────────────────────────────────────────────────────────

/** Where a copy grows until it is whole; a bucket takes only what has its full length. */
const workFile = ({ data_dir }: Config, key: string) => path.join(data_dir, 'exports', `${key}.zip`)

/** Removes what there is of a copy. Its row is gone, or names another try. */
export async function removeBytes(config: Config, key: string): Promise<void> {
  await rm(workFile(config, key), { force: true })
  await storeOf(config).remove(key, [PART])
}

/** Another try took over, or the row is gone: this one's work is worth nothing any more. */
class Superseded extends Error {}

/** A try begins: the row names its bytes from now on. @returns null when there is nothing to make (any more) */
async function claim(db: Db, id: number, now: Date) {
  const key = newKey()
  return db.transaction(async (tx) => {
    const [before] = await tx
      .select({ user_id: account_exports.user_id, old_key: account_exports.key })
      .from(account_exports)
      .where(and(eq(account_exports.id, id), isUnderWay))
      .for('update')
    if (!before) return null
    await tx
      .update(account_exports)
      .set({ status: 'running', progress: 0, key, updated_at: now.toISOString() })
      .where(eq(account_exports.id, id))
    return { ...before, key }
  })
}

async function note(
  db: Db,
  id: number,
  key: string,
  change: Partial<typeof account_exports.$inferInsert>,
  now: Date,
): Promise<void> {
  const noted = await db
    .update(account_exports)
    .set({ ...change, updated_at: now.toISOString() })
    .where(and(eq(account_exports.id, id), eq(account_exports.key, key), isUnderWay))
    .returning({ id: account_exports.id })
  if (noted.length === 0) throw new Superseded('another try makes this copy')
}

/** What accounts store about somebody. Secrets (hashes, tokens) are no part of it. */
const ownParts = (db: Db, user_id: number): DataPart[] => [
  {
    document: 'account',
    async read() {
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
          delete_at: users.delete_at,
          created_at: users.created_at,
        })
        .from(users)
        .where(eq(users.id, user_id))
      const providers = await db
        .select({ issuer: identities.issuer, created_at: identities.created_at })
        .from(identities)
        .where(eq(identities.user_id, user_id))
      return { ...user, identity_providers: providers }
    },
  },
  {
    document: 'sessions',
    read: () =>
      db
        .select({
          user_agent: sessions.user_agent,
          ip: sessions.ip,
          remember: sessions.remember,
          created_at: sessions.created_at,
          last_used_at: sessions.last_used_at,
          expires_at: sessions.expires_at,
        })
        .from(sessions)
        .where(eq(sessions.user_id, user_id))
        .orderBy(sessions.id),
  },
]

async function textOf(read: () => Promise<unknown>): Promise<string | null> {
  const content = await read()
  if (Array.isArray(content) && content.length === 0) return null
  return JSON.stringify(content, null, 2)
}

/** Everything that is stored about somebody, as entries of the ZIP: documents first, then files. */
async function entriesFor(app: App, db: Db, user_id: number, now: Date): Promise<Entry[]> {
  const [user] = await db
    .select({ language: users.language, name: users.name })
    .from(users)
    .where(eq(users.id, user_id))
  if (!user) throw new Superseded('the account is gone')
  const parts = [...ownParts(db, user_id), ...(await gather({ app, db, now }, personalData, { user_id }))]
  const documents = parts.flatMap((part): Entry[] =>
    'document' in part ? [{ name: `${part.document}.json`, text: () => textOf(part.read) }] : [],
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

/**
 * Makes a copy: collects, packs, keeps. Twice at once, or after a crash half-way, the later try wins and what the
 * earlier one left is removed.
 * @param finish what else belongs to the moment it is ready
 * @throws what went wrong; the row stays under way for the next try
 */
export async function makeExport(
  app: App,
  id: number,
  finish: (work: Work, done: { user_id: number; replaced: string[] }) => Promise<void>,
): Promise<void> {
  const { clock, config } = app
  const claimed = await claim(app.db, id, clock.now())
  if (!claimed) return
  const { key, user_id, old_key } = claimed
  if (old_key) await removeBytes(config, old_key)
  const file = workFile(config, key)
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    // One snapshot for all documents. Progress is noted outside it, or nobody would see it.
    await app.db.transaction(
      async (snapshot) => {
        const now = clock.now()
        const entries = await entriesFor(app, snapshot, user_id, now)
        let shown = 0
        await writeZip(file, entries, now, async (done) => {
          const progress = Math.floor((95 * done) / entries.length)
          if (progress < shown + 5) return
          shown = progress
          await note(app.db, id, key, { progress }, clock.now())
        })
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    const { size } = await stat(file)
    await storeOf(config).putFile(key, PART, file)
    await app.db.transaction(async (db) => {
      const now = clock.now()
      const expires_at = new Date(now.getTime() + EXPORT_DAYS * DAY).toISOString()
      await note(db, id, key, { status: 'ready', progress: 100, bytes: size, expires_at }, now)
      const replaced = await forget(db, and(eq(account_exports.user_id, user_id), ne(account_exports.id, id)))
      await finish({ db, app, now }, { user_id, replaced })
    })
  } catch (error) {
    await removeBytes(config, key).catch(() => {})
    if (!(error instanceof Superseded)) throw error
  } finally {
    await rm(file, { force: true })
  }
}

/** The last try failed: the page offers to begin again. @returns whose it was */
export async function failExport(db: Db, id: number, now: Date): Promise<{ user_id: number } | null> {
  const [failed] = await db
    .update(account_exports)
    .set({ status: 'failed', updated_at: now.toISOString() })
    .where(and(eq(account_exports.id, id), isUnderWay))
    .returning({ user_id: account_exports.user_id })
  return failed ?? null
}

/** Deletes rows of copies. @returns the keys of their bytes */
async function forget(db: Db, which: ReturnType<typeof and>): Promise<string[]> {
  const gone = await db.delete(account_exports).where(which).returning({ key: account_exports.key })
  return gone.flatMap(({ key }) => key ?? [])
}

/** Forgets every copy of somebody's. @returns the keys of their bytes */
export const forgetExportsOf = (db: Db, user_id: number): Promise<string[]> =>
  forget(db, eq(account_exports.user_id, user_id))

/**
 * Forgets copies that have run out, and failed ones as old; one that stands still has failed.
 * @returns the keys of the bytes that are to be removed
 */
export async function forgetExports(db: Db, now: Date): Promise<string[]> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await db
    .update(account_exports)
    .set({ status: 'failed' })
    .where(and(isUnderWay, lt(account_exports.updated_at, before(STALE))))
  return forget(
    db,
    or(
      and(eq(account_exports.status, 'ready'), lte(account_exports.expires_at, now.toISOString())),
      and(eq(account_exports.status, 'failed'), lte(account_exports.updated_at, before(EXPORT_DAYS * DAY))),
    ),
  )
}
