import { rmSync } from 'node:fs'
import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANTIGUA } from '#app/server/scenes/brief.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { storeOf } from '#core/server/files.ts'
import { transaction } from '#core/server/work.ts'
import { entriesOf } from '#features/accounts/queries.exports.ts'
import { playing } from '#features/directory/playing.fixture.ts'
import { formOf } from '#features/files/form.fixture.ts'
import { documentPart } from '#features/files/rules.ts'
import { waitingFile } from '#features/verification/queries.ts'
import { grant, openFile } from './commands.ts'
import { staffIn } from './staff.fixture.ts'
import { staff_log } from './table.ts'

/* Documents of identity and reported profiles in the queue, and what stays of an opened file. */

const QUEUE = '/api/staff/queue/'
const IDENTITY = '/api/verification/identity/'

let t: TestApp
let marta: Person
let jose: Person
let ana: Person

beforeAll(async () => {
  t = await testApp({ max: 8 })
  marta = await staffIn(t)
  jose = await staffIn(t, 'José Xol')
  ana = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
})
afterAll(async () => {
  await t.close()
  rmSync(t.app.config.data_dir, { recursive: true, force: true })
})

const decideOn = (who: Pick<Person, 'post'>, kind: string, id: number, act: string, text = '') =>
  who.post(`${QUEUE}${kind}/${id}/decide/`, { act, text })
const logged = (act: string, subject: string) =>
  t.db
    .select({ user_id: staff_log.user_id, console_name: staff_log.console_name, reason: staff_log.reason })
    .from(staff_log)
    .where(and(eq(staff_log.act, act), eq(staff_log.subject, subject)))
    .orderBy(staff_log.id)
const idsOf = async (kind: string): Promise<number[]> =>
  (await marta.get(QUEUE, { query: { kind } })).body.results.map(({ id }: { id: number }) => id)

/** What nobody outside of staff gets at, whatever they try. */
async function isClosed(kind: string, id: number, others: readonly Person[]) {
  for (const who of [t.anonymous, ...others]) {
    const status = who === t.anonymous ? 401 : 403
    const path = `${QUEUE}${kind}/${id}/`
    for (const call of [who.get(path), who.get(`${path}files/1/`), who.post(`${path}take/`)])
      expect((await call).status).toBe(status)
    expect((await decideOn(who, kind, id, 'accept')).status).toBe(status)
  }
}

const photo = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#0a7c47' } })
    .jpeg()
    .toBuffer()

/** Sends a document of who it is; answers its number in the queue, and the file's. */
async function documentOf(who: Person) {
  const form = formOf(await photo(), { name: 'dpi.jpg', type: 'image/jpeg' })
  const uploaded = await t.inject({
    method: 'POST',
    url: `${IDENTITY}files/`,
    headers: { ...form.headers, authorization: `Bearer ${who.token}` },
    payload: form.payload,
  })
  const before = new Set(await idsOf('identity'))
  const sent = await who.post(IDENTITY, { files: [uploaded.body.id], consent: true })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  const id = (await idsOf('identity')).find((one) => !before.has(one)) ?? 0
  return { id, file_id: uploaded.body.id as number, path: `${QUEUE}identity/${id}/` }
}
const identityOf = async (who: Person) => (await who.get('/api/verification/')).body

