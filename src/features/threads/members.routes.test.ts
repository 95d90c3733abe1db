import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { formOf } from '#features/files/form.fixture.ts'
import { project_members } from '#features/projects/table.ts'

/* What a band's collaborator reads of conversations once an agreement is in force: the hunter's contact is its owner's. */

let t: TestApp
let host: Person
let owner: Person
let member: Person
let thread: number
let ofEvent: number

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n')
const WORDS = 'Mi número: 5555-1234'
const HIDDEN = 'Mi número: •••'

let sent = 0
const say = (who: Person, id: number, text: string, files: number[] = []) =>
  who.post(`/api/threads/${id}/messages/`, {
    ...{ client_id: `client-${String(++sent).padStart(6, '0')}`, text, file_ids: files },
  })
const last = async (who: Person, id: number) =>
  (await who.get(`/api/threads/${id}/messages/`)).body.results[0]
const summary = async (who: Person, id: number) =>
  (await who.get('/api/threads/')).body.results.find((one: { id: number }) => one.id === id)

beforeAll(async () => {
  t = await testApp({ now: NOW })
  host = await t.person('TALENT_HUNTER', { name: 'Rosa Ixchel' })
  owner = await t.person('MUSICIAN', { name: 'Luis Coj' })
  member = await t.person('MUSICIAN', { name: 'Marta Sic' })
  const band = await t.project(owner.id, 'GROUP', 'La Ceiba')
  await t.db
    .insert(project_members)
    .values({ project_id: band, user_id: member.id, role: 'COLLABORATOR', joined_at: NOW })
  const { order_id } = await wedding(t, 'paid', host, [{ project_ids: [band] }])
  const { event } = (await host.get(`/api/orders/${order_id}/event/`)).body
  const begin = async (about: object) => (await host.post('/api/threads/', about)).body.id
  thread = await begin({ order_id, project_id: band })
  ofEvent = await begin({ event_id: event.id })
})
afterAll(async () => {
  await t.close()
  rmSync(t.app.config.data_dir, { recursive: true, force: true })
})

test('an agreement in force shows the client’s contact to the band’s owner, and not to its members', async () => {
  for (const id of [thread, ofEvent]) {
    await say(host, id, WORDS)
    expect(await last(owner, id)).toMatchObject({ text: WORDS, masked: false })
    expect(await last(member, id)).toMatchObject({ text: HIDDEN, masked: true })
    expect((await summary(owner, id)).last.text).toBe(WORDS)
    expect((await summary(member, id)).last.text).toBe(HIDDEN)
    // They write all the same.
    expect((await member.get(`/api/threads/${id}/`)).body).toMatchObject({ open: true, writing: 'open' })
  }
})

test('what a member, or the owner, writes is read as written by the client and the band', async () => {
  const answer = 'Yo soy la bajista: 5555-9876'
  for (const id of [thread, ofEvent])
    for (const who of [member, owner]) {
      expect((await say(who, id, answer)).status).toBe(201)
      for (const reader of [host, owner, member])
        expect(await last(reader, id)).toMatchObject({ text: answer, masked: false })
      expect((await summary(member, id)).last.text).toBe(answer)
    }
})

test('a file of the client’s is named to a member without contact details', async () => {
  const form = formOf(PDF, { name: 'Llamar al 5555-1234.pdf', type: 'application/pdf' })
  const url = `/api/threads/${thread}/files/`
  const headers = { ...form.headers, authorization: `Bearer ${host.token}` }
  const file = await t.inject({ method: 'POST', url, headers, payload: form.payload })
  expect(file.status, file.text).toBe(201)
  const { id } = file.body
  await say(host, thread, '', [id])
  const named = async (who: Person) => [
    (await last(who, thread)).files[0].name,
    decodeURIComponent(String((await who.get(`${url}${id}/`)).headers['content-disposition'])).includes(
      '5555-1234',
    ),
  ]
  expect(await named(owner)).toEqual(['Llamar al 5555-1234.pdf', true])
  expect(await named(member)).toEqual(['Llamar al •••.pdf', false])
})
