import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/* What the built pages are made of, so that nothing else makes them be built again. */

const SOURCES = [
  'src/app/web',
  'src/app/texts',
  'src/core/texts',
  'src/core/web',
  'src/core/contract',
  'src/features',
  'scripts/landing.ts',
  'scripts/slimContracts.ts',
  'vite.config.ts',
  'package-lock.json',
]

/**
 * Whether a file (from the project's root, with slashes) ends up in a page. Of a feature that is its contract, its
 * rules, its texts and what stands in web/; the rest is the server's.
 */
export function isOfPages(file: string): boolean {
  if (/[.](test|fixture)[.]tsx?$/.test(file)) return false
  if (file.startsWith('src/features/'))
    return /^src\/features\/\w+\/(\w+\/)?((web|texts)\/.|(contract|rules)([.]\w+)?[.]ts$)/.test(file)
  return SOURCES.some((source) => file === source || file.startsWith(`${source}/`))
}

/** When what the pages are made of last changed, in ms. */
export function pagesChangedAt(root: string): number {
  const newest = (file: string): number => {
    const stat = statSync(path.join(root, file), { throwIfNoEntry: false })
    if (stat?.isDirectory())
      return Math.max(0, ...readdirSync(path.join(root, file)).map((name) => newest(`${file}/${name}`)))
    return stat && isOfPages(file) ? stat.mtimeMs : 0
  }
  return Math.max(...SOURCES.map(newest))
}
