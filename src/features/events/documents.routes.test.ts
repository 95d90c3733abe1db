import { existsSync, rmSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#app/server/testing.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import { limit } from '#core/server/limits.ts'
import { readPaper } from '#core/server/papers.fixture.ts'
import { UPLOAD_MAX, UPLOADS_A_DAY } from '#features/files/contract.ts'
import { bomb } from '#features/files/pictures.fixture.ts'
import { notifications } from '#features/notifications/table.ts'
import { DOCUMENTS_MAX, DOCUMENTS_OF_PROJECT_MAX, type EventDocument } from './contract.documents.ts'
import { heardBy, type WeddingDay, weddingDay } from './day.fixture.ts'
import {
  documentAt,
  fetchDocument,
  handOver,
  homeOf,
  last,
  own,
  PDF,
  type Sent,
} from './documents.fixture.ts'
import { event_documents, events } from './table.ts'

let w: WeddingDay
let hears: Awaited<ReturnType<typeof heardBy>>
beforeAll(async () => {
  w = await weddingDay()
  hears = await heardBy(w.t)
})
afterAll(async () => {
  await hears.close()
  await w.t.close()
  rmSync(w.t.app.config.data_dir, { recursive: true, force: true })
})

const at = (id?: number) => documentAt(w, id)
const add = (who: Person | null, more?: Sent) => handOver(w, who, more)
const fetched = (who: Person | null, id: number) => fetchDocument(w, who, id)
const seenBy = async (who: Person): Promise<EventDocument[]> => (await w.page(who)).documents
const titles = async (who: Person) => (await seenBy(who)).map(({ title }) => title)
const topic = () => `event:${w.event_id}`
const set = (state: 'cancelled' | 'delivered' | 'confirmed') =>
  w.t.db.update(events).set({ state }).where(eq(events.id, w.event_id))
const clear = () => w.t.db.delete(event_documents)
const sheetOf = async (person: Person, of?: number) => {
  const { rawPayload } = await w.t.server.inject({
    method: 'GET',
    url: `/api/events/${w.event_id}/sheet/${of ? `?of=${of}` : ''}`,
    headers: { 'accept-language': 'es', authorization: `Bearer ${person.token}` },
  })
  return (await readPaper(rawPayload)).text.replace(/\s+/g, ' ')
}

describe('what the host hands over', () => {
  let id = 0

  test('is read by everybody who plays, told to their open pages alone, and called as its file', async () => {
    const before = await w.t.db.$count(notifications)
    await hears.of(topic())
    const added = await add(w.hunter)
    expect(added.status, added.text).toBe(201)
    expect(added.body.documents).toMatchObject([
      {
        project_id: null,
        title: 'Plano del salón',
        format: 'pdf',
        bytes: PDF.length,
        added_by: 'Ana',
        mine: true,
      },
    ])
    expect(await hears.of(topic())).toEqual(
      [w.hunter.id, w.rosa.id, w.luis.id, w.sara.id].sort((a, b) => a - b),
    )
    for (const who of [w.rosa, w.luis, w.sara])
      expect(await seenBy(who)).toMatchObject([{ title: 'Plano del salón', mine: false }])
    expect(await w.t.db.$count(notifications)).toBe(before)
    id = last(added)
  })

  test('comes as a file to be kept, as it was, and to nobody else', async () => {
    const file = await fetched(w.sara, id)
    expect(file.statusCode).toBe(200)
    expect(file.rawPayload.equals(PDF)).toBe(true)
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Plano del salon.pdf"; filename*=UTF-8''Plano%20del%20sal%C3%B3n.pdf`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    })
    expect(Number(file.headers['content-length'])).toBe(PDF.length)
    expect((await fetched(null, id)).statusCode).toBe(401)
    expect((await fetched(w.stranger, id)).statusCode).toBe(404)
    expect((await fetched(w.hunter, 999_999)).statusCode).toBe(404)
  })

  test('stands by its title on the day sheet and on that of each who plays', async () => {
    for (const sheet of [
      await sheetOf(w.hunter),
      await sheetOf(w.rosa),
      await sheetOf(w.rosa, own(w.rosa)),
      await sheetOf(w.sara, w.trio),
    ])
      expect(sheet).toContain('Documentos: – Plano del salón')
  })

  test('is the host’s to rename and to remove; the others are refused', async () => {
    const anonymous = w.t.as()
    expect((await anonymous.patch(at(id), { title: 'X' })).status).toBe(401)
    expect((await anonymous.delete(at(id))).status).toBe(401)
    for (const answer of [await w.rosa.patch(at(id), { title: 'Mío' }), await w.rosa.delete(at(id))])
      expect([answer.status, answer.body.code]).toEqual([403, 'events.not_your_document'])
    expect((await w.stranger.patch(at(id), { title: 'Mío' })).status).toBe(404)
    expect((await w.stranger.delete(at(id))).status).toBe(404)
    for (const title of ['', 'x'.repeat(121)]) {
      const wrong = await w.hunter.patch(at(id), { title })
      expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['title']])
    }
    await hears.of(topic())
    const renamed = await w.hunter.patch(at(id), { title: 'Plano, llamar al 5555-9876' })
    expect(renamed.status, renamed.text).toBe(200)
    expect(await hears.of(topic())).toContain(w.sara.id)
    expect(await titles(w.rosa)).toEqual(['Plano, llamar al 5555-9876'])
    // A band's collaborators read titles without contact details, in the list and as the file's name.
    expect((await titles(w.sara))[0]).not.toContain('5555-9876')
    expect((await fetched(w.sara, id)).headers['content-disposition']).not.toContain('9876')
    expect((await fetched(w.luis, id)).headers['content-disposition']).toContain('9876')

    const home = await homeOf(w, id)
    expect(existsSync(home)).toBe(true)
    const removed = await w.hunter.delete(at(id))
    expect([removed.status, removed.body.documents]).toEqual([200, []])
    expect(await hears.of(topic())).toContain(w.sara.id)
    expect((await fetched(w.rosa, id)).statusCode).toBe(404)
    await w.t.app.jobs.drain()
    expect(existsSync(home)).toBe(false)
    expect((await w.hunter.delete(at(id))).status).toBe(404)
  })
})

