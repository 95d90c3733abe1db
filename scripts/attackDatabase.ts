import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import {
  ask,
  databaseOf,
  hunter,
  killDatabase,
  missing,
  REFUSED_MS,
  type Server,
  startServer,
  startWriters,
} from './crashServer.ts'
import { temporaryFolder } from './temporaryFolder.ts'

/*
 * npm run attack:database: the postmaster is killed twenty times under load, and a disk is filled to the last byte. Nothing
 * that was answered may be lost, and the server has to go on by itself. Only on this machine; takes about two minutes.
 */

const KILLS = Number(process.env.KILLS ?? 20)
const WRITERS = 8
const READERS = 8
const BACK_MS = 3_000
/** After room was made: a database that panicked is tried again with pauses that grow. */
const ROOM_MS = 15_000
const MB = 1024 * 1024
const TMPFS_MB = 640
const say = (line: string) => void process.stdout.write(`${line}\n`)
let failed = 0
const check = (ok: boolean, line: string) => {
  if (!ok) failed++
  say(`  ${ok ? 'ok  ' : 'FAIL'} ${line}`)
}

/** Reads without a pause. @returns what ends it and answers how often each status came */
function startReaders({ address }: Server, token: string) {
  const answers = new Map<number, number>()
  let reading = true
  const readers = Array.from({ length: READERS }, async (_, n) => {
    const url = `${address}${n % 2 ? '/api/notifications/' : '/api/auth/sessions/'}`
    while (reading) {
      const status = await read(url, token)
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (status !== 200) await sleep(REFUSED_MS)
    }
  })
  return async () => {
    reading = false
    await Promise.all(readers)
    return answers
  }
}

/** @returns the status; 0 when the connection broke */
async function read(url: string, token = ''): Promise<number> {
  try {
    const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    await reply.text()
    return reply.status
  } catch {
    return 0
  }
}

/** What health says, in turn: each status once for as long as it stays. */
async function healthUntil({ address }: Server, done: Promise<unknown>): Promise<number[]> {
  const said: number[] = []
  let isDone = false
  done.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const status = await read(`${address}/healthz`)
    if (said.at(-1) !== status) said.push(status)
    await sleep(20)
  }
  return said
}

const told = (answers: ReadonlyMap<number, number>) =>
  [...answers].map(([status, times]) => `${times} × ${status}`).join(', ')

async function killed() {
  const { folder: data, remove } = temporaryFolder('attack')
  const server = await startServer(data)
  try {
    say(`The postmaster is killed ${KILLS} times while ${WRITERS} write and ${READERS} read`)
    const token = await hunter(data)
    const writers = startWriters(() => server.address, token, 'Bajo ataque', WRITERS)
    const stopReaders = startReaders(server, token)
    for (let n = 1; n <= KILLS; n++) {
      for (let before = 0; before < 3; before++) await writers.nextWrite()
      await sleep(1_000 + Math.random() * 500)
      const pid = databaseOf(data)
      if (!pid) throw new Error('no database runs')
      const back = writers.nextWrite()
      process.kill(pid, 'SIGKILL')
      const said = await healthUntil(server, back)
      const ms = await back
      const truth = said.includes(503)
      check(
        ms < BACK_MS && truth,
        `kill ${String(n).padStart(2)}: wrote again after ${ms.toFixed(0).padStart(5)} ms; /healthz said ${said.join(', ')}`,
      )
    }
    await writers.stop()
    const read = await stopReaders()
    const { lost, half } = await missing(data, writers.written)
    check(
      lost.length === 0 && half.length === 0,
      `${writers.written.size} writes answered: ${lost.length} lost, ${half.length} half written`,
    )
    const all = [...writers.answers.keys(), ...read.keys()]
    check(
      all.every((status) => [200, 201, 503].includes(status)),
      `writers were answered ${told(writers.answers)}; readers ${told(read)}`,
    )
    server.child.kill('SIGTERM')
    const code = await server.ended
    check(code === 0 && databaseOf(data) === undefined, `stops with code ${code}, and its database with it`)
    if (code !== 0) say(server.output())
  } finally {
    server.child.kill('SIGKILL')
    killDatabase(data)
    remove()
  }
}

