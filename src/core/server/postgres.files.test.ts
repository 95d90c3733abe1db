import { spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { saveAccess } from './postgres.cluster.ts'
import { movedTo, openLog, reachableHome, remove, socketFolder } from './postgres.files.ts'
import { folder } from './postgres.fixture.ts'
import { accountFor, PostgresError } from './postgres.place.ts'
import { removeStaleSocket } from './postgres.process.ts'

/** Whom the database belongs to: `daemon`, which every system has. */
const ACCOUNT = { uid: 1, gid: 1 }
const isRoot = process.getuid?.() === 0

/** A folder of the account, and beside it a file and a folder of root. */
function places() {
  const outer = folder()
  const [home, secret, ours] = ['home', 'secret', 'ours'].map((name) => path.join(outer, name)) as [
    string,
    string,
    string,
  ]
  const cluster = path.join(home, 'cluster')
  for (const made of [home, cluster]) {
    mkdirSync(made, { mode: 0o700 })
    chownSync(made, ACCOUNT.uid, ACCOUNT.gid)
  }
  mkdirSync(ours, { mode: 0o755 })
  writeFileSync(secret, 'what root keeps\n', { mode: 0o600 })
  return { home, cluster, secret, ours }
}

/** What the account puts in the way. */
function plant(target: string, link: string) {
  symlinkSync(target, link)
  lchownSync(link, ACCOUNT.uid, ACCOUNT.gid)
}

const expectUntouched = (secret: string) => {
  expect(readFileSync(secret, 'utf8')).toBe('what root keeps\n')
  expect(statSync(secret)).toMatchObject({ uid: 0, gid: 0 })
  expect(statSync(secret).mode & 0o777).toBe(0o600)
}

// Only root can do what the account of the database can't.
describe.runIf(isRoot)('in the folder of the database, root', () => {
  it('writes who may connect, whatever links have these names', () => {
    const { cluster, secret } = places()
    for (const name of ['pg_hba.conf', 'pg_ident.conf']) {
      plant(secret, path.join(cluster, name))
      plant(secret, path.join(cluster, `${name}.draft-${process.pid}`))
    }
    saveAccess(cluster, ACCOUNT)
    expectUntouched(secret)
    const access = path.join(cluster, 'pg_hba.conf')
    expect(readFileSync(access, 'utf8')).toMatch(/^local all tarima peer/m)
    expect(statSync(access)).toMatchObject(ACCOUNT)
    expect(statSync(access).mode & 0o777).toBe(0o600)
  })
  it('writes nothing where a folder of root has the place of the cluster', () => {
    const { home, ours } = places()
    remove(path.join(home, 'cluster'))
    const cluster = path.join(home, 'cluster')
    plant(ours, cluster)
    expect(() => saveAccess(cluster, ACCOUNT)).toThrow(PostgresError)
    expect(readdirSync(ours)).toEqual([])
  })
  it.each([
    ['a link', (log: string, secret: string) => plant(secret, log)],
    ['another name of a file', (log: string, secret: string) => linkSync(secret, log)],
  ])('writes no log to %s', (_what, put) => {
    const { home, secret } = places()
    put(path.join(home, 'postgres.log'), secret)
    expect(() => openLog(home, ACCOUNT)).toThrow(PostgresError)
    expectUntouched(secret)
  })
  it('empties no file of root, however large it is', () => {
    const { home, secret } = places()
    truncateSync(secret, 11_000_000)
    plant(secret, path.join(home, 'postgres.log'))
    expect(() => openLog(home, ACCOUNT)).toThrow(PostgresError)
    expect(statSync(secret).size).toBe(11_000_000)
  })
  it('makes no file where a link says, and waits for no pipe', () => {
    const { home, ours } = places()
    const log = path.join(home, 'postgres.log')
    plant(path.join(ours, 'new'), log)
    expect(() => openLog(home, ACCOUNT)).toThrow(PostgresError)
    expect(readdirSync(ours)).toEqual([])
    remove(log)
    expect(spawnSync('mkfifo', [log], ACCOUNT).status).toBe(0)
    expect(() => openLog(home, ACCOUNT)).toThrow(PostgresError)
  })
  it('gives the account a log of its own, goes on with what earlier releases left, and empties a full one', () => {
    const { home } = places()
    const log = path.join(home, 'postgres.log')
    closeSync(openLog(home, ACCOUNT))
    expect(statSync(log)).toMatchObject(ACCOUNT)
    truncateSync(log, 11_000_000)
    closeSync(openLog(home, ACCOUNT))
    expect(statSync(log).size).toBe(0)
    chownSync(log, 0, 0)
    closeSync(openLog(home, ACCOUNT))
  })
  it('gives the account nothing that a link leads to', () => {
    const { home, ours } = places()
    plant(ours, path.join(home, 'moved'))
    plant(ours, path.join(home, 'socket'))
    expect(movedTo(home)).toBeUndefined()
    expect(reachableHome(home, ACCOUNT, () => {})).toBe(home)
    const sockets = socketFolder(home, ACCOUNT)
    expect(sockets).not.toBe(path.join(home, 'socket'))
    expect(statSync(sockets)).toMatchObject(ACCOUNT)
    expect(statSync(ours).uid).toBe(0)
    expect(statSync(ours).mode & 0o777).toBe(0o755)
    remove(sockets)
  })
  it('removes nothing that a link leads to', () => {
    const { home, ours } = places()
    writeFileSync(path.join(ours, '.s.PGSQL.5432'), '')
    writeFileSync(path.join(ours, '.s.PGSQL.5432.lock'), '999999999\n')
    const draft = path.join(home, 'draft-999999999')
    mkdirSync(draft)
    plant(ours, path.join(draft, 'base'))
    chownSync(draft, ACCOUNT.uid, ACCOUNT.gid)
    remove(draft)
    expect(existsSync(draft)).toBe(false)
    const sockets = path.join(home, 'socket')
    plant(ours, sockets)
    removeStaleSocket(sockets, path.join(home, 'cluster'))
    expect(readdirSync(ours)).toHaveLength(2)
  })
  it('runs it as who made a link to another’s folder, not as that other', () => {
    const { home, ours } = places()
    chownSync(ours, 2, 2)
    const cluster = path.join(home, 'cluster')
    remove(cluster)
    plant(ours, cluster)
    expect(accountFor(home)).toEqual(ACCOUNT)
    // Root may have put the database on another disk.
    remove(cluster)
    symlinkSync(ours, cluster)
    expect(accountFor(home)).toEqual({ uid: 2, gid: 2 })
  })
})
