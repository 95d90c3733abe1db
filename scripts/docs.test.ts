import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { faultsOfDocs } from './docs.ts'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

/** A small repository with those files (path → text). */
function planted(files: Record<string, string>): string {
  const base = mkdtempSync(path.join(os.tmpdir(), 'tarima-docs-'))
  made.push(base)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(base, name)), { recursive: true })
    writeFileSync(path.join(base, name), text)
  }
  return base
}
const faults = (files: Record<string, string>) => faultsOfDocs(planted(files))

const map = '| id | rule | held by | proved by |\n| --- | --- | --- | --- |\n'
const rules = 'export const STEPS = {}\n'

describe('a document that names a path', () => {
  it('is sound when the path is there, from the root or below src, and what it points at stands in it', () => {
    expect(
      faults({
        'README.md': 'See [the rules](docs/map.md) and `src/features/hiring/`.',
        'docs/map.md': `${map}| H-1 | Steps. | \`features/hiring/rules.ts#STEPS\` | \`scripts/a.ts\` |\n`,
        'scripts/a.ts': '// (rule H-1)\n',
        'src/features/hiring/rules.ts': rules,
      }),
    ).toEqual([])
  })
  it('is told when the path is gone, and where its name stands now', () => {
    expect(
      faults({
        'docs/map.md': '`features/hiring/steps.ts#STEPS`',
        'src/features/hiring/rules.ts': rules,
      }),
    ).toEqual([
      'docs/map.md names features/hiring/steps.ts, which does not exist (it stands in src/features/hiring/rules.ts)',
    ])
  })
  it('is told when the name has left the file', () => {
    expect(
      faults({
        'docs/map.md': '`features/hiring/queries.ts#STEPS`',
        'src/features/hiring/queries.ts': 'export const a = 1\n',
        'src/features/hiring/rules.ts': rules,
      }),
    ).toEqual([
      'docs/map.md: "STEPS" does not stand in features/hiring/queries.ts (it stands in src/features/hiring/rules.ts)',
    ])
  })
  it('is told of a link that leads nowhere', () => {
    expect(faults({ 'docs/a.md': '[here](b.md), [there](https://example.com/b.md)' })).toEqual([
      'docs/a.md links to b.md, which does not exist',
    ])
  })
  it('may use stand-ins, addresses and whatever is made at run time', () => {
    expect(
      faults({
        'docs/a.md': '`features/X/queues.ts`, `features/*/web/`, `/api/docs`, `./data`, `data/mail`',
      }),
    ).toEqual([])
  })
})

describe('a citation', () => {
  it('of a document that is not here is told, wherever it stands', () => {
    expect(
      faults({
        'docs/a.md': 'As SPECIFICATION.md says.',
        'src/a.ts': '// The order of checks (SPECIFICATION §2).\n',
        'e2e/a.spec.ts': '/* as §3 lists them */\n',
      }),
    ).toEqual([
      'docs/a.md:1 cites a document that is not in the repository',
      'src/a.ts:1 cites a document that is not in the repository',
      'e2e/a.spec.ts:1 cites a document that is not in the repository',
    ])
  })
  it('of a rule that no document lists is told', () => {
    expect(
      faults({ 'docs/map.md': `${map}| H-1 | Steps. | | |\n`, 'src/a.ts': '// (rules H-1 and H-2)\n' }),
    ).toEqual(['src/a.ts:1 cites rule H-2, which no document lists'])
  })
  it('is clear: no two rules share an id', () => {
    expect(faults({ 'docs/map.md': `${map}| H-1 | One. | | |\n| H-1 | Two. | | |\n` })).toEqual([
      'docs/map.md: H-1 stands twice',
    ])
  })
})
