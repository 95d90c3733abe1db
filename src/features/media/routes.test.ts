import { rmSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import type { Endpoint } from '#core/contract/endpoint.ts'
import type { Failure } from '#core/contract/errors.ts'
import { storeOf } from '#core/server/files.ts'
import { MP3 } from '#features/files/encoded.fixture.ts'
import { formOf } from '#features/files/form.fixture.ts'
import { id3Of, m4aOf, tone, wavOf } from '#features/files/sounds.fixture.ts'
import { files } from '#features/files/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { listenToNext } from './commands.sounds.ts'
import {
  addLink,
  addPicture,
  LEVELS,
  type OwnMedia,
  orderMedia,
  type ProjectMedia,
  readOwnMedia,
  readProjectMedia,
  removeMedia,
  restoreMedia,
  SOUND_MAX,
  saveLevels,
  saveMedia,
  saveSongs,
  saveStage,
} from './contract.ts'
import { project_media } from './table.ts'

let t: TestApp

beforeAll(async () => {
  t = await testApp()
})
afterAll(async () => {
  await t.close()
  rmSync(t.app.config.data_dir, { recursive: true, force: true })
})

const isUnheard = sql`${project_media.kind} = 'sound' and ${project_media.format} <> 'm4a'
  and ${project_media.analysed_at} is null and ${project_media.deleted_at} is null`

const idOf = (who: Person) => ({ id: who.project_id ?? 0 })
const musician = () => t.person('MUSICIAN')
const own = (who: Person) => who.api(readOwnMedia, { params: idOf(who) })
const pathOf = ({ path }: Endpoint, params: Record<string, unknown>) =>
  path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))

const shown = async (who: Person) => {
  const { body } = await t.anonymous.get(pathOf(readProjectMedia, idOf(who)))
  return body as ProjectMedia
}

/** A call that is refused. */
async function refused(
  who: Person,
  endpoint: Endpoint,
  { params, body }: { params: Record<string, unknown>; body?: object },
  status: number,
) {
  const answer = await who.call(endpoint.method, pathOf(endpoint, params), body ?? {})
  expect(answer.status, answer.text).toBe(status)
  return answer.body as Failure
}

