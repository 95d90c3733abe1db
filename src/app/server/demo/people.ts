import { hash } from '@node-rs/argon2'
import { PLACES, type Place, placeOf } from '#core/contract/places.ts'
import type { Db } from '#core/server/db.ts'
import { TERMS_VERSION } from '#features/accounts/contract.terms.ts'
import { users } from '#features/accounts/table.ts'
import { GENRES, type Genre } from '#features/projects/contract.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import { EVENT_TYPES, type Format } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import { CHUNK, type DemoBand, type DemoMusician, insertAll } from './crowd.ts'
import { makeBusyDates, makeHours } from './hours.ts'
import { makeInstruments } from './instruments.ts'
import { type Chance, chance } from './random.ts'
import { type Known, makeRecords } from './records.ts'
import { makeReviews, type Reviewed } from './reviews.ts'
import {
  BAND_FIRST,
  BAND_LAST,
  BIOS_BAND,
  BIOS_SOLO,
  DESCRIPTIONS,
  FUNCTIONS,
  GENRE_WORDS,
  HOSTS,
  INSTRUMENT_WORDS,
  MEN,
  SURNAMES,
  TITLES,
  WOMEN,
} from './words.ts'

export interface DemoPeople {
  hunter_id: number
  hunter_name: string
  /** Others who hire in the hunter's town. */
  hosts: { user_id: number; name: string }[]
  student_id: number
  musicians: DemoMusician[]
  bands: DemoBand[]
}

/** The demo's hunter. */
/** Who hired before the demo begins, and said how it was. */
const CLIENTS = 60
const HUNTER_NAME = 'Lucía Aguilar'

type ServiceRow = typeof services.$inferInsert

/** Cents for two hours, from the modest to the wanted; by line-up. */
const PRICES: Record<Format, [number, number]> = {
  solo: [12_000, 42_000],
  duo: [24_000, 70_000],
  trio: [38_000, 98_000],
  quartet: [52_000, 140_000],
  band: [80_000, 290_000],
}

/**
 * Invents the people: one hunter, one student, musicians and bands with services, weekly hours, busy dates and
 * what was said of them. The same seed and day give the same people.
 */
