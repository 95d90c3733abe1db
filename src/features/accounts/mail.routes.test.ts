import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { type Mood, startSmtp } from '#core/server/smtp.fixture.ts'

/*
 * Signing up while the mail server fails in every way it can: the sign-up doesn't notice, the letter is tried again,
 * comes once, and its link works.
 */

let smtp: Awaited<ReturnType<typeof startSmtp>>
let t: TestApp
beforeAll(async () => {
  smtp = await startSmtp()
  t = await testApp({ mail: 'as configured', env: { SMTP_URL: smtp.url }, max: 8 })
})
afterAll(async () => {
  await t?.close()
  await smtp?.stop()
})
beforeEach(async () => {
  smtp.be('well')
  await t.db.execute(`delete from pgboss.job where name = 'accounts.letter'`)
  smtp.received.length = 0
})

let n = 0
const student = () => ({
  name: 'Ana Lucía Pérez',
  email: `correo${++n}@correo.test`,
  password: 'cinco-tablas-9',
  terms: true,
  birth_date: '1990-05-05',
})
const tokenIn = (text = '') => /token=([\w-]+)/.exec(text)?.[1] ?? ''

interface Job {
  state: string
  retry_count: number
  /** Seconds until the next try. */
  wait: number
}
async function theJob(): Promise<Job> {
  const { rows } = await t.db.execute<{ state: string; retry_count: number; wait: string }>(
    sql`select state, retry_count, extract(epoch from start_after - now()) as wait
        from pgboss.job where name = 'accounts.letter'`,
  )
  expect(rows).toHaveLength(1)
  const [job] = rows
  return {
    state: job?.state ?? '',
    retry_count: Number(job?.retry_count),
    wait: Number(job?.wait),
  }
}
const tryNow = () => t.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)

const FAULTS: [Mood, RegExp][] = [
  ['busy', /421|Invalid greeting/],
  ['refuses', /550/],
  ['full', /451/],
  ['silent', /Greeting never received/],
  ['stalls', /Timeout/],
  ['drops', /closed|ECONNRESET|EPIPE/i],
  ['mute', /closed|ECONNRESET|EPIPE/i],
]

describe.each(FAULTS)('a mail server that is %s', (mood, complaint) => {
  test('delays the letter of a sign-up, which succeeds at once, and it comes once', async () => {
    smtp.be(mood)
    const tries = smtp.tries()
    const body = student()
    const began = performance.now()
    const signed = await t.anonymous.post('/auth/signup', body)
    expect(signed.status).toBe(200)
    // Under any of a mail server's own time limits, and long enough for a busy machine to hash a password.
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(smtp.tries(), 'the call itself speaks to no mail server').toBe(tries)

    await expect(t.app.jobs.drain()).rejects.toThrow(complaint)
    const first = await theJob()
    expect(first).toMatchObject({ state: 'retry', retry_count: 0 })
    expect(first.wait).toBeGreaterThan(3)
    expect(await t.app.jobs.drain(), 'not before its time').toBe(0)

    let before = first
    for (let again = 1; again <= 3; again++) {
      await tryNow()
      await expect(t.app.jobs.drain()).rejects.toThrow(complaint)
      const job = await theJob()
      expect(job).toMatchObject({ state: 'retry', retry_count: again })
      if (again === 3) expect(job.wait, 'longer and longer').toBeGreaterThan(first.wait * 2)
      before = job
    }
    expect(before.wait).toBeLessThan(6 * 3600)

    smtp.be('well')
    await tryNow()
    // Two processes at once: one of them gets the job.
    const ran = await Promise.all([t.app.jobs.drain(), t.app.jobs.drain()])
    expect(ran[0] + ran[1]).toBe(1)
    expect(await t.app.jobs.drain()).toBe(0)
    expect((await theJob()).state).toBe('completed')

    // A mailbox shows letters of one Message-ID once; only the mute server kept some that it never answered for.
    expect(smtp.received.map(({ to }) => to)).toEqual(Array(mood === 'mute' ? 5 : 1).fill(body.email))
    expect(new Set(smtp.received.map(({ message_id }) => message_id)).size).toBe(1)
    // Whichever of them the mailbox shows: its link works, once.
    const [shown] = smtp.received
    const use = () => t.anonymous.post('/auth/verify-email', { token: tokenIn(shown?.text) })
    expect((await use()).status).toBe(200)
    expect((await use()).status).toBe(409)
    const last = await t.anonymous.post('/auth/verify-email', { token: tokenIn(smtp.received.at(-1)?.text) })
    expect(last.body.code).toBe('accounts.link_used')
  })
})

test('a sign-up that is rolled back after its letter was queued sends none', async () => {
  const body = student()
  await t.db.execute(sql`
    create function no_session() returns trigger language plpgsql as $$ begin raise exception 'no session'; end $$`)
  await t.db.execute(
    sql`create trigger no_session before insert on sessions for each row execute function no_session()`,
  )
  const failed = await t.anonymous.post('/auth/signup', body)
  await t.db.execute(sql`drop trigger no_session on sessions`)
  expect([failed.status, failed.body.code]).toEqual([500, 'common.server'])
  expect(await t.app.jobs.drain()).toBe(0)
  expect(smtp.received).toEqual([])
  // Nothing is left half: the same person signs up with the same e-mail.
  expect((await t.anonymous.post('/auth/signup', body)).status).toBe(200)
  expect(await t.app.jobs.drain()).toBe(1)
  expect(smtp.received.map(({ to }) => to)).toEqual([body.email])
})

test('in the running product: tried again by itself, and given up with a line in the log', async () => {
  const lines: { level: number; msg: string; queue?: string; err?: { message: string } }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const own = await testApp({ mail: 'as configured', env: { SMTP_URL: smtp.url }, work: true, log })
  const until = async (done: () => boolean | Promise<boolean>) => {
    const end = Date.now() + 15_000
    while (!(await done())) {
      if (Date.now() > end) throw new Error(`it did not happen: ${JSON.stringify(lines)}`)
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
  const said = (text: string) => lines.filter(({ msg }) => msg === text)
  const letters = (set: string) =>
    own.db.execute(`update pgboss.job set ${set} where name = 'accounts.letter' and state = 'retry'`)
  try {
    smtp.be('busy')
    const body = student()
    expect((await own.anonymous.post('/auth/signup', body)).status).toBe(200)
    await until(() => said('a job failed and will be tried again').length === 1)
    smtp.be('well')
    await until(async () => ((await letters('start_after = now()')).rowCount ?? 0) > 0)
    await until(() => smtp.received.length === 1)
    expect(smtp.received[0]?.to).toBe(body.email)

    smtp.be('refuses')
    expect((await own.anonymous.post('/auth/signup', student())).status).toBe(200)
    await until(() => said('a job failed and will be tried again').length === 2)
    // Eleven more like it.
    await until(
      async () => ((await letters('start_after = now(), retry_count = retry_limit - 1')).rowCount ?? 0) > 0,
    )
    await until(() => said('a job failed for good').length === 1)
    expect(said('a job failed for good')[0]).toMatchObject({ level: 50, queue: 'accounts.letter' })
    expect(said('a job failed for good')[0]?.err?.message).toContain('550')
    // The line is written while the job still runs; the queue marks it a moment later.
    const failed = async () =>
      (
        await own.db.execute(
          `select output::text from pgboss.job where name = 'accounts.letter' and state = 'failed'`,
        )
      ).rows
    await until(async () => (await failed()).length > 0)
    expect(await failed()).toEqual([{ output: expect.stringContaining('550') }])
  } finally {
    await own.close()
  }
}, 60_000)
