import path from 'node:path'
import { TIERS } from './architecture.rules.ts'
import { checkArchitecture } from './architecture.ts'

/** Who imports whom, folder by folder, with the number of imports: the picture of ARCHITECTURE in text. */
const { edges } = await checkArchitecture(path.resolve(import.meta.dirname, '..'))
const production = edges.filter(
  ({ from }) => !/[.](test|fixture)[.]tsx?$|testing[.]ts$|testSetup[.]ts$/.test(from),
)
const placeOf = (file: string) => {
  const [, layer, name = ''] = file.split('/')
  return layer === 'features' ? name : `${layer}/${name.replace(/[.].*$/, '')}`
}
const counts = new Map<string, Map<string, number>>()
for (const { from, to } of production) {
  const [a, b] = [placeOf(from), placeOf(to)]
  if (a !== b) {
    const row = counts.get(a) ?? new Map<string, number>()
    counts.set(a, row.set(b, (row.get(b) ?? 0) + 1))
  }
}
const order = [
  'core/contract',
  'core/server',
  'core/web',
  ...TIERS.flatMap(({ features }) => features),
  'app/server',
  'app/web',
]
const places = [
  ...new Set([...counts.keys(), ...[...counts.values()].flatMap((row) => [...row.keys()])]),
].sort((a, b) => order.indexOf(a) - order.indexOf(b))
const width = Math.max(...places.map((place) => place.length))
for (const place of places) {
  const row = [...(counts.get(place) ?? [])].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
  console.log(
    `${place.padEnd(width)}  ${row.length > 0 ? '→ ' : ''}${row.map(([to, n]) => `${to} ${n}`).join(', ')}`,
  )
}
