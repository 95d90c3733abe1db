import { rmSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVENING, NOW, wedding } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import { MP3, OPUS } from '#features/files/encoded.fixture.ts'
import { formOf } from '#features/files/form.fixture.ts'
import { m4aOf } from '#features/files/sounds.fixture.ts'
import { project_members } from '#features/projects/table.ts'
import { FILES_MAX, MESSAGE_MAX, UNREAD_MAX } from './contract.ts'

let t: TestApp
let ana: Person
let other: Person
let luis: Person
let member: Person
let band: number
let stranger: Person
let student: Person

beforeAll(async () => {
  t = await testApp({ now: NOW })
  ana = await t.person('TALENT_HUNTER', { name: 'Ana Paz' })
  other = await t.person('TALENT_HUNTER', { name: 'Olga Ruiz' })
  luis = await t.person('MUSICIAN', { name: 'Luis Coj' })
  member = await t.person('MUSICIAN', { name: 'Marta Sic' })
  stranger = await t.person('MUSICIAN')
  student = await t.person('STUDENT')
  band = await t.project(luis.id, 'GROUP', 'La Ceiba')
  await t.db
    .insert(project_members)
    .values({ project_id: band, user_id: member.id, role: 'COLLABORATOR', joined_at: NOW })
})
afterAll(async () => {
  await t.close()
  rmSync(t.app.config.data_dir, { recursive: true, force: true })
})

let sent = 0
const named = () => `client-${String(++sent).padStart(6, '0')}`
const begin = (who: Person, body: object) => who.post('/api/threads/', body)
const say = (who: Person, id: number, text: string, more: object = {}) =>
  who.post(`/api/threads/${id}/messages/`, { client_id: named(), text, ...more })
const read = async (who: Person, id: number, query = '') =>
  (await who.get(`/api/threads/${id}/messages/${query}`)).body.results
const texts = async (who: Person, id: number) =>
  (await read(who, id)).map((one: { text: string }) => one.text)
const unread = async (who: Person) =>
  (await who.get('/api/notifications/counts/')).body.waiting.find(
    (one: { page: string }) => one.page === 'messages',
  )?.count ?? 0
const letters = async () => (await t.mails(luis.email)).filter(({ kind }) => kind === 'notification')

