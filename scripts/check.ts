import { spawn } from 'node:child_process'
import path from 'node:path'

/* npm run check: everything that needs neither a database nor a browser, side by side. */

const root = path.resolve(import.meta.dirname, '..')
const bin = (name: string) => path.join(root, 'node_modules/.bin', name)
const node = (script: string) => [process.execPath, path.join(import.meta.dirname, script)]

const checks: Record<string, string[]> = {
  types: [bin('tsc'), '--noEmit'],
  'types of the worker': [bin('tsc'), '--noEmit', '--project', 'tsconfig.worker.json'],
  lint: [bin('biome'), 'check', '--error-on-warnings', '--diagnostic-level=warn', '--max-diagnostics=60'],
  architecture: node('check-architecture.ts'),
  texts: node('check-texts.ts'),
  documents: node('check-docs.ts'),
}

const run = (name: string, [command = '', ...args]: string[]) =>
  new Promise<boolean>((resolve) => {
    const started = performance.now()
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', (error) => {
      output += error.message
    })
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
      if (code !== 0) {
        console.log(output.trimEnd())
      }
      resolve(code === 0)
    })
  })

const results = await Promise.all(Object.entries(checks).map(([name, command]) => run(name, command)))
process.exitCode = results.every(Boolean) ? 0 : 1
