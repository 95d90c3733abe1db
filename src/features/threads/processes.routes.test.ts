import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type ServerProcess, startServerProcess } from '#app/server/serverProcess.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { events } from '#features/events/table.ts'
import { followStream } from '#features/notifications/web/live.ts'
import { project_members } from '#features/projects/table.ts'

/* Two servers as they run in production, each a process of its own, on one database. */

let t: TestApp
let servers: ServerProcess[]
const data = mkdtempSync(path.join(os.tmpdir(), 'tarima-threads-'))
let people: Person[] = []
let thread_id = 0
let tries = 0

beforeAll(async () => {
  t = await testApp({ max: 10 })
  const start = () => startServerProcess(t.settings, data, { TRUST_PROXY: 'loopback' })
  servers = await Promise.all([start(), start()])
}, 120_000)
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.kill()))
  await t.close()
  rmSync(data, { recursive: true, force: true })
})

/** Four people with a conversation that is empty, new for each try. */
async function begin() {
  tries += 1
  const hunter = await t.person('TALENT_HUNTER')
  const musicians = [await t.person('MUSICIAN'), await t.person('MUSICIAN'), await t.person('MUSICIAN')]
  people = [hunter, ...musicians]
  const [one, two, three] = musicians
  const scene = await wedding(t, 'paid', hunter, [{ project_ids: [one?.project_id ?? 0] }], {
    // By the clock of the servers, which nobody moves.
    starts_at: `${new Date(Date.now() + 45 * DAY).toISOString().slice(0, 10)}T00:00:00.000Z`,
  })
  for (const member of [two, three])
    await t.db.insert(project_members).values({
      project_id: one?.project_id ?? 0,
      user_id: member?.id ?? 0,
      role: 'COLLABORATOR',
    })
  const [event] = await t.db.select({ id: events.id }).from(events).where(eq(events.order_id, scene.order_id))
  const { body } = await hunter.post('/api/threads/', { event_id: event?.id ?? 0 })
  thread_id = body.id
}

const call = (server: ServerProcess | undefined, who: Person, place: string, body?: object) =>
  fetch(`${server?.url}/api/threads/${thread_id}/${place}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${who.token}`,
      'content-type': 'application/json',
      // An address may send 120 messages a minute to a server: each try has one of its own.
      'x-forwarded-for': `192.0.2.${tries}`,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

/** An open page: it reads on from its last place whenever its stream says that something has changed. */
function page(who: Person, server: ServerProcess | undefined) {
  const stop = new AbortController()
  const seqs: number[] = []
  const written: string[] = []
  let reading = Promise.resolve()
  const catchUp = async () => {
    for (;;) {
      const answer = await call(server, who, `messages/?after=${seqs.at(-1) ?? 0}`)
      const { results } = (await answer.json()) as { results: { seq: number; text: string }[] }
      if (!results?.length) return
      for (const { seq, text } of results) {
        seqs.push(seq)
        written.push(text)
      }
    }
  }
  void followStream(
    (_last, signal) =>
      fetch(`${server?.url}/api/notifications/stream/`, {
        headers: { authorization: `Bearer ${who.token}` },
        signal,
      }),
    () => {
      reading = reading.then(catchUp).catch(() => {})
    },
    stop.signal,
  )
  return { seqs, written, close: () => stop.abort() }
}

test('200 messages of four people over two servers at once: each seen once, in one order, by everybody', async () => {
  await begin()
  const pages = people.map((who, i) => page(who, servers[i % 2]))
  await new Promise((resolve) => setTimeout(resolve, 500))
  const names = people.flatMap((who, i) =>
    Array.from({ length: 50 }, (_, n) => ({ who, client_id: `person-${i}-${String(n).padStart(3, '0')}` })),
  )
  const answers = await Promise.all(
    names.map(async ({ who, client_id }, i) => {
      const body = { client_id, text: client_id }
      const answer = await call(servers[i % 2], who, 'messages/', body)
      // A page that didn't hear the answer sends it once more, perhaps to the other server.
      // Each server hears as many: an address may send 120 messages a minute to one.
      if (i % 9 === 0) await call(servers[(i + 1) % 2], who, 'messages/', body)
      return answer.status
    }),
  )
  expect(answers.filter((status) => status !== 201)).toEqual([])
  // For what hangs: a busy machine takes its time.
  const deadline = Date.now() + 120_000
  while (pages.some(({ seqs }) => seqs.length < 200) && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50))
  const [first] = pages
  for (const one of pages) {
    one.close()
    expect(one.seqs).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
    expect(one.written).toEqual(first?.written)
  }
  expect(new Set(first?.written)).toEqual(new Set(names.map(({ client_id }) => client_id)))
}, 180_000)

test('10,000 messages are opened and scrolled as quickly as a few', async () => {
  // By itself as well.
  if (people.length === 0) await begin()
  const [hunter] = people
  /** How long opening, scrolling back and jumping take, in ms from the quickest; one after the other. */
  const times = async (last: number): Promise<number[]> => {
    const taken: number[] = []
    const timed = async (place: string) => {
      const begun = performance.now()
      const { status, body } = (await hunter?.get(`/api/threads/${place}`)) ?? {}
      taken.push(performance.now() - begun)
      expect(status).toBe(200)
      return body
    }
    const messages = `${thread_id}/messages/`
    await timed(messages)
    taken.length = 0
    for (let opened = 0; opened < 20; opened++) {
      await timed('')
      await timed(`${thread_id}/`)
      let next: string | null = ''
      for (let pages = 0; pages < 4 && next !== null; pages++)
        next = (await timed(next ? `${messages}?cursor=${next}` : messages)).next
      await timed(`${messages}?cursor=${Math.round((last * (opened + 1)) / 21)}`)
    }
    return taken.sort((a, b) => a - b)
  }
  const at = (sorted: number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  // What an earlier try wrote is none of the few.
  await t.db.execute(`delete from thread_messages where thread_id = ${thread_id} and seq > 200`)
  await t.db.execute(`update threads set last_seq = 200 where id = ${thread_id}`)
  const few = await times(200)
  await t.db.execute(`insert into thread_messages (thread_id, seq, user_id, side, client_id, text, created_at)
    select ${thread_id}, n, ${people[1]?.id}, 'artist', 'many-' || n, 'Mensaje ' || n, now()
    from generate_series(201, 10000) n`)
  await t.db.execute(`update threads set last_seq = 10000 where id = ${thread_id}`)
  await t.db.execute('analyze thread_messages')
  const many = await times(10_000)
  for (const [name, sorted] of [['200', few] as const, ['10,000', many] as const])
    console.info(
      `${name} messages: p50 ${at(sorted, 0.5).toFixed(1)} ms, p99 ${at(sorted, 0.99).toFixed(1)} ms`,
    )
  // Beside each other in one run: how busy the machine is must not decide.
  expect(at(many, 0.5) / at(few, 0.5)).toBeLessThan(3)
})