describe('a question to a project', () => {
  let id = 0

  test('is begun by a signed-in hunter, once, and stands in nobody’s list before something is said', async () => {
    expect((await t.as().post('/api/threads/', { project_id: band })).status).toBe(401)
    expect((await begin(luis, { project_id: band })).body.code).toBe('threads.hunters_ask')
    expect((await begin(student, { project_id: band })).status).toBe(403)
    expect((await begin(ana, { project_id: 999_999 })).status).toBe(404)
    expect((await begin(ana, {})).body.code).toBe('threads.one_subject')
    expect((await begin(ana, { event_id: 1, project_id: band })).status).toBe(422)
    const [first, again] = await Promise.all([
      begin(ana, { project_id: band }),
      begin(ana, { project_id: band }),
    ])
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      kind: 'question',
      side: 'hunter',
      title: 'La Ceiba',
      writing: 'open',
      open: false,
      can_block: true,
      last_seq: 0,
    })
    expect(again.body.id).toBe(first.body.id)
    id = first.body.id
    expect((await ana.get('/api/threads/')).body).toEqual({ results: [], next: null })
  })

  test('is read by both sides; contact details are hidden from the other one, and its writer is told', async () => {
    const { status, body } = await say(ana, id, 'Llámame al 5555-1234 o a ana@correo.com')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      seq: 1,
      mine: true,
      masked: true,
      text: 'Llámame al 5555-1234 o a ana@correo.com',
    })
    const [seen] = await read(luis, id)
    expect(seen).toMatchObject({
      seq: 1,
      mine: false,
      author: 'Ana',
      text: 'Llámame al ••• o a •••',
      client_id: null,
    })
    expect((await say(luis, id, 'Claro, soy @luiscoj')).body.text).toBe('Claro, soy @luiscoj')
    expect(await texts(member, id)).toEqual(['Claro, soy @luiscoj', 'Llámame al ••• o a •••'])
    expect(await texts(ana, id)).toEqual(['Claro, soy •••', 'Llámame al 5555-1234 o a ana@correo.com'])
    const [row] = (await ana.get('/api/threads/')).body.results
    expect(row).toMatchObject({
      id,
      title: 'La Ceiba',
      unread: 1,
      last: { text: 'Claro, soy •••', mine: false },
    })
  })

  test('is nobody else’s: 404 for each of its calls', async () => {
    for (const who of [other, stranger, student]) {
      const calls = [
        who.get(`/api/threads/${id}/`),
        who.get(`/api/threads/${id}/messages/`),
        say(who, id, 'hola'),
        who.delete(`/api/threads/${id}/messages/1/`),
        who.post(`/api/threads/${id}/read/`, { seq: 1 }),
        who.post(`/api/threads/${id}/block/`, { blocked: true }),
        who.post(`/api/threads/${id}/messages/1/report/`, { reason: 'spam' }),
        who.get(`/api/threads/${id}/files/1/`),
      ]
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404))
      expect((await who.get('/api/threads/')).body.results).toEqual([])
    }
  })

  test('is answered by the band’s owner; members read', async () => {
    expect((await member.get(`/api/threads/${id}/`)).body).toMatchObject({
      writing: 'owner_only',
      side: 'artist',
    })
    const refused = await say(member, id, 'Yo también')
    expect([refused.status, refused.body.code]).toEqual([403, 'threads.owner_only'])
  })

  test('a message is exactly once, has something to say, and 4,000 letters at most', async () => {
    const body = { client_id: 'twice-000001', text: 'Una sola vez' }
    const both = await Promise.all([1, 2, 3].map(() => ana.post(`/api/threads/${id}/messages/`, body)))
    expect(new Set(both.map((one) => one.body.seq)).size).toBe(1)
    expect((await texts(ana, id)).filter((text: string) => text === 'Una sola vez')).toHaveLength(1)
    expect((await say(ana, id, '   ')).status).toBe(422)
    expect((await say(ana, id, 'x'.repeat(MESSAGE_MAX + 1))).status).toBe(422)
    expect((await say(ana, id, 'x'.repeat(MESSAGE_MAX))).status).toBe(201)
    expect((await ana.post(`/api/threads/${id}/messages/`, { client_id: '!', text: 'a' })).status).toBe(422)
  })

  test('is taken back for fifteen minutes; that there was something stays', async () => {
    const { body } = await say(ana, id, 'Me equivoqué')
    expect(Date.parse(body.deletable_until)).toBeGreaterThan(t.clock.now().getTime() + 14 * MINUTE)
    expect((await luis.delete(`/api/threads/${id}/messages/${body.seq}/`)).body.code).toBe(
      'threads.not_yours',
    )
    expect((await ana.delete(`/api/threads/${id}/messages/9999/`)).status).toBe(404)
    const gone = await ana.delete(`/api/threads/${id}/messages/${body.seq}/`)
    expect(gone.body).toMatchObject({ deleted: true, text: '', seq: body.seq })
    expect((await ana.delete(`/api/threads/${id}/messages/${body.seq}/`)).body.code).toBe('threads.too_late')
    expect((await read(luis, id))[0]).toMatchObject({ seq: body.seq, deleted: true, text: '' })
    const late = await say(ana, id, 'Esto queda')
    t.clock.move(15 * MINUTE + 1000)
    expect((await ana.delete(`/api/threads/${id}/messages/${late.body.seq}/`)).status).toBe(409)
  })

  test('is read to a place, never back; the others see how far', async () => {
    const { last_seq } = (await luis.get(`/api/threads/${id}/`)).body
    expect(await unread(luis)).toBe(1)
    expect((await luis.post(`/api/threads/${id}/read/`, { seq: last_seq + 50 })).body).toMatchObject({
      unread: 0,
      read_seq: last_seq,
    })
    expect(await unread(luis)).toBe(0)
    expect((await luis.post(`/api/threads/${id}/read/`, { seq: 1 })).body.read_seq).toBe(last_seq)
    expect((await ana.get(`/api/threads/${id}/`)).body.seen_seq).toBe(last_seq)
    expect((await luis.get('/api/threads/?unread=true')).body.results).toEqual([])
  })

  test('is read page by page: newest first, and onwards from a place', async () => {
    const all = (await read(ana, id)).map((one: { seq: number }) => one.seq)
    expect(all).toEqual([...all].sort((a, b) => b - a))
    const page = await ana.get(`/api/threads/${id}/messages/?limit=2`)
    const next = await ana.get(`/api/threads/${id}/messages/?limit=2&cursor=${page.body.next}`)
    expect([...page.body.results, ...next.body.results].map((one) => one.seq)).toEqual(all.slice(0, 4))
    expect((await read(ana, id, '?after=2')).map((one: { seq: number }) => one.seq)).toEqual(
      all.filter((seq: number) => seq > 2).reverse(),
    )
    expect((await ana.get(`/api/threads/${id}/messages/?limit=51`)).status).toBe(400)
    expect((await ana.get(`/api/threads/${id}/messages/?cursor=nada`)).status).toBe(400)
  })

  test('a block keeps the other side silent until it is lifted', async () => {
    expect((await member.post(`/api/threads/${id}/block/`, { blocked: true })).status).toBe(403)
    expect((await luis.post(`/api/threads/${id}/block/`, { blocked: true })).body.writing).toBe('blocking')
    const refused = await say(ana, id, '¿Hola?')
    expect([refused.status, refused.body.code]).toEqual([403, 'threads.blocked'])
    expect((await say(luis, id, 'No')).body.code).toBe('threads.blocking')
    expect((await begin(ana, { project_id: band })).body.writing).toBe('blocked')
    await luis.post(`/api/threads/${id}/block/`, { blocked: false })
    expect((await say(ana, id, '¿Hola?')).status).toBe(201)
  })

  test('a message of somebody else is reported once, and then folded away for who did', async () => {
    const { body } = await say(ana, id, 'Depósitame a mi cuenta personal')
    const path = `/api/threads/${id}/messages/${body.seq}/report/`
    expect((await ana.post(path, { reason: 'spam' })).body.code).toBe('threads.not_reportable')
    expect((await luis.post(path, { reason: 'nada' })).status).toBe(422)
    expect((await luis.post(path, { reason: 'fraud', note: 'Raro' })).body.reported).toBe(true)
    expect((await luis.post(path, { reason: 'fraud' })).status).toBe(200)
    expect((await read(luis, id))[0].reported).toBe(true)
    expect((await read(member, id))[0].reported).toBe(false)
  })
})

