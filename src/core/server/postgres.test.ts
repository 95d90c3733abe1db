import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ask, folder, gone, otherProcess } from './postgres.fixture.ts'
import { runningPostgres, startPostgres } from './postgres.ts'

/** an ordinary account that every system has: `daemon` */
const USER = 1
const isRoot = process.getuid?.() === 0
const options = { fsync: false }

describe('the embedded database', () => {
  it('starts, keeps what was written, and starts again', async () => {
    const home = folder()
    const first = await startPostgres({ folder: home, ...options })
    expect(first.started).toBe(true)
    await ask(first.settings, 'create table t as select 1 as n')
    await first.stop()
    expect(runningPostgres(home)).toBeUndefined()
    const second = await startPostgres({ folder: home, ...options })
    expect(await ask(second.settings, 'select n from t')).toEqual([{ n: 1 }])
    await second.stop()
  })

  it('listens on a private socket only, in UTF-8 and UTC', async () => {
    const postgres = await startPostgres({ folder: folder(), ...options })
    expect(statSync(postgres.settings.host).mode & 0o777).toBe(0o700)
    const [row] = await ask(
      postgres.settings,
      `select current_setting('listen_addresses') as tcp, current_setting('server_encoding') as encoding,
              current_setting('timezone') as zone, lower('ÑANDÚ') as lower, 'ñ' ~ '\\w' as letter`,
    )
    expect(row).toEqual({ tcp: '', encoding: 'UTF8', zone: 'UTC', lower: 'ñandú', letter: true })
    await postgres.stop()
  })

  it('writes through to the disk unless told otherwise', async () => {
    const postgres = await startPostgres({ folder: folder() })
    expect(
      await ask(
        postgres.settings,
        `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit') order by 1`,
      ),
    ).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'synchronous_commit', setting: 'on' },
    ])
    await postgres.stop()
  })

  it('works in a folder whose path is too long for a socket', async () => {
    const home = path.join(folder(), 'a'.repeat(60), 'ñandú, con espacios', 'b'.repeat(60))
    const postgres = await startPostgres({ folder: home, ...options })
    expect(postgres.settings.host.length).toBeLessThan(90)
    expect(await ask(postgres.settings, 'select 1 as n')).toEqual([{ n: 1 }])
    await postgres.stop()
  })
})

describe('several processes on one folder', () => {
  it('share one server; only the last to leave stops it', async () => {
    const home = folder()
    const mine = await startPostgres({ folder: home, ...options })
    const other = await otherProcess(home)
    expect(other).toMatchObject({ pid: mine.pid, started: false })
    await mine.stop()
    expect(runningPostgres(home)).toBe(mine.pid)
    other.child.send('stop')
    expect(await other.ended).toBe(0)
    expect(runningPostgres(home)).toBeUndefined()
  })

  it('may start at the same moment on an empty folder', async () => {
    const home = folder()
    const [a, b, c] = await Promise.all([otherProcess(home), otherProcess(home), otherProcess(home)])
    expect(new Set([a.pid, b.pid, c.pid]).size).toBe(1)
    expect([a, b, c].filter(({ started }) => started)).toHaveLength(1)
    for (const { child, ended } of [a, b, c]) {
      child.send('stop')
      expect(await ended).toBe(0)
    }
    expect(runningPostgres(home)).toBeUndefined()
  })
})

