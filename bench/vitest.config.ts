import { defineConfig } from 'vitest/config'

/* npm run bench:flood: what is about time can't be a test that a change must pass; it is run on a quiet machine. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['bench/*.test.ts'],
    globalSetup: ['src/app/server/testSetup.ts'],
    pool: 'forks',
    hookTimeout: 60_000,
  },
})
