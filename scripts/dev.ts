import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

/* npm run dev: the server, restarted when a file changes, and Vite in front of it with hot reload of the pages. */

const root = path.resolve(import.meta.dirname, '..')
const port = process.env.PORT ?? '3000'
const pages = 'http://localhost:5173'
const env = {
  ...process.env,
  PORT: port,
  PUBLIC_URL: process.env.PUBLIC_URL ?? pages,
  TARIMA_API: `http://127.0.0.1:${port}`,
}

const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/app/server/main.ts'], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
  spawn(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js'), '--clearScreen', 'false'], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
]
console.log(`Pages with reload at ${pages}`)

let stopping = false
function stop() {
  if (!stopping) {
    stopping = true
    for (const child of children) {
      child.kill('SIGTERM')
    }
  }
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) {
  child.on('exit', (code) => {
    stop()
    process.exitCode ??= code ?? 0
  })
}
