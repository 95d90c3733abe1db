import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { files } from '#features/files/table.ts'
import { makeExport } from './commands.exports.ts'
import { account_exports } from './table.ts'

/* The copy of one's data while the store is slow, loses a file, or the disk gets full. */

const MB = 1024 * 1024
const PICTURES = 4

let t: TestApp
let who: Person
let free: number

beforeAll(async () => {
  free = 10_000 * MB
  t = await testApp({ free: async () => free })
})
afterEach(async () => {
  vi.restoreAllMocks()
  free = 10_000 * MB
  await t.app.disk.look()
})
afterAll(() => t?.close())

/** Somebody with pictures, and their copy that waits to be made. */
async function asked(): Promise<{ export_id: number; names: string[] }> {
  who = await t.person('STUDENT')
  const keys = Array.from({ length: PICTURES }, newKey)
  const rows = await t.db
    .insert(files)
    .values(
      keys.map((key) => ({
        user_id: who.id,
        key,
        parts: { 'large.jpeg': 4 },
        width: 10,
        height: 10,
        bytes: 4,
        created_at: t.clock.now().toISOString(),
      })),
    )
    .returning({ id: files.id })
  for (const key of keys) await storeOf(t.app.config).put(key, new Map([['large.jpeg', Buffer.from('abcd')]]))
  const { body } = await who.post('/api/auth/export/')
  return { export_id: body.export.id, names: rows.map(({ id }) => `pictures/${id}.jpeg`) }
}

/** What happens when one of the pictures is read. */
function onRead(happen: (reads: number) => Promise<void>) {
  const store = storeOf(t.app.config)
  const { read } = store
  let reads = 0
  vi.spyOn(store, 'read').mockImplementation(async (...given) => {
    await happen(++reads)
    return read(...given)
  })
  return () => reads
}

const rowOf = async (id: number) =>
  (await t.db.select().from(account_exports).where(eq(account_exports.id, id)))[0]

async function entriesOfCopy() {
  const { url } = (await who.post('/api/auth/export/link/')).body
  const { rawPayload } = await t.server.inject({ method: 'GET', url })
  return unzipSync(new Uint8Array(rawPayload))
}

test('however long the store takes for a file, no transaction waits for it', async () => {
  const { export_id, names } = await asked()
  const waiting: string[] = []
  const reads = onRead(async () => {
    await setTimeout(50)
    const { rows } = await t.app.reserved_db.execute<{ query: string }>(sql`select query from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`)
    waiting.push(...rows.map(({ query }) => query))
  })
  await makeExport(t.app, export_id)
  expect(reads()).toBe(PICTURES)
  expect(waiting).toEqual([])
  expect(await rowOf(export_id)).toMatchObject({ status: 'ready', progress: 100 })
  const entries = await entriesOfCopy()
  for (const name of names) expect(strFromU8(entries[name] ?? new Uint8Array())).toBe('abcd')
  expect(entries).not.toHaveProperty(['MISSING.txt'])
})

test('a file that is deleted while the copy is made is named as missing', async () => {
  const { export_id, names } = await asked()
  const [, , third] = await t.db.select().from(files).where(eq(files.user_id, who.id)).orderBy(files.id)
  onRead(async (reads) => {
    if (reads === 1) await storeOf(t.app.config).remove(third?.key ?? '', ['large.jpeg'])
  })
  await makeExport(t.app, export_id)
  const entries = await entriesOfCopy()
  expect(names.map((name) => name in entries)).toEqual([true, true, false, true])
  const missing = strFromU8(entries['MISSING.txt'] ?? new Uint8Array())
  expect(missing).toContain('Estos archivos ya no estaban')
  expect(missing).toContain(names[2])
  expect(missing).not.toContain(names[0])
})

test.each([
  ['while its files are read', (reads: number) => reads === 2, 2],
  ['before it is stored', (reads: number) => reads === PICTURES, PICTURES],
])('a copy ends when there is no room any more: %s', async (_, isFull, most) => {
  const { export_id } = await asked()
  const kept = await readdir(path.join(t.app.config.data_dir, 'files'), { recursive: true })
  const reads = onRead(async (n) => {
    if (!isFull(n)) return
    free = 10 * MB
    await t.app.disk.look()
  })
  await expect(makeExport(t.app, export_id)).rejects.toMatchObject({ status: 507 })
  expect(reads()).toBe(most)
  expect(await rowOf(export_id)).toMatchObject({ status: 'running', bytes: null })
  // Nothing of it is left, neither where it grows nor in the store.
  expect(await readdir(path.join(t.app.config.data_dir, 'exports'))).toEqual([])
  expect(await readdir(path.join(t.app.config.data_dir, 'files'), { recursive: true })).toEqual(kept)
  // Once there is room again, the next try makes it.
  free = 10_000 * MB
  await t.app.disk.look()
  await makeExport(t.app, export_id)
  expect(await rowOf(export_id)).toMatchObject({ status: 'ready' })
})