describe('what a project hands over', () => {
  test('is read by the host and its own people: other projects don’t know of it', async () => {
    await hears.of(topic())
    const added = await add(w.luis, { project: w.trio, name: 'rider.pdf' })
    expect(added.status, added.text).toBe(201)
    expect(await hears.of(topic())).toEqual([w.hunter.id, w.luis.id, w.sara.id].sort((a, b) => a - b))
    const id = last(added)
    expect(await seenBy(w.luis)).toMatchObject([{ project_id: w.trio, title: 'rider', mine: true }])
    expect(await seenBy(w.sara)).toMatchObject([{ title: 'rider', mine: false }])
    expect(await seenBy(w.hunter)).toMatchObject([{ title: 'rider', added_by: 'Luis', mine: false }])
    expect(await seenBy(w.rosa)).toEqual([])
    for (const who of [w.hunter, w.sara]) expect((await fetched(who, id)).statusCode).toBe(200)
    expect((await fetched(w.rosa, id)).statusCode).toBe(404)
    expect((await w.rosa.patch(at(id), { title: 'Mío' })).status).toBe(404)
    expect((await w.rosa.delete(at(id))).status).toBe(404)
    expect(await sheetOf(w.hunter)).toContain('Documentos: – rider')
    expect(await sheetOf(w.sara, w.trio)).toContain('Documentos: – rider')
    expect(await sheetOf(w.rosa)).not.toContain('Documentos')
  })

  test('is its owner’s to hand over: collaborators read it, the host changes nothing of it', async () => {
    const [{ id = 0 } = {}] = await seenBy(w.luis)
    expect((await w.page(w.luis)).performers.find(({ mine }) => mine)?.owned).toBe(true)
    expect((await w.page(w.sara)).performers.find(({ mine }) => mine)?.owned).toBe(false)
    const hers = await add(w.sara, { project: w.trio })
    expect([hers.status, hers.body.code]).toEqual([403, 'events.owners_documents'])
    for (const who of [w.sara, w.hunter])
      for (const answer of [await who.patch(at(id), { title: 'Otro' }), await who.delete(at(id))])
        expect([answer.status, answer.body.code]).toEqual([403, 'events.not_your_document'])
    expect((await add(null, { project: w.trio })).status).toBe(401)
    for (const who of [w.hunter, w.rosa, w.stranger])
      expect((await add(who, { project: w.trio })).status).toBe(404)
    // Theirs, but it doesn't play here; and as the host, who they aren't.
    expect((await add(w.luis, { project: own(w.luis) })).status).toBe(404)
    expect((await add(w.luis)).status).toBe(404)
    expect((await w.luis.delete(at(id))).status).toBe(200)
  })
})

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'may be %s: upright, without where it was taken',
    async (format) => {
      const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#c90a47' } })
        .withExif({ IFD0: { Artist: 'secreto' }, IFD3: { GPSLatitude: '14/1 38/1 0/1' } })
        .withMetadata({ orientation: 6 })
        .toFormat(format)
        .toBuffer()
      const added = await add(w.hunter, { bytes, name: 'Plano.HEIC', type: 'image/heic' })
      expect(added.status, added.text).toBe(201)
      const file = await fetched(w.rosa, last(added))
      expect(file.headers['content-type']).toBe(`image/${format}`)
      expect(file.headers['content-disposition']).toContain(`"Plano.${format}"`)
      const meta = await sharp(file.rawPayload).metadata()
      expect([meta.format, meta.width, meta.height, meta.exif]).toEqual([format, 200, 400, undefined])
      expect(added.body.documents.at(-1).bytes).toBe(file.rawPayload.length)
      await w.hunter.delete(at(last(added)))
    },
  )
})

