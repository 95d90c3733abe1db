import type { Db } from '#core/server/db.ts'
import { instrument_sets, instruments } from '#features/instruments/table.ts'
import { chance } from './random.ts'
import { INSTRUMENT_WORDS } from './words.ts'

type Row = typeof instruments.$inferInsert

const FAMILIES: Record<string, Row['family']> = {
  guitar: 'strings',
  bass: 'strings',
  violin: 'strings',
  piano: 'keys',
  drums: 'percussion',
  saxophone: 'wind',
  trumpet: 'wind',
  voice: 'voice',
}
const MODELS: Record<string, readonly (readonly [brand: string, model: string])[]> = {
  guitar: [
    ['Yamaha', 'FG800'],
    ['Taylor', '214ce'],
    ['Fender', 'Player Telecaster'],
  ],
  bass: [
    ['Fender', 'Jazz Bass'],
    ['Ibanez', 'SR300'],
  ],
  violin: [
    ['Stentor', 'Conservatoire'],
    ['Yamaha', 'V5'],
  ],
  piano: [
    ['Roland', 'FP-30X'],
    ['Nord', 'Stage 3'],
    ['Yamaha', 'P-125'],
  ],
  drums: [
    ['Pearl', 'Export'],
    ['Tama', 'Imperialstar'],
  ],
  saxophone: [
    ['Yamaha', 'YAS-280'],
    ['Selmer', 'AS500'],
  ],
  trumpet: [
    ['Bach', 'TR300'],
    ['Yamaha', 'YTR-2330'],
  ],
  voice: [
    ['Shure', 'SM58'],
    ['Sennheiser', 'e935'],
  ],
}

const CHUNK = 500

/** What each musician plays on, with the year they began; some bring a small sound system, ready as a set. */
export async function makeInstruments(
  db: Db,
  musicians: readonly { project_id: number; instrument: string }[],
  now: Date,
): Promise<void> {
  // A source of its own: who else is invented doesn't change with what they own.
  const c = chance(20_261_121)
  const year = now.getUTCFullYear()
  const rows: Row[] = musicians.flatMap((musician, n) => {
    const [brand, model] = c.pick(MODELS[musician.instrument] ?? [['', '']])
    const word = INSTRUMENT_WORDS[musician.instrument] ?? musician.instrument
    const own: Row = {
      project_id: musician.project_id,
      name: musician.instrument === 'voice' ? 'Voz' : word.charAt(0).toUpperCase() + word.slice(1),
      type: 'musical instrument',
      family: FAMILIES[musician.instrument] ?? 'other',
      brand,
      model,
      since_year: year - c.between(1, 18),
      level: c.pick(['intermediate', 'advanced', 'advanced', 'professional'] as const),
      is_primary: true,
      condition: c.pick(['new', 'good', 'good', 'fair'] as const),
    }
    const sound: Row = {
      project_id: musician.project_id,
      name: 'Sonido portátil',
      type: 'scenography',
      family: 'electronic',
      brand: 'Bose',
      model: 'L1 Compact',
      since_year: year - c.between(1, 5),
    }
    return n === 0 || c.yes(0.3) ? [own, sound] : [own]
  })
  const made: { id: number; project_id: number }[] = []
  for (let at = 0; at < rows.length; at += CHUNK)
    made.push(
      ...(await db
        .insert(instruments)
        .values(rows.slice(at, at + CHUNK))
        .returning({ id: instruments.id, project_id: instruments.project_id })),
    )
  const of = Map.groupBy(made, ({ project_id }) => project_id)
  const sets = [...of].filter(([, items]) => items.length > 1)
  for (let at = 0; at < sets.length; at += CHUNK)
    await db.insert(instrument_sets).values(
      sets.slice(at, at + CHUNK).map(([project_id, items]) => ({
        project_id,
        name: 'Listo para sonar',
        instrument_ids: items.map(({ id }) => id),
        setup_minutes: 20,
        teardown_minutes: 15,
        footprint_m2: 4,
        watts: 600,
        input_channels: 4,
      })),
    )
}
