import { describe, expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { Performer } from '../contract.ts'
import { NO_HOST_FACTS, UNEDITED } from '../rules.day.ts'
import { type Staged, sheetIn } from '../rules.sheet.ts'
import { planStage } from '../rules.stage.ts'
import { EventSheet } from './EventSheet.tsx'
import { askedSheet } from './sheets.ts'

inSpanish()

const ZONE = 'America/Guatemala'
/** A Saturday evening there: ten o'clock at night is four in the morning of Sunday, UTC. */
const at = (hours: number, minutes = 0) => new Date(Date.UTC(2026, 3, 18, hours + 6, minutes)).toISOString()

/** Candela opens and plays again at the end; the trio comes on between, without a pause. The place opens late. */
const { plan, schedules } = planStage({
  opens_at: at(16, 50),
  moments: [
    { from: at(18), to: at(19), intent: 'cocktail', title: null, live: true, project_id: 1 },
    { from: at(19), to: at(20), intent: 'meal', title: 'Cena', live: true, project_id: 2 },
    { from: at(20), to: at(20, 30), intent: 'speeches', title: null, live: false, project_id: null },
    { from: at(20, 30), to: at(21), intent: 'break', title: null, live: false, project_id: null },
    { from: at(21), to: at(23), intent: 'dance', title: null, live: true, project_id: 1 },
  ],
  projects: [
    { project_id: 1, format: 'duo', setup_minutes: 15, brings_sound: false, free_from: null },
    { project_id: 2, format: 'trio', setup_minutes: 20, brings_sound: false, free_from: null },
  ],
})
const performer = (project_id: number, name: string, more: Partial<Performer>): Performer => ({
  project_id,
  name,
  project_type: 'GROUP',
  profile_image: null,
  moments: [{ intent: 'meal', title: 'Cena' }],
  line_up: '',
  substitutes: [],
  contract_ids: [project_id],
  schedule: schedules.get(project_id) as Performer['schedule'],
  mine: false,
  owned: false,
  contact: null,
  says: null,
  ...more,
})
const candela = performer(1, 'Candela', {
  moments: [
    { intent: 'cocktail', title: null },
    { intent: 'dance', title: null },
  ],
  line_up: 'Voz y guitarra',
  mine: true,
  says: {
    ...UNEDITED,
    set_list: [
      { songs: [{ title: 'Sabor a mí', minutes: 4 }] },
      {
        songs: [
          { title: 'Perfect', minutes: null },
          { title: 'La negra', minutes: 3 },
        ],
      },
    ],
    meal_needs: 'Uno sin carne',
    power_needs: '',
  },
})
const trio = performer(2, 'Trío Volcán', {
  contact: { name: 'Óscar Volcán', email: 'oscar@volcan.test', phone: null },
})
const PAPER = {
  format: 'pdf',
  bytes: 1_200_000,
  added_at: at(12),
  added_by: 'Lucía',
  mine: false,
} as const
const EVENT: Staged = {
  id: 12,
  order_id: 3,
  title: 'Boda Aguilar',
  type: 'wedding',
  state: 'confirmed',
  starts_at: at(18),
  ends_at: at(23),
  zone: ZONE,
  city: 'Antigua Guatemala',
  place: 'Finca San Cayetano',
  guests: 120,
  lat: null,
  lng: null,
  side: 'musician',
  contact: { name: 'Lucía Aguilar', email: 'lucia@aguilar.test', phone: null },
  performers: [candela, trio],
  stage_plan: plan,
  opens_at: at(16, 50),
  host_says: { ...NO_HOST_FACTS, ...UNEDITED, parking: 'Atrás de la capilla', do_not_play: ['Despacito'] },
  documents: [
    { ...PAPER, id: 1, project_id: null, title: 'Plano de la finca' },
    { ...PAPER, id: 2, project_id: 1, title: 'Rider de Candela' },
  ],
  day: null,
  checklist: [],
  lost_moments: 0,
}

/** What a sheet says, as it is read aloud: what is drawn for the eye alone is left out. */
async function said(of: Performer | null): Promise<string> {
  const markup = await drawn(<EventSheet event={EVENT} performer={of} />)
  return textOf(markup.replace(/<div aria-hidden="true".*?<\/ul><\/div>/s, ''))
}

describe('the sheet of one who plays', () => {
  test('has one call, load-in, soundcheck and load-out, and every set; of others nothing', async () => {
    const words = await said(candela)
    expect(words).toContain('Hoja del día de Candela')
    for (const row of [
      'Cóctel y Baile · Voz y guitarra',
      'Entrada y montaje 17:15',
      'En escena, tanda 1 18:00–19:00',
      'En escena, tanda 2 21:00–23:00',
      'Salida 23:30',
    ])
      expect(words).toContain(row)
    expect(words.match(/Llamado/g)).toHaveLength(1)
    expect(words).toContain('Finca San Cayetano')
    expect(words).toContain('lucia@aguilar.test')
    expect(words).not.toContain('oscar@volcan.test')
  })
  test('has what the host says, and their own set list with its length as far as they say it', async () => {
    const words = await said(candela)
    for (const row of [
      'Parqueo Atrás de la capilla',
      'No tocar Despacito',
      'Repertorio, tanda 1 (1 canción, 4 min) Sabor a mí · 4 min',
      'Repertorio, tanda 2 (2 canciones, 3 min o más) Perfect La negra · 3 min',
      'Comida que necesitan Uno sin carne',
      // What was handed over by its name: the files are on the event's page.
      'No tocar Despacito Documentos Plano de la finca',
      'Uno sin carne Documentos Rider de Candela',
    ])
      expect(words).toContain(row)
    // What isn't said has no line.
    for (const name of ['Vestimenta', 'Corriente']) expect(words).not.toContain(name)
  })
  test('says that there is only a line check, and what would help', async () => {
    // Forty minutes before the guests: both set up, and neither has time to check.
    expect(candela.schedule.soundcheck_at).toBeNull()
    const words = await said(candela)
    expect(words).toContain('Prueba de líneas antes de tocar')
    expect(words).toContain('Candela no tiene prueba de sonido')
    expect(words).toContain('Con 35 minutos más antes de los invitados habría prueba para todos')
    expect(words).not.toContain('Trío Volcán no tiene prueba de sonido')
  })
})

test('the sheet of the stage says hour by hour whose it is, and which changeover has no time', async () => {
  const words = await said(null)
  for (const row of [
    '17:30–18:00 Llegan los invitados Escenario libre',
    '18:00–19:00 Candela En escena',
    '19:00–20:00 Trío Volcán En escena · Cena',
    'Escenario en silencio',
    'Candela Cambio y prueba de líneas',
  ])
    expect(words).toContain(row)
  expect(words).toContain('Faltan 15 minutos para que Trío Volcán entre después de Candela')
  expect(words).toContain('Entrada al lugar 16:50')
  expect(words).toContain('Primeros invitados 17:30')
  expect(words).not.toContain('A quién llamar')
})

test('a host has everybody’s sheet, who plays their own, and none before the stage is planned', () => {
  const address = (sheet: string) => askedSheet(new URLSearchParams({ sheet }))
  const read = (side: Staged['side'], of: string) => sheetIn({ ...EVENT, side }, address(of) ?? 0)?.performer
  expect([read('hunter', '1'), read('hunter', '2'), read('hunter', 'stage')]).toEqual([candela, trio, null])
  expect([read('musician', '1'), read('musician', '2'), read('musician', '3')]).toEqual([
    candela,
    undefined,
    undefined,
  ])
  expect(sheetIn({ ...EVENT, stage_plan: null }, 'stage')).toBeNull()
  expect([address('nonsense'), askedSheet(new URLSearchParams())]).toEqual([null, null])
})
