import * as z from 'zod/mini'
import { briefWith } from '#app/server/scenes/brief.ts'
import { Brief, type BriefDraft } from './contract.ts'

/** A brief that holds every rule, as somebody hands it in. */
export const DRAFT: BriefDraft = briefWith({
  objective: { notes: 'Que nadie se siente' },
  event: {
    day: '2027-02-20',
    starts: '16:00',
    ends: '01:00',
    country: undefined,
    setting: 'indoor',
    guests: 150,
    ages: ['young', 'adults'],
    recurrence: undefined,
  },
  sound: {
    genres_liked: ['salsa', 'jazz', 'latin'],
    references: 'Boleros al inicio, salsa de Fania al final',
  },
  technical: { sound_available: true, stage_m2: 30, noise_limit_db: 100 },
  budget: { max: 500_000 },
  constraints: { notes: 'Traje formal' },
})

/** The same, whole. */
export const BRIEF: Brief = z.parse(Brief, DRAFT)
