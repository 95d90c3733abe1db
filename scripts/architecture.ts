import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { RULES, TESTS, TIERS } from './architecture.rules.ts'

/*
 * Holds the import graph against the rules (architecture.rules.ts).
 * dependency-cruiser reads the imports with swc: it can't load TypeScript 7, and without a parser it would see no
 * module and find no fault. So the number of modules it saw is compared with the files on disk.
 */

export type Edge = { from: string; to: string }
export type Finding = { rule: string; from: string; to: string; why: string }

/** Every source file below src, as paths from `base`. */
function filesIn(base: string): string[] {
  return readdirSync(path.join(base, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /[.]tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => path.relative(base, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

/**
 * Reads the import graph of `base`/src and holds it against the rules.
 * @throws when the graph is not whole: a check that sees nothing must not pass
 */
export async function checkArchitecture(
  base: string,
): Promise<{ modules: number; edges: Edge[]; findings: Finding[] }> {
  const files = filesIn(base)
  const { output } = await cruise(
    ['src'],
    {
      baseDir: base,
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '[.](css|json|svg|woff2|md)$' },
      validate: true,
      ruleSet: { forbidden: RULES },
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        importsFields: ['imports'],
        conditionNames: ['import', 'require', 'node', 'default', 'types'],
      },
    } as Parameters<typeof cruise>[1],
    { extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'] } as Parameters<typeof cruise>[2],
  )
  const result = output as ICruiseResult
  const seen = result.modules.filter(({ source }) => source.startsWith('src/'))
  const sources = new Set(seen.map(({ source }) => source))
  const unseen = files.filter((file) => !sources.has(file))
  if (unseen.length > 0) {
    throw new Error(
      `The architecture check did not see ${unseen.length} of ${files.length} files, e.g. ${unseen[0]}`,
    )
  }
  const edges = seen.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved }) => resolved.startsWith('src/'))
      .map(({ resolved }) => ({ from: source, to: resolved })),
  )
  if (files.length > 5 && edges.length < files.length / 3) {
    throw new Error(
      `The architecture check saw only ${edges.length} imports in ${files.length} files: its parser is blind`,
    )
  }
  const findings = result.summary.violations.map((violation) => ({
    rule: violation.rule.name,
    from: violation.from,
    to: violation.cycle ? violation.cycle.map(({ name }) => name).join(' → ') : violation.to,
    why: RULES.find(({ name }) => name === violation.rule.name)?.comment ?? '',
  }))
  const real = edges.filter(({ from }) => !new RegExp(TESTS).test(from))
  return {
    modules: seen.length,
    edges,
    findings: [
      ...dedupe(findings),
      ...tierFaults(real),
      ...featureCircles(real),
      ...partCircles(real),
      ...bareColumns(base, files),
      ...schemasOfEndpoints(base, files),
      ...foreignTables(base, files),
      ...longFiles(base, files),
    ],
  }
}

/** A circle is reported once for each of its files: once is enough. */
function dedupe(findings: Finding[]): Finding[] {
  const known = new Set<string>()
  return findings.filter(({ rule, from, to }) => {
    const key =
      rule === 'no-file-circles'
        ? [from, ...to.split(' → ')]
            .sort()
            .filter((f, i, all) => f !== all[i - 1])
            .join()
        : `${rule} ${from} ${to}`
    return known.has(key) ? false : known.add(key)
  })
}

/** Lines of one file: beyond that it is about several things. */
const LONGEST = 400

function longFiles(base: string, files: readonly string[]): Finding[] {
  return files.flatMap((from) => {
    const lines = readFileSync(path.join(base, from), 'utf8').trimEnd().split('\n').length
    const why = `A file has at most ${LONGEST} lines: cut it by what it is about.`
    return lines > LONGEST ? [{ rule: 'files-are-short', from, to: `${lines} lines`, why }] : []
  })
}