describe('who is told', () => {
  test('once until they have read; by letter after ten minutes, unless they read meanwhile', async () => {
    t.clock.set(new Date('2026-03-02T18:00:00.000Z'))
    const { id } = (await begin(other, { project_id: band })).body
    await t.app.jobs.runSweeps()
    await t.mails()
    for (const text of ['Uno', 'Dos', 'Tres']) await say(other, id, text)
    const told = (await luis.get('/api/notifications/?notification_type=MESSAGE_RECEIVED')).body.results
    expect(told.filter((one: { value: string }) => one.value === String(id))).toHaveLength(1)
    expect(told[0]).toMatchObject({ title: 'Te escribieron: Olga', read: false })
    expect((await member.get('/api/notifications/?notification_type=MESSAGE_RECEIVED')).body.results).toEqual(
      [],
    )
    const before = (await letters()).length
    t.clock.move(9 * MINUTE)
    await t.app.jobs.runSweeps()
    expect(await letters()).toHaveLength(before)
    t.clock.move(2 * MINUTE)
    await t.app.jobs.runSweeps()
    const mails = await letters()
    expect(mails).toHaveLength(before + 1)
    expect(mails.some(({ text }) => text.includes(`/messages?thread=${id}`))).toBe(true)
    await say(other, id, 'Cuatro')
    t.clock.move(HOUR)
    await t.app.jobs.runSweeps()
    expect(await letters()).toHaveLength(before + 1)
    // Read, and then something new: told again; read within ten minutes: no letter.
    await luis.post(`/api/threads/${id}/read/`, { seq: 4 })
    await say(other, id, 'Cinco')
    await luis.post(`/api/threads/${id}/read/`, { seq: 5 })
    t.clock.move(HOUR)
    await t.app.jobs.runSweeps()
    expect(await letters()).toHaveLength(before + 1)
    const all = (await luis.get('/api/notifications/?notification_type=MESSAGE_RECEIVED')).body.results
    expect(all.filter((one: { value: string; read: boolean }) => one.value === String(id))).toMatchObject([
      { read: true },
      { read: true },
    ])
  })

  test('unread messages are counted up to 99', async () => {
    const { id } = (await begin(other, { project_id: stranger.project_id })).body
    await say(other, id, 'Uno')
    await t.db.execute(`insert into thread_messages (thread_id, seq, user_id, side, client_id, text, created_at)
      select ${id}, n, ${other.id}, 'hunter', 'filled-' || n, 'x', now() from generate_series(2, 130) n`)
    await t.db.execute(`update threads set last_seq = 130 where id = ${id}`)
    expect((await stranger.get('/api/threads/')).body.results[0].unread).toBe(UNREAD_MAX)
  })
})

