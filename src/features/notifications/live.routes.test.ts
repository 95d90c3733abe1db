import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { compose } from '#app/server/compose.ts'
import { buildServer } from '#app/server/server.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { liveOf } from '#core/server/live.ts'
import { testConfig } from '#core/server/testing.ts'
import { transaction } from '#core/server/work.ts'
import { type Message, notify } from './commands.ts'
import { inbox } from './queries.live.ts'

let t: TestApp
let here: string
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  t = await testApp({ max: 10 })
  here = await t.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  for (const close of closing) await close()
  await t.close()
})

/** Another server process, as far as PostgreSQL can tell, on the same database. */
async function another() {
  const { app, close } = await compose({
    config: testConfig(),
    settings: t.settings,
    work: false,
    mail: 'in memory',
    max: 4,
  })
  const server = await buildServer(app)
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  let open = true
  const stop = async () => {
    if (!open) return
    open = false
    await server.close()
    await close()
  }
  closing.push(stop)
  return { app, url, stop }
}

interface Seen {
  ids: number[]
  changes: number
  /** Resolves once that many ids were seen. */
  until(count: number, ms?: number): Promise<void>
  ready: Promise<void>
  close(): void
}

/** A page: reads the stream, and comes back elsewhere with the last id it saw when it breaks. */
function page(who: Person, urls: string[], last?: number): Seen {
  const stop = new AbortController()
  const ids: number[] = []
  let changes = 0
  let isReady = () => {}
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })
  let lastId = last
  const run = async () => {
    for (let at = 0; !stop.signal.aborted; at++) {
      try {
        const answer = await fetch(`${urls[at % urls.length]}/api/notifications/stream/`, {
          headers: {
            authorization: `Bearer ${who.token}`,
            ...(lastId === undefined ? {} : { 'last-event-id': String(lastId) }),
          },
          signal: stop.signal,
        })
        expect(answer.headers.get('content-type')).toContain('text/event-stream')
        let text = ''
        for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
          text += chunk
          const events = text.split('\n\n')
          text = events.pop() ?? ''
          for (const event of events) {
            const id = /^id: (\d+)$/m.exec(event)?.[1]
            if (id) lastId = Number(id)
            if (event.includes('event: ready')) isReady()
            if (event.includes('event: changed')) changes++
            if (event.includes('event: notification')) ids.push(Number(id))
          }
        }
      } catch (error) {
        if (error instanceof Error && error.name === 'AssertionError') throw error
      }
      if (!stop.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  void run()
  return {
    ids,
    ready,
    get changes() {
      return changes
    },
    async until(count, ms = 10_000) {
      const end = Date.now() + ms
      while (ids.length < count && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    close: () => stop.abort(),
  }
}

const order = (user_id: number, id: number): Message => ({
  user_id,
  type: 'BRIEF_VALIDATED',
  subject: `order:${id}`,
  value: String(id),
})
const tell = (app: TestApp['app'], ...messages: Message[]) =>
  transaction(app, new Date(), async (work) => notify(work, messages))

describe('a stream', () => {
  /** Reads a stream once, until it ends. */
  const untilEnd = async (token: string) => {
    const answer = await fetch(`${here}/api/notifications/stream/`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const reader = answer.body?.getReader()
    // It is open once it says that it is ready.
    await reader?.read()
    return async () => {
      for (let part = await reader?.read(); part && !part.done; ) part = await reader?.read()
      return 'ended'
    }
  }
  it('ends at log-out, in another process too, and goes on for the other sessions', async () => {
    const other = await another()
    const ana = await t.person('TALENT_HUNTER')
    const token = await t.session(ana.id)
    const seen = page(ana, [here])
    await seen.ready
    const ended = await untilEnd(token)
    await fetch(`${other.url}/api/auth/logout/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await ended()).toBe('ended')
    await tell(t.app, order(ana.id, 1))
    await seen.until(1)
    expect(seen.ids).toHaveLength(1)
    seen.close()
    await other.stop()
  })
  it('is only a head for whoever asks for that', async () => {
    const ana = await t.person('TALENT_HUNTER')
    const before = liveOf(t.app).count()
    const answer = await fetch(`${here}/api/notifications/stream/`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${ana.token}` },
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ])
    expect(liveOf(t.app).count()).toBe(before)
  })
  it('ends when its session is revoked elsewhere', async () => {
    const ana = await t.person('TALENT_HUNTER')
    const ended = await untilEnd(await t.session(ana.id))
    expect((await ana.post('/api/auth/sessions/revoke-others/')).body).toEqual({ revoked: 1 })
    expect(await ended()).toBe('ended')
  })

  it.each(['log-out', 'an end elsewhere'])(
    'ends at once when %s comes while it is being opened',
    async (by) => {
      const ana = await t.person('TALENT_HUNTER')
      const token = await t.session(ana.id)
      const elsewhere = page(ana, [here])
      await elsewhere.ready
      const { newest } = inbox
      const opening = vi.spyOn(inbox, 'newest').mockImplementationOnce(async (db, user_id) => {
        // The caller is known by now, and the stream isn't yet.
        const { status } =
          by === 'log-out'
            ? await t.as({ token }).post('/api/auth/logout/')
            : await ana.post('/api/auth/sessions/revoke-others/')
        expect(status).toBe(200)
        // What is announced is heard in its order: the end was heard before this.
        await tell(t.app, order(ana.id, 1))
        await elsewhere.until(1)
        return await newest(db, user_id)
      })
      const ended = await untilEnd(token)
      expect(await ended()).toBe('ended')
      expect(opening).toHaveBeenCalledOnce()
      opening.mockRestore()
      await tell(t.app, order(ana.id, 2))
      await elsewhere.until(2)
      expect(elsewhere.ids).toHaveLength(2)
      elsewhere.close()
    },
  )

  it('carries what is raised in another process', async () => {
    const other = await another()
    const ana = await t.person('TALENT_HUNTER')
    const beto = await t.person('TALENT_HUNTER')
    const seen = page(ana, [here])
    const his = page(beto, [here])
    await Promise.all([seen.ready, his.ready])
    await tell(other.app, order(ana.id, 1))
    await seen.until(1, 10_000)
    expect(seen.ids).toHaveLength(1)
    expect(his.ids).toHaveLength(0)
    seen.close()
    his.close()
    await other.stop()
  })

  it('begins after the last id the page saw', async () => {
    const ana = await t.person('TALENT_HUNTER')
    await tell(t.app, order(ana.id, 1), order(ana.id, 2), order(ana.id, 3))
    const { results } = (await ana.get('/notifications/')).body
    const seen = page(ana, [here], results[2].id)
    await seen.until(2, 2000)
    expect(seen.ids).toEqual([results[1].id, results[0].id])
    seen.close()
    const fresh = page(ana, [here])
    await fresh.ready
    await tell(t.app, order(ana.id, 4))
    await fresh.until(1, 2000)
    expect(fresh.ids).toHaveLength(1)
    fresh.close()
  })

  it('says when something was read elsewhere', async () => {
    const ana = await t.person('TALENT_HUNTER')
    await tell(t.app, order(ana.id, 1))
    const seen = page(ana, [here])
    await seen.ready
    await new Promise((resolve) => setTimeout(resolve, 100))
    const before = seen.changes
    await ana.patch('/notifications/mark-all-read/')
    await vi.waitFor(() => expect(seen.changes).toBe(before + 1), 10_000)
    seen.close()
  })

  it('is nobody’s without a session', async () => {
    expect((await t.anonymous.get('/api/notifications/stream/')).status).toBe(401)
  })

  it('misses nothing while its server is stopped and the pages go to another: 10,000 raised, 10,000 seen once', async () => {
    const [first, second] = [await another(), await another()]
    const people = await Promise.all(Array.from({ length: 20 }, () => t.person('TALENT_HUNTER')))
    const pages = people.map((who) => page(who, [first.url, second.url]))
    await Promise.all(pages.map((one) => one.ready))
    const each = 500
    const raise = (async () => {
      for (let at = 0; at < each; at += 25)
        await Promise.all(
          people.map((who) => tell(t.app, ...Array.from({ length: 25 }, (_, i) => order(who.id, at + i)))),
        )
    })()
    await pages[0]?.until(each / 4)
    await first.stop()
    await raise
    await Promise.all(pages.map((one) => one.until(each, 20_000)))
    for (const one of pages) {
      expect(one.ids).toHaveLength(each)
      expect(new Set(one.ids).size).toBe(each)
      expect([...one.ids].sort((a, b) => a - b)).toEqual(one.ids)
      one.close()
    }
    expect(liveOf(first.app).count()).toBe(0)
    await second.stop()
  }, 60_000)

  it('finds its way back when the database drops the connection it listens on', async () => {
    const ana = await t.person('TALENT_HUNTER')
    const seen = page(ana, [here])
    await seen.ready
    await t.db.execute(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'tarima live' and datname = current_database()`)
    await tell(t.app, order(ana.id, 1))
    await seen.until(1, 5000)
    expect(seen.ids).toHaveLength(1)
    await tell(t.app, order(ana.id, 2))
    await seen.until(2, 5000)
    expect(seen.ids).toHaveLength(2)
    seen.close()
  })
})
