import { spawnSync } from 'node:child_process'
import path from 'node:path'

/* npm run build: the pages, into dist/web. The server needs no build. */

const root = path.resolve(import.meta.dirname, '..')
const vite = spawnSync(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js'), 'build'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
})
process.exitCode = vite.status ?? 1
