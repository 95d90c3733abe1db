import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

/* npm test: everything, or the parts that are named (npm test -- db e2e). The last line counts: "N passed, N failed". */

const root = path.resolve(import.meta.dirname, '..')
const results = path.join(root, 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const bin = (name: string) => path.join(root, 'node_modules', name)

type Count = { passed: number; failed: number }
const total: Count = { passed: 0, failed: 0 }
const broken: string[] = []

/** Runs one part; `count` reads what it left behind. A part that fails without a count counts as one failure. */
function part(name: string, args: string[], count: () => Count) {
  console.log(`\n── ${name}`)
  const started = Date.now()
  const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (error) {
    console.error(error.message)
  }
  if (status !== 0) {
    broken.push(name)
  }
  let counted: Count
  try {
    counted = count()
  } catch {
    counted = { passed: 0, failed: 0 }
  }
  if (status !== 0 && counted.failed === 0) {
    counted.failed = 1
  }
  total.passed += counted.passed
  total.failed += counted.failed
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(`── ${name}: ${counted.passed} passed, ${counted.failed} failed (${seconds} s)`)
}

const json = (file: string) => JSON.parse(readFileSync(path.join(results, file), 'utf8'))

const vitest = (name: string, ...projects: string[]) =>
  part(
    name,
    [
      bin('vitest/vitest.mjs'),
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      '--outputFile.json=test-results/vitest.json',
    ],
    () => {
      const { numPassedTests, numFailedTests } = json('vitest.json')
      return { passed: numPassedTests, failed: numFailedTests }
    },
  )

const PARTS: Record<string, () => void> = {
  check: () =>
    part('check', ['scripts/check.ts'], () =>
      broken.includes('check') ? { passed: 0, failed: 1 } : { passed: 6, failed: 0 },
    ),
  unit: () => vitest('unit', 'unit'),
  db: () => vitest('HTTP and database', 'db'),
  postgres: () => vitest('embedded PostgreSQL', 'postgres'),
  feature: () => vitest('a new feature', 'feature'),
  crash: () => part('crash', ['scripts/crash.ts'], () => json('crash.json')),
  e2e: () =>
    part('browser', [bin('@playwright/test/cli.js'), 'test'], () => {
      const { stats } = json('e2e.json')
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
    }),
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}`)
  process.exit(1)
}
for (const [name, run] of Object.entries(PARTS)) {
  if (chosen.length === 0 || chosen.includes(name)) {
    run()
  }
}

if (broken.length > 0) {
  console.log(`\nFailed: ${broken.join(', ')}`)
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = broken.length > 0 || total.failed > 0 ? 1 : 0
