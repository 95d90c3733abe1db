import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import { type Outcome, tell } from './testReporter.ts'

/*
 * npm test: everything, or the parts that are named (npm test -- db e2e). The last lines tell what failed and why, also
 * in test-results/told.txt, and count: "N passed, N failed".
 */

const root = path.resolve(import.meta.dirname, '..')
const results = path.join(root, 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const bin = (name: string) => path.join(root, 'node_modules', name)

const total: Outcome = { passed: 0, failed: 0, told: [] }
const broken: string[] = []

/**
 * Runs one part; `count` reads what it left behind. A part that fails without a count counts as one failure.
 * @param after says what it printed once this is through: of two at a time only one can speak
 */
async function part(name: string, args: string[], count: () => Outcome, after?: Promise<void>) {
  const started = Date.now()
  if (!after) console.log(`\n── ${name}`)
  const run = spawn(process.execPath, args, {
    cwd: root,
    stdio: after ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  const printed: Buffer[] = []
  for (const stream of [run.stdout, run.stderr]) stream?.on('data', (piece: Buffer) => printed.push(piece))
  const [status, error] = await new Promise<[number | null, Error?]>((resolve) => {
    run.once('error', (error) => resolve([null, error]))
    run.once('close', (code) => resolve([code]))
  })
  const seconds = Math.round((Date.now() - started) / 1000)
  if (after) {
    await after
    console.log(`\n── ${name}`)
    process.stdout.write(Buffer.concat(printed))
  }
  if (error) {
    console.error(error.message)
  }
  if (status !== 0) {
    broken.push(name)
  }
  let counted: Outcome
  try {
    counted = count()
  } catch {
    counted = { passed: 0, failed: 0, told: [] }
  }
  if (status !== 0 && counted.failed === 0) {
    counted.failed = 1
    counted.told.push(`Failed: ${name} ended with ${status ?? error?.message}`)
  }
  total.passed += counted.passed
  total.failed += counted.failed
  total.told.push(...counted.told)
  console.log(`── ${name}: ${counted.passed} passed, ${counted.failed} failed (${seconds} s)`)
}

const json = (file: string) => JSON.parse(readFileSync(path.join(results, file), 'utf8'))
const outcome = (file: string): Outcome => json(file)

/** The browser's results, from Playwright's own report. */
function browser(): Outcome {
  const report: JSONReport = json('e2e.json')
  const specsIn = (suite: JSONReportSuite): JSONReportSuite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsIn),
  ]
  const told = report.suites
    .flatMap(specsIn)
    .flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
        .map((test) =>
          tell(
            test.status === 'flaky' ? 'Passed on a second try' : 'Failed',
            `e2e/${spec.file} > ${spec.title}`,
            test.results.flatMap(({ errors }) => errors.map((error) => error.message ?? '')).join('\n'),
          ),
        ),
    )
  const { expected, flaky, unexpected } = report.stats
  return { passed: expected + flaky, failed: unexpected, told }
}

const vitest = (name: string, projects: string[], after?: Promise<void>) =>
  part(
    name,
    [
      bin('vitest/vitest.mjs'),
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=scripts/testReporter.ts',
    ],
    () => outcome('vitest.json'),
    after,
  )

const PARTS: Record<string, (after?: Promise<void>) => Promise<void>> = {
  check: () =>
    part('check', ['scripts/check.ts'], () =>
      broken.includes('check') ? { passed: 0, failed: 0, told: [] } : { passed: 6, failed: 0, told: [] },
    ),
  unit: () => vitest('unit', ['unit']),
  db: () => vitest('HTTP and database', ['db', 'db-core']),
  postgres: () => vitest('embedded PostgreSQL', ['postgres']),
  crash: () => part('crash', ['scripts/crash.ts'], () => outcome('crash.json')),
  feature: (after) => vitest('a new feature', ['feature'], after),
  e2e: () => part('browser', [bin('@playwright/test/cli.js'), 'test'], browser),
}
/** Runs beside the part before it: each by itself leaves half of two cores idle. */
const BESIDE = new Set(['feature'])

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}`)
  process.exit(1)
}
let running: Promise<void> | undefined
for (const [name, run] of Object.entries(PARTS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const beside = BESIDE.has(name)
  if (!beside) await running
  const before = running
  running = beside && before ? Promise.all([before, run(before)]).then(() => {}) : run()
}
await running

if (broken.length > 0) {
  console.log(`\nFailed: ${broken.join(', ')}`)
}
if (total.told.length > 0) {
  const told = `${total.told.join('\n\n')}\n`
  writeFileSync(path.join(results, 'told.txt'), told)
  console.log(`\n${told}`)
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = broken.length > 0 || total.failed > 0 ? 1 : 0