describe('while the database is made', () => {
  it('other work goes on, and one process may ask for it twice', async () => {
    const home = folder()
    let turns = 0
    const counting = setInterval(() => turns++, 5)
    const [one, other] = await Promise.all([1, 2].map(() => startPostgres({ folder: home, ...options })))
    clearInterval(counting)
    expect(turns).toBeGreaterThan(10)
    expect(other?.pid).toBe(one?.pid)
    expect(readdirSync(home).filter((name) => name.startsWith('draft'))).toEqual([])
    await one?.stop()
    await other?.stop()
    expect(runningPostgres(home)).toBeUndefined()
  })

  it.runIf(process.platform === 'linux')(
    'what makes it is ended by somebody: that is said, and nothing is left',
    async () => {
      const home = folder()
      const starting = startPostgres({ folder: home, ...options })
      const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
      const initdb = children.find((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8') === 'initdb\n')
      process.kill(Number(initdb), 'SIGKILL')
      await expect(starting).rejects.toThrow(/could not be created.*ended by SIGKILL/s)
      expect(readdirSync(home)).toEqual([])
    },
  )
})

describe('after a crash', () => {
  it('adopts the server that a killed process left behind, and can stop it', async () => {
    const home = folder()
    const other = await otherProcess(home)
    other.child.kill('SIGKILL')
    await other.ended
    expect(runningPostgres(home)).toBe(other.pid)
    const adopted = await startPostgres({ folder: home, ...options })
    expect(adopted).toMatchObject({ pid: other.pid, started: false })
    // The database hears of a death from the connection that it leaves, once it comes to read it: until then that process
    // counts as another one that uses it.
    const holders = `select count(*)::int as n from pg_locks where locktype = 'advisory'`
    await expect.poll(() => ask(adopted.settings, holders), { timeout: 30_000 }).toEqual([{ n: 1 }])
    await adopted.stop()
    expect(runningPostgres(home)).toBeUndefined()
  })

  it('recovers when the server was killed too', async () => {
    const home = folder()
    const other = await otherProcess(home)
    await ask(other.settings, 'create table t as select 1 as n')
    other.child.kill('SIGKILL')
    process.kill(other.pid, 'SIGKILL')
    await other.ended
    const again = await startPostgres({ folder: home, ...options })
    expect(again.started).toBe(true)
    expect(await ask(again.settings, 'select n from t')).toEqual([{ n: 1 }])
    await again.stop()
  })

  it('is not fooled by a process id that belongs to somebody else now', async () => {
    const home = folder()
    const first = await otherProcess(home)
    const pidFile = path.join(home, 'cluster/postmaster.pid')
    const text = readFileSync(pidFile, 'utf8')
    first.child.kill('SIGKILL')
    await first.ended
    process.kill(first.pid, 'SIGKILL')
    await gone(first.pid)
    await sleep(200) // its children notice
    writeFileSync(pidFile, text.replace(/^\d+/, String(process.pid)))
    const again = await startPostgres({ folder: home, ...options })
    expect(again.started).toBe(true)
    await again.stop()
  })

  it('does not take a half-made cluster for a database', async () => {
    const home = folder()
    const draft = path.join(home, 'draft-999999999')
    mkdirSync(draft)
    writeFileSync(path.join(draft, 'PG_VERSION'), '18\n')
    const postgres = await startPostgres({ folder: home, ...options })
    expect(existsSync(draft)).toBe(false)
    await postgres.stop()
  })
})

describe.runIf(isRoot)('as root', () => {
  it('runs as another account, in a folder that nobody else may enter too', async () => {
    const outer = folder()
    chmodSync(outer, 0o700)
    const home = path.join(outer, 'data')
    const postgres = await startPostgres({ folder: home, ...options })
    const { uid } = statSync(`/proc/${postgres.pid}`)
    expect(uid).not.toBe(0)
    const moved = realpathSync(path.join(home, 'moved'))
    expect(statSync(moved).uid).toBe(uid)
    expect(await ask(postgres.settings, 'select 1 as n')).toEqual([{ n: 1 }])
    await postgres.stop()
    const again = await startPostgres({ folder: home, ...options })
    expect(realpathSync(path.join(home, 'moved'))).toBe(moved)
    await again.stop()
    rmSync(moved, { recursive: true })
  })

  it('keeps the owner of a folder that an ordinary user made, who can go on afterwards', async () => {
    const home = path.join(folder(), 'data')
    mkdirSync(home)
    const { chownSync } = await import('node:fs')
    chownSync(home, USER, USER)
    const user = await otherProcess(home, { uid: USER, gid: USER })
    expect(user.error).toBeUndefined()
    expect(statSync(`/proc/${user.pid}`).uid).toBe(USER)
    user.child.send('stop')
    await user.ended
    const asRoot = await startPostgres({ folder: home, ...options })
    expect(statSync(`/proc/${asRoot.pid}`).uid).toBe(USER)
    await asRoot.stop()
    const later = await otherProcess(home, { uid: USER, gid: USER })
    expect(later.error).toBeUndefined()
    later.child.send('stop')
    expect(await later.ended).toBe(0)
  })

  it('tells an ordinary user whose folder it is not', async () => {
    const home = path.join(folder(), 'data')
    const mine = await startPostgres({ folder: home, ...options })
    const other = await otherProcess(home, { uid: USER, gid: USER })
    expect(other.error).toMatch(/belongs to another user/)
    await mine.stop()
  })
})
