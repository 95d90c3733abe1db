import { randomBytes } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import type { App } from '#core/server/app.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { transaction } from '#core/server/work.ts'
import { addFile, encodeUpload, showPicture } from '#features/files/commands.ts'
import { wavFormat, wavSamples } from '#features/files/rules.sounds.ts'
import { documentPart } from '#features/files/rules.ts'
import { Meter } from '#features/media/rules.levels.ts'
import { project_media, project_songs, project_stages } from '#features/media/table.ts'
import { music_projects } from '#features/projects/table.ts'
import { posterOf } from './art.ts'
import { melodyOf } from './melodies.ts'
import type { DemoPeople } from './people.ts'

/** How many projects show photos and sounds. */
const PROFILES = 10

/** Photos of a gallery: what is to be seen, and the proportions of what it is drawn in. */
const PHOTOS = [
  { title: 'En el escenario, minutos antes de la función', width: 900, height: 600 },
  { title: 'Prueba de sonido', width: 600, height: 800 },
  { title: 'Cierre de una boda en Antigua', width: 1000, height: 563 },
] as const
const TUNES = ['Ensayo en vivo', 'Vals de la tarde', 'Entrada', 'Tema propio'] as const

const SONGS = [
  ['La Bilirrubina', 'Juan Luis Guerra'],
  ['Luna de Xelajú', 'Paco Pérez'],
  ['Oye Cómo Va', 'Tito Puente'],
  ['Cielito Lindo', 'Quirino Mendoza'],
  ['Quimbara', 'Celia Cruz'],
  ['Bésame Mucho', 'Consuelo Velázquez'],
  ['Sabor a Mí', 'Álvaro Carrillo'],
  ['Suavemente', 'Elvis Crespo'],
  ['Rosas en el Mar', 'Massiel'],
  ['Ferrocarril de los Altos', 'Domingo Bethancourt'],
  ['Noche de Luna en las Ruinas', 'Mariano Valverde'],
  ['Fly Me to the Moon', 'Bart Howard'],
  ['Perfect', 'Ed Sheeran'],
  ['A Thousand Years', 'Christina Perri'],
  ['Vals para la entrada', ''],
] as const

const STAGE = {
  needs:
    'Un espacio plano y techado de 4 por 3 metros. Dos tomas de 110 voltios a menos de cinco metros. Cuatro sillas sin brazos y agua.',
  rider:
    'Seis canales: dos voces, guitarra, bajo, teclado estéreo. Dos monitores de piso. Micrófonos de voz dinámicos con pie recto.',
}

/** A film that its makers gave to everybody. */
const VIDEO = { provider: 'youtube', ref: 'aqz-KE-bpKQ', title: 'Video de muestra' } as const

/** Gives the best known projects photos, tunes, a repertoire and needs, drawn and played by arithmetic. @returns how many */
export async function makeMedia(app: App, people: DemoPeople): Promise<number> {
  const best = [...people.musicians].slice(1).sort((a, b) => b.rating - a.rating)
  const shown = [
    ...people.musicians.slice(0, 1),
    ...people.bands.slice(0, 5).map(({ project_id, owner }) => ({ ...owner, project_id })),
    ...best,
  ].slice(0, PROFILES)
  for (const [n, one] of shown.entries()) await show(app, one, n)
  await app.db
    .update(music_projects)
    .set({ has_sound: true })
    .where(
      inArray(
        music_projects.id,
        shown.map(({ project_id }) => project_id),
      ),
    )
  return shown.length
}

interface Shown {
  project_id: number
  user_id: number
  instrument: string
}

async function show(app: App, { project_id, user_id, instrument }: Shown, n: number): Promise<void> {
  const store = storeOf(app.config)
  const now = app.clock.now()
  const at = now.toISOString()
  const base = { project_id, user_id, created_at: at }
  for (const [position, { title, ...size }] of PHOTOS.entries()) {
    const picture = await encodeUpload(await posterOf(project_id * 7 + position, instrument, size))
    const key = newKey()
    await store.put(key, picture.parts)
    await transaction(app, now, async (work) => {
      const { url, width, height } = await addFile(work, user_id, key, picture)
      await showPicture(work, { user_id, from: null, to: url, field: 'picture' })
      await work.db
        .insert(project_media)
        .values({ ...base, kind: 'picture', title, position, picture: url, width, height })
    })
  }
  for (const position of [0, 1]) {
    const bytes = melodyOf(project_id * 2 + position, instrument)
    const its = wavFormat(bytes)
    if (!its) throw new Error('a tune is no WAV')
    const count = its.length / 2
    const meter = new Meter()
    meter.hear(wavSamples(bytes, its, 0, count))
    const key = newKey()
    await store.put(key, new Map([[documentPart('wav'), bytes]]))
    await app.db.insert(project_media).values({
      ...base,
      kind: 'sound',
      title: TUNES[(n + position) % TUNES.length] ?? '',
      position,
      key,
      secret: randomBytes(8).toString('hex'),
      format: 'wav',
      bytes: bytes.length,
      seconds: count / its.rate,
      levels: meter.levels(),
      analysed_at: at,
      stored_at: at,
    })
  }
  if (n < 2) await app.db.insert(project_media).values({ ...base, ...VIDEO, kind: 'link', position: 0 })
  await app.db
    .insert(project_songs)
    .values(SONGS.map(([title, artist], position) => ({ project_id, position, title, artist })))
  await app.db.insert(project_stages).values({ project_id, ...STAGE })
}
