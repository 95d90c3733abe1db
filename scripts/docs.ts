import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/*
 * Documents agree with the tree: whatever path they name exists, whatever they point at inside a file stands there, and
 * nobody cites a document that a stranger can't open.
 */

/** Documents that this repository doesn't have: what is needed of them stands in docs/. */
const ABSENT = /\b(?:SPECIFICATION|PRODUCT|BRAND|STACK|ARCHITECTURE)(?:\.md\b|\s+§)|§\s*\d/
/** Rules of docs/specification-map.md, as comments cite them: `(rule N-3)`. */
const RULE = /\brules? ([A-Z]-\d+(?:(?:, | and | to )[A-Z]-\d+)*)/g

/** A path below a folder of ours, or a file beside the document; perhaps with `#what` stands in it. */
const PATH =
  /^(?:(?:src|core|features|app|docs|scripts|e2e|bench|migrations|deploy)\/[^{}<>*…]*|\.\.?\/[^{}<>*…]*\.\w+)$/
/** A stand-in for any name: `features/X/queues.ts`, `migrations/NNNN_name.sql`. */
const STAND_IN = /(^|[/.])([A-Z]{1,8}|[a-z]+\.\.\.)(?=[/._]|$)/

const SKIPPED = new Set(['node_modules', 'dist', 'data', '.git'])

/** All files below a folder whose name matches, as paths from `base`. */
function filesIn(base: string, folder: string, name: RegExp): string[] {
  const home = path.join(base, folder)
  if (!existsSync(home)) return []
  return readdirSync(home, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesIn(base, file, name)
    return name.test(entry.name) ? [file] : []
  })
}

/** A file without its imports: what is only imported doesn't live there. */
const ownTextOf = (file: string) =>
  readFileSync(file, 'utf8').replace(/^(import|export) [^'"]*from '[^']+'.*$/gm, '')

/** Where a path leads that a document names: from the root, below src, or beside the document. */
function placeOf(base: string, document: string, named: string): string | undefined {
  const here = path.dirname(document)
  const places = named.startsWith('.') ? [path.join(here, named)] : [named, path.join('src', named)]
  return places.find((place) => existsSync(path.join(base, place)))
}

/** Files in which a name or a title stands, to say where something has moved. */
function holdersOf(base: string, sources: readonly string[], named: string, what: string): string {
  const isTest = /\.(test|spec|fixture)\.tsx?$/
  const declares = new RegExp(`\\b(?:const|function|class|interface|type) ${what}\\b`)
  const found = sources.filter((file) => {
    if (isTest.test(file) !== isTest.test(named)) return false
    const text = readFileSync(path.join(base, file), 'utf8')
    return isTest.test(file) || !/^\w+$/.test(what) ? text.includes(what) : declares.test(text)
  })
  return found.length > 0 ? ` (it stands in ${found.slice(0, 3).join(', ')})` : ''
}

/**
 * What is wrong with the documents below `base`, one line each: README.md, CONTRIBUTING.md and docs/ for what they name,
 * those and the code for what they cite.
 */
export function faultsOfDocs(base: string): string[] {
  const faults: string[] = []
  const documents = [
    ...filesIn(base, 'docs', /\.md$/),
    ...['README.md', 'CONTRIBUTING.md'].filter((file) => existsSync(path.join(base, file))),
  ]
  const code = ['src', 'scripts', 'e2e', 'bench'].flatMap((folder) =>
    filesIn(base, folder, /\.(ts|tsx|css)$/),
  )

  const ids = new Set<string>()
  for (const document of documents) {
    const text = readFileSync(path.join(base, document), 'utf8')
    for (const [, id = ''] of text.matchAll(/^\| ([A-Z]-\d+) \|/gm)) {
      if (ids.has(id)) faults.push(`${document}: ${id} stands twice`)
      ids.add(id)
    }
    for (const [, named = ''] of text.matchAll(/`([^`\n]+)`/g)) {
      const [file = '', what] = named.split('#')
      if (!PATH.test(file) || STAND_IN.test(file) || /\s/.test(file)) continue
      const place = placeOf(base, document, file)
      if (!place) {
        faults.push(
          `${document} names ${file}, which does not exist${what ? holdersOf(base, code, file, what) : ''}`,
        )
      } else if (what) {
        const target = path.join(base, place)
        if (statSync(target).isDirectory() || !ownTextOf(target).includes(what))
          faults.push(`${document}: "${what}" does not stand in ${file}${holdersOf(base, code, file, what)}`)
      }
    }
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g))
      if (!existsSync(path.join(base, path.dirname(document), target)))
        faults.push(`${document} links to ${target}, which does not exist`)
  }

  for (const file of [...documents, ...code]) {
    // This file and its test name what they look for.
    if (/scripts\/docs(\.test)?\.ts$/.test(file)) continue
    const text = readFileSync(path.join(base, file), 'utf8')
    text.split('\n').forEach((line, at) => {
      if (ABSENT.test(line)) faults.push(`${file}:${at + 1} cites a document that is not in the repository`)
      for (const [, cited = ''] of line.matchAll(RULE))
        for (const id of cited.split(/, | and | to /))
          if (!ids.has(id)) faults.push(`${file}:${at + 1} cites rule ${id}, which no document lists`)
    })
  }
  return faults
}
