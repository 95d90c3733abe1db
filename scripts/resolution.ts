import { type ResolveFnOutput, registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * Where a module's imports lead, told to Node instead of looked up. For each import Node reads the package.json that stands
 * over it anew, and drizzle-orm's names some thousand files: that took almost half of a start
 * (docs/decisions/0082). What is said here is there, and is
 * what package.json says (resolution.test.ts); all else Node finds itself.
 */

const root = pathToFileURL(`${path.resolve(import.meta.dirname, '..')}/`).href
const ours = `${root}src/`
const theirs = `${root}node_modules/drizzle-orm/`

/** A module that is known without looking: where it is, and what Node makes of its text. */
export interface Known {
  url: string
  format: 'module' | 'module-typescript'
}

/**
 * Where an import leads, as far as its text says it: one of ours, by `#` or relative, or one of drizzle-orm's own files.
 * @param from the module that imports, as a URL
 */
export function known(specifier: string, from: string): Known | null {
  if (from.startsWith(ours) && specifier.endsWith('.ts')) {
    if (specifier.startsWith('#')) return { url: ours + specifier.slice(1), format: 'module-typescript' }
    if (specifier.startsWith('.')) return { url: new URL(specifier, from).href, format: 'module-typescript' }
  }
  if (from.startsWith(theirs) && from.endsWith('.js') && /^\..*\.js$/.test(specifier))
    return { url: new URL(specifier, from).href, format: 'module' }
  return null
}

/** From now on imports are answered so. */
export function answerImports(): void {
  /** Packages by the name that ours import them by: all of ours find the same. */
  const packages = new Map<string, ResolveFnOutput>()
  registerHooks({
    resolve(specifier, context, next) {
      const from = context.parentURL ?? ''
      const answer = known(specifier, from)
      if (answer) return { ...answer, shortCircuit: true }
      if (!from.startsWith(ours) || /^[.#]/.test(specifier)) return next(specifier, context)
      const key = `${specifier} ${context.conditions.join()}`
      const found = packages.get(key) ?? next(specifier, context)
      packages.set(key, found)
      return { ...found, shortCircuit: true }
    },
  })
}
