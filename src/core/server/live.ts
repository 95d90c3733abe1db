import type { Writable } from 'node:stream'
import { type SQL, sql } from 'drizzle-orm'
import pg from 'pg'
import { MINUTE } from '#core/contract/time.ts'
import type { App } from './app.ts'
import type { Db } from './db.ts'
import { extensionPoint, gather } from './events.ts'
import { atEnd, collect } from './work.ts'

/*
 * What changes reaches open pages at once, whichever server process it changed in: PostgreSQL tells every process
 * whom a committed transaction touched, and each writes to the streams it holds for these people.
 */

const CHANNEL = 'live'
/** A payload of NOTIFY holds fewer than 8,000 bytes. */
const PAYLOAD_BYTES = 7_900

const HEARTBEAT_MS = 25_000
/** A stream ends after about this long; the page comes back with its token, which may have been revoked. */
const LIFE_MS = 15 * MINUTE
/** Users in one statement. */
const USERS_AT_ONCE = 500
/** One person's open streams; the oldest gives way. */
const STREAMS_A_USER = 8
/** A page that doesn't read is let go; it catches up when it comes back. */
const BACKLOG_BYTES = 256 * 1024
/** What a process that stops waits for that pages take what they were sent. */
const CUT_MS = 2_000
const RECONNECT_MS = [100, 500, 2_000, 5_000]

/** Something that these people see has changed. */
export interface Signal {
  user_id: number
  /** What it was, e.g. `notifications` or `order:12`; no spaces. */
  topic: string
}

/** Announces changes to every server process when the transaction commits: `collect(work, signals, [...])`. */
export const signals = atEnd<Signal>('live.signals', async ({ db }, items) => {
  await db.execute(sql`select ${announcement(items)}`)
})

/** SQL expression that announces the same, once, with the first row of the statement that it is selected in. */
export function announcement(items: readonly Signal[]): SQL<number> {
  const by = new Map<string, Set<number>>()
  for (const { topic, user_id } of items) by.set(topic, (by.get(topic) ?? new Set()).add(user_id))
  const payloads = [...by].flatMap(([topic, user_ids]) => payloadsOf(topic, [...user_ids]))
  return sql`(select count(pg_notify(${CHANNEL}, payload)) from unnest(${sql.param(payloads)}::text[]) payload)`
}

/** `topic 12,57,…`, in as many payloads as it takes. */
export function payloadsOf(topic: string, user_ids: readonly number[]): string[] {
  const payloads: string[] = []
  let payload = ''
  for (const id of user_ids)
    if (payload && payload.length + 1 + String(id).length <= PAYLOAD_BYTES) payload += `,${id}`
    else {
      if (payload) payloads.push(payload)
      payload = `${topic} ${id}`
    }
  return payload ? [...payloads, payload] : payloads
}

/** Events with rising ids that a stream carries in full: whoever comes back says the last one they saw. */
export interface Feed {
  readonly topic: string
  /** The highest id that somebody has; 0 for none. */
  newest(db: Db, user_id: number): Promise<number>
  /**
   * What came after an id, for each of many people, oldest first. A person's ids become visible in rising order.
   * @param wanted.limit at most that many of each
   */
  after(
    db: Db,
    wanted: readonly { user_id: number; after: number }[],
    limit: number,
  ): Promise<readonly FeedEvent[]>
}

export interface FeedEvent {
  user_id: number
  id: number
  /** The name of the event, as pages listen for it. */
  name: string
  data: Record<string, string | number>
}

/** Events of one person in one go. */
const AT_ONCE = 200

/** Who reads a stream: it ends with their session. */
export interface Listener {
  user_id: number
  session_id: number
  /** When the session ends unless it is used. */
  expires_at: string
}

/** Sessions of these people have ended: `collect(work, endedSessions, [...])`. Their streams end with the commit. */
export const endedSessions = atEnd<{ user_id: number; session_id: number }>(
  'live.ended_sessions',
  async (work, ended) =>
    collect(
      work,
      signals,
      ended.map(({ user_id, session_id }) => ({ user_id, topic: `${ENDED}${session_id}` })),
    ),
  { feeds: [signals] },
)
const ENDED = 'session_ended:'

/** Which of these sessions have ended, whenever that was. Asked once a stream can be told of it from then on. */
export const endedAmong = extensionPoint<{ session_ids: readonly number[] }, number>('live.ended_among')

interface Stream {
  readonly user_id: number
  readonly session_id: number
  readonly feed: Feed
  readonly to: Writable
  readonly until: number
  /** Highest id that was sent. */
  last_id: number
}

