import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { closeDb, openDb } from './db.ts'
import { ask, folder, gone, otherProcess } from './postgres.fixture.ts'
import type { PostgresError } from './postgres.place.ts'
import { runningPostgres, startPostgres } from './postgres.ts'

const options = { fsync: false }
/** For what hangs. */
const PATIENT = { timeout: 120_000, interval: 20 }
const isLinux = process.platform === 'linux'

/** The process id of the server's own connections' other end. */
const backends = async (settings: object) =>
  (await ask(
    settings,
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )) as { pid: number }[]

/** How many are in the middle of a statement that begins like this. */
const running = async (settings: object, beginning: string) =>
  (
    await ask(
      settings,
      `select 1 from pg_stat_activity
       where state = 'active' and pid <> pg_backend_pid() and starts_with(query, '${beginning}')`,
    )
  ).length

const users = async (settings: object) =>
  (await ask(settings, `select 1 from pg_locks where locktype = 'advisory' and mode = 'ShareLock'`)).length

describe('a database that dies', () => {
  it.each(['SIGKILL', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const)(
    'of %s is started again, with all that was written, and the pool goes on',
    async (signal) => {
      const lines: string[] = []
      const home = folder()
      const mine = await startPostgres({ folder: home, ...options, say: (line) => lines.push(line) })
      const db = openDb(mine.settings)
      await db.execute('create table t as select 1 as n')
      const before = mine.pid
      process.kill(before, signal)
      await vi.waitFor(() => expect(mine.isUp()).toBe(false), PATIENT)
      await vi.waitFor(() => expect(mine.isUp()).toBe(true), PATIENT)
      expect(mine.pid).not.toBe(before)
      expect((await db.execute('select n from t')).rows).toEqual([{ n: 1 }])
      expect(lines.filter((line) => /database/.test(line))).toEqual([
        expect.stringMatching(/^The database is away \(.*\): it is being started again$/),
        expect.stringMatching(/^The database is back after \d+\.\d s$/),
      ])
      expect(await users(mine.settings)).toBe(1)
      await closeDb(db)
      await mine.stop()
      expect(runningPostgres(home)).toBeUndefined()
    },
  )

  it('again and again comes back each time', async () => {
    const mine = await startPostgres({ folder: folder(), ...options })
    const seen = new Set([mine.pid])
    for (let n = 0; n < 4; n++) {
      process.kill(mine.pid, 'SIGKILL')
      await vi.waitFor(() => expect(mine.isUp()).toBe(false), PATIENT)
      await vi.waitFor(() => expect(mine.isUp()).toBe(true), PATIENT)
      seen.add(mine.pid)
    }
    expect(seen.size).toBe(5)
    await mine.stop()
  })

  it.runIf(isLinux)('in the middle of a long statement doesn’t wait for its end', async () => {
    const mine = await startPostgres({ folder: folder(), ...options })
    const before = mine.pid
    // Calculates, so that it doesn't notice that its server is gone.
    const counting = 'select count(*) from generate_series'
    const long = ask(mine.settings, `${counting}(1, 4000000000) n where n % 7 = 9`).catch(
      (error: Error) => error,
    )
    await vi.waitFor(async () => expect(await running(mine.settings, counting)).toBe(1), PATIENT)
    process.kill(before, 'SIGKILL')
    expect(await long).toBeInstanceOf(Error)
    await vi.waitFor(() => expect(mine.isUp() && mine.pid !== before).toBe(true), PATIENT)
    expect(await ask(mine.settings, 'select 1 as n')).toEqual([{ n: 1 }])
    await mine.stop()
  })

  it('is started by one of those who use it, and used by all', async () => {
    const home = folder()
    const mine = await startPostgres({ folder: home, ...options })
    const other = await otherProcess(home)
    process.kill(mine.pid, 'SIGKILL')
    await vi.waitFor(() => expect(mine.isUp()).toBe(false), PATIENT)
    await vi.waitFor(async () => expect(await users(mine.settings)).toBe(2), PATIENT)
    await mine.stop()
    expect(runningPostgres(home)).not.toBeUndefined()
    other.child.send('stop')
    await other.ended
    expect(runningPostgres(home)).toBeUndefined()
  })

  it('and can’t be started again is given up, with one line that says why', async () => {
    const home = folder()
    const lost: PostgresError[] = []
    const mine = await startPostgres({
      folder: home,
      ...options,
      recovery_ms: 500,
      onLost: (error) => lost.push(error),
    })
    const control = path.join(home, 'cluster/global/pg_control')
    writeFileSync(control, Buffer.alloc(statSync(control).size))
    process.kill(mine.pid, 'SIGKILL')
    await vi.waitFor(() => expect(lost).toHaveLength(1), PATIENT)
    expect(lost[0]?.message).toMatch(
      /^The database in .* can't be started again, for \d+ s: (PANIC|FATAL): .*$/,
    )
    expect(mine.isUp()).toBe(false)
    await mine.stop()
  })

  it('together with its folder isn’t replaced by an empty one', async () => {
    const home = folder()
    const lost: PostgresError[] = []
    const mine = await startPostgres({
      folder: home,
      ...options,
      recovery_ms: 300,
      onLost: (error) => lost.push(error),
    })
    const { pid } = mine
    rmSync(path.join(home, 'cluster'), { recursive: true })
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(lost).toHaveLength(1), PATIENT)
    expect(lost[0]?.message).toMatch(/There is no database in .* any more/)
    expect(existsSync(path.join(home, 'cluster'))).toBe(false)
  })

  it('while the process is asked to stop doesn’t come back', async () => {
    const home = folder()
    const mine = await startPostgres({ folder: home, ...options })
    const { pid } = mine
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(mine.isUp()).toBe(false), PATIENT)
    await mine.stop()
    await gone(pid)
    await sleep(300)
    expect(runningPostgres(home)).toBeUndefined()
  })
})

