import { afterAll, beforeAll, expect, it } from 'vitest'
import { reactionsOf } from './events.ts'
import { letterHandler, sendLetter } from './letters.ts'
import { mailHandler } from './mail.ts'
import { openApp } from './open.ts'
import { enqueue, queue } from './queues.ts'
import { testConfig, testDatabase } from './testing.ts'
import type { Texts } from './texts.ts'
import { transaction } from './work.ts'

const WORDS: Record<string, string> = {
  'test:mail.invited.subject': '{{band}} te espera',
  'test:mail.invited.body': 'Hola, {{name}}.',
  'test:mail.action': 'Responder',
  'test:mail.footer': 'Tarima',
  'common:foot.terms': 'Términos',
  'common:foot.privacy': 'Privacidad',
  'common:foot.contact': 'Contacto',
}
const texts: Texts = {
  say: (_language, key, values = {}) =>
    (WORDS[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')),

  knows: (_language, key) => key in WORDS,
}

const people = new Map<number, { email: string; name: string; note: string }>()
const invitations = queue<{ person_id: number }>({ name: 'test.invitation' })
const invitation = (person: { email: string; name: string; note: string }, person_id: number) => ({
  to: person.email,
  language: 'es' as const,
  kind: 'test_invited',
  words: 'test:mail',
  values: { name: person.name, band: '' },
  subject: { key: 'invited.subject', values: { band: 'Los del Patio' } },
  paragraphs: ['invited.body', person.note ? { text: `“${person.note}”` } : null],
  action: { label: ['invited.action', 'action'], path: `/invitations?id=${person_id}` },
  footer: 'footer',
})

let database: Awaited<ReturnType<typeof testDatabase>>
let opened: Awaited<ReturnType<typeof openApp>>
beforeAll(async () => {
  database = await testDatabase()
  opened = await openApp({
    config: testConfig(),
    settings: database.settings,
    texts,
    reactions: reactionsOf([]),
    handlers: [
      mailHandler,
      letterHandler(invitations, async (_reading, { person_id }) => {
        const person = people.get(person_id)
        return person ? invitation(person, person_id) : null
      }),
    ],
    sweeps: [],
    work: false,
    mail: 'in memory',
  })
})
afterAll(async () => {
  await opened.close()
  await database.drop()
})

it('is written from what is true when its job runs, and to nobody who is gone', async () => {
  const { app } = opened
  people.set(1, { email: 'rosa@tarima.test', name: 'Rosa', note: '' })
  await transaction(app, app.clock.now(), async (work) => {
    await enqueue(work, invitations, { person_id: 1 })
    await enqueue(work, invitations, { person_id: 2 })
  })
  people.set(1, { email: 'rosa@tarima.test', name: 'Rosa', note: '¿Vienes el sábado?' })
  await app.jobs.drain()
  const sent = await app.mail.sent()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    to: 'rosa@tarima.test',
    subject: 'Los del Patio te espera',
    kind: 'test_invited',
  })
  expect(sent[0]?.text).toBe(
    [
      'Los del Patio te espera',
      'Hola, Rosa.',
      '“¿Vienes el sábado?”',
      'Responder:\nhttp://tarima.test/invitations?id=1',
      [
        '-- \nTarima',
        'Términos: http://tarima.test/terms',
        'Privacidad: http://tarima.test/privacy',
        'Contacto: http://tarima.test/contact\n',
      ].join('\n'),
    ].join('\n\n'),
  )
})

it('may be queued as it reads now, with the transaction and once for a key', async () => {
  const { app } = opened
  const before = (await app.mail.sent()).length
  const letter = invitation({ email: 'luis@tarima.test', name: 'Luis', note: '' }, 3)
  for (let n = 0; n < 2; n++)
    await transaction(app, app.clock.now(), (work) => sendLetter(work, letter, { key: 'luis' }))
  await transaction(app, app.clock.now(), async (work) => {
    await sendLetter(work, letter)
    throw new Error('undone')
  }).catch(() => {})
  await app.jobs.drain()
  const sent = await app.mail.sent()
  expect(sent).toHaveLength(before + 1)
  expect(sent[0]?.text).toContain('Hola, Luis.')
})