export async function makePeople(
  db: Db,
  options: { now: Date; password: string; musicians: number; bands: number },
): Promise<DemoPeople> {
  const { now } = options
  const c = chance(20_261_120)
  const at = now.toISOString()
  // One hash for all of them: these accounts are for showing, and 400 hashes would take a minute.
  const password_hash = await hash(options.password)
  const account = (
    name: string,
    email: string,
    account_type: 'MUSICIAN' | 'TALENT_HUNTER' | 'STUDENT',
    city: string,
  ) => ({
    name,
    email,
    account_type,
    password_hash,
    verified_at: at,
    terms_accepted_at: at,
    terms_version: TERMS_VERSION,
    city,
    language: 'es' as const,
  })

  const [hunter, student] = await db
    .insert(users)
    .values([
      {
        ...account(HUNTER_NAME, 'hunter@tarima.demo', 'TALENT_HUNTER', 'Antigua Guatemala'),
        phone: '+502 5555 0142',
        client_kind: 'PERSONAL',
      },
      account('Diego Paniagua', 'estudiante@tarima.demo', 'STUDENT', 'Ciudad de Guatemala'),
      account('Marta Ajú', 'soporte@tarima.demo', 'STUDENT', 'Ciudad de Guatemala'),
    ])
    .returning({ id: users.id })
  if (!hunter || !student) throw new Error('the demo accounts were not written')

  const acts: Act[] = []
  const drafts = Array.from({ length: options.musicians }, (_, n) => draftOf(c, n))
  const user_ids: number[] = []
  const project_ids: number[] = []
  for (let from = 0; from < drafts.length; from += CHUNK) {
    const part = drafts.slice(from, from + CHUNK)
    const inserted = await db
      .insert(users)
      .values(part.map((draft) => account(draft.name, draft.email, 'MUSICIAN', draft.place.city)))
      .returning({ id: users.id })
    user_ids.push(...inserted.map(({ id }) => id))
    const rows = part.map((draft, k) => projectRow(c, draft, inserted[k]?.id ?? 0, 'INDIVIDUAL', now))
    const projects = await db
      .insert(music_projects)
      .values(rows.map(({ row }) => row))
      .returning({ id: music_projects.id })
    project_ids.push(...projects.map(({ id }) => id))
    acts.push(...projects.map(({ id }, k) => actOf(id, part[k], rows[k])))
  }
  const musicians = drafts.map(
    (draft, n): DemoMusician => ({
      ...draft,
      user_id: user_ids[n] ?? 0,
      project_id: project_ids[n] ?? 0,
    }),
  )

  const bands = await makeBands(db, c, musicians, options.bands, now, acts)
  await insertAll(db, project_members, [
    ...musicians.map((m) => ({
      project_id: m.project_id,
      user_id: m.user_id,
      role: 'OWNER' as const,
      function: m.instrument,
      instruments: [m.instrument],
    })),
    ...bands.flatMap((band) =>
      band.members.map((member, k) => ({
        project_id: band.project_id,
        user_id: member.user_id,
        role: member === band.owner ? ('OWNER' as const) : ('COLLABORATOR' as const),
        function: member.instrument,
        instruments: [member.instrument],
        required: k < 4,
      })),
    ),
  ])

  const offered = [
    ...musicians.flatMap((musician) => soloServices(c, musician)),
    ...bands.flatMap((band) => bandServices(c, band)),
  ]
  await makeHours(db, c, [...musicians, ...bands])
  await makeBusyDates(db, c, musicians, bands, now)
  await makeInstruments(db, musicians, now)
  const clients = await db
    .insert(users)
    .values(
      Array.from({ length: CLIENTS }, (_, n) => ({
        ...account(
          `${(n % 2 === 0 ? WOMEN : MEN)[(n * 7) % 40]} ${SURNAMES[(n * 11) % SURNAMES.length]}`,
          `antes${n + 1}@tarima.demo`,
          'TALENT_HUNTER',
          'Ciudad de Guatemala',
        ),
        client_kind: 'PERSONAL' as const,
      })),
    )
    .returning({ id: users.id })
  // Those whose story the demo tells are known by many.
  const told = [musicians[0]?.project_id, bands[0]?.project_id]
  for (const act of acts) if (told.includes(act.project_id)) act.count = 24
  await makeReviews(
    db,
    acts,
    clients.map(({ id }) => id),
    now,
  )
  await makeRecords(db, acts, now)
  // Last: what the search sees of a project is written with each change of it, once it offers something.
  await insertAll(db, services, offered)
  const hosts = await db
    .insert(users)
    .values(
      HOSTS.map((name, n) => ({
        ...account(name, `cliente${n + 1}@tarima.demo`, 'TALENT_HUNTER', 'Antigua Guatemala'),
        client_kind: 'PERSONAL' as const,
      })),
    )
    .returning({ user_id: users.id, name: users.name })
  return {
    hunter_id: hunter.id,
    hunter_name: HUNTER_NAME,
    hosts: hosts.map(({ user_id, name }) => ({ user_id, name: name ?? '' })),
    student_id: student.id,
    musicians,
    bands,
  }
}

type Draft = Omit<DemoMusician, 'user_id' | 'project_id'> & { email: string; years: number }

/** Half of them live in Guatemala, where the demo hunter looks. */
function draftOf(c: Chance, n: number): Draft {
  const guatemala = PLACES.filter(({ country }) => country === 'GT')
  const place = n === 0 ? mustPlace('Antigua Guatemala') : c.pick(c.yes(0.5) ? guatemala.slice(0, 5) : PLACES)
  const name =
    n === 0 ? 'Marisol Reyes' : `${c.pick(c.yes(0.45) ? WOMEN : MEN)} ${c.pick(SURNAMES)} ${c.pick(SURNAMES)}`
  return {
    name,
    email: n === 0 ? 'musico@tarima.demo' : `musico${n}@tarima.demo`,
    place,
    instrument: n === 0 ? 'voice' : c.pick(FUNCTIONS),
    genres: n === 0 ? ['jazz', 'latin', 'pop'] : c.some(GENRES, c.between(1, 4)),
    rating: n === 0 ? 4.9 : Math.round((3.6 + c.next() * 1.4) * 10) / 10,
    years: c.between(2, 22),
  }
}