describe('a crash inside the database', () => {
  it.runIf(isLinux)(
    'takes the lock away, and it is taken again: who comes and goes later stops nothing',
    async () => {
      const home = folder()
      const mine = await startPostgres({ folder: home, ...options })
      const { pid } = mine
      for (let n = 0; n < 3; n++) {
        const [backend] = await backends(mine.settings)
        process.kill(backend?.pid ?? 0, 'SIGKILL')
        const other = await otherProcess(home)
        other.child.send('stop')
        expect(await other.ended).toBe(0)
        expect(runningPostgres(home)).toBe(pid)
        await vi.waitFor(async () => expect(await users(mine.settings)).toBe(1), PATIENT)
      }
      expect(mine.pid).toBe(pid)
      await mine.stop()
      expect(runningPostgres(home)).toBeUndefined()
    },
  )

  it.runIf(isLinux)(
    'leaves time to who has not come back yet when the last one that is there goes',
    async () => {
      const home = folder()
      const first = await otherProcess(home)
      const [backend] = await backends(first.settings)
      // It can't take its lock again for now.
      first.child.kill('SIGSTOP')
      process.kill(backend?.pid ?? 0, 'SIGKILL')
      const second = await otherProcess(home)
      second.child.send('stop')
      await sleep(100)
      first.child.kill('SIGCONT')
      expect(await second.ended).toBe(0)
      expect(runningPostgres(home)).toBe(first.pid)
      first.child.send('stop')
      expect(await first.ended).toBe(0)
      expect(runningPostgres(home)).toBeUndefined()
    },
  )
})

describe('the socket', () => {
  it('lets in by who they are, also in a folder of an earlier release', async () => {
    const home = folder()
    await (await startPostgres({ folder: home, ...options })).stop()
    const access = path.join(home, 'cluster/pg_hba.conf')
    const account = statSync(access)
    writeFileSync(access, 'local all all trust\n')
    const mine = await startPostgres({ folder: home, ...options })
    const rules = await ask(mine.settings, 'select auth_method, user_name from pg_hba_file_rules')
    expect(rules).toEqual([{ auth_method: 'peer', user_name: ['tarima'] }])
    expect(statSync(access)).toMatchObject({ uid: account.uid, gid: account.gid, mode: account.mode })
    await mine.stop()
    expect(readdirSync(path.join(home, 'cluster')).filter((name) => name.includes('draft'))).toEqual([])
    expect(readFileSync(path.join(home, 'cluster/pg_ident.conf'), 'utf8')).not.toContain('"nobody"')
  })

  it.runIf(process.getuid?.() === 0)('keeps out who reaches it and is somebody else', async () => {
    const mine = await startPostgres({ folder: folder(), ...options })
    // As if the folder protected nothing.
    chmodSync(mine.settings.host, 0o755)
    chmodSync(path.join(mine.settings.host, '.s.PGSQL.5432'), 0o777)
    const { execFile } = await import('node:child_process')
    const source = `
      const pg = require(${JSON.stringify(path.resolve(import.meta.dirname, '../../../node_modules/pg'))})
      const client = new pg.Client(${JSON.stringify(mine.settings)})
      client.connect().then(() => console.log('in'), (error) => console.log(error.code)).finally(() => process.exit())`
    const said = await new Promise<string>((resolve) =>
      execFile(process.execPath, ['-e', source], { uid: 1, gid: 1, cwd: '/' }, (_error, out) =>
        resolve(out.trim()),
      ),
    )
    expect(said).toBe('28000')
    await mine.stop()
  })
})
