import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#app/server/testing.ts'
import { raise } from '#core/server/events.ts'
import { readPaper } from '#core/server/papers.fixture.ts'
import { transaction } from '#core/server/work.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { notifications } from '#features/notifications/table.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { DO_NOT_PLAY_MAX, type HostFacts, SONGS_MAX } from './contract.day.ts'
import { heardBy, type WeddingDay, weddingDay } from './day.fixture.ts'
import { eventDataOf } from './queries.ts'
import { NO_ARTIST_FACTS, NO_HOST_FACTS } from './rules.day.ts'
import { artist_facts, events, host_facts } from './table.ts'

let w: WeddingDay
let hears: Awaited<ReturnType<typeof heardBy>>
beforeAll(async () => {
  w = await weddingDay()
  hears = await heardBy(w.t)
})
afterAll(async () => {
  await hears.close()
  await w.t.close()
})

const SAID: HostFacts = {
  ...NO_HOST_FACTS,
  parking: 'Portón negro. Si está cerrado, llama al 5555-9876.',
  meals: 'Cena a las siete',
  day_contact: { name: 'Julia Paz', phone: '+502 5555 1234' },
  do_not_play: ['Despacito'],
  must_play: ['Primer baile: Perfect'],
}
const sayHost = (who: Person, version: number, facts: object = SAID) =>
  who.call('PUT', `/api/events/${w.event_id}/facts/`, { ...facts, version })
const sayArtist = (who: Person, project_id: number, version: number, facts: object) =>
  who.call('PUT', `/api/events/${w.event_id}/facts/${project_id}/`, { ...NO_ARTIST_FACTS, ...facts, version })
const own = (person: Person) => person.project_id ?? 0
const topic = () => `event:${w.event_id}`
const sheetOf = async (person: Person, of?: number) => {
  const { rawPayload } = await w.t.server.inject({
    method: 'GET',
    url: `/api/events/${w.event_id}/sheet/${of ? `?of=${of}` : ''}`,
    headers: { 'accept-language': 'es', authorization: `Bearer ${person.token}` },
  })
  return (await readPaper(rawPayload)).text.replace(/\s+/g, ' ')
}

describe('what the host says', () => {
  test('is read by everybody who plays, with who wrote it, and told to their open pages alone', async () => {
    const before = await w.t.db.$count(notifications)
    await hears.of(topic())
    const saved = await sayHost(w.hunter, 0)
    expect(saved.status, saved.text).toBe(200)
    expect(saved.body.host_says).toMatchObject({ ...SAID, version: 1, edited_by: 'Ana' })
    for (const who of [w.rosa, w.luis]) expect((await w.page(who)).host_says).toMatchObject(SAID)
    expect(await hears.of(topic())).toEqual(
      [w.hunter.id, w.rosa.id, w.luis.id, w.sara.id].sort((a, b) => a - b),
    )
    expect(await w.t.db.$count(notifications)).toBe(before)
  })

  test('gives whom to call to those who have the host’s contact: not to a band’s collaborators', async () => {
    const { host_says } = await w.page(w.sara)
    expect(host_says.day_contact).toBeNull()
    expect(host_says.meals).toBe('Cena a las siete')
    expect(host_says.parking).toContain('•••')
    expect(host_says.parking).not.toContain('5555-9876')
  })

  test('stands on the whole day sheet and on that of one who plays, as its reader may know it', async () => {
    for (const words of ['Parqueo', 'Julia Paz · +502 5555 1234', 'No tocar: – Despacito']) {
      expect(await sheetOf(w.hunter)).toContain(words)
      expect(await sheetOf(w.rosa, own(w.rosa))).toContain(words)
    }
    const hers = await sheetOf(w.sara)
    expect(hers).toContain('Cena a las siete')
    for (const words of ['5555 1234', '5555-9876']) expect(hers).not.toContain(words)
  })

  test('is not overwritten by somebody who began with an older version', async () => {
    expect((await sayHost(w.hunter, 1, { ...SAID, dress: 'Guayabera' })).status).toBe(200)
    for (const version of [0, 1]) {
      const late = await sayHost(w.hunter, version, { ...SAID, dress: 'De negro' })
      expect([late.status, late.body.code]).toEqual([409, 'events.facts_changed'])
    }
    expect((await w.page(w.rosa)).host_says).toMatchObject({ dress: 'Guayabera', version: 2 })
  })

  test('is the host’s to say: others are refused, and too much is', async () => {
    expect((await sayHost({ ...w.hunter, ...w.t.as() }, 2)).status).toBe(401)
    expect((await sayHost(w.rosa, 2)).status).toBe(403)
    expect((await sayHost(w.stranger, 2)).status).toBe(404)
    const long = await sayHost(w.hunter, 2, {
      ...SAID,
      do_not_play: Array.from({ length: DO_NOT_PLAY_MAX + 1 }, (_, n) => `Canción ${n}`),
      day_contact: { name: 'Julia', phone: 'no tiene' },
    })
    expect([long.status, Object.keys(long.body.fields)]).toEqual([422, ['day_contact.phone', 'do_not_play']])
    const never = await sayHost(w.hunter, 3_000_000_000)
    expect([never.status, Object.keys(never.body.fields ?? {})]).toEqual([422, ['version']])
  })
})