const png = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#c90a47' } })
  .png()
  .toBuffer()

async function filled() {
  const { folder: data, remove } = temporaryFolder('attack')
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${TMPFS_MB}m,mode=755`, 'tmpfs', data])
  if (mounted.status !== 0) {
    say('A full disk: not shown, since only root may mount a small one here')
    remove()
    return
  }
  const ballast = path.join(data, 'ballast')
  const free = () => {
    const { bavail, bsize } = statfsSync(data)
    return bavail * bsize
  }
  /** Leaves that many megabytes. */
  const fill = (left: number) => {
    rmSync(ballast, { force: true })
    for (let room = free() - left * MB; room > 0; room = free() - left * MB) {
      try {
        writeFileSync(ballast, Buffer.alloc(Math.min(room, 16 * MB)), { flag: 'a' })
      } catch {
        return // full before it was told
      }
    }
  }
  let server = await startServer(data, { DISK_RESERVE_MB: '200' })
  try {
    say(`A disk of ${TMPFS_MB} MB is filled`)
    const token = await hunter(data)
    const send = async (method: string, at: string, body?: FormData | string) => {
      const reply = await fetch(`${server.address}${at}`, {
        method,
        ...(body === undefined ? {} : { body }),
        headers: {
          authorization: `Bearer ${token}`,
          ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        },
      })
      await reply.text()
      return reply.status
    }
    const upload = () => {
      const form = new FormData()
      form.append('file', new Blob([Uint8Array.from(png)]), 'a.png')
      return send('POST', '/api/files/', form)
    }
    let orders = 0
    const order = () =>
      send('POST', '/api/orders/', JSON.stringify({ brief: { event: { title: `Sin espacio ${++orders}` } } }))
    const answers = async () => [await upload(), await order(), await send('GET', '/api/notifications/')]
    const expects = async (wanted: number[], when: string) => {
      await sleep(1_500)
      const got = await answers()
      check(
        String(got) === String(wanted),
        `${when}: an upload ${got[0]}, a write ${got[1]}, a read ${got[2]}`,
      )
    }
    await expects([201, 201, 200], 'with a reserve of 200 MB and enough room')
    fill(150)
    await expects([507, 201, 200], 'with 150 MB left')
    fill(80)
    await expects([507, 507, 200], 'with 80 MB left')
    rmSync(ballast)
    await expects([201, 201, 200], 'after room was made')
    server.child.kill('SIGTERM')
    await server.ended

    // Something else fills it all the same.
    server = await startServer(data, { DISK_RESERVE_MB: '0' })
    const writers = startWriters(() => server.address, token, 'Disco lleno', WRITERS)
    await writers.nextWrite()
    const before = databaseOf(data)
    fill(0)
    for (let n = 0; n < 8; n++) await ask(data, 'select pg_switch_wal()').catch(() => {})
    await ask(data, 'checkpoint').catch(() => {})
    await sleep(4_000)
    const died = databaseOf(data) !== before
    const full = told(writers.answers)
    rmSync(ballast)
    const ms = await writers.nextWrite()
    await writers.stop()
    const { lost, half } = await missing(data, writers.written)
    say(
      `  without a reserve and with 0 bytes left, writers were answered ${full}; the database ${died ? 'panicked' : 'lived'}`,
    )
    check(ms < ROOM_MS, `wrote again ${ms.toFixed(0)} ms after room was made; goal < ${ROOM_MS} ms`)
    check(
      [...writers.answers.keys()].every((status) => [201, 503, 507].includes(status)),
      `answers in all: ${told(writers.answers)}`,
    )
    check(
      lost.length === 0 && half.length === 0,
      `${writers.written.size} writes answered: ${lost.length} lost, ${half.length} half written`,
    )
    server.child.kill('SIGTERM')
    await server.ended
  } finally {
    server.child.kill('SIGKILL')
    killDatabase(data)
    await sleep(200)
    spawnSync('umount', ['-l', data])
    remove()
  }
}

await killed()
await filled()
say(failed === 0 ? 'All held' : `${failed} did not hold`)
process.exitCode = failed === 0 ? 0 : 1
