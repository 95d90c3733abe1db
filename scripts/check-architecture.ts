import path from 'node:path'
import { checkArchitecture } from './architecture.ts'

const { modules, edges, findings } = await checkArchitecture(path.resolve(import.meta.dirname, '..'))
for (const { rule, from, to, why } of findings) {
  console.error(`${rule}: ${from}\n    → ${to}\n    ${why}`)
}
console.log(`architecture: ${modules} modules, ${edges.length} imports, ${findings.length} faults`)
process.exitCode = findings.length > 0 ? 1 : 0
