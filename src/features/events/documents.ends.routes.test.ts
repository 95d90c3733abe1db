import { existsSync, rmSync } from 'node:fs'
import http from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Person } from '#app/server/testing.ts'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import { gather, raise } from '#core/server/events.ts'
import { storeOf } from '#core/server/files.ts'
import { transaction } from '#core/server/work.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { deletionParts } from '#features/accounts/queries.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { contracts } from '#features/contracts/table.ts'
import { formOf } from '#features/files/form.fixture.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { endEvent } from './commands.lifecycle.ts'
import { openEvent } from './commands.opening.ts'
import { type WeddingDay, weddingDay } from './day.fixture.ts'
import {
  documentAt,
  fetchDocument,
  handOver,
  homeOf,
  last,
  own,
  PDF,
  type Sent,
} from './documents.fixture.ts'
import { event_documents, event_performers } from './table.ts'

/** What is left of a document that didn't come whole, and of those whose owner goes. */

let w: WeddingDay
let port: number
beforeAll(async () => {
  w = await weddingDay()
  await w.t.server.listen({ port: 0, host: '127.0.0.1' })
  const address = w.t.server.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(async () => {
  await w.t.close()
  rmSync(w.t.app.config.data_dir, { recursive: true, force: true })
})

const add = (who: Person, more?: Sent) => handOver(w, who, more)
const titles = async (who: Person) => (await w.page(who)).documents.map(({ title }) => title)
const count = () => w.t.db.$count(event_documents)

describe('bytes that could not be stored', () => {
  /** Stores as `put` says while `run` does. */
  async function storing(put: typeof store.put, run: () => Promise<void>) {
    const usual = store.put
    store.put = put
    try {
      await run()
    } finally {
      store.put = usual
    }
  }
  let store: ReturnType<typeof storeOf>
  beforeAll(() => {
    store = storeOf(w.t.app.config)
  })

  test('leave no row behind', async () => {
    const full = async () => {
      throw new Error('disk full')
    }
    await storing(full, async () => expect((await add(w.hunter)).status).toBe(500))
    expect(await count()).toBe(0)
  })

  test('and those of an upload that died half-way are found by its row, which nobody sees', async () => {
    const id = last(await add(w.hunter))
    const home = await homeOf(w, id)
    await w.t.db.update(event_documents).set({ stored_at: null }).where(eq(event_documents.id, id))
    expect(await titles(w.hunter)).toEqual([])
    expect((await fetchDocument(w, w.hunter, id)).statusCode).toBe(404)
    const now = w.t.clock.now().getTime()
    await w.t.app.jobs.runSweeps(new Date(now + HOUR - MINUTE))
    expect(existsSync(home)).toBe(true)
    await w.t.app.jobs.runSweeps(new Date(now + HOUR + MINUTE))
    await w.t.app.jobs.drain()
    expect(await count()).toBe(0)
    expect(existsSync(home)).toBe(false)
  })

  test('of an upload that its sender stopped before it was there, none are shown or kept', async () => {
    const closed = new Promise<void>((resolve) =>
      w.t.server.server.once('connection', (socket) => socket.once('close', () => setImmediate(resolve))),
    )
    const form = formOf(PDF, { name: 'plano.pdf', type: 'application/pdf' })
    const request = http.request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: documentAt(w),
      headers: { ...form.headers, authorization: `Bearer ${w.hunter.token}` },
      agent: false,
    })
    request.on('error', () => {})
    let home = ''
    const { put } = store
    const slowly: typeof put = async (key, parts) => {
      await put(key, parts)
      const [row] = await w.t.db.select().from(event_documents).where(eq(event_documents.key, key))
      home = await homeOf(w, row?.id ?? 0)
      request.destroy()
      await closed
    }
    await storing(slowly, async () => {
      request.end(form.payload)
      await closed
      await expect.poll(count).toBe(0)
    })
    expect(existsSync(home)).toBe(true)
    await w.t.app.jobs.drain()
    expect(existsSync(home)).toBe(false)
  })
})

test('whoever is being taken out of the event hands over nothing that would stay behind', async () => {
  const { db } = w.t
  const waiting = async () => {
    const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return rows[0]?.n
  }
  let adding: Promise<Answer> | undefined
  const taken = await db.transaction(async (held) => {
    const rows = await held
      .delete(event_performers)
      .where(eq(event_performers.project_id, w.trio))
      .returning()
    adding = add(w.luis, { project: w.trio })
    await expect.poll(waiting).toBe(1)
    return rows
  })
  expect((await adding)?.status).toBe(404)
  expect(await count()).toBe(0)
  await db.insert(event_performers).overridingSystemValue().values(taken)
})

