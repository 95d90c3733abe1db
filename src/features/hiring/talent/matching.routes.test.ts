import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { closeDb, openDb } from '#core/server/db.ts'
import { Connection } from '#core/server/pool.ts'
import { openWorkers } from '#core/server/workers.ts'
import { MP3 } from '#features/files/encoded.fixture.ts'
import { formOf } from '#features/files/form.fixture.ts'
import type { Order } from '../desk/contract.ts'
import {
  hunter,
  musician,
  openHiring,
  planned,
  player,
  recommended,
  sayNo,
  scouting,
  t,
  within,
  withOptions,
} from '../desk/hiring.fixture.ts'
import { orderScope } from '../journey/queries.ts'
import { endSearch, findOptions } from './commands.adjustment.ts'
import { approvePlan } from './commands.match.ts'
import { matchingToApprove } from './queries.matching.ts'

openHiring()

/** The statements of the matcher among those that were sent: inside of transactions, and how many outside of any. */
function matchingsOf({ calls, contexts }: { calls: unknown[][]; contexts: unknown[] }) {
  const begun = new Set<unknown>()
  const inside: string[] = []
  let outside = 0
  for (const [at, [config]] of calls.entries()) {
    const text = typeof config === 'string' ? config : (config as { text: string }).text
    const connection = contexts[at]
    if (/^begin/i.test(text)) begun.add(connection)
    else if (/^(commit|rollback)\b(?! to)/i.test(text)) begun.delete(connection)
    else if (text.includes('slot as materialized')) {
      if (begun.has(connection)) inside.push(text)
      else outside++
    }
  }
  return { inside, outside }
}