describe('files', () => {
  let id = 0
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
  const upload = (
    who: Person | null,
    bytes: Buffer,
    name = 'llama 5555-1234.pdf',
    type = 'application/pdf',
  ) => {
    const form = formOf(bytes, { name, type })
    return t.inject({
      method: 'POST',
      url: `/api/threads/${id}/files/`,
      headers: { ...form.headers, ...(who ? { authorization: `Bearer ${who.token}` } : {}) },
      payload: form.payload,
    })
  }
  beforeAll(async () => {
    id = (await begin(ana, { project_id: band })).body.id
  })

  test('come with a message, and are named without contact details for the other side', async () => {
    const file = await upload(ana, pdf)
    expect(file.status, file.text).toBe(201)
    // Before it is sent it is its sender's alone.
    expect((await luis.get(`/api/threads/${id}/files/${file.body.id}/`)).status).toBe(404)
    expect((await ana.get(`/api/threads/${id}/files/${file.body.id}/`)).status).toBe(200)
    const { body } = await say(ana, id, '', { file_ids: [file.body.id] })
    expect(body.files).toMatchObject([{ name: 'llama 5555-1234.pdf', format: 'pdf' }])
    const [seen] = await read(luis, id)
    expect(seen.files).toMatchObject([{ name: 'llama •••.pdf' }])
    const fetched = await luis.get(`/api/threads/${id}/files/${file.body.id}/`)
    expect(fetched.status).toBe(200)
    expect(fetched.headers['content-disposition']).not.toContain('5555')
    expect(fetched.headers['content-security-policy']).toContain('sandbox')
    expect((await stranger.get(`/api/threads/${id}/files/${file.body.id}/`)).status).toBe(404)
    // Once is enough.
    expect((await say(ana, id, '', { file_ids: [file.body.id] })).status).toBe(422)
    await ana.delete(`/api/threads/${id}/messages/${body.seq}/`)
    expect((await luis.get(`/api/threads/${id}/files/${file.body.id}/`)).status).toBe(404)
  })

  test('are pictures, PDF and sound by their content; others, and more than five, are refused', async () => {
    const picture = await sharp({ create: { width: 80, height: 80, channels: 3, background: '#c90a47' } })
      .jpeg()
      .toBuffer()
    expect((await upload(ana, picture, 'foto.pdf')).body.format).toBe('jpeg')
    for (const [format, bytes] of Object.entries({ ogg: OPUS, mp3: MP3, m4a: m4aOf(2) })) {
      const { status, body } = await upload(ana, bytes, 'demo.pdf')
      expect([status, body.format]).toEqual([201, format])
    }
    expect((await upload(ana, Buffer.from('<html><script>1</script></html>'))).status).toBe(415)
    expect((await upload(null, pdf)).status).toBe(401)
    expect((await upload(stranger, pdf)).status).toBe(404)
    expect((await upload(member, pdf)).status).toBe(403)
    const ids = Array.from({ length: FILES_MAX + 1 }, (_, i) => i + 1)
    expect((await say(ana, id, 'a', { file_ids: ids })).status).toBe(422)
    expect((await say(ana, id, 'a', { file_ids: [999_999] })).status).toBe(422)
  })

  test('that are never sent are collected after a day', async () => {
    const file = await upload(ana, pdf)
    t.clock.move(25 * HOUR)
    await t.app.jobs.runSweeps()
    await t.app.jobs.drain()
    expect((await ana.get(`/api/threads/${id}/files/${file.body.id}/`)).status).toBe(404)
  })
})

