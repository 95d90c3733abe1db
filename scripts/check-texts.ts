import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { TEXT_FOLDERS } from '#app/server/texts.ts'
import { LANGUAGES, type Language } from '#core/contract/language.ts'
import { readTexts, type Tree } from '#core/server/texts.ts'
import { NAMESPACES } from '#core/web/texts.ts'

/*
 * The texts: both languages have the same files and the same keys with the same values in them, none is empty, no file
 * is too long to be read, one thing has one word, plural forms are whole, and every key that the code names exists. That a page names the parts whose keys it says is
 * checked by the compiler (src/core/web/texts.ts).
 */

const root = path.resolve(import.meta.dirname, '..')
/** Keys of one file; above this a part is cut in two. */
const LONGEST = 400
const faults: string[] = []

type Texts = Map<string, string>

function flat(value: Tree | string, prefix: string, into: Texts): Texts {
  if (typeof value === 'string') into.set(prefix, value)
  else for (const [key, inner] of Object.entries(value)) flat(inner, prefix ? `${prefix}.${key}` : key, into)
  return into
}

const filesIn = (folder: URL, language: string) => readdirSync(new URL(`${language}/`, folder)).sort()

for (const folder of TEXT_FOLDERS) {
  const where = path.relative(root, folder.pathname)
  const [es = '', en = ''] = LANGUAGES.map((language) => filesIn(folder, language).join(', '))
  if (es !== en) faults.push(`${where} has ${es} in es, and ${en} in en`)
  for (const language of LANGUAGES)
    for (const file of filesIn(folder, language)) {
      if (!(NAMESPACES as readonly string[]).includes(file.split('.')[0] ?? ''))
        faults.push(`${where}/${language}/${file} is of no namespace: ${NAMESPACES.join(', ')}`)
      const { size } = flat(
        JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')),
        '',
        new Map(),
      )
      if (size > LONGEST)
        faults.push(`${where}/${language}/${file} has ${size} keys, more than ${LONGEST}: cut it`)
    }
}

const valuesIn = (text: string) =>
  [...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}/g)]
    .map((match) => match[1])
    .sort()
    .join()

const read = readTexts(TEXT_FOLDERS)
const known = new Map<string, Texts>()
let count = 0
for (const namespace of NAMESPACES) {
  const [es, en] = [read.es, read.en].map((texts) => flat(texts[namespace] ?? {}, '', new Map())) as [
    Texts,
    Texts,
  ]
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
// One word for one thing (docs/glossary.md). Letters' README of a copy names its documents as the API does.
const MIXES: Record<Language, readonly (readonly [mixed: RegExp, instead: string])[]> = {
  es: [
    [/\bpuntajes?\b/i, 'puntuación'],
    [/\bmiembros?\b/i, 'integrante'],
    [/\bcontratos?\b/i, 'acuerdo'],
    [/\bconjuntos?\b/i, 'montaje'],
    [/\bformatos?\b/i, 'formación'],
    [/\bavisos\b/i, 'notificaciones'],
    [/\b(nuevo brief|brief nuevo|brief sin nombre|(tus|mis) briefs)\b/i, 'pedido: a brief is a part of it'],
    [/\bfechas? reservadas?\b/i, 'fecha apartada'],
    [/\bsin decir\b/i, 'sin especificar'],
    [/\bplan(es)? de respaldo\b|^respaldos$/i, 'reserva'],
    [/\btarifas?\b/i, 'comisión, or pago por función of a member'],
    [/\bpor presentación\b/i, 'por función'],
    [/\ben vigor\b|\bacuerdos? (activo|vigente)s?\b/i, 'en firme'],
    [/\banfitri(ón|ona|ones)\b/i, 'cliente, or quien contrata where both sides read it'],
    [/\bdueñ[oa]s?\b/i, 'propietario'],
    [/\bsustitut[oa]s?\b/i, 'suplente'],
    [/\baplaz\w+/i, 'posponer'],
    [/\baparatos?\b|\b(este|ese|otros?|sus|cualquier) equipos?\b/i, 'dispositivo'],
  ],
  en: [
    [/\bcontracts?\b/i, 'agreement'],
    [/\bnotices\b/i, 'notifications'],
    [/\bhunters?\b/i, 'client, or buyer in an agreement'],
    [/\b(new|untitled) briefs?\b/i, 'order: a brief is a part of it'],
    [/(\d|\}\}) %/, 'no space before %'],
    // "Cancelled" stays: it is the specification's name of the state, and Americans write it too.
    [
      /\b(centres?|kilometres?|programmes?|organis\w+|favour\w*|practis\w+|recognis\w+|licences?)\b/i,
      'it as Americans spell it',
    ],
    [/\bagreements?\b[^.]{0,20}\bin force\b|\bactive agreements?\b|\bagreement (is|was) active\b/i, 'firm'],
    [/\bhosts?\b/i, 'client, or buyer in an agreement'],
    [/\bask(s|ed|ing)? (\S+ ){0,2}for (a|the|your) date\b/i, 'send a request'],
    [/\bwho (teach|learn)(es|s)?\b/i, 'teacher, student'],
  ],
}
const NAMES_DOCUMENTS = ['data.readme']
/** Where the word means what it says. */
const MEANT = ['BRIEF_VALIDATED.title', 'brand_impact.means']
for (const [language, texts] of Object.entries(read) as [Language, Record<string, Tree>][])
  for (const namespace of NAMESPACES) {
    const its = flat(texts[namespace] ?? {}, '', new Map())
    for (const [key, text] of its) {
      const words = text.replaceAll(/\{\{[^}]*\}\}/g, '{{}}')
      if (![...NAMES_DOCUMENTS, ...MEANT].some((name) => key.endsWith(name)))
        for (const [mixed, instead] of MIXES[language])
          if (mixed.test(words))
            faults.push(`${namespace}:${key} (${language}) says ${mixed}: say ${instead}`)
      // One and more: a text that counts needs both forms (a name that merely ends in `_one` doesn't count).
      const [, stem, form] = /^(.*)_(one|other)$/.exec(key) ?? []
      const twin = `${stem}_${form === 'one' ? 'other' : 'one'}`
      if (stem && (form === 'other' || text.includes('{{count}}')) && !its.has(twin))
        faults.push(`${namespace}:${key} (${language}) has no ${twin}`)
    }
  }
// A page may say a key of any of its parts without the namespace.
const places = new Map<string, string>()
for (const [namespace, texts] of known)
  for (const key of texts.keys()) {
    const other = places.get(key)
    if (other)
      faults.push(`${key} is in ${other} and in ${namespace}: a key without its namespace must be one text`)
    places.set(key, namespace)
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
