import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slimContracts } from './slimContracts.ts'

const CONTRACT = `
import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'
import { line } from '#core/contract/text.ts'

/** Named by a page and by a schema. */
export const KINDS = ['song', 'dance'] as const
const LONGEST = 80
export const Kind = z.enum(KINDS)
/** Called as one of the kinds is. */
const song = z.object({ title: z.string() })
export const Thing = z.object({ kind: Kind, song: z.optional(song), name: z.string().check(z.maxLength(LONGEST)) })
export type Thing = z.output<typeof Thing>
export const Title = line(2, LONGEST)
export const isLong = (name: string) => name.length > LONGEST
export const problemOf = (thing: unknown) => Thing.safeParse(thing).error
export const addThing = endpoint({
  method: 'POST', path: '/api/things/', access: 'signed-in', summary: 'Adds one', body: Thing,
})
`
/** Its one schema has no name. */
const CALLS = `
import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'

export const VERSION = 3
export const acceptThing = endpoint({
  method: 'PUT', path: '/api/things/accepted/', access: 'signed-in', summary: 'Accepts one',
  body: z.object({ version: z.int() }),
})
`
const PAGE = `
import { addThing, isLong, KINDS } from './contract.ts'
import { acceptThing, VERSION } from './contract.calls.ts'
document.title = [addThing.method, addThing.path, KINDS.length, isLong('x'), acceptThing.path, VERSION].join()
export const form = () => import('./form.ts')
`
const FORM = `
import { KINDS, problemOf, Thing, Title } from './contract.ts'
document.title = String(problemOf({ kind: KINDS[0] })) + Thing.safeParse({}).success + Title.safeParse('').success
`

// Inside the project, so that its packages and its aliases are found.
const root = path.resolve(import.meta.dirname, '..')
let place = ''
let page = ''
let form = ''

beforeAll(async () => {
  place = mkdtempSync(path.join(root, 'node_modules/.slim-'))
  const feature = path.join(place, 'src/features/things')
  mkdirSync(feature, { recursive: true })
  for (const [name, code] of Object.entries({
    contract: CONTRACT,
    'contract.calls': CALLS,
    page: PAGE,
    form: FORM,
  }))
    writeFileSync(path.join(feature, `${name}.ts`), code)
  const built = (await build({
    configFile: false,
    root: place,
    logLevel: 'error',
    plugins: [slimContracts],
    resolve: { alias: { '#core': path.join(root, 'src/core') } },
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: path.join(feature, 'page.ts'), preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput
  const chunks = built.output.filter((file) => file.type === 'chunk')
  const withImports = (name: string): string => {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    return chunk ? chunk.code + chunk.imports.map(withImports).join('\n') : ''
  }
  page = withImports(chunks.find((chunk) => chunk.isEntry)?.fileName ?? '')
  form = withImports(chunks.find((chunk) => chunk.isDynamicEntry)?.fileName ?? '')
}, 60_000)
afterAll(() => rmSync(place, { recursive: true, force: true }))

describe('a page that only calls', () => {
  it('has the address of its endpoint and the constants that it names', () => {
    expect(page).toMatch(/method: ["']POST["']/)
    expect(page).toMatch(/path: ["']\/api\/things\/["']/)
    expect(page).toMatch(/path: ["']\/api\/things\/accepted\/["']/)
    expect(page).toMatch(/["']song["'], ["']dance["']/)
  })
  it('carries neither what the server parses by nor the library behind it', () => {
    expect(page).not.toContain('Adds one')
    expect(page).not.toContain('safeParse')
    expect(page).not.toContain('_zod')
  })
  it('has the functions that need no schema, with the constants beside them that nobody exports', () => {
    expect(page).toMatch(/length > (LONGEST|80)/)
  })
})

describe('a form that checks against a schema', () => {
  it('has the schema with its library, and the functions that speak of it', () => {
    expect(form).toContain('_zod')
    expect(form).toMatch(/maxLength\((LONGEST|80)\)/)
    expect(form).toContain('safeParse')
  })
  it('shares the constants with the page', () => {
    expect(form.split(/KINDS = \[/).length - 1).toBe(1)
  })
})
