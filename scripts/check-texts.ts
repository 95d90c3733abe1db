import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/*
 * The texts: both languages have the same keys with the same values in them, none is empty, and every key that
 * the code names exists.
 */

const root = path.resolve(import.meta.dirname, '..')
const locales = path.join(root, 'src/app/web/locales')
const NAMESPACES = ['common', 'availability', 'functionality', 'auth', 'business']
const faults: string[] = []

type Texts = Map<string, string>

function flat(value: unknown, prefix: string, into: Texts): Texts {
  if (typeof value === 'string') {
    into.set(prefix, value)
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      flat(inner, prefix ? `${prefix}.${key}` : key, into)
    }
  }
  return into
}

function textsOf(language: string, namespace: string): Texts {
  const file = path.join(locales, language, `${namespace}.json`)
  try {
    return flat(JSON.parse(readFileSync(file, 'utf8')), '', new Map())
  } catch (error) {
    faults.push(`${language}/${namespace}.json: ${(error as Error).message}`)
    return new Map()
  }
}

const valuesIn = (text: string) =>
  [...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}/g)]
    .map((match) => match[1])
    .sort()
    .join()

const known = new Map<string, Texts>()
let count = 0
for (const namespace of NAMESPACES) {
  const [es, en] = [textsOf('es', namespace), textsOf('en', namespace)]
  known.set(namespace, es)
  count += es.size
  for (const [a, b, lacking] of [
    [es, en, 'en'],
    [en, es, 'es'],
  ] as const) {
    for (const [key, text] of a) {
      // Spanish has plural forms ("_many") that English does not.
      if (!b.has(key) && !/_(zero|two|few|many)$/.test(key)) {
        faults.push(`${namespace}:${key} is missing in ${lacking}`)
      } else if (text.trim() === '') {
        faults.push(`${namespace}:${key} is empty`)
      }
    }
  }
  for (const [key, text] of es) {
    const other = en.get(key)
    if (other !== undefined && valuesIn(text) !== valuesIn(other)) {
      faults.push(
        `${namespace}:${key} has other values in es (${valuesIn(text)}) than in en (${valuesIn(other)})`,
      )
    }
  }
}

const exists = (namespace: string, key: string) => {
  const texts = known.get(namespace)
  return texts?.has(key) || ['_one', '_other', '_many', '_zero'].some((form) => texts?.has(`${key}${form}`))
}

const sources = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /[.]tsx?$/.test(entry.name) && !/[.]test[.]tsx?$/.test(entry.name))
  .map((entry) => path.join(entry.parentPath, entry.name))
for (const file of sources) {
  const text = readFileSync(file, 'utf8')
  const where = path.relative(root, file)
  for (const match of text.matchAll(/new Refusal\(\s*\d{3},\s*'([a-z_]+\.[a-z_.]+)'/g)) {
    if (!exists('common', `errors.${match[1]}`)) {
      faults.push(`${where} refuses with ${match[1]}, and common:errors.${match[1]} does not exist`)
    }
  }
  for (const match of text.matchAll(
    /['"`](common|availability|functionality|auth|business):([A-Za-z_][\w.]*[A-Za-z0-9_])['"`]/g,
  )) {
    const [, namespace = '', key = ''] = match
    const group = [...(known.get(namespace)?.keys() ?? [])].some((name) => name.startsWith(`${key}.`))
    if (!exists(namespace, key) && !group) {
      faults.push(`${where} says ${namespace}:${key}, which does not exist`)
    }
  }
}

for (const fault of [...new Set(faults)]) {
  console.error(fault)
}
console.log(`texts: ${count} in each language, ${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0
