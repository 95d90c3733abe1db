import * as z from 'zod/mini'
import { Brief, type BriefDraft } from './contract.ts'

/** A brief that holds every rule, as somebody hands it in. */
export const DRAFT: BriefDraft = {
  objective: { kind: 'dance_floor', metric: 'dancing_share', target: 60, notes: 'Que nadie se siente' },
  event: {
    type: 'wedding',
    day: '2027-02-20',
    starts: '16:00',
    ends: '01:00',
    zone: 'America/Guatemala',
    city: 'Antigua Guatemala',
    address: '5a avenida norte 12',
    lat: 14.5586,
    lng: -90.7295,
    setting: 'indoor',
    guests: 150,
    ages: ['young', 'adults'],
  },
  sound: {
    genres_liked: ['salsa', 'jazz', 'latin'],
    genres_forbidden: ['reggaeton'],
    energy: 'rising',
    languages: ['es'],
    references: 'Boleros al inicio, salsa de Fania al final',
  },
  technical: { formats: [], sound_available: true, power_available: true, stage_m2: 30, noise_limit_db: 100 },
  budget: { min: 100_000, max: 500_000, currency: 'USD', includes_sound: false },
  constraints: { notes: 'Traje formal', consent: true },
}

/** The same, whole. */
export const BRIEF: Brief = z.parse(Brief, DRAFT)
