import type { ServerResponse } from 'node:http'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { MINUTE } from '#core/contract/time.ts'
import type { App } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { CHANNEL } from './queries.ts'

/*
 * New notifications reach open pages at once, whichever server process they were raised in: PostgreSQL tells
 * every process whose notifications changed, and each reads what its own streams haven't sent yet. Since a
 * user's ids become visible in rising order, "after the last one sent" misses nothing.
 */

const HEARTBEAT_MS = 25_000
/** A stream ends after about this long; the page comes back with its token, which may have been revoked. */
const LIFE_MS = 15 * MINUTE
/** Events of one user in one go. */
const AT_ONCE = 200
/** Users in one statement. */
const USERS_AT_ONCE = 500
/** One person's open streams; the oldest gives way. */
const STREAMS_A_USER = 8
/** A page that doesn't read is let go; it catches up when it comes back. */
const BACKLOG_BYTES = 256 * 1024
const RECONNECT_MS = [100, 500, 2_000, 5_000]

interface Stream {
  readonly user_id: number
  readonly to: ServerResponse
  readonly until: number
  /** Highest id that was sent. */
  last_id: number
}

/** The open streams of one process. */
export interface Live {
  /**
   * Sends a person's events down a response until it is closed.
   * @param last_id highest id the page has seen; null begins with what comes from now on
   */
  open(user_id: number, last_id: number | null, to: ServerResponse): Promise<void>
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
  await lives.get(app)?.close()
}

async function newestId(db: Db, user_id: number): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from notifications where (user_id, id) > (${user_id}, 0) and user_id <= ${user_id}
      order by user_id desc, id desc limit 1`,
  )
  return rows[0]?.id ?? 0
}

/** What came after an id, for each of many users; oldest first. */
async function eventsOf(
  db: Db,
  wanted: readonly { user_id: number; after: number }[],
): Promise<{ user_id: number; id: number; type: string }[]> {
  const { rows } = await db.execute<{ user_id: number; id: number; type: string }>(sql`
    select wanted.user_id, told.id, told.type
    from unnest(${sql.param(wanted.map((one) => one.user_id))}::bigint[],
      ${sql.param(wanted.map((one) => one.after))}::bigint[]) as wanted (user_id, after)
    cross join lateral (
      select id, type from notifications
      where (user_id, id) > (wanted.user_id, wanted.after) and user_id <= wanted.user_id
      order by user_id, id limit ${AT_ONCE}
    ) as told
    order by told.id`)
  return rows
}

function openLive(app: App): Live {
  const streams = new Map<number, Set<Stream>>()
  const dirty = new Set<number>()
  let count = 0
  let listener: pg.Client | undefined
  let listening: Promise<void> | undefined
  let sending: Promise<void> | undefined
  let closed = false

  const heartbeat = setInterval(() => {
    const now = Date.now()
    for (const mine of streams.values())
      for (const stream of [...mine]) {
        if (now > stream.until) stream.to.end()
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
        for (const id of (payload ?? '').split(',')) touch(Number(id))
      })
      try {
        await client.connect()
        await client.query(`listen ${CHANNEL}`)
        listener = client
        for (const user_id of streams.keys()) touch(user_id)
        return
      } catch (error) {
        await client.end().catch(() => {})
        app.log.warn({ err: error }, 'notifications are not live for the moment')
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS[Math.min(tries, 3)]))
      }
    }
  }

  function touch(user_id: number) {
    if (!streams.has(user_id)) return
    dirty.add(user_id)
    sending ??= send().finally(() => {
      sending = undefined
    })
  }

  async function send(): Promise<void> {
    while (dirty.size > 0 && !closed) {
      // What is announced together is read together.
      await new Promise((resolve) => setImmediate(resolve))
      const users = [...dirty].slice(0, USERS_AT_ONCE)
      for (const user_id of users) dirty.delete(user_id)
      const wanted = users.flatMap((user_id) => {
        const mine = [...(streams.get(user_id) ?? [])]
        return mine.length > 0 ? [{ user_id, after: Math.min(...mine.map(({ last_id }) => last_id)) }] : []
      })
      try {
        deliver(wanted, await eventsOf(app.db, wanted))
      } catch (error) {
        app.log.warn({ err: error }, 'notifications could not be read for their streams')
        for (const user_id of users) if (streams.has(user_id)) dirty.add(user_id)
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
    }
  }

  function deliver(
    wanted: readonly { user_id: number }[],
    events: readonly { user_id: number; id: number; type: string }[],
  ) {
    const by = new Map<number, { id: number; type: string }[]>()
    for (const event of events) by.set(event.user_id, [...(by.get(event.user_id) ?? []), event])
    for (const { user_id } of wanted) {
      const mine = by.get(user_id) ?? []
      for (const stream of [...(streams.get(user_id) ?? [])]) {
        const news = mine.filter(({ id }) => id > stream.last_id)
        // Nothing new: something that was there has been read, or answered.
        const text =
          news.length === 0 && mine.length === 0
            ? 'event: changed\ndata: {}\n\n'
            : news
                .map(
                  ({ id, type }) => `event: notification\nid: ${id}\ndata: {"id":${id},"type":"${type}"}\n\n`,
                )
                .join('')
        stream.last_id = Math.max(stream.last_id, ...news.map(({ id }) => id))
        if (text) write(stream, text)
      }
      if (mine.length >= AT_ONCE) dirty.add(user_id)
    }
  }

  function write({ to }: Stream, text: string) {
    if (to.writableEnded || to.destroyed) return
    to.write(text)
    if (to.writableLength > BACKLOG_BYTES) to.destroy()
  }

  function forget(stream: Stream) {
    const mine = streams.get(stream.user_id)
    if (!mine?.delete(stream)) return
    count--
    if (mine.size === 0) streams.delete(stream.user_id)
  }

  return {
    async open(user_id, last_id, to) {
      listening ??= listen()
      await listening
      if (closed) return void to.end()
      const from = last_id ?? (await newestId(app.db, user_id))
      if (to.destroyed) return
      const until = Date.now() + LIFE_MS * (0.8 + 0.4 * Math.random())
      const stream: Stream = { user_id, to, until, last_id: from }
      const mine = streams.get(user_id) ?? new Set()
      streams.set(user_id, mine)
      mine.add(stream)
      count++
      to.on('close', () => forget(stream))
      to.on('error', () => forget(stream))
      const [oldest] = mine
      if (mine.size > STREAMS_A_USER) oldest?.to.end()
      write(stream, `event: ready\nid: ${from}\ndata: {}\n\n`)
      // What came between the page's last id and now, or while this was being opened.
      touch(user_id)
    },
    count: () => count,
    async close() {
      closed = true
      clearInterval(heartbeat)
      for (const mine of streams.values()) for (const { to } of mine) to.end()
      await sending
      await listening
      const client = listener
      listener = undefined
      await client?.end().catch(() => {})
    },
  }
}