/** A fragment that is a subquery, and what stands in it. */
const SUBQUERY = /sql(?:<[^`]*>)?`\(\s*select\b[^`]*`/g

/** Columns in subqueries that drizzle might write without their table (core/server/columns.ts, `outer`). */
function bareColumns(base: string, files: readonly string[]): Finding[] {
  return files
    .filter((file) => /\/(queries|commands)(\.\w+)?\.ts$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(base, file), 'utf8')
      const tables = [...text.matchAll(/import \{([^}]*)\} from '[^']*table(?:\.\w+)?\.ts'/g)].flatMap(
        ([, names = '']) => names.split(',').map((name) => name.trim()),
      )
      return [...text.matchAll(SUBQUERY)].flatMap(([fragment]) =>
        [...fragment.matchAll(/\$\{(\w+)\.\w+\}/g)]
          .filter(([, table = '']) => tables.includes(table))
          .map(([column]) => ({
            rule: 'subqueries-name-outer-tables',
            from: file,
            to: column,
            why: 'In a select of one table drizzle writes the column without its table: use outer(column).',
          })),
      )
    })
}

/** Endpoints whose schema a page would check against: the build leaves of an endpoint its address (scripts/slimContracts.ts). */
function schemasOfEndpoints(base: string, files: readonly string[]): Finding[] {
  return files
    .filter((file) => /\/web\//.test(file) && !new RegExp(TESTS).test(file))
    .flatMap((file) =>
      [
        ...readFileSync(path.join(base, file), 'utf8').matchAll(/\bresolverOf(?:<[^(]*>)?\(\s*(\w+\.\w+)/g),
      ].map(([, schema = '']) => ({
        rule: 'forms-check-named-schemas',
        from: file,
        to: schema,
        why: 'The build leaves of an endpoint its address alone: export the schema by a name of its own.',
      })),
    )
}

const featureOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1]
const tierOf = (feature: string) => TIERS.findIndex(({ features }) => features.includes(feature))

/** Whether one feature is below another, by their tiers or by the order inside one. */
function isBelow(a: string, b: string): boolean {
  if (tierOf(a) !== tierOf(b)) return tierOf(a) < tierOf(b)
  const order = TIERS[tierOf(a)]?.order ?? []
  return order.includes(a) && order.indexOf(a) < order.indexOf(b)
}

function tierFaults(edges: Edge[]): Finding[] {
  return edges.flatMap(({ from, to }) => {
    const [a, b] = [featureOf(from), featureOf(to)]
    if (!a || !b || a === b) return []
    const rule = 'lower-tiers-know-no-higher'
    const homeless = [a, b].find((feature) => tierOf(feature) < 0)
    if (homeless) return { rule, from, to, why: `give "${homeless}" a tier in scripts/architecture.ts` }
    if (!isBelow(a, b)) return []
    return { rule, from, to, why: `${a} is below ${b}: let ${b} call, or let app pass it in` }
  })
}

/** The names of all tables, with the feature that has each. */
function tablesIn(base: string, files: readonly string[]): Map<string, string> {
  const tables = new Map<string, string>()
  for (const file of files) {
    const feature = featureOf(file)
    if (!feature || !/\/table([.]\w+)?[.]ts$/.test(file)) continue
    for (const [, name = ''] of readFileSync(path.join(base, file), 'utf8').matchAll(/pgTable\(\s*'(\w+)'/g))
      tables.set(name, feature)
  }
  return tables
}

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g
const NAMED_TABLE = /\b(?:from|join|into|update|using)\s+(?:only\s+)?"?(\w+)/gi

/**
 * Tables of other features that SQL names as text. Interpolated, they are imports, and so are held against the tiers.
 */
function foreignTables(base: string, files: readonly string[]): Finding[] {
  const tables = tablesIn(base, files)
  return files
    .filter((file) => /\/(queries|commands|jobs|reactions|routes)([.]\w+)?[.]ts$/.test(file))
    .filter((file) => !new RegExp(TESTS).test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(base, file), 'utf8').replaceAll(COMMENT, '')
      const names = new Set([...text.matchAll(NAMED_TABLE)].map(([, name = '']) => name))
      return [...names]
        .filter((name) => tables.has(name) && tables.get(name) !== featureOf(file))
        .map((name) => ({
          rule: 'own-tables-by-name',
          from: file,
          to: name,
          why: `${name} belongs to ${tables.get(name)}: interpolate its table, so that the import shows`,
        }))
    })
}

/** Circles between whole features, which no single file shows. */
function featureCircles(edges: Edge[]): Finding[] {
  const calls = new Map<string, Map<string, Edge>>()
  for (const edge of edges) {
    const [a, b] = [featureOf(edge.from), featureOf(edge.to)]
    if (a && b && a !== b) {
      calls.set(a, (calls.get(a) ?? new Map<string, Edge>()).set(b, edge))
    }
  }
  const findings: Finding[] = []
  for (const [a, targets] of calls) {
    for (const b of targets.keys()) {
      const back = calls.get(b)?.get(a)
      if (back && a < b) {
        const there = targets.get(b) as Edge
        findings.push({
          rule: 'no-feature-circles',
          from: `${there.from} → ${there.to}`,
          to: `${back.from} → ${back.to}`,
          why: `${a} and ${b} import each other: one of them should raise a happening, or app pass it in`,
        })
      }
    }
  }
  const longer = circleIn(new Map([...calls].map(([a, targets]) => [a, [...targets.keys()]])))
  if (longer && longer.length > 3) {
    findings.push({
      rule: 'no-feature-circles',
      from: longer[0] as string,
      to: longer.join(' → '),
      why: 'a circle of features',
    })
  }
  return findings
}

/** The parts of a feature have an order, too: imports among them make no circle. Their pages stand above all of them. */
function partCircles(edges: Edge[]): Finding[] {
  const partOf = (file: string) => /^src[/]features[/]([^/]+[/](?!web[/])[^/]+(?:[/]web)?)[/]/.exec(file)?.[1]
  const calls = new Map<string, string[]>()
  for (const { from, to } of edges) {
    const [a, b] = [partOf(from), partOf(to)]
    if (a && b && a !== b && featureOf(from) === featureOf(to)) calls.set(a, [...(calls.get(a) ?? []), b])
  }
  const circle = circleIn(calls)
  if (!circle) return []
  const [from = '', to = ''] = circle
  return [
    { rule: 'no-part-circles', from, to: [to, ...circle.slice(2)].join(' → '), why: 'a circle of parts' },
  ]
}

function circleIn(graph: Map<string, string[]>): string[] | undefined {
  const state = new Map<string, 'open' | 'done'>()
  const trail: string[] = []
  function visit(node: string): string[] | undefined {
    if (state.get(node) === 'done') {
      return undefined
    }
    if (state.get(node) === 'open') {
      return [...trail.slice(trail.indexOf(node)), node]
    }
    state.set(node, 'open')
    trail.push(node)
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next)
      if (circle) {
        return circle
      }
    }
    trail.pop()
    state.set(node, 'done')
    return undefined
  }
  for (const node of graph.keys()) {
    const circle = visit(node)
    if (circle) {
      return circle
    }
  }
  return undefined
}