function mustPlace(city: string): Place {
  const place = placeOf(city)
  if (!place) throw new Error(`no such town: ${city}`)
  return place
}

function projectRow(
  c: Chance,
  who: { name: string; place: Place; genres: Genre[]; rating: number; instrument: string; years: number },
  owner_id: number,
  project_type: 'INDIVIDUAL' | 'GROUP',
  now: Date,
) {
  const isNew = c.yes(0.12)
  const known = isNew ? 0 : c.between(1, 90)
  // Few have many reviews.
  const count = isNew ? 0 : 1 + Math.floor(known ** 2 / 400)
  const row = {
    name: who.name,
    owner_id,
    project_type,
    bio: fill(c.pick(project_type === 'GROUP' ? BIOS_BAND : BIOS_SOLO), who),
    city: who.place.city,
    country: who.place.country,
    // People live around a town, not all on its square.
    lat: who.place.lat + (c.next() - 0.5) * 0.06,
    lng: who.place.lng + (c.next() - 0.5) * 0.06,
    zone: who.place.zone,
    genres: who.genres,
    languages: c.yes(0.4) ? ['es', 'en'] : ['es'],
    main_instrument: project_type === 'GROUP' ? null : who.instrument,
  }
  // What the rows of promises and answers are made of: no figure is written.
  const record = {
    kept: isNew ? c.between(0, 2) : known + c.between(0, 30),
    share: Math.round((0.86 + c.next() * 0.14) * 100) / 100,
    reply_minutes: c.pick([12, 25, 40, 60, 90, 180, 360, 720]),
  }
  const updated_at = new Date(now.getTime() - c.between(0, 40) * 86_400_000).toISOString()
  return { row: { ...row, updated_at }, count, record }
}

type Act = Reviewed & Known

const actOf = (
  project_id: number,
  who: { rating: number } | undefined,
  made: { count: number; record: Omit<Known, 'project_id'> } | undefined,
): Act => ({
  ...{ project_id, quality: who?.rating ?? 4, count: made?.count ?? 0 },
  ...(made?.record ?? { kept: 0, share: 1, reply_minutes: 60 }),
})

