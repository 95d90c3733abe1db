import { rmSync } from 'node:fs'
import path from 'node:path'

/*
 * npm run build: the pages, into dist/web, and what the server draws of them, into dist/server. The server itself needs
 * no build.
 */

const root = path.resolve(import.meta.dirname, '..')
process.chdir(root)
// Before the libraries that look at it are loaded.
process.env.NODE_ENV = 'production'
const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')])

rmSync('dist', { recursive: true, force: true })
await build()
await build({
  configFile: false,
  root,
  plugins: [react()],
  logLevel: 'warn',
  // What runs has no libraries of the pages beside it.
  ssr: { noExternal: true },
  build: {
    ssr: 'src/app/web/found.server.tsx',
    outDir: 'dist/server',
    emptyOutDir: false,
    minify: true,
    rolldownOptions: { output: { entryFileNames: 'found.js', chunkFileNames: 'found/[name]-[hash].js' } },
  },
})
