import type { BriefDraft } from '#features/hiring/brief/contract.ts'

type Whole = { [Section in keyof BriefDraft]-?: NonNullable<BriefDraft[Section]> }
/** What a scene says differently; a section's other fields stay as they are. */
export type BriefParts = { [Section in keyof Whole]?: Partial<Whole[Section]> }

/** Antigua Guatemala, where scenes take place unless they say otherwise. */
export const ANTIGUA = {
  city: 'Antigua Guatemala',
  country: 'GT',
  lat: 14.5586,
  lng: -90.7295,
  zone: 'America/Guatemala',
} as const

const WEDDING: Whole = {
  objective: { kind: 'dance_floor', metric: 'dancing_share', target: 60 },
  event: {
    ...ANTIGUA,
    type: 'wedding',
    starts: '18:00',
    ends: '23:30',
    address: '5a avenida norte 12',
    setting: 'outdoor',
    guests: 120,
    ages: ['adults'],
    recurrence: 'none',
  },
  sound: { genres_liked: ['bolero'], genres_forbidden: ['reggaeton'], energy: 'rising', languages: ['es'] },
  technical: {
    formats: [],
    sound_available: false,
    power_available: true,
    stage_m2: 20,
    noise_limit_db: 95,
  },
  budget: { min: 100_000, max: 400_000, currency: 'USD', includes_sound: false },
  constraints: { notes: '', consent: true },
}

/** A brief with every field that is required, ready to be handed in; only the day has to be given. */
export const briefWith = (parts: BriefParts & { event: { day: string } }): BriefDraft => ({
  objective: { ...WEDDING.objective, ...parts.objective },
  event: { ...WEDDING.event, ...parts.event },
  sound: { ...WEDDING.sound, ...parts.sound },
  technical: { ...WEDDING.technical, ...parts.technical },
  budget: { ...WEDDING.budget, ...parts.budget },
  constraints: { ...WEDDING.constraints, ...parts.constraints },
})
