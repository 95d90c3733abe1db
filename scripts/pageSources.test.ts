import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isOfPages, pagesChangedAt } from './pageSources.ts'

describe('what makes the pages be built again', () => {
  it.each([
    'src/features/hiring/web/BriefEvent.tsx',
    'src/features/hiring/contract.ts',
    'src/features/directory/contract.favourites.ts',
    'src/features/hiring/rules.ts',
    'src/features/hiring/rules.brief.ts',
    'src/features/hiring/plan/contract.ts',
    'src/features/hiring/plan/rules.draw.ts',
    'src/features/hiring/plan/web/PlanPanel.tsx',
    'src/app/texts/es/common.json',
    'src/core/texts/es/common.json',
    'src/features/hiring/texts/es/business.plan.json',
    'src/core/web/ui/Button.tsx',
    'src/core/contract/time.ts',
    'vite.config.ts',
  ])('%s does', (file) => {
    expect(isOfPages(file)).toBe(true)
  })

  it.each([
    'src/features/hiring/queries.ts',
    'src/features/hiring/queries.match.ts',
    'src/features/hiring/routes.ts',
    'src/features/hiring/talent/commands.ts',
    'src/features/hiring/talent/worker.ts',
    'src/features/hiring/table.ts',
    'src/features/hiring/jobs.ts',
    'src/features/hiring/reactions.ts',
    'src/features/hiring/rules.brief.test.ts',
    'src/features/hiring/brief.fixture.ts',
    'src/features/notifications/web/live.test.ts',
    'src/core/server/mount.ts',
    'README.md',
  ])('%s does not', (file) => {
    expect(isOfPages(file)).toBe(false)
  })
})

describe('when they last changed', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'tarima-sources-'))
  afterAll(() => rmSync(root, { recursive: true }))
  const put = (file: string, at: number) => {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(root, file), '')
    utimesSync(path.join(root, file), at, at)
  }

  it('is the newest of theirs, however new a file of the server is', () => {
    put('src/features/hiring/web/BriefEvent.tsx', 2000)
    put('src/app/web/main.tsx', 1000)
    put('src/features/hiring/queries.match.ts', 3000)
    expect(pagesChangedAt(root)).toBe(2_000_000)
  })
})
