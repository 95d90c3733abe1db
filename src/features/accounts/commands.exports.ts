import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { and, desc, eq, inArray, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import type { App, Work } from '#core/server/app.ts'
import type { Config } from '#core/server/config.ts'
import type { Db } from '#core/server/db.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { limit, refund } from '#core/server/limits.ts'
import { enqueue } from '#core/server/queues.ts'
import type { Viewer } from '#core/server/route.ts'
import { newToken, tokenHash } from '#core/server/secrets.ts'
import { machine } from '#core/server/steps.ts'
import { transaction } from '#core/server/work.ts'
import { type Entry, writeZip } from '#core/server/zip.ts'
import { tellAbout } from './commands.letters.ts'
import { type AccountExport, EXPORT_DAYS, EXPORTS_A_DAY } from './contract.data.ts'
import { entriesOf, isReady, missingEntry, PART, shown } from './queries.exports.ts'
import { exportRemovals, exports } from './queues.ts'
import { EXPORT_STEPS } from './rules.ts'
import { account_exports } from './table.ts'

const LINK_MS = 10 * MINUTE

/** A copy that hasn't moved for so long lost its process in its last try. */
const STALE_MS = 6 * HOUR

const exportSteps = machine({
  table: account_exports,
  column: 'status',
  steps: EXPORT_STEPS,
  moved_on: 'accounts.export_expired',
})

/** The counter of copies that somebody asked for. */
const countOf = (user_id: number) => `export:${user_id}`

/**
 * Asks for a copy of somebody's data, which a job makes.
 * @throws Refusal 409 while another one of theirs is being made, 429 for too many in a day
 */
export async function requestExport(work: Work, user_id: number): Promise<AccountExport> {
  const { db, now } = work
  const at = now.toISOString()
  const [row] = await db
    .insert(account_exports)
    .values({ user_id, created_at: at, updated_at: at })
    .onConflictDoNothing()
    .returning(shown)
  if (!row) throw new Refusal(409, 'accounts.export_running')
  // Counted in the same transaction: what is refused isn't counted.
  await limit(db, countOf(user_id), EXPORTS_A_DAY, DAY, now)
  await enqueue(work, exports, { export_id: row.id })
  return row
}

/**
 * Makes the address of somebody's copy; only its hash is stored, and it ends with the session that asked.
 * @throws Refusal 404 when there is none to fetch
 */
export async function createExportLink(
  db: Db,
  viewer: Viewer,
  now: Date,
): Promise<{ token: string; expires_at: string }> {
  const token = newToken()
  const expires_at = new Date(now.getTime() + LINK_MS).toISOString()
  const latest = db
    .select({ id: account_exports.id })
    .from(account_exports)
    .where(and(eq(account_exports.user_id, viewer.id), isReady(now)))
    .orderBy(desc(account_exports.id))
    .limit(1)
  const [linked] = await db
    .update(account_exports)
    .set({ link_hash: tokenHash(token), link_expires_at: expires_at, link_session_id: viewer.session_id })
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
const startTry = (app: App, id: number) =>
  transaction(app, app.clock.now(), async (work) => {
    const [before] = await work.db
      .select({ user_id: account_exports.user_id, old_key: account_exports.key })
      .from(account_exports)
      .where(and(eq(account_exports.id, id), exportSteps.mayTake('start')))
      .for('update')
    if (!before) return null
    const key = newKey()
    await exportSteps.take(work, id, 'start', 'job', {
      set: { progress: 0, key, updated_at: work.now.toISOString() },
    })
    return { ...before, key }
  })

/** Saves how far a try is, where its page can see it. */
async function saveProgress(app: App, id: number, key: string, progress: number): Promise<void> {
  const saved = await app.db
    .update(account_exports)
    .set({ progress, updated_at: app.clock.now().toISOString() })
    .where(and(eq(account_exports.id, id), eq(account_exports.key, key), exportSteps.mayTake('finish')))
    .returning({ id: account_exports.id })
  if (saved.length === 0) throw new Superseded('another try makes this copy')
}

/** A copy is whole: it can be fetched, takes the place of earlier ones, and its owner is told. */
async function finishTry(work: Work, id: number, key: string, bytes: number): Promise<void> {
  const [done] = await exportSteps.takeAll(
    work,
    sql`${account_exports.id} = ${id} and ${account_exports.key} = ${key}`,
    'finish',
    'job',
    {
      set: {
        progress: 100,
        bytes,
        expires_at: new Date(work.now.getTime() + EXPORT_DAYS * DAY).toISOString(),
        updated_at: work.now.toISOString(),
      },
    },
  )
  if (!done) throw new Superseded('another try makes this copy')
  const { user_id } = done
  await deleteCopies(work, and(eq(account_exports.user_id, user_id), ne(account_exports.id, id)))
  await tellAbout(work, { user_id, news: 'export_ready' })
}

/** Writes a copy: the documents from one snapshot, then the files. @throws Refusal 507 when there is no room any more */
async function pack(
  app: App,
  { id, key, user_id }: { id: number; key: string; user_id: number },
  file: string,
): Promise<void> {
  const now = app.clock.now()
  await writeZip(file, now, async (add) => {
    let [done, shown] = [0, 0]
    const missing: string[] = []
    const put = async (entry: Entry, of: number) => {
      // What was admitted when it began may fill the disk by now.
      app.disk.admit('much')
      if (!(await add(entry)) && 'open' in entry) missing.push(entry.name)
      const progress = Math.floor((95 * ++done) / of)
      if (progress < shown + 5) return
      shown = progress
      // Outside the snapshot, or nobody would see it.
      await saveProgress(app, id, key, progress)
    }
    const { files, count } = await app.db.transaction(
      async (db) => {
        const entries = await entriesOf({ app, db, now }, user_id)
        if (!entries) throw new Superseded('the account is gone')
        for (const entry of entries) if ('text' in entry) await put(entry, entries.length)
        return { files: entries.filter((entry) => 'open' in entry), count: entries.length }
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    // The store may take its time for each: no transaction waits for it.
    for (const entry of files) await put(entry, count)
    if (missing.length > 0) await add(await missingEntry({ app, db: app.db }, user_id, missing))
  })
}

/**
 * Makes a copy: collects, packs, stores. Twice at once, or after a crash half-way, the later try wins and what is
 * left of the earlier one is removed.
 * @throws what went wrong, or that there is no room; the row stays under way for the next try
 */
export async function makeExport(app: App, id: number): Promise<void> {
  const { clock, config } = app
  app.disk.admit('much')
  const started = await startTry(app, id)
  if (!started) return
  const { key, user_id, old_key } = started
  if (old_key) await removeBytes(config, old_key)
  const file = workFile(config, key)
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await pack(app, { id, key, user_id }, file)
    app.disk.admit('much')
    const { size } = await stat(file)
    await storeOf(config).putFile(key, PART, file)
    await transaction(app, clock.now(), (work) => finishTry(work, id, key, size))
  } catch (error) {
    await removeBytes(config, key).catch(() => {})
    if (!(error instanceof Superseded)) throw error
  } finally {
    await rm(file, { force: true })
  }
}

/** The last try failed: the page offers to begin again, and this one isn't counted against whoever asked. */
export async function failExport(work: Work, id: number): Promise<void> {
  const [failed] = await exportSteps.takeAll(work, eq(account_exports.id, id), 'fail', 'job', {
    set: { updated_at: work.now.toISOString() },
  })
  if (failed) await refund(work.db, [countOf(failed.user_id)], work.now)
}

/** Deletes copies; a job removes their bytes once that has happened. */
async function deleteCopies(work: Work, which: SQL | undefined): Promise<void> {
  const deleted = await work.db.delete(account_exports).where(which).returning({ key: account_exports.key })
  for (const { key } of deleted) if (key) await enqueue(work, exportRemovals, { key })
}

/** Deletes every copy of somebody's data. */
export const deleteExportsOf = (work: Work, user_id: number): Promise<void> =>
  deleteCopies(work, eq(account_exports.user_id, user_id))

/** Deletes copies that have expired, and failed ones as old. One that has stood still for hours has failed. */
export async function deleteExpiredExports(work: Work): Promise<void> {
  const before = (ms: number) => new Date(work.now.getTime() - ms).toISOString()
  await exportSteps.takeAll(work, lt(account_exports.updated_at, before(STALE_MS)), 'fail', 'clock')
  await deleteCopies(
    work,
    or(
      and(eq(account_exports.status, 'ready'), lte(account_exports.expires_at, work.now.toISOString())),
      and(eq(account_exports.status, 'failed'), lte(account_exports.updated_at, before(EXPORT_DAYS * DAY))),
    ),
  )
}
