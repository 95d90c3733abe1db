import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'
import { InstrumentName } from '#features/projects/contract.ts'
import { ExperienceBand, SkillLevel } from './contract.ts'

/** Most instruments that somebody says they learn. */
export const MOST_LEARNED = 8

const fields = {
  name: InstrumentName,
  since_year: z.nullable(z.int().check(z.minimum(1930), z.maximum(2100))),
  level: z.nullable(SkillLevel),
}

export const LearnedDraft = z.object(fields)
export type LearnedDraft = z.output<typeof LearnedDraft>

/** An instrument that somebody without a project plays or learns. */
export const Learned = z.object({
  ...fields,
  /** From the years since `since_year`; none without it. */
  experience: z.nullable(ExperienceBand),
})
export type Learned = z.output<typeof Learned>

const LearnedList = z.object({ results: z.array(Learned) })

export const readLearned = endpoint({
  method: 'GET',
  path: '/api/instruments/mine/',
  access: 'read:instruments',
  summary: 'The instruments that somebody without a project plays or learns, in their own order',
  reply: LearnedList,
})

export const saveLearned = endpoint({
  method: 'PUT',
  path: '/api/instruments/mine/',
  access: 'read:instruments',
  summary: 'Say which instruments one plays or learns, all at once',
  body: z.object({
    instruments: z.array(LearnedDraft).check(
      z.maxLength(MOST_LEARNED),
      z.refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
        error: 'validation.invalid',
      }),
    ),
  }),
  reply: LearnedList,
})
