import type { Plugin } from 'vite'

/*
 * What the pages get of a contract. The server parses by the schemas; the pages need to know where to call, and here
 * and there a schema that a form checks against. So a contract is built as two modules: one of constants and addresses
 * (an endpoint becomes its method and path), one of schemas. A page without a form then carries neither the schemas
 * nor the library behind them, whatever another page uses of the same contract.
 *
 * Rolldown's own settings (pure functions, modules without side effects) can't do this: they drop what no page uses, but
 * neither part of an object nor part of a module that another page needs (docs/decisions/0020, with the figures).
 */

type Node = { type: string; start: number; end: number } & Record<string, unknown>

interface Statement {
  text: string
  /** The same without the texts in it: a value may be called as a schema is. */
  said: string
  /** What it declares at the top level. */
  names: string[]
  isExported: boolean
  isImport: boolean
}

/** Contracts as the pages need them, in a build. */
export const slimContracts: Plugin = {
  name: 'slim-contracts',
  apply: 'build',
  transform: {
    filter: {
      id: /\/src\/(core\/contract\/\w+|features\/[\w/]+\/(?:contract|rules)(?:\.\w+)?)\.ts(\?addresses|\?schemas)?$/,
    },
    handler(code, id) {
      const [file, part] = id.split('?')
      const program = this.parse(code) as unknown as Node
      const passedOn = (program.body as Node[])
        .filter(isPassedOn)
        .map(({ start, end }) => code.slice(start, end))
      const statements = statementsOf(code, program)
      const schemas = schemasAmong(statements)
      const quoted = (which: string) => JSON.stringify(`${file}?${which}`)
      const rest = statements.filter((one) => !schemas.has(one))
      // Also where no schema has a name: what an endpoint takes may be written in it, and is not for the pages.
      const isWhole = part === 'addresses' || schemas.size === 0
      const built = isWhole
        ? [...neededBy(rest), ...(part ? hiddenOf(rest) : passedOn)]
        : !part
          ? [
              `export { ${exportsOf(rest)} } from ${quoted('addresses')}`,
              `export { ${exportsOf([...schemas])} } from ${quoted('schemas')}`,
              ...passedOn,
            ]
          : [
              `import { ${namesOf(rest).join(', ')} } from ${quoted('addresses')}`,
              ...neededBy(statements.filter((one) => one.isImport || schemas.has(one))),
            ]
      return { code: built.join('\n'), map: null, moduleSideEffects: false }
    },
  },
}

/** Somebody else's, exported from here too. */
const isPassedOn = ({ type, source }: Node) =>
  type !== 'ImportDeclaration' && source !== null && source !== undefined

/** The statements without imports that none of them needs any more. */
function neededBy(statements: Statement[]): string[] {
  const said = statements.filter(({ isImport }) => !isImport).map(({ text }) => text)
  const words = new Set(said.join('\n').match(/\w+/g))
  return statements
    .filter(({ isImport, names }) => !isImport || names.some((name) => words.has(name)))
    .map(({ text }) => text)
}

const exportsOf = (statements: Statement[]) =>
  statements
    .filter(({ isExported }) => isExported)
    .flatMap(({ names }) => names)
    .join(', ')

const namesOf = (statements: Statement[]) =>
  statements.filter(({ isImport }) => !isImport).flatMap(({ names }) => names)

/** What the schemas may need and the contract doesn't export. */
function hiddenOf(statements: Statement[]): string[] {
  const hidden = namesOf(statements.filter(({ isExported }) => !isExported))
  return hidden.length > 0 ? [`export { ${hidden.join(', ')} }`] : []
}

/** An import of core's own makers of schemas. */
const makesSchemas = ({ isImport, text }: Statement): boolean =>
  isImport && /['"](?:#core\/contract|\.)\/(?:audience|numbers|text)\.ts['"]/.test(text)

/** Statements that speak of the schema library, or of what such a statement declares. */
function schemasAmong(statements: Statement[]): Set<Statement> {
  const found = new Set<Statement>()
  const names = new Set(['page', ...statements.filter(makesSchemas).flatMap((one) => one.names)])
  const isSchema = ({ said }: Statement) =>
    /\bz[.]\w/.test(said) || said.match(/\w+/g)?.some((word) => names.has(word))
  // A function may speak of what is declared below it.
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const one of statements) {
      if (one.isImport || found.has(one) || !isSchema(one)) continue
      found.add(one)
      for (const name of one.names) names.add(name)
    }
  }
  return found
}

function statementsOf(code: string, program: Node): Statement[] {
  const own = (program.body as Node[]).filter((node) => !isPassedOn(node))
  return own.map((node) => {
    const declaration = (node.declaration ?? node) as Node
    const declarators = (declaration.declarations ?? []) as Node[]
    let text = ''
    let at = node.start
    for (const { init } of declarators as { init?: Node | null }[]) {
      if (init?.type !== 'CallExpression') continue
      // A call of which nobody knows that it does nothing else would stay in the build, wanted or not.
      const short = addressOf(code, init) ?? `/* @__PURE__ */ (() => ${code.slice(init.start, init.end)})()`
      text += code.slice(at, init.start) + short
      at = init.end
    }
    const specifiers = (node.specifiers ?? []) as Node[]
    const names =
      specifiers.length > 0
        ? specifiers.map((one) => one.local as Node)
        : (declarators.length > 0 ? declarators : [declaration]).map(({ id }) => id as Node | null)
    text += code.slice(at, node.end)
    return {
      text,
      said: stringsIn(code, node).reduce((rest, one) => rest.replaceAll(one, ''), text),
      names: names.flatMap((id) => (id as { name?: string } | null)?.name ?? []),
      isExported: node.type === 'ExportNamedDeclaration',
      isImport: node.type === 'ImportDeclaration',
    }
  })
}

/** The texts written in a part of the code, with their quotes. */
function stringsIn(code: string, part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const { type, value, start, end } = part as Partial<Node>
  if (type === 'Literal') return typeof value === 'string' ? [code.slice(start, end)] : []
  return Object.values(part).flatMap((inner) => stringsIn(code, inner))
}

/** `{ method, path }` of an endpoint's declaration; null for another call. */
function addressOf(code: string, call: Node): string | null {
  const [spec] = call.arguments as Node[]
  if ((call.callee as Node).name !== 'endpoint' || spec?.type !== 'ObjectExpression') return null
  const address = (spec.properties as Node[]).filter(({ key }) =>
    ['method', 'path'].includes(String((key as Node | undefined)?.name)),
  )
  return `{ ${address.map(({ start, end }) => code.slice(start, end)).join(', ')} }`
}
