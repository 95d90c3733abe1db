import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

/** What a part of npm test leaves behind. `told`: what failed and why, and what passed on its second try only. */
export type Outcome = { passed: number; failed: number; told: string[] }

const LONGEST = 1_500

/** One entry of `told`: short enough that a log's last lines hold all of them. */
export const tell = (what: string, title: string, why: string) =>
  `${what}: ${title}\n${stripVTControlCharacters(why).slice(0, LONGEST).trim().replace(/^/gm, '    ')}`

/** What was thrown, the difference where two values were compared, and the lines of ours that led to it. */
const reasons = (errors: readonly SerializedError[] | undefined) =>
  (errors ?? [])
    .map(({ message, stack = message, diff = '' }) =>
      [stack.replace(/\n {4}at .*(node_modules|node:).*/g, ''), diff].join('\n'),
    )
    .join('\n')

/** Vitest's results as an {@link Outcome} in test-results/vitest.json. */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    const outcome: Outcome = { passed: 0, failed: 0, told: [] }
    const of = (test: TestCase) => `${test.module.relativeModuleId} > ${test.fullName}`
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') {
          outcome.passed++
          if (test.diagnostic()?.flaky) {
            outcome.told.push(tell('Passed on a second try', of(test), reasons(errors)))
          }
        }
        if (state === 'failed') {
          outcome.failed++
          outcome.told.push(tell('Failed', of(test), reasons(errors)))
        }
      }
      // A file that can't be read, or whose hooks fail, has no test to say so.
      const alone = [
        ...module.errors(),
        ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
      ]
      if (alone.length > 0) {
        outcome.failed++
        outcome.told.push(tell('Failed', module.relativeModuleId, reasons(alone)))
      }
    }
    if (unhandled.length > 0) {
      outcome.failed++
      outcome.told.push(tell('Failed', 'outside of every test', reasons(unhandled)))
    }
    writeFileSync(
      path.join(import.meta.dirname, '../test-results/vitest.json'),
      JSON.stringify(outcome, null, 2),
    )
  }
}