async function send(
  who: Person | null,
  bytes: Buffer,
  { url = '', name = 'tema.mp3', type = 'audio/mpeg' } = {},
) {
  const { headers, payload } = formOf(bytes, { name, type })
  const answer = await t.server.inject({
    method: 'POST',
    url: url || `/api/projects/${who?.project_id ?? 1}/media/sounds/`,
    headers: { ...headers, ...(who ? { authorization: `Bearer ${who.token}` } : {}) },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() as OwnMedia & { code?: string; url?: string } }
}

async function picture(who: Person, [width, height] = [900, 600]) {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#c90a47' } })
    .jpeg()
    .toBuffer()
  const { body } = await send(who, bytes, { url: '/api/files/', name: 'foto.jpg', type: 'image/jpeg' })
  return body.url ?? ''
}

const get = (url: string, headers: Record<string, string> = {}) =>
  t.server.inject({ method: 'GET', url, headers })

describe('a gallery', () => {
  it('shows uploaded pictures in their own proportions, in the order that its owner says', async () => {
    const ana = await musician()
    const params = idOf(ana)
    const urls = [await picture(ana, [900, 600]), await picture(ana, [600, 900])]
    for (const [n, url] of urls.entries())
      await ana.api(addPicture, { params, body: { picture: url, title: `Foto ${n}` } })
    const { pictures } = await shown(ana)
    expect(pictures.map(({ title, width, height }) => [title, width, height])).toEqual([
      ['Foto 0', 900, 600],
      ['Foto 1', 600, 900],
    ])
    await ana.api(orderMedia, {
      params,
      body: { kind: 'picture', ids: pictures.map(({ id }) => id).reverse() },
    })
    expect((await shown(ana)).pictures.map(({ title }) => title)).toEqual(['Foto 1', 'Foto 0'])
  })

  it('what is taken down is gone at once, and back when its owner thinks better of it within the hour', async () => {
    const ana = await musician()
    const params = idOf(ana)
    const url = await picture(ana)
    const { pictures } = await ana.api(addPicture, { params, body: { picture: url, title: '' } })
    const one = { params: { ...params, media_id: pictures[0]?.id ?? 0 } }
    await ana.api(removeMedia, one)
    expect((await shown(ana)).pictures).toEqual([])
    expect((await get(url)).statusCode).toBe(404)
    expect((await ana.api(restoreMedia, one)).pictures).toHaveLength(1)
    expect((await get(url)).statusCode).toBe(200)
    await ana.api(removeMedia, one)
    t.clock.move(61 * 60_000)
    await refused(ana, restoreMedia, one, 404)
    await t.app.jobs.runSweeps()
    t.clock.reset()
    expect(await t.db.$count(project_media, eq(project_media.project_id, params.id))).toBe(0)
  })

  it('takes nobody else’s picture', async () => {
    const [ana, eva] = [await musician(), await musician()]
    const url = await picture(ana)
    const fault = await refused(
      eva,
      addPicture,
      { params: idOf(eva), body: { picture: url, title: '' } },
      422,
    )
    expect(fault.fields).toHaveProperty('picture')
  })
})

describe('a sound', () => {
  it('is known by its content, heard in ranges, and has a waveform once it was listened to', async () => {
    const ana = await musician()
    const { status, body } = await send(ana, MP3, { name: 'Mi_tema.mp3', type: 'text/html' })
    expect(status).toBe(201)
    const [sound] = body.sounds
    expect(sound).toMatchObject({ title: 'Mi tema', levels: null })
    const url = sound?.url ?? ''
    const whole = await get(url)
    expect(whole.statusCode).toBe(200)
    expect(whole.headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
    expect(String(whole.headers['content-security-policy'])).toContain('sandbox')
    const bytes = whole.rawPayload
    const part = await get(url, { range: 'bytes=100-199' })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 100-199/${bytes.length}`)
    expect(part.rawPayload.equals(bytes.subarray(100, 200))).toBe(true)
    expect((await get(url, { range: 'bytes=-10' })).rawPayload.equals(bytes.subarray(-10))).toBe(true)
    expect((await get(url, { range: `bytes=${bytes.length}-` })).statusCode).toBe(416)
    expect((await get(url, { 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(304)

    await listenToNext(t.app)
    const levels = (await shown(ana)).sounds[0]?.levels ?? []
    expect(levels).toHaveLength(LEVELS)
    expect(levels[80]).toBeGreaterThan(levels[10] ?? 100)
  })

  it('takes a turn to be listened to, and none while the store is read', async () => {
    await send(await musician(), MP3, { name: 'lenta.mp3', type: 'audio/mpeg' })
    const done: string[] = []
    const [store, workers] = [storeOf(t.app.config), t.app.side_workers]
    const [{ read }, { inTurn }] = [store, workers]
    store.read = (...what) => read(...what).finally(() => done.push('read'))
    workers.inTurn = (...turn) => {
      done.push('turn')
      return inTurn(...turn)
    }
    try {
      await listenToNext(t.app)
    } finally {
      Object.assign(store, { read })
      Object.assign(workers, { inTurn })
    }
    expect(done).toEqual(['read', 'turn'])
  })

  it('is at an address that nobody guesses, and gone with what it belongs to', async () => {
    const ana = await musician()
    const { body } = await send(ana, MP3)
    const [sound] = body.sounds
    const url = sound?.url ?? ''
    expect((await get(url.replace(/v=.*/, 'v=0123456789abcdef'))).statusCode).toBe(404)
    expect((await get(url.replace(/\?.*/, ''))).statusCode).toBe(404)
    const set = (change: Partial<typeof music_projects.$inferInsert>) =>
      t.db
        .update(music_projects)
        .set(change)
        .where(eq(music_projects.id, idOf(ana).id))
    // Put away, and hidden by staff.
    for (const change of [
      { status: 'archived' },
      { hidden_at: t.clock.now().toISOString(), hidden_reason: 'Fotos de otra banda' },
    ] as const) {
      await set(change)
      expect((await get(url)).statusCode).toBe(404)
      expect((await get(`/api/directory/projects/${ana.project_id}/media/`)).statusCode).toBe(404)
      await set({ status: 'active', hidden_at: null, hidden_reason: null })
    }
    expect((await get(url)).statusCode).toBe(200)
    await ana.api(removeMedia, { params: { ...idOf(ana), media_id: sound?.id ?? 0 } })
    expect((await get(url)).statusCode).toBe(404)
  })

  it('its project is said to be heard, for as long as there is one', async () => {
    const ana = await musician()
    const has = async () => {
      const [row] = await t.db
        .select({ has_sound: music_projects.has_sound })
        .from(music_projects)
        .where(eq(music_projects.id, idOf(ana).id))
      return row?.has_sound
    }
    expect(await has()).toBe(false)
    const { body } = await send(ana, wavOf(tone(2)), { name: 'tema.wav' })
    expect(await has()).toBe(true)
    const one = { params: { ...idOf(ana), media_id: body.sounds[0]?.id ?? 0 } }
    await ana.api(removeMedia, one)
    expect(await has()).toBe(false)
    await ana.api(restoreMedia, one)
    expect(await has()).toBe(true)
  })

  it('without what was hidden in its tags', async () => {
    const ana = await musician()
    const { body } = await send(ana, Buffer.concat([id3Of('<script>alert(1)</script>'), MP3]))
    expect((await get(body.sounds[0]?.url ?? '')).rawPayload.includes('script')).toBe(false)
  })

  it('of AAC is listened to by its owner’s browser, once, and within bounds', async () => {
    const [ana, eva] = [await musician(), await musician()]
    const { body } = await send(ana, m4aOf(3), { name: 'nota.m4a' })
    const params = { ...idOf(ana), media_id: body.sounds[0]?.id ?? 0 }
    const levels = Array(LEVELS).fill(50)
    await refused(ana, saveLevels, { params, body: { levels: [...levels, 1] } }, 422)
    await refused(ana, saveLevels, { params, body: { levels: levels.fill(101, 0, 1) } }, 422)
    levels[0] = 50
    await refused(eva, saveLevels, { params, body: { levels } }, 404)
    expect((await ana.api(saveLevels, { params, body: { levels } })).sounds[0]?.levels).toEqual(levels)
    await refused(ana, saveLevels, { params, body: { levels } }, 409)
  })

  it('is refused when it isn’t one, is damaged, or is too large', async () => {
    const ana = await musician()
    const code = async (bytes: Buffer) => {
      const { status, body } = await send(ana, bytes)
      return [status, body.code]
    }
    expect(await code(Buffer.from('<html><script>alert(1)</script></html>'))).toEqual([
      415,
      'files.not_a_sound',
    ])
    expect(await code(wavOf(tone(2)).subarray(0, 20_000))).toEqual([422, 'files.sound_damaged'])
    expect(await code(wavOf(tone(0.1)))).toEqual([422, 'files.sound_too_short'])
    expect(await code(Buffer.alloc(SOUND_MAX + 1024 * 1024))).toEqual([413, 'files.too_large'])
    expect((await own(ana)).used).toBe(0)
  })

  it('is nobody’s to add but its owner’s', async () => {
    const [ana, hunter] = [await musician(), await t.person('TALENT_HUNTER')]
    const url = `/api/projects/${ana.project_id}/media/sounds/`
    expect((await send(null, MP3, { url })).status).toBe(401)
    expect((await send(hunter, MP3, { url })).status).toBe(403)
    expect((await send(await musician(), MP3, { url })).status).toBe(404)
  })

  it('of whoever has many waits for others’ first', async () => {
    const [ana, eva] = [await musician(), await musician()]
    // Whatever others have uploaded in this file is listened to first.
    for (let left = 1; left > 0; left = await t.db.$count(project_media, isUnheard)) await listenToNext(t.app)
    for (let n = 0; n < 3; n++) await send(ana, wavOf(tone(1.5)), { name: `${n}.wav` })
    await send(eva, wavOf(tone(1.5)), { name: 'una.wav' })
    const heard = async (who: Person) => (await shown(who)).sounds.filter(({ levels }) => levels).length
    await listenToNext(t.app)
    await listenToNext(t.app)
    expect(await heard(eva)).toBe(1)
    expect(await heard(ana)).toBe(1)
  })
})

describe('a link', () => {
  const add = (who: Person, url: string) => ({ params: idOf(who), body: { url, title: 'En vivo' } })

  it('leads to a player that we know, and nowhere else', async () => {
    const ana = await musician()
    const { links } = await ana.api(addLink, add(ana, 'youtu.be/dQw4w9WgXcQ?t=3'))
    expect(links[0]).toMatchObject({
      provider: 'youtube',
      url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      title: 'En vivo',
    })
    const fault = await refused(ana, addLink, add(ana, 'https://wa.me/50255551234'), 422)
    expect(fault.fields?.url).toContain('YouTube, Vimeo, SoundCloud')
    // The same once more, written otherwise.
    await refused(ana, addLink, add(ana, 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'), 422)
  })

  it('has a name, of which contact details aren’t shown', async () => {
    const ana = await musician()
    const { links } = await ana.api(addLink, {
      params: idOf(ana),
      body: { url: 'https://vimeo.com/76979871', title: 'Llama al 5555 1234' },
    })
    expect(links[0]?.title).toBe('Llama al 5555 1234')
    expect((await shown(ana)).links[0]?.title).not.toContain('5555')
    const params = { ...idOf(ana), media_id: links[0]?.id ?? 0 }
    await refused(ana, saveMedia, { params, body: { title: ' ' } }, 422)
    expect((await ana.api(saveMedia, { params, body: { title: 'Boda' } })).links[0]?.title).toBe('Boda')
  })
})

it('a plan has room for so many, photos, sounds and links together; of two who race one is refused', async () => {
  const ana = await musician()
  const params = idOf(ana)
  const link = (n: number) => ({
    params,
    body: { url: `https://vimeo.com/${1000 + n}`, title: `Video ${n}` },
  })
  for (let n = 0; n < 5; n++) await ana.api(addLink, link(n))
  const both = await Promise.allSettled([ana.api(addLink, link(5)), ana.api(addLink, link(6))])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const fault = await refused(ana, addLink, link(7), 409)
  expect(fault.code).toBe('media.full')
  expect((await send(ana, MP3)).status).toBe(409)
  expect(await own(ana)).toMatchObject({ used: 6, limit: 6 })
})

it('a repertoire and the needs of a stage are written by their owner and read by everybody, without contacts', async () => {
  const [ana, eva] = [await musician(), await musician()]
  const params = idOf(ana)
  const songs = [
    { title: 'Luna de Xelajú', artist: 'Paco Pérez' },
    { title: 'Vals', artist: '' },
  ]
  await ana.api(saveSongs, { params, body: { songs } })
  await ana.api(saveStage, {
    params,
    body: { needs: 'Dos tomas. Escribe a ana@correo.gt', rider: 'Seis canales' },
  })
  const { songs: read, stage } = await shown(ana)
  expect(read).toEqual(songs)
  expect(stage.rider).toBe('Seis canales')
  expect(stage.needs).not.toContain('@')
  await refused(eva, saveSongs, { params, body: { songs: [] } }, 404)
  await refused(ana, saveSongs, { params, body: { songs: Array(301).fill(songs[0]) } }, 422)
})

it('a rider is a PDF for its people alone until there is an event', async () => {
  const [ana, hunter] = [await musician(), await t.person('TALENT_HUNTER')]
  const url = `/api/projects/${ana.project_id}/media/rider/`
  const pdf = Buffer.from(`%PDF-1.4\n${'x'.repeat(300)}\n%%EOF`)
  const { status, body } = await send(ana, pdf, { url, name: 'Rider 2026.pdf', type: 'application/pdf' })
  expect(status).toBe(201)
  expect(body.rider_file).toMatchObject({ name: 'Rider 2026', bytes: pdf.length })
  expect((await shown(ana)).has_rider_file).toBe(true)
  const read = (who: Person | null) => get(url, who ? { authorization: `Bearer ${who.token}` } : {})
  expect((await read(null)).statusCode).toBe(401)
  expect((await read(hunter)).statusCode).toBe(404)
  expect((await read(await musician())).statusCode).toBe(404)
  const answer = await read(ana)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toContain('attachment')
  const photo = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#c90a47' } })
    .png()
    .toBuffer()
  expect((await send(ana, photo, { url, name: 'a.pdf' })).body.code).toBe('media.rider_pdf')
})

it('many uploads of one person take their turns and leave others theirs', async () => {
  const [ana, eva] = [await musician(), await musician()]
  const flood = Array.from({ length: 12 }, () => send(ana, wavOf(tone(1.2))))
  const { status } = await send(eva, MP3)
  expect(status).toBe(201)
  const statuses = (await Promise.all(flood)).map((one) => one.status)
  expect(statuses.filter((one) => one === 201)).toHaveLength(6)
  // Those above the plan are refused, and those above what may wait.
  expect(statuses.every((one) => [201, 409, 429, 503].includes(one))).toBe(true)
  expect(await t.db.$count(files, eq(files.user_id, ana.id))).toBe(0)
})
