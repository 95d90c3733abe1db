import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { known } from './resolution.ts'

const root = path.resolve(import.meta.dirname, '..')
const urlOf = (file: string) => pathToFileURL(path.join(root, file)).href
const IMPORTS = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g
const importsOf = (file: string) =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(IMPORTS)].map(([, name = '']) => name)

describe('where an import is said to lead', () => {
  test('is where the package says that names with # lead', () => {
    const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    for (const [name, to] of Object.entries<string>(imports))
      expect(known(`${name.replace('*', '')}a/b.ts`, urlOf('src/app/server/main.ts'))).toEqual({
        url: urlOf(`${to.replace('*', '')}a/b.ts`),
        format: 'module-typescript',
      })
  })
  test('is a file that is there, of each of ours and of drizzle-orm’s', () => {
    const files = [
      ...globSync('src/**/*.ts', { cwd: root }),
      ...globSync('node_modules/drizzle-orm/**/*.js', { cwd: root }),
    ]
    const said = files.flatMap((file) =>
      importsOf(file).flatMap((name) => known(name, urlOf(file))?.url ?? []),
    )
    expect(said.length).toBeGreaterThan(5000)
    expect([...new Set(said)].filter((url) => !existsSync(fileURLToPath(url)))).toEqual([])
  })
  test('is a module in drizzle-orm, all of which is one package', () => {
    const folder = path.join(root, 'node_modules/drizzle-orm')
    expect(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).type).toBe('module')
    expect(globSync('**/package.json', { cwd: folder })).toEqual(['package.json'])
  })
  test('isn’t said of packages, of what Node brings along, nor of what others import', () => {
    const ours = urlOf('src/app/server/main.ts')
    for (const name of ['fastify', 'node:fs', 'drizzle-orm/pg-core', './texts.json'])
      expect(known(name, ours)).toBeNull()
    expect(known('./index.js', urlOf('node_modules/fastify/fastify.js'))).toBeNull()
    expect(known('./index.cjs', urlOf('node_modules/drizzle-orm/index.cjs'))).toBeNull()
  })
})