/** The open streams of one process. */
export interface Live {
  /**
   * Sends a person's events down a response until it is closed: those of the feed with their ids, a nameless
   * `changed` where something of the feed was read or answered, and `update` with its topic for anything else.
   * @param last_id highest id the page has seen; null begins with what comes from now on
   */
  open(feed: Feed, listener: Listener, last_id: number | null, to: Writable): Promise<void>
  /** How many are open. */
  count(): number
  /** Ends all of them and stops listening; more aren't taken. */
  close(): Promise<void>
}

const lives = new WeakMap<App, Live>()

/** The streams of this process; made at first use. */
export function liveOf(app: App): Live {
  const live = lives.get(app) ?? openLive(app)
  lives.set(app, live)
  return live
}

/** Ends the streams of a process that stops, so that it doesn't wait for them. */
export async function closeLive(app: App): Promise<void> {
  // Also of one that has had none yet: a call that is on its way finds it closed.
  await liveOf(app).close()
}

function openLive(app: App): Live {
  /** By user, oldest first. */
  const streams = new Map<number, readonly Stream[]>()
  /** Whose feeds are to be read. */
  const dirty = new Map<Feed, Set<number>>()
  /** Whose session may have ended while nobody here could hear of it. */
  const unsure = new Set<Stream>()
  let count = 0
  let listener: pg.Client | undefined
  let listening: Promise<void> | undefined
  let sending: Promise<void> | undefined
  let closed = false

  const heartbeat = setInterval(() => {
    const now = Date.now()
    for (const mine of streams.values())
      for (const stream of mine) {
        // What it was sent before its end hasn't been taken since the last beat.
        if (stream.to.writableEnded) stream.to.destroy()
        else if (now > stream.until) stream.to.end()
        else write(stream, ': \n\n')
      }
  }, HEARTBEAT_MS)
  heartbeat.unref()

  /** Listens on a connection of its own; comes back after a break, and then looks for what it missed. */
  async function listen(): Promise<void> {
    for (let tries = 0; !closed; tries++) {
      const { max: _, Client: __, ...settings } = app.db.$client.options
      const client = new pg.Client({ ...settings, application_name: 'tarima live', keepAlive: true })
      const lost = () => {
        if (listener !== client) return
        listener = undefined
        if (!closed) listening = listen()
      }
      client.on('error', lost)
      client.on('end', lost)
      client.on('notification', ({ payload }) => {
        const [topic = '', ids = ''] = (payload ?? '').split(' ')
        for (const id of ids.split(',')) hear(topic, Number(id))
      })
      try {
        await client.connect()
        await client.query(`listen ${CHANNEL}`)
        listener = client
        for (const mine of streams.values()) for (const stream of mine) catchUp(stream)
        return
      } catch (error) {
        await client.end().catch(() => {})
        app.log.warn({ err: error }, 'pages are not live for the moment')
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS[Math.min(tries, 3)]))
      }
    }
  }

  function hear(topic: string, user_id: number) {
    if (topic.startsWith(ENDED)) {
      const session_id = Number(topic.slice(ENDED.length))
      for (const stream of streams.get(user_id) ?? []) if (stream.session_id === session_id) stream.to.end()
      return
    }
    for (const stream of streams.get(user_id) ?? [])
      if (stream.feed.topic === topic) touch(stream.feed, user_id)
      else write(stream, `event: update\ndata: ${JSON.stringify({ topic })}\n\n`)
  }

  function touch(feed: Feed, user_id: number) {
    dirty.set(feed, (dirty.get(feed) ?? new Set()).add(user_id))
    sending ??= send()
  }

  /** Looks for what a stream wasn't told: it hears of what is announced from now on, and of nothing before. */
  function catchUp(stream: Stream) {
    unsure.add(stream)
    touch(stream.feed, stream.user_id)
  }

  async function send(): Promise<void> {
    try {
      while ((dirty.size > 0 || unsure.size > 0) && !closed) {
        // What is announced together is read together.
        await new Promise((resolve) => setImmediate(resolve))
        await endUnheard()
        for (const [feed, waiting] of [...dirty]) {
          const users = [...waiting].slice(0, USERS_AT_ONCE)
          for (const user_id of users) waiting.delete(user_id)
          if (waiting.size === 0) dirty.delete(feed)
          await sendTo(feed, users)
        }
      }
    } finally {
      // Not a moment later: whatever is touched then is sent by another round.
      sending = undefined
    }
  }

  async function endUnheard(): Promise<void> {
    if (unsure.size === 0) return
    const asked = [...unsure]
    // Who becomes unsure while this is read is asked about again.
    unsure.clear()
    const session_ids = asked.map(({ session_id }) => session_id)
    try {
      const reading = { app, db: app.db, now: app.clock.now() }
      const ended = new Set(await gather(reading, endedAmong, { session_ids }))
      for (const stream of asked) if (ended.has(stream.session_id)) stream.to.end()
    } catch (error) {
      app.log.warn({ err: error }, 'sessions could not be read for their streams')
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      for (const stream of asked) if (!stream.to.writableEnded && !stream.to.destroyed) unsure.add(stream)
    }
  }

  const streamsOf = (feed: Feed, user_id: number) =>
    (streams.get(user_id) ?? []).filter((stream) => stream.feed === feed)

  async function sendTo(feed: Feed, users: readonly number[]): Promise<void> {
    const wanted = users.flatMap((user_id) => {
      const last = streamsOf(feed, user_id).map(({ last_id }) => last_id)
      return last.length > 0 ? [{ user_id, after: Math.min(...last) }] : []
    })
    if (wanted.length === 0) return
    try {
      deliver(feed, wanted, await feed.after(app.db, wanted, AT_ONCE))
    } catch (error) {
      app.log.warn({ err: error, feed: feed.topic }, 'events could not be read for their streams')
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      for (const { user_id } of wanted) touch(feed, user_id)
    }
  }

  function deliver(feed: Feed, wanted: readonly { user_id: number }[], events: readonly FeedEvent[]) {
    const by = new Map<number, FeedEvent[]>()
    for (const event of events) by.set(event.user_id, [...(by.get(event.user_id) ?? []), event])
    for (const { user_id } of wanted) {
      const mine = by.get(user_id) ?? []
      for (const stream of streamsOf(feed, user_id)) {
        const news = mine.filter(({ id }) => id > stream.last_id)
        // Nothing new: something that was there has been read, or answered.
        const text =
          mine.length === 0
            ? 'event: changed\ndata: {}\n\n'
            : news
                .map(({ id, name, data }) => `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
                .join('')
        stream.last_id = Math.max(stream.last_id, ...news.map(({ id }) => id))
        if (text) write(stream, text)
      }
      if (mine.length >= AT_ONCE) touch(feed, user_id)
    }
  }

  function write({ to }: Stream, text: string) {
    if (to.writableEnded || to.destroyed) return
    to.write(text)
    if (to.writableLength > BACKLOG_BYTES) to.destroy()
  }

  function keep(stream: Stream) {
    const mine = [...(streams.get(stream.user_id) ?? []), stream]
    streams.set(stream.user_id, mine)
    count++
    const gone = () => forget(stream)
    stream.to.on('close', gone).on('error', gone)
    if (mine.length > STREAMS_A_USER) mine[0]?.to.end()
  }

  function forget(stream: Stream) {
    const mine = streams.get(stream.user_id) ?? []
    const left = mine.filter((one) => one !== stream)
    if (left.length === mine.length) return
    count--
    if (left.length === 0) streams.delete(stream.user_id)
    else streams.set(stream.user_id, left)
  }

  async function newestOf(feed: Feed, user_id: number, to: Writable): Promise<number> {
    try {
      return await feed.newest(app.db, user_id)
    } catch (error) {
      // The page comes back, rather than to read a stream that never says anything.
      to.destroy()
      throw error
    }
  }

  return {
    async open(feed, { user_id, session_id, expires_at }, last_id, to) {
      if (closed) return void to.end()
      listening ??= listen()
      await listening
      if (closed) return void to.end()
      const from = last_id ?? (await newestOf(feed, user_id, to))
      if (to.destroyed) return
      if (closed) return void to.end()
      const until = Math.min(
        Date.now() + LIFE_MS * (0.8 + 0.4 * Math.random()),
        // By the app's clock, which tests move.
        Date.now() + Date.parse(expires_at) - app.clock.now().getTime(),
      )
      const stream: Stream = { user_id, session_id, feed, to, until, last_id: from }
      keep(stream)
      write(stream, `event: ready\nid: ${from}\ndata: {}\n\n`)
      // What came between the page's last id and now, or while this was being opened.
      catchUp(stream)
    },
    count: () => count,
    async close() {
      closed = true
      clearInterval(heartbeat)
      for (const mine of streams.values()) for (const { to } of mine) to.end()
      // Whoever doesn't read what they were sent doesn't hold up the end of the process.
      setTimeout(() => {
        for (const mine of streams.values()) for (const { to } of mine) to.destroy()
      }, CUT_MS).unref()
      await sending
      await listening
      const client = listener
      listener = undefined
      await client?.end().catch(() => {})
    },
  }
}
