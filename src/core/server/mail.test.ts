import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Jobs, Mail } from './app.ts'
import { reactionsOf } from './events.ts'
import { mailHandler, mailLayout, openMail } from './mail.ts'
import { openApp } from './open.ts'
import { startSmtp } from './smtp.fixture.ts'
import { testConfig, testDatabase } from './testing.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
const folder = mkdtempSync(path.join(os.tmpdir(), 'tarima-mail-'))
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const open = (env: Record<string, string>) =>
  openApp({
    config: testConfig({ DATA_DIR: folder, ...env }),
    settings: database.settings,
    texts: { say: () => '', knows: () => false },
    reactions: reactionsOf([]),
    handlers: [mailHandler],
    sweeps: [],
    work: false,
  })

const letter = mailLayout({
  language: 'es',
  title: 'Confirma tu correo, <Ñandú> & compañía',
  paragraphs: ['Hola.\nEs el último paso.'],
  action: { label: 'Confirmar', url: 'http://tarima.test/verify-email?token=a&b=c' },
  footer: 'Tarima',
})
const mail: Mail = { to: 'ana@example.com', subject: 'Confirma tu correo ñ', kind: 'verify_email', ...letter }

it('the layout escapes what it is given and has the same content as text', () => {
  expect(letter.html).toContain('&lt;Ñandú&gt; &amp; compañía')
  expect(letter.html).toContain('href="http://tarima.test/verify-email?token=a&amp;b=c"')
  expect(letter.html).toContain('Hola.<br>Es el último paso.')
  expect(letter.text).toContain('Confirmar:\nhttp://tarima.test/verify-email?token=a&b=c')
})

it('without a server each mail becomes one readable file', async () => {
  const { app, close } = await open({})
  await app.mail.send(app.db, mail, { key: 'verify:1' })
  await app.mail.send(app.db, mail, { key: 'verify:1' })
  await app.jobs.drain()
  const [sent, ...more] = await app.mail.sent()
  expect(more).toEqual([])
  expect(sent).toMatchObject({ to: mail.to, subject: mail.subject, kind: 'verify_email' })
  expect(sent?.text.trim()).toBe(mail.text.trim())
  expect(sent?.html.trim()).toBe(mail.html.trim())
  // a job that is run again after a crash writes no second file
  await app.mail.deliver(mail, sent?.id ?? '')
  expect(readdirSync(path.join(folder, 'mail'))).toHaveLength(1)
  await close()
})

it('letters on disk are for this account only, also in a folder of an earlier release', async () => {
  const home = path.join(folder, 'mail')
  chmodSync(home, 0o755)
  const { app, close } = await open({})
  await app.mail.deliver(mail, 'job-secret')
  expect(statSync(home).mode & 0o777).toBe(0o700)
  const written = readdirSync(home).find((name) => name.endsWith('job-secret.eml')) ?? ''
  expect(statSync(path.join(home, written)).mode & 0o777).toBe(0o600)
  rmSync(path.join(home, written))
  await close()
})

it('with a server it arrives there, the same Message-ID at every try', async () => {
  const received: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        received.push(await PostalMime.parse(Buffer.concat(chunks)))
        done()
      })
    },
  })
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () =>
      resolve((listening.address() as { port: number }).port),
    )
  })
  const { app, close } = await open({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  await app.mail.send(app.db, mail)
  await app.jobs.drain()
  await app.mail.deliver(mail, 'job-1')
  await app.mail.deliver(mail, 'job-1')
  expect(received).toHaveLength(3)
  expect(received[0]).toMatchObject({ subject: mail.subject, to: [{ address: mail.to }] })
  expect(received[0]?.text?.trim()).toBe(mail.text.trim())
  expect(received[1]?.messageId).toBe(received[2]?.messageId)
  expect(received[0]?.messageId).not.toBe(received[1]?.messageId)
  await close()
  await new Promise<void>((resolve) => server.close(resolve))
})

it('a server that is away delays the mail and loses nothing', async () => {
  const { app, close } = await open({ SMTP_URL: 'smtp://127.0.0.1:1' })
  await app.mail.send(app.db, mail, { key: 'away' })
  await expect(app.jobs.drain()).rejects.toThrow()
  const { rows } = await app.db.execute(
    `select state, retry_count from pgboss.job where name = 'core.mail' and state = 'retry'`,
  )
  expect(rows).toHaveLength(1)
  await close()
})

it('a try ends in time even with a server that keeps talking', async () => {
  const smtp = await startSmtp()
  smtp.be('drips')
  const config = testConfig({ SMTP_URL: smtp.url.replace('greetingTimeout=300', 'greetingTimeout=20000') })
  const mailer = openMail(config, () => ({}) as Jobs, 'as configured', 400)
  const began = performance.now()
  await expect(mailer.deliver(mail, 'job-2')).rejects.toThrow()
  // The server itself would be waited for for twenty seconds.
  expect(performance.now() - began).toBeLessThan(10_000)
  // What was given up is not sent after all, once the server comes round.
  smtp.be('well')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(smtp.received).toEqual([])
  await mailer.deliver(mail, 'job-2')
  expect(smtp.received).toHaveLength(1)
  mailer.close()
  await smtp.stop()
})