describe('talent that is matched while the order goes on', () => {
  const reading = () => ({ app: t.app, db: t.db, now: t.clock.now() })
  const read = async (order: Order): Promise<Order> => (await hunter.get(`/api/orders/${order.id}/`)).body
  const search = async (order: Order) => findOptions(t.app, order.id, order.adjustment?.asked_at ?? '')

  it('lets a musician decline at once, and brings the ways on later', async () => {
    const order = await scouting(hunter, 1)
    for (const { id } of order.requests) await sayNo(id)
    const at_once = await read(order)
    expect(at_once.adjustment).toMatchObject({ reason: 'nobody_answered', pending: true, options: [] })
    const later = await withOptions(order)
    expect(later.adjustment?.options.length).toBeGreaterThan(0)
    expect(later.adjustment).not.toHaveProperty('pending')
  })
  it('is given up when it fails again and again, and the hunter is told so', async () => {
    const order = await scouting(hunter, 1)
    const asking: Order = (await hunter.post(`/api/orders/${order.id}/change/`, {})).body
    await endSearch(t.app, order.id, 'another search')
    expect((await read(order)).adjustment).toMatchObject({ pending: true })
    await endSearch(t.app, order.id, asking.adjustment?.asked_at ?? '')
    const { adjustment } = await read(order)
    expect(adjustment).toMatchObject({ partial: true, options: [] })
    expect(adjustment).not.toHaveProperty('pending')
  })
  it('finds what there is time for, and says that there may be more', async () => {
    const order = await scouting(hunter, 1)
    const asking: Order = (await hunter.post(`/api/orders/${order.id}/change/`, {})).body
    const workers = openWorkers({ effort_ms: 0 })
    await findOptions({ ...t.app, workers }, order.id, asking.adjustment?.asked_at ?? '')
    await workers.close()
    const { adjustment } = await read(order)
    expect(adjustment).toMatchObject({ partial: true })
    expect(adjustment).not.toHaveProperty('pending')
  })
  it('begins nothing more once its time is over, in the middle of a way on too', async () => {
    const { run, inTurn } = t.app.workers
    for (const most of [2, 3, 4]) {
      const order = await scouting(hunter, 1)
      const asking: Order = (await hunter.post(`/api/orders/${order.id}/change/`, {})).body
      let solved = 0
      t.app.workers.run = ((...task: Parameters<typeof run>) => {
        solved++
        return run(...task)
      }) as typeof run
      t.app.workers.inTurn = (person, calculate, more) =>
        inTurn(person, (effort) => calculate({ ...effort, left: () => (solved < most ? 60_000 : 0) }), more)
      try {
        await search(asking)
      } finally {
        Object.assign(t.app.workers, { run, inTurn })
      }
      expect(solved).toBe(most)
      expect((await read(order)).adjustment).toMatchObject({ partial: true })
    }
  })
  it('says that it is busy, not that nobody plays, when its time is over before all moments were searched', async () => {
    const order = await planned()
    const { inTurn } = t.app.workers
    t.app.workers.inTurn = (person, calculate, more) =>
      inTurn(person, ({ check }) => calculate({ check, left: () => 0 }), more)
    try {
      const asking = matchingToApprove(reading(), hunter, order.id, 'essential')
      await expect(asking).rejects.toMatchObject({ status: 503, code: 'common.busy' })
    } finally {
      t.app.workers.inTurn = inTurn
    }
  })
  it('stops when whoever asked has left', async () => {
    const order = await planned()
    const leaving = new AbortController()
    const asking = matchingToApprove(
      { ...reading(), signal: leaving.signal },
      hunter,
      order.id,
      'essential',
    ).catch((error: unknown) => error)
    leaving.abort()
    expect(await asking).toMatchObject({ status: 499 })
  })
  it('is computed while no transaction is open, whoever asks for it', async () => {
    const watching = { name: 'tarima watching', max: 1 }
    const db = openDb(t.settings, watching)
    const { inTurn } = t.app.workers
    const open: string[][] = []
    const sent = vi.spyOn(Connection.prototype, 'query')
    t.app.workers.inTurn = (person, calculate, more) =>
      inTurn(
        person,
        async (effort) => {
          const found = await calculate(effort)
          const { rows } = await db.execute<{ query: string }>(sql`select query from pg_stat_activity
            where datname = current_database() and state like 'idle in transaction%'`)
          open.push(rows.map(({ query }) => query))
          return found
        },
        more,
      )
    try {
      const order = await scouting(hunter, 1)
      const asking: Order = (await hunter.post(`/api/orders/${order.id}/change/`, {})).body
      await search(asking)
      const { adjustment } = await read(order)
      const option = adjustment?.options.find(({ kind }) => kind !== 'keep')
      const taken = await hunter.post(`/api/orders/${order.id}/adjust/`, { option: option?.id })
      expect(taken.status, taken.text).toBe(200)
      const { project_id } = await player({ format: 'duo', price: 30_000 })
      for (const one of [await planned(), await recommended()]) {
        const added = await hunter.post(`/api/orders/${one.id}/musicians/`, { musician: project_id })
        expect(added.status, added.text).toBe(200)
      }
      const { inside, outside } = matchingsOf(sent.mock)
      expect(inside).toEqual([])
      expect(outside).toBeGreaterThan(3)
    } finally {
      t.app.workers.inTurn = inTurn
      sent.mockRestore()
      await closeDb(db)
    }
    // The brief is scored, the plan approved, ways on are looked for, one of them is taken; for either of two more orders
    // as far as they go, and somebody is added.
    expect(open).toEqual(Array(4 + 2 + 3).fill([]))
  })
  it('says when there was no time to find the best line-up', async () => {
    const best = async ({ id }: Order) => (await hunter.get(`/api/orders/${id}/candidates/`)).body.best
    const { run } = t.app.workers
    t.app.workers.run = (async (...task: Parameters<typeof run>) => ({
      ...((await run(...task)) as object),
      best: false,
    })) as typeof run
    try {
      expect(await best(await recommended())).toBe(false)
    } finally {
      t.app.workers.run = run
    }
    expect(await best(await recommended())).toBe(true)
  })
  it('waits for nobody’s sounds', async () => {
    const order = await planned()
    const { run } = t.app.side_workers
    const [begun, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    t.app.side_workers.run = async (...task) => {
      begun.resolve()
      await heard.promise
      return run(...task)
    }
    try {
      const sound = formOf(MP3, { name: 'tema.mp3', type: 'audio/mpeg' })
      const sending = t.server.inject({
        method: 'POST',
        url: `/api/projects/${musician.project_id}/media/sounds/`,
        headers: { ...sound.headers, authorization: `Bearer ${musician.token}` },
        payload: sound.payload,
      })
      void sending.then(() => begun.resolve())
      await begun.promise
      const approved = await hunter.post(`/api/orders/${order.id}/approve/`, { variant: 'essential' })
      expect(approved.status, approved.text).toBe(200)
      // It was the sound's turn all the while.
      heard.resolve()
      expect((await sending).statusCode).toBe(201)
    } finally {
      heard.resolve()
      t.app.side_workers.run = run
    }
  })
  it('looks again when somebody declines while it looks', async () => {
    const order = await scouting(hunter, 2)
    const asking: Order = (await hunter.post(`/api/orders/${order.id}/change/`, {})).body
    const [first] = order.requests
    await Promise.all([search(asking), sayNo(first?.id ?? 0)])
    const { adjustment, requests } = await read(order)
    expect(requests.map(({ status }) => status).sort()).toEqual(['asked', 'unavailable'])
    expect(adjustment?.options.find(({ kind }) => kind === 'keep')?.count).toBe(1)
  })
  it('leaves an order alone that was cancelled meanwhile', async () => {
    const order = await scouting(hunter, 2)
    const asking: Order = (await hunter.post(`/api/orders/${order.id}/change/`, {})).body
    await Promise.all([
      search(asking),
      hunter.post(`/api/orders/${order.id}/cancel/`, { confirm: true, reason: 'Ya no' }),
    ])
    const now = await read(order)
    expect([now.stage, now.adjustment]).toEqual(['cancelled', null])
    await search(asking)
    expect((await read(order)).adjustment).toBeNull()
  })
  it('never stores what was matched to another plan', async () => {
    const order = await planned()
    const scope = await orderScope(t.db, hunter, order.id)
    const before = await matchingToApprove(reading(), hunter, order.id, 'essential')
    await hunter.post(`/api/orders/${order.id}/plan/`)
    await expect(within((work) => approvePlan(work, scope, 'essential', before))).rejects.toMatchObject({
      status: 409,
      code: 'hiring.moved_on',
    })
    expect((await read(order)).stage).toBe('planned')
    const now = await matchingToApprove(reading(), hunter, order.id, 'essential')
    await within((work) => approvePlan(work, scope, 'essential', now))
    expect((await read(order)).stage).toBe('recommended')
  })
  it('approves once, however often the button is pressed', async () => {
    const order = await planned()
    const url = `/api/orders/${order.id}/approve/`
    const answers = await Promise.all([1, 2, 3].map(() => hunter.post(url, { variant: 'essential' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { timeline } = await read(order)
    expect(timeline.filter(({ step }) => step === 'approve_plan')).toHaveLength(1)
  })
  it('answers a repeated approval with the first answer', async () => {
    const order = await planned()
    const approve = () =>
      hunter.post(
        `/api/orders/${order.id}/approve/`,
        { variant: 'essential' },
        { headers: { 'idempotency-key': `approve-${order.id}` } },
      )
    const [first, second] = [await approve(), await approve()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.updated_at).toBe(first.body.updated_at)
  })
})