describe('what a project says', () => {
  const songs = [
    { title: 'Sabor a mí', minutes: 4 },
    { title: 'Bésame mucho', minutes: null },
  ]

  test('is written by whoever plays in it and read by the host, not by others who play', async () => {
    await hears.of(topic())
    const saved = await sayArtist(w.sara, w.trio, 0, { set_list: [{ songs }], power_needs: 'Dos tomas' })
    expect(saved.status, saved.text).toBe(200)
    expect(await hears.of(topic())).toEqual([w.hunter.id, w.luis.id, w.sara.id].sort((a, b) => a - b))
    const saysOf = async (who: Person) =>
      (await w.page(who)).performers.find((one) => one.project_id === w.trio)?.says
    expect(await saysOf(w.hunter)).toMatchObject({ set_list: [{ songs }], edited_by: 'Sara', version: 1 })
    expect(await saysOf(w.luis)).toMatchObject({ power_needs: 'Dos tomas' })
    expect(await saysOf(w.rosa)).toBeNull()
    expect(await sheetOf(w.hunter)).toContain(
      'Repertorio (2 canciones, 4 min o más): 1. Sabor a mí · 4 min 2. Bésame mucho',
    )
    expect(await sheetOf(w.rosa)).not.toContain('Bésame mucho')
  })

  test('is not overwritten by a colleague who began with an older version', async () => {
    expect((await sayArtist(w.luis, w.trio, 1, { meal_needs: 'Tres' })).status).toBe(200)
    const late = await sayArtist(w.sara, w.trio, 1, { meal_needs: 'Cuatro' })
    expect([late.status, late.body.code]).toEqual([409, 'events.facts_changed'])
  })

  test('is theirs alone to say, and as much as fits a set', async () => {
    expect((await sayArtist({ ...w.rosa, ...w.t.as() }, own(w.rosa), 0, {})).status).toBe(401)
    for (const who of [w.hunter, w.rosa, w.stranger])
      expect((await sayArtist(who, w.trio, 2, {})).status).toBe(404)
    // Theirs, but it doesn't play here.
    expect((await sayArtist(w.luis, own(w.luis), 0, {})).status).toBe(404)
    const long = await sayArtist(w.luis, w.trio, 2, {
      set_list: [{ songs: Array.from({ length: SONGS_MAX + 1 }, () => songs[0]) }],
    })
    expect([long.status, Object.keys(long.body.fields)]).toEqual([422, ['set_list.0.songs']])
  })
})

test('the copy of one’s data has what one may read, without whom others say to call', async () => {
  const [his] = await eventDataOf(w.t.db, w.hunter.id)
  expect(his?.host_says.day_contact).toEqual(SAID.day_contact)
  const [hers] = await eventDataOf(w.t.db, w.rosa.id)
  expect(hers?.host_says).toMatchObject({ meals: 'Cena a las siete', day_contact: null })
  expect(his?.host_says.parking).toContain('5555-9876')
  expect(JSON.stringify(hers)).not.toContain('5555-9876')
})

test('once an event is over nothing more is said of it, and once it is off nobody is to be called', async () => {
  const set = (state: 'cancelled' | 'delivered' | 'confirmed') =>
    w.t.db.update(events).set({ state }).where(eq(events.id, w.event_id))
  await set('delivered')
  const answers = [await sayHost(w.hunter, 2), await sayArtist(w.luis, w.trio, 2, {})]
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([409, 'events.over']))
  await set('cancelled')
  const { host_says } = await w.page(w.luis)
  expect(host_says.day_contact).toBeNull()
  expect(host_says.parking).not.toContain('5555-9876')
  await set('confirmed')
})

test('what a side said goes with its account', async () => {
  const now = w.t.clock.now()
  await transaction(w.t.app, now, (work) =>
    raise(work, projectErased, { project_id: w.trio, user_id: w.luis.id, name: 'Trío Volcán' }),
  )
  expect(await w.t.db.$count(artist_facts)).toBe(0)
  await transaction(w.t.app, now, (work) =>
    raise(work, accountDeleted, { user_id: w.hunter.id, name: w.hunter.name, email: w.hunter.email }),
  )
  expect(await w.t.db.$count(host_facts)).toBe(0)
})
