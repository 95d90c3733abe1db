import path from 'node:path'
import { faultsOfDocs } from './docs.ts'

const faults = faultsOfDocs(path.resolve(import.meta.dirname, '..'))
for (const fault of faults) console.error(fault)
console.log(`documents: ${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0