test('the copy of one’s data has the documents that one uploaded, and those alone', async () => {
  const host = last(await add(w.hunter))
  const theirs = last(await add(w.luis, { project: w.trio, name: 'rider.pdf' }))
  const { app, db, clock } = w.t
  const parts = await gather({ app, db, now: clock.now() }, personalData, { user_id: w.luis.id })
  const list = parts.find((one) => 'document' in one && one.document === 'event_documents')
  expect(list && 'read' in list && (await list.read(db))).toMatchObject([
    { id: theirs, title: 'rider', file: `event_documents/${theirs}.pdf` },
  ])
  const files = parts.flatMap((one) => ('file' in one && one.file.startsWith('event_documents/') ? one : []))
  expect(files.map(({ file }) => file)).toEqual([`event_documents/${theirs}.pdf`])
  const chunks = (await (await files[0]?.open())?.toArray()) ?? []
  expect(Buffer.concat(chunks).equals(PDF)).toBe(true)
  // What goes with an account is said before it goes.
  const going = await gather({ app, db, now: clock.now() }, deletionParts, { user_id: w.hunter.id })
  expect(going).toContainEqual({ kind: 'documents', count: 1 })
  expect(host).toBeGreaterThan(0)
})

test('what a project handed over goes when it no longer plays, and the host’s stays', async () => {
  const [theirs] = (await w.page(w.luis)).documents.filter(({ project_id }) => project_id !== null)
  const home = await homeOf(w, theirs?.id ?? 0)
  const [plays] = await w.t.db.select().from(event_performers).where(eq(event_performers.project_id, w.trio))
  const left = await w.luis.post(`/api/contracts/${plays?.contract_id}/withdraw/`, { reason: 'Me operan' })
  expect(left.status, left.text).toBe(200)
  expect(await titles(w.hunter)).toEqual(['Plano del salón'])
  await w.t.app.jobs.drain()
  expect(existsSync(home)).toBe(false)
})

test('nor does it stay when an event that was put off has its new date without that project', async () => {
  const home = await homeOf(w, last(await add(w.rosa, { project: own(w.rosa), name: 'rider.pdf' })))
  const { order_id } = await w.page(w.hunter)
  const agreed = (project_id: number, state: 'active' | 'voided') =>
    w.t.db.update(contracts).set({ state }).where(eq(contracts.project_id, project_id))
  await transaction(w.t.app, w.t.clock.now(), (work) => endEvent(work, order_id, 'postpone'))
  expect(await titles(w.rosa)).toEqual(['rider'])
  await agreed(own(w.rosa), 'voided')
  await agreed(w.trio, 'active')
  await transaction(w.t.app, w.t.clock.now(), (work) => openEvent(work, order_id))
  const again = await w.page(w.hunter)
  expect([again.state, again.performers.map(({ project_id }) => project_id)]).toEqual(['confirmed', [w.trio]])
  expect(again.documents.map(({ title }) => title)).toEqual(['Plano del salón'])
  expect(await titles(w.luis)).toEqual(['Plano del salón'])
  await w.t.app.jobs.drain()
  expect(existsSync(home)).toBe(false)
  // Who plays the new date keeps theirs.
  const kept = last(await add(w.luis, { project: w.trio, name: 'rider.pdf' }))
  await transaction(w.t.app, w.t.clock.now(), (work) => endEvent(work, order_id, 'postpone'))
  await transaction(w.t.app, w.t.clock.now(), (work) => openEvent(work, order_id))
  expect((await w.page(w.luis)).documents.map(({ id }) => id)).toContain(kept)
})

test('documents go with the project and with the account of whose they are', async () => {
  const rows = await w.t.db.select().from(event_documents).orderBy(event_documents.id)
  expect(rows.map(({ project_id }) => project_id)).toEqual([null, w.trio])
  const homes = await Promise.all(rows.map(({ id }) => homeOf(w, id)))
  expect(homes.map((home) => existsSync(home))).toEqual([true, true])
  const now = w.t.clock.now()
  await transaction(w.t.app, now, (work) =>
    raise(work, projectErased, { project_id: w.trio, user_id: w.luis.id, name: 'Trío Volcán' }),
  )
  expect((await w.t.db.select().from(event_documents)).map(({ project_id }) => project_id)).toEqual([null])
  await transaction(w.t.app, now, (work) =>
    raise(work, accountDeleted, { user_id: w.hunter.id, name: w.hunter.name, email: w.hunter.email }),
  )
  expect(await count()).toBe(0)
  await w.t.app.jobs.drain()
  expect(homes.map((home) => existsSync(home))).toEqual([false, false])
})
