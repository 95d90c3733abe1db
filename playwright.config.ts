import { createServer } from 'node:net'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'

/** Chosen once; the workers, which read this file too, get it through the environment. */
async function freePort(): Promise<string> {
  const server = createServer()
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

process.env.TARIMA_E2E_PORT ??= await freePort()
const port = process.env.TARIMA_E2E_PORT
const address = `http://localhost:${port}`

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/browser',
  fullyParallel: false,
  workers: 2,
  // A shared machine may stall for seconds; a fault of ours fails each time.
  retries: process.env.CI ? 1 : 0,
  // Limits are for what hangs, not for what is slow: a busy machine must not decide whether a test passes.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: address,
    locale: 'es-GT',
    timezoneId: 'America/Guatemala',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 45_000,
    navigationTimeout: 60_000,
    // Recording each step takes a third of the time; a run that tries again records what failed then.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    // Each picture of what moves is drawn and waited for, on machines without graphics. The journey is walked with it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: await findBrowser(),
  },
  webServer: {
    command: 'node e2e/server.ts',
    url: `${address}/readyz`,
    env: { PORT: port },
    timeout: 240_000,
    reuseExistingServer: process.env.TARIMA_E2E_REUSE === '1',
    stdout: process.env.DEBUG ? 'pipe' : 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
