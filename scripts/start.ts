import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { pagesChangedAt } from './pageSources.ts'
import { answerImports } from './resolution.ts'

/* npm start: builds the pages when they are missing or older than what they are made of, then runs the server. */

const root = path.resolve(import.meta.dirname, '..')
process.chdir(root)

const built = path.join(root, 'dist/web/index.html')

function needsBuild(): boolean {
  if (!existsSync(built)) {
    return true
  }
  // What runs from a package without the build tools has its pages ready.
  if (!existsSync(path.join(root, 'node_modules/vite'))) {
    return false
  }
  return pagesChangedAt(root) > statSync(built).mtimeMs
}

if (needsBuild()) {
  process.stdout.write('Building the pages\n')
  const build = spawnSync(process.execPath, ['scripts/build.ts'], {
    stdio: ['ignore', process.env.LOG_LEVEL === 'debug' ? 'inherit' : 'ignore', 'inherit'],
  })
  if (build.status !== 0) {
    process.stderr.write('The pages could not be built. Run npm run build to see why.\n')
    process.exit(build.status ?? 1)
  }
}
// Compiled code and stripped types are kept between starts: about half of a start's time.
enableCompileCache()
answerImports()
await import('../src/app/server/main.ts')