describe('an order', () => {
  test('has a thread with each project that was asked; details are shown once it is confirmed, and it can’t be blocked', async () => {
    t.clock.set(new Date(NOW))
    const host = await t.person('TALENT_HUNTER', { name: 'Rosa Ixchel' })
    const player = await t.person('MUSICIAN', { name: 'Pedro Tum' })
    const project_id = player.project_id ?? 0
    const scene = await wedding(t, 'asked', host, [{ project_ids: [project_id] }], { starts_at: EVENING })
    const about = { order_id: scene.order_id, project_id }
    expect((await begin(ana, about)).status).toBe(404)
    expect((await begin(stranger, about)).status).toBe(404)
    expect((await begin(host, { ...about, project_id: stranger.project_id })).status).toBe(404)
    const mine = (await begin(player, about)).body
    expect(mine).toMatchObject({
      kind: 'order',
      side: 'artist',
      title: 'Rosa',
      writing: 'open',
      event_type: 'wedding',
    })
    expect((await begin(host, about)).body.id).toBe(mine.id)
    expect((await begin(player, { request_id: mine.request_id })).body.id).toBe(mine.id)
    expect((await begin(stranger, { request_id: mine.request_id })).status).toBe(404)
    await say(host, mine.id, 'Mi número: 5555-1234')
    expect((await texts(player, mine.id))[0]).toBe('Mi número: •••')

    const booked = await wedding(t, 'paid', host, [{ project_ids: [project_id] }], {
      starts_at: '2026-05-19T00:00:00.000Z',
    })
    const thread = (await begin(player, { order_id: booked.order_id, project_id })).body
    expect(thread).toMatchObject({ open: true, can_block: false })
    await say(host, thread.id, 'Mi número: 5555-1234')
    expect((await texts(player, thread.id))[0]).toBe('Mi número: 5555-1234')
    expect((await player.post(`/api/threads/${thread.id}/block/`, { blocked: true })).status).toBe(409)
    // Theirs of before it stays as it was.
    expect((await texts(player, mine.id))[0]).toBe('Mi número: •••')

    const { event } = (await host.get(`/api/orders/${booked.order_id}/event/`)).body
    const all = (await begin(host, { event_id: event.id })).body
    expect(all).toMatchObject({
      kind: 'event',
      writing: 'open',
      open: true,
      can_block: false,
      project_id: null,
    })
    expect((await begin(player, { event_id: event.id })).body).toMatchObject({ id: all.id, side: 'artist' })
    expect((await begin(stranger, { event_id: event.id })).status).toBe(404)
    await say(player, all.id, 'Llego a las 5')
    expect((await read(host, all.id))[0]).toMatchObject({ author: 'Pedro Tum', mine: false })
  })
})