describe('is refused with a reason', () => {
  const refused = async (bytes: Buffer, name = 'x.pdf') => {
    const { status, body } = await add(w.hunter, { bytes, name })
    return [status, body.code]
  }

  test('what isn’t a document by its content, whatever it is called', async () => {
    for (const bytes of [
      Buffer.from('hola hola hola hola hola'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      Buffer.from('MZ\x90\0\x03\0\0\0 a program that is called x.pdf'),
      await sharp({ create: { width: 100, height: 100, channels: 3, background: '#fff' } })
        .gif()
        .toBuffer(),
      // A PDF that was cut off.
      PDF.subarray(0, PDF.length - 8),
    ])
      expect(await refused(bytes)).toEqual([415, 'files.not_a_document'])
  })

  test('what is two things at once', async () => {
    const zip = Buffer.from('PK\x03\x04 evil PK\x05\x06\0\0\0\0', 'latin1')
    const png = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect(await refused(Buffer.concat([PDF, zip, Buffer.from('%%EOF')]))).toEqual([415, 'files.polyglot'])
    expect(await refused(Buffer.concat([png, PDF]), 'x.png')).toEqual([415, 'files.polyglot'])
  })

  test('what is too large, a bomb, empty, or no form', async () => {
    expect(await refused(Buffer.concat([PDF, Buffer.alloc(UPLOAD_MAX), PDF]))).toEqual([
      413,
      'files.too_large',
    ])
    expect(await refused(bomb(), 'x.png')).toEqual([422, 'files.too_many_pixels'])
    expect(await refused(Buffer.alloc(0))).toEqual([422, 'files.missing'])
    expect(await refused(PDF, '../../plano.pdf')).toEqual([422, 'files.bad_name'])
    const json = await w.hunter.post(at(), { file: 'x' })
    expect([json.status, json.body.code]).toEqual([415, 'common.unsupported_type'])
    expect(await w.t.db.$count(event_documents)).toBe(0)
  })

  test('one more than five of a project, or than twenty of an event', async () => {
    for (let n = 0; n < DOCUMENTS_OF_PROJECT_MAX; n++)
      expect((await add(w.rosa, { project: own(w.rosa), name: `${n}.pdf` })).status).toBe(201)
    const sixth = await add(w.rosa, { project: own(w.rosa) })
    expect([sixth.status, sixth.body.code]).toEqual([409, 'events.documents_of_project_full'])
    const [one] = await w.t.db.select().from(event_documents)
    if (!one) throw new Error('no document')
    const { id: _, ...like } = one
    const more = Array.from({ length: DOCUMENTS_MAX - DOCUMENTS_OF_PROJECT_MAX - 1 }, (_, n) => ({
      ...like,
      project_id: null,
      key: n.toString(16).padStart(32, '0'),
    }))
    await w.t.db.insert(event_documents).values(more)
    // The last place, asked for twice at the same moment, is given once.
    const both = await Promise.all([add(w.hunter), add(w.luis, { project: w.trio })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const full = await add(w.hunter)
    expect([full.status, full.body.code]).toEqual([409, 'events.documents_full'])
    await clear()
  })

  test('one more than a hundred files in a day, pictures included', async () => {
    const now = w.t.clock.now()
    for (let n = 0; n < UPLOADS_A_DAY; n++)
      await limit(w.t.db, `upload:${w.rosa.id}`, UPLOADS_A_DAY, DAY, now).catch(() => {})
    const hers = await add(w.rosa, { project: own(w.rosa) })
    expect([hers.status, hers.body.code]).toEqual([429, 'files.too_many'])
    w.t.clock.move(DAY + MINUTE)
  })

  test('anything once the event is over or off; what is there stays to be read by who may', async () => {
    const host = last(await add(w.hunter))
    const theirs = last(await add(w.luis, { project: w.trio, name: 'rider.pdf' }))
    await set('delivered')
    for (const answer of [
      await add(w.hunter),
      await add(w.luis, { project: w.trio }),
      await w.hunter.patch(at(host), { title: 'Otro' }),
      await w.luis.delete(at(theirs)),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'events.over'])
    expect((await fetched(w.sara, host)).statusCode).toBe(200)
    expect((await fetched(w.hunter, theirs)).statusCode).toBe(200)
    // Off, nobody has anything of the other side any more.
    const written = { title: 'Plano, llamar al 5555-9876' }
    await w.t.db.update(event_documents).set(written).where(eq(event_documents.id, host))
    await set('cancelled')
    // Their own is as they wrote it.
    expect(await titles(w.hunter)).toEqual([written.title])
    expect(await titles(w.sara)).toEqual(['rider'])
    expect(await titles(w.rosa)).toEqual([])
    expect((await fetched(w.sara, host)).statusCode).toBe(404)
    expect((await fetched(w.hunter, theirs)).statusCode).toBe(404)
    expect((await fetched(w.sara, theirs)).statusCode).toBe(200)
    await set('confirmed')
    await clear()
  })
})