/** Puts somebody's words into a sentence. */
function fill(
  sentence: string,
  who: { instrument: string; genres: readonly string[]; place: Place; years: number },
): string {
  const instrument = INSTRUMENT_WORDS[who.instrument] ?? who.instrument
  const genres = who.genres.map((genre) => GENRE_WORDS[genre] ?? genre)
  const list = genres.length > 1 ? `${genres.slice(0, -1).join(', ')} y ${genres.at(-1)}` : (genres[0] ?? '')
  const first = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  return sentence
    .replaceAll('{i}', instrument)
    .replaceAll('{I}', first(instrument))
    .replaceAll('{g}', list)
    .replaceAll('{G}', first(genres[0] ?? ''))
    .replaceAll('{c}', who.place.city)
    .replaceAll('{y}', String(who.years))
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

async function makeBands(
  db: Db,
  c: Chance,
  musicians: DemoMusician[],
  count: number,
  now: Date,
  acts: Act[],
): Promise<DemoBand[]> {
  const names = new Set<string>(['La Candela'])
  // A crowd larger than the words can name gets numbers.
  for (let tries = 0; names.size < count; tries++)
    names.add(`${c.pick(BAND_FIRST)} ${c.pick(BAND_LAST)}${tries > 20 * count ? ` ${names.size}` : ''}`)
  const drafts = [...names].map((name, n) => {
    const owner = n === 0 ? musicians[0] : musicians[(n * 7) % musicians.length]
    if (!owner) throw new Error('a band needs an owner')
    const near = musicians.filter((m) => m !== owner && m.place.country === owner.place.country)
    const others = c.some(near, n === 0 ? 5 : c.between(2, 6))
    const genres: Genre[] =
      n === 0
        ? ['salsa', 'latin', 'merengue', 'bachata']
        : [...new Set([...owner.genres, c.pick(GENRES)])].slice(0, 4)
    return { name, owner, members: [owner, ...others], genres, place: owner.place }
  })
  const made = drafts.map((band) => {
    const drawn = { years: c.between(3, 18), rating: Math.round((4 + c.next()) * 10) / 10 }
    const who = { ...band, instrument: 'voice', ...drawn }
    return { who, ...projectRow(c, who, band.owner.user_id, 'GROUP', now) }
  })
  const inserted = await db
    .insert(music_projects)
    .values(made.map(({ row }) => row))
    .returning({ id: music_projects.id })
  acts.push(...inserted.map(({ id }, n) => actOf(id, made[n]?.who, made[n])))
  return drafts.map((band, n) => ({ ...band, project_id: inserted[n]?.id ?? 0 }))
}

function serviceRow(
  c: Chance,
  who: { project_id: number; instrument: string; genres: Genre[]; place: Place; rating: number },
  format: Format,
): ServiceRow {
  const [low, high] = PRICES[format]
  // The better known ask more, with a spread.
  const wanted =
    low + (high - low) * Math.min(1, Math.max(0, (who.rating - 3.4) / 1.6) * 0.7 + c.next() * 0.3)
  const price_mode = c.pick(['fixed', 'fixed', 'from', 'per_hour'] as const)
  const duration_minutes = c.pick([60, 90, 120, 120, 180])
  const share = price_mode === 'per_hour' ? 0.55 : Math.max(0.7, duration_minutes / 120)
  return {
    project_id: who.project_id,
    title: fill(c.pick(TITLES[format] ?? ['{I}']), { ...who, years: 0 }),
    category: 'MUSIC_SETTING',
    description: c.pick(DESCRIPTIONS),
    genres: who.genres,
    event_types: c.some(EVENT_TYPES, c.between(4, EVENT_TYPES.length)),
    format,
    duration_minutes,
    price_mode,
    price: Math.round((wanted * share) / 500) * 500,
    currency: 'USD',
    travel_radius_km: c.pick([40, 80, 120, 200, 350]),
    travel_fee_per_km: c.pick([0, 0, 25, 40, 60]),
    includes_sound: c.yes(0.65),
    setup_minutes: c.pick([20, 30, 45, 60, 90]),
    lead_time_days: c.pick([1, 2, 3, 5, 7]),
    languages: c.yes(0.35) ? ['es', 'en'] : ['es'],
    extras: c.yes(0.5) ? [{ name: 'Hora adicional', price: c.between(8, 30) * 1000 }] : [],
    status: 'active',
  }
}

function soloServices(c: Chance, musician: DemoMusician): ServiceRow[] {
  const rows = [serviceRow(c, musician, 'solo')]
  if (c.yes(0.35)) rows.push(serviceRow(c, musician, c.yes(0.6) ? 'duo' : 'trio'))
  if (c.yes(0.22))
    rows.push({
      ...serviceRow(c, musician, 'solo'),
      title: `Clases de ${INSTRUMENT_WORDS[musician.instrument] ?? musician.instrument}`,
      category: 'MUSIC_LEARNING',
      description:
        'Clases a tu ritmo, con objetivos por mes y grabaciones para practicar en casa. La primera es de prueba.',
      event_types: [],
      price_mode: 'fixed',
      price: c.between(12, 30) * 100,
      duration_minutes: 60,
      instrument: musician.instrument,
      level: 'any',
      modality: c.pick(['online', 'in_person', 'both'] as const),
      lesson_minutes: 60,
      trial_price: c.between(5, 10) * 100,
    })
  return rows
}

function bandServices(c: Chance, band: DemoBand): ServiceRow[] {
  const size = band.members.length
  const full: Format = size >= 5 ? 'band' : size === 4 ? 'quartet' : size === 3 ? 'trio' : 'duo'
  const who = {
    project_id: band.project_id,
    instrument: band.owner.instrument,
    genres: band.genres,
    place: band.place,
    rating: band.owner.rating,
  }
  const rows = [serviceRow(c, who, full)]
  if (size >= 4 && c.yes(0.6)) rows.push(serviceRow(c, who, 'trio'))
  return rows
}
