import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/*
 * The pages' texts are five namespaces, and a page needs a few sentences of each. In a build every namespace is cut
 * into the parts below, and a module that speaks of one ('order.plan.…') waits for it before it counts as loaded, so
 * that whatever a page shows is there in the language in use when it is shown. What no part names comes with its
 * namespace; what only the server says stays out. In development each namespace comes whole.
 */

const PARTS: Record<string, readonly string[]> = {
  common: ['welcome', 'pages', 'errors.accounts', 'errors.files'],
  availability: [],
  functionality: [
    'notifications',
    'notices',
    'invitations',
    'projects',
    'files',
    'map',
    'directory',
    'members',
    'services',
    'instruments',
  ],
  auth: [],
  business: [
    'contracts',
    'budgets',
    'events',
    'calendar',
    'home',
    'hunter_home',
    'order.page',
    'order.timeline',
    'order.brief',
    'order.plan',
    'order.plan.intents',
    'order.talent',
    'order.score',
    'order.fit',
    'order.kpi',
    'order.repertoire',
  ],
}

/** Letters, notifications and refusals: the server sends them as sentences. */
const SERVER_ONLY = new RegExp(
  [
    String.raw`^mail$`,
    String.raw`^(notifications|invitations|contracts|budgets|order)\.mail$`,
    String.raw`^notifications\.[A-Z_]+$`,
    String.raw`^errors\.(budgets|contracts|events|availability|services|instruments|directory|projects|invitations|hiring)$`,
  ].join('|'),
)

const web = path.resolve(import.meta.dirname, '../src/app/web')
const LOCALE = /\/locales\/(?:es|en)\/(\w+)\.json(?:\?part=([\w.]+))?$/
const LOADER = path.resolve(web, '../../core/web/i18n.ts')

type Texts = { [key: string]: string | Texts }

/** One namespace's part, or what is left of it beside its parts. */
function cut(texts: Texts, parts: readonly string[], part: string | undefined, at = ''): Texts {
  const kept: Texts = {}
  for (const [key, value] of Object.entries(texts)) {
    const here = at ? `${at}.${key}` : key
    const leadsTo = part?.startsWith(`${here}.`) ?? false
    const isOther = here !== part && parts.includes(here) && !leadsTo
    if (isOther || SERVER_ONLY.test(here)) continue
    const isInside = !part || `${here}.`.startsWith(`${part}.`)
    if (typeof value !== 'string') {
      if (isInside || leadsTo) kept[key] = cut(value, parts, part, here)
    } else if (isInside) kept[key] = value
  }
  return kept
}

/** The parts that a module speaks of. */
function partsIn(code: string): string[] {
  return Object.entries(PARTS).flatMap(([namespace, parts]) =>
    parts
      .filter((part) => {
        // 'order.plan' is spoken of by order.plan.title, by order.plan alone, and by order.${whatever}.
        const [first = '', ...inner] = part.split('.')
        const rest = inner.reduceRight((after, name) => `[.](?:${name}\\b${after}|\\$\\{)`, '')
        return new RegExp(`['"\`](?:${namespace}:)?${first}${rest || `[.'"\`]`}`).test(code)
      })
      .map((part) => `${namespace}/${part}`),
  )
}

/** The namespaces it speaks of; `common` is there from the start. */
function namespacesIn(code: string): string[] {
  const named = [...code.matchAll(/useTranslation\(([^)]*)\)/g)].map(([, list = '']) => list).join()
  return Object.keys(PARTS).filter(
    (namespace) =>
      namespace !== 'common' &&
      (new RegExp(`['"]${namespace}['"]`).test(named) || new RegExp(`['"\`]${namespace}:`).test(code)),
  )
}

/** Texts in parts, in a build. */
export const textParts: Plugin = {
  name: 'text-parts',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: LOCALE },
    handler(id) {
      const [, namespace = '', part] = LOCALE.exec(id) ?? []
      const texts = JSON.parse(readFileSync(id.split('?')[0] ?? id, 'utf8')) as Texts
      const kept = JSON.stringify(cut(texts, PARTS[namespace] ?? [], part))
      return part ? { code: `export default ${kept}`, moduleType: 'js' } : kept
    },
  },
  transform: {
    filter: { id: /\/src\/(?:app\/web|features\/\w+\/web)\/.*\.tsx?$/ },
    handler(code) {
      // Everything else says nothing itself, or has its words from whom it belongs to.
      if (!/\buseTranslation\b|\bi18n\b|\bTFunction\b/.test(code)) return null
      const [parts, namespaces] = [partsIn(code), namespacesIn(code)]
      if (parts.length + namespaces.length === 0) return null
      const asked = parts.map((name) => {
        const [namespace, part] = name.split('/')
        const from = (language: string) =>
          `() => import(${JSON.stringify(`${web}/locales/${language}/${namespace}.json?part=${part}`)})`
        return `${JSON.stringify(name)}: { es: ${from('es')}, en: ${from('en')} }`
      })
      return {
        code: `${code}\nimport { textsAreHere } from ${JSON.stringify(LOADER)}\nawait textsAreHere(${JSON.stringify(namespaces)}, { ${asked.join(', ')} })\n`,
        map: null,
      }
    },
  },
}
