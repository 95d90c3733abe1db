import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/* A feature as the script makes it, in a copy of the tree that goes away with it: it must pass what every change must. */

const root = path.resolve(import.meta.dirname, '..')
const copy = mkdtempSync(path.join(os.tmpdir(), 'tarima-feature-'))
const NAME = 'stickers'

beforeAll(() => {
  // What is committed or about to be; nothing that was built.
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of listed.split('\0').filter((one) => one && existsSync(path.join(root, one)))) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    copyFileSync(path.join(root, file), path.join(copy, file))
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  run('scripts/new-feature.ts', NAME)
}, 120_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Runs a script in the copy. @throws Error with what it said, unless it succeeds */
function run(script: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: copy,
    encoding: 'utf8',
    // A run of vitest says what it is to those it starts: this one starts anew.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: process.env.DATABASE_URL, CI: '1' },
  })
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`)
  return stdout
}
const vitest = (project: string, ...files: string[]) =>
  run('node_modules/vitest/vitest.mjs', 'run', '--project', project, ...files)

test('types, lint, architecture, texts and documents have nothing against it', () => {
  const results = run('scripts/check.ts').match(/^(ok|FAIL) /gm) ?? []
  expect(results.length).toBeGreaterThan(5)
  expect(new Set(results)).toEqual(new Set(['ok ']))
}, 600_000)

test('its own tests pass, and those that every endpoint must', () => {
  expect(vitest('unit', `src/features/${NAME}`)).toMatch(/Tests .*1 passed/)
  const said = vitest('db', `src/features/${NAME}`, 'src/app/server/endpoints.test.ts')
  expect(said).toMatch(/Test Files .*2 passed/)
}, 600_000)

test('a name that is none, or is there already, is refused', () => {
  expect(() => run('scripts/new-feature.ts', 'Set-Lists')).toThrow('Usage')
  expect(() => run('scripts/new-feature.ts', NAME)).toThrow('is there already')
})
