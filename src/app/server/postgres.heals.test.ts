import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { liveOf, signals } from '#core/server/live.ts'
import { migrate } from '#core/server/migrate.ts'
import { folder } from '#core/server/postgres.fixture.ts'
import { type EmbeddedPostgres, startPostgres } from '#core/server/postgres.ts'
import { testConfig } from '#core/server/testing.ts'
import { collect, transaction } from '#core/server/work.ts'
import { sessions, users } from '#features/accounts/table.ts'
import { notify } from '#features/notifications/commands.ts'
import { inbox } from '#features/notifications/queries.live.ts'
import { compose } from './compose.ts'

/** For what hangs. */
const PATIENT = { timeout: 120_000, interval: 20 }
let embedded: EmbeddedPostgres
let composed: Awaited<ReturnType<typeof compose>>

beforeAll(async () => {
  embedded = await startPostgres({ folder: folder(), fsync: false })
  await migrate(embedded.settings)
  const config = testConfig({ DATA_DIR: embedded.home })
  composed = await compose({ config, settings: embedded.settings, embedded, work: true, mail: 'in memory' })
})
afterAll(async () => {
  await composed.close()
  await embedded.stop()
})

it('after the database died, writes, jobs and open pages go on by themselves, again and again', async () => {
  const { app } = composed
  const [user] = await app.db
    .insert(users)
    .values({
      name: 'Ana',
      email: 'ana@tarima.test',
      account_type: 'MUSICIAN',
      terms_accepted_at: new Date().toISOString(),
    })
    .returning({ id: users.id })
  const user_id = user?.id ?? 0
  const page = new PassThrough()
  let seen = ''
  page.on('data', (chunk) => {
    seen += chunk
  })
  const expires_at = '2099-01-01T00:00:00.000Z'
  const [session] = await app.db
    .insert(sessions)
    .values({ user_id, token_hash: 'ana', remember: true, expires_at, last_used_at: expires_at })
    .returning({ id: sessions.id })
  const listener = { user_id, session_id: session?.id ?? 0, expires_at }
  await liveOf(app).open(inbox, listener, null, page)

  for (const round of [1, 2, 3]) {
    const { pid } = embedded
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(app.hasDatabase()).toBe(false), PATIENT)
    await vi.waitFor(() => expect(app.hasDatabase()).toBe(true), PATIENT)
    const letter = {
      to: 'ana@tarima.test',
      subject: `Carta ${round}`,
      html: '',
      text: '',
      kind: 'verify_email',
    }
    await transaction(app, app.clock.now(), async (work) => {
      notify(work, [{ user_id, type: 'BRIEF_VALIDATED', subject: `order:${round}` }])
      await app.mail.send(work.db, letter)
    })
    await vi.waitFor(() => expect(seen.match(/event: notification/g)).toHaveLength(round), PATIENT)
    await vi.waitFor(
      async () => expect((await app.mail.sent()).map(({ subject }) => subject)).toContain(`Carta ${round}`),
      PATIENT,
    )
    // What isn't in the feed comes too, once the page listens again.
    await vi.waitFor(async () => {
      await transaction(app, app.clock.now(), async (work) =>
        collect(work, signals, [{ user_id, topic: `order:${round}` }]),
      )
      expect(seen).toContain(`{"topic":"order:${round}"}`)
    }, PATIENT)
  }
  page.destroy()
})
