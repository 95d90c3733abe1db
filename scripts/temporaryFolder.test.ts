import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { temporaryFolder } from './temporaryFolder.ts'

/* Benches and attacks leave nothing behind: a database that lies about takes its disk for ever. */

const NAME = `trial${process.pid}`
const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A data folder whose database had to move elsewhere, as where another account runs it. */
function dataIn(folder: string): string {
  const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'moved-'))
  mkdirSync(path.join(folder, 'postgres'), { recursive: true })
  mkdirSync(path.join(elsewhere, 'base'))
  symlinkSync(elsewhere, path.join(folder, 'postgres', 'moved'))
  made.push(folder, elsewhere)
  return elsewhere
}

it('is removed with the database, wherever that had to move', () => {
  const { folder, remove } = temporaryFolder(NAME)
  const elsewhere = dataIn(folder)
  remove()
  expect([existsSync(folder), existsSync(elsewhere)]).toEqual([false, false])
})
it('of a run that was killed is removed by the next, and that of one which runs stays', () => {
  const { pid: gone } = spawnSync(process.execPath, ['-e', ''])
  const left = path.join(os.tmpdir(), `tarima-${NAME}-${gone}-abc`)
  const used = path.join(os.tmpdir(), `tarima-${NAME}-${process.ppid}-abc`)
  const [moved, kept] = [dataIn(left), dataIn(used)]
  const { remove } = temporaryFolder(NAME)
  expect([left, moved, used, kept].map((folder) => existsSync(folder))).toEqual([false, false, true, true])
  remove()
})