describe('a document of identity', () => {
  it('is compared with the name, its file is opened by staff alone, and who did is in the log', async () => {
    const rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
    const { id, file_id, path } = await documentOf(rosa)
    await isClosed('identity', id, [rosa, ana])
    const sheet = (await marta.get(path)).body
    expect(sheet).toMatchObject({ title: 'Rosa Ixchel', waits: true, takes_files: false })
    expect(sheet.messages[0].files).toMatchObject([{ id: file_id }])
    expect(sheet.related[0].subject).toBe(`user:${rosa.id}`)
    // To see that there is one isn't to open it.
    expect(await logged('identity.open_file', `identity:${id}`)).toEqual([])
    expect((await marta.get(`${path}files/999999/`)).status).toBe(404)
    expect(await logged('identity.open_file', `identity:${id}`)).toEqual([])
    const file = await jose.get(`${path}files/${file_id}/`)
    expect([file.status, file.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect((await jose.get(`${path}files/${file_id}/`)).status).toBe(200)
    expect(await logged('identity.open_file', `identity:${id}`)).toEqual([
      { user_id: jose.id, console_name: null, reason: '' },
      { user_id: jose.id, console_name: null, reason: '' },
    ])
    const read = (await marta.get('/api/staff/log/', { query: { kind: 'identity', limit: '1' } })).body
    expect(read.results[0]).toMatchObject({
      who: 'José Xol',
      label: 'Documento de identidad: abrió un archivo',
      subject: `identity:${id}`,
    })
  })
  it('isn’t in the copy of their data, which lives longer than it', async () => {
    const rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
    const { file_id } = await documentOf(rosa)
    const entries = (await entriesOf({ app: t.app, db: t.db, now: t.clock.now() }, rosa.id)) ?? []
    expect(entries.map(({ name }) => name).filter((name) => name.startsWith('identity'))).toEqual([
      'identity_documents.json',
    ])
    const listed = entries.find(({ name }) => name === 'identity_documents.json')
    const said = (listed && 'text' in listed && (await listed.text())) || ''
    expect(JSON.parse(said)).toMatchObject([{ id: file_id }])
    expect(said).not.toContain('key')
  })
  it('is accepted once, of two who decide at the same time, and its bytes are gone', async () => {
    const rosa = await t.person('MUSICIAN')
    const { id, file_id, path } = await documentOf(rosa)
    const { key } = await waitingFile(t.db, id, file_id)
    const both = await Promise.all([
      decideOn(marta, 'identity', id, 'accept'),
      decideOn(jose, 'identity', id, 'refuse_name_differs'),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const acts = [
      ...(await logged('identity.accept', `identity:${id}`)),
      ...(await logged('identity.refuse_name_differs', `identity:${id}`)),
    ]
    expect(acts).toHaveLength(1)
    expect((await identityOf(rosa)).identity.state).not.toBe('pending')
    await t.app.jobs.drain()
    expect(await storeOf(t.app.config).read(key, documentPart('jpeg'))).toBeNull()
    expect([(await marta.get(path)).status, (await marta.get(`${path}files/${file_id}/`)).status]).toEqual([
      404, 404,
    ])
    expect((await marta.post(`${path}take/`)).status).toBe(409)
  })
  it('is refused for a reason that its sender reads, by an act of its kind, and not by whom it is of', async () => {
    const { id } = await documentOf(marta)
    const own = await decideOn(marta, 'identity', id, 'accept')
    expect([own.status, own.body.code]).toEqual([403, 'staff.own'])
    expect((await decideOn(jose, 'identity', id, 'refuse_ugly')).status).toBe(422)
    expect((await decideOn(jose, 'identity', id, 'answer', 'x')).status).toBe(422)
    expect((await decideOn(jose, 'identity', 999_999, 'accept')).status).toBe(409)
    expect((await decideOn(jose, 'identity', id, 'refuse_expired')).status).toBe(200)
    expect((await identityOf(marta)).identity).toMatchObject({ state: 'refused', reason: 'expired' })
    expect(await idsOf('identity')).not.toContain(id)
  })
  it('that somebody else has taken waits for them', async () => {
    const rosa = await t.person('MUSICIAN')
    const { id, path } = await documentOf(rosa)
    await marta.post(`${path}take/`)
    const refused = await decideOn(jose, 'identity', id, 'accept')
    expect([refused.status, refused.body.code]).toEqual([409, 'staff.taken'])
    expect((await decideOn(marta, 'identity', id, 'accept')).status).toBe(200)
    expect((await identityOf(rosa)).checks.identity_at).not.toBeNull()
  })
  it('is opened at the console by a name, which is in the log too', async () => {
    const { id, file_id } = await documentOf(await t.person('MUSICIAN'))
    const open = (file: number) =>
      transaction(t.app, t.clock.now(), (work) =>
        openFile(work, { console_name: 'Luisa' }, { kind: 'identity', id }, file),
      )
    await expect(open(999_999)).rejects.toMatchObject({ status: 404 })
    expect((await open(file_id)).format).toBe('jpeg')
    expect(await logged('identity.open_file', `identity:${id}`)).toMatchObject([
      { console_name: 'Luisa', user_id: null },
    ])
  })
})

describe('a reported profile', () => {
  const report = (who: Person, id: number, note = 'Son mis fotos') =>
    who.post(`/api/directory/projects/${id}/report/`, { reason: 'other', note })
  const isFound = async (id: number) =>
    (await t.anonymous.get(`/api/directory/projects/${id}/`)).status === 200

  it('waits once for all that reported it, and is hidden with a reason that its owner reads', async () => {
    const trio = await playing(t, 'Trío Reportado', ANTIGUA, {})
    const id = trio.project_id
    await report(ana, id)
    await report(await t.person('STUDENT'), id, 'También lo vi')
    expect((await idsOf('profile')).filter((one) => one === id)).toHaveLength(1)
    await isClosed('profile', id, [trio, ana])
    const sheet = (await marta.get(`${QUEUE}profile/${id}/`)).body
    expect(sheet).toMatchObject({ title: 'Trío Reportado', waits: true })
    expect(sheet.facts.find(({ name }: { name: string }) => name === 'notes').text).toBe(
      'Son mis fotos\nTambién lo vi',
    )
    // Who reported isn't said.
    expect(JSON.stringify(sheet)).not.toContain('Ana')
    const empty = await decideOn(marta, 'profile', id, 'hide')
    expect([empty.status, Object.keys(empty.body.fields)]).toEqual([422, ['text']])
    expect(sheet.acts.find(({ act }: { act: string }) => act === 'hide').text_max).toBe(500)
    const long = await decideOn(marta, 'profile', id, 'hide', 'x'.repeat(501))
    expect([long.status, Object.keys(long.body.fields)]).toEqual([422, ['text']])
    expect(await isFound(id)).toBe(true)
    const both = await Promise.all(
      [marta, jose].map((who) => decideOn(who, 'profile', id, 'hide', 'Las fotos son de otra persona')),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await isFound(id)).toBe(false)
    expect((await trio.get(`/api/projects/${id}/`)).body.hidden).toMatchObject({
      reason: 'Las fotos son de otra persona',
    })
    expect(await logged('profile.hide', `project:${id}`)).toMatchObject([
      { reason: 'Las fotos son de otra persona' },
    ])
    expect((await marta.get(`${QUEUE}profile/${id}/`)).status).toBe(404)
  })
  it('stays where nothing is wrong with it, and isn’t decided by its owner, nor by another kind’s act', async () => {
    const duo = await playing(t, 'Dúo del equipo', ANTIGUA, {})
    const id = duo.project_id
    await report(ana, id)
    await t.secondFactor(duo)
    await transaction(t.app, t.clock.now(), (work) => grant(work, duo.email, 'Consola', true))
    expect((await decideOn(duo, 'profile', id, 'keep')).body.code).toBe('staff.own')
    // Nor by who reported it.
    await report(jose, id)
    expect((await decideOn(jose, 'profile', id, 'keep')).body.code).toBe('staff.own')
    expect((await decideOn(marta, 'profile', id, 'accept')).status).toBe(422)
    expect((await decideOn(marta, 'profile', 999_999, 'keep')).status).toBe(409)
    expect((await marta.get(`${QUEUE}profile/${id}/files/1/`)).status).toBe(404)
    expect((await marta.post(`${QUEUE}profile/${id}/take/`)).body.taken_by).toBe('Marta Ajú')
    const luz = await staffIn(t, 'Luz Cux')
    expect((await decideOn(luz, 'profile', id, 'keep')).body.code).toBe('staff.taken')
    expect((await decideOn(marta, 'profile', id, 'keep')).status).toBe(200)
    expect([await isFound(id), (await idsOf('profile')).includes(id)]).toEqual([true, false])
    expect(await logged('profile.keep', `project:${id}`)).toMatchObject([{ user_id: marta.id, reason: '' }])
    expect((await decideOn(jose, 'profile', id, 'keep')).body.code).toBe('staff.moved_on')
  })
})

describe('what is done', () => {
  const DONE = '/api/staff/done/'
  const ask = async (title: string) =>
    (await ana.post('/api/support/tickets/', { topic: 'other', title, text: 'Hola' })).body.id as number
  const done = async (query: Record<string, string> = {}) => (await marta.get(DONE, { query })).body
  const idsIn = async (state: string): Promise<number[]> =>
    (await done({ done: state })).results.map(({ id }: { id: number }) => id)

  it('is listed for staff alone, of kinds that keep it, and read without any act', async () => {
    for (const who of [t.anonymous, ana])
      expect((await who.get(DONE)).status).toBe(who === t.anonymous ? 401 : 403)
    for (const kind of ['profile', 'nothing'])
      expect((await marta.get(DONE, { query: { kind } })).status).toBe(404)
    const { kinds } = (await marta.get(QUEUE)).body
    expect(
      kinds.filter((one: { done: boolean }) => one.done).map(({ kind }: { kind: string }) => kind),
    ).toEqual(['ticket'])
    const [waits, answered, over] = [await ask('Uno'), await ask('Dos'), await ask('Tres')]
    await decideOn(marta, 'ticket', answered, 'answer', 'Ya quedó')
    await decideOn(jose, 'ticket', over, 'resolve', 'Listo')
    expect([await idsIn('answered'), await idsIn('over')]).toEqual([[answered], [over]])
    const sheet = (await jose.get(`${QUEUE}ticket/${answered}/`)).body
    expect(sheet).toMatchObject({ waits: false, acts: [], takes_files: false, taken_by: null })
    expect(sheet.messages.map(({ text }: { text: string }) => text)).toEqual(['Hola', 'Ya quedó'])
    expect((await marta.post(`${QUEUE}ticket/${answered}/take/`)).status).toBe(409)
    expect((await decideOn(marta, 'ticket', answered, 'answer', 'Otra cosa')).status).toBe(409)
    expect((await marta.get(`${QUEUE}ticket/${waits}/`)).body.waits).toBe(true)
    // Whoever adds to what waits keeps their place.
    t.clock.move(1000)
    await ana.post(`/api/support/tickets/${waits}/messages/`, { text: 'Y otra cosa' })
    // Who writes again waits again.
    await ana.post(`/api/support/tickets/${answered}/messages/`, { text: 'Sigue igual' })
    expect([await idsIn('answered'), await idsOf('ticket')]).toEqual([[], [waits, answered]])
  })
  it('comes in pages, what was touched last first', async () => {
    const asked = []
    for (const title of ['Cuatro', 'Cinco', 'Seis']) {
      const id = await ask(title)
      t.clock.move(1000)
      await decideOn(marta, 'ticket', id, 'answer', 'Ya quedó')
      asked.unshift(id)
    }
    const first = await done({ limit: '2' })
    const second = await done({ limit: '2', cursor: first.next })
    expect([...first.results, ...second.results].map(({ id }: { id: number }) => id)).toEqual(asked)
    expect(second.next).toBeNull()
  })
})
