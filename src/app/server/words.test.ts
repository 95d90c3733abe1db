import { expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { seen } from '#core/contract/audience.ts'
import { routes } from './features.ts'

/*
 * What people write freely is shown to the other side without contact details (core/server/audience.ts), if the contract
 * says whose words it is. A field of that kind that doesn't say so has to stand here, with why nothing is hidden in it.
 */

/** Calls whose answers the other side of a hire, or anybody, reads. */
const READ_BY_OTHERS =
  /^\/api\/(directory|orders|requests|budgets|contracts|events|standby|results|reviews|threads|receipts|referrals|lessons|home|calendar|guardian|musician|invitations)\//

/** How fields are called that somebody fills freely. */
const FREE =
  /^(bio|description|excerpt|line_up|notes?|message|reason|special_terms|(\w+_)?title|(\w+_)?name|city|place|address|comment|problem|references?|text|role|brand|model)$/

/** By the two last names of the way to it. */
const WHOLE: Record<string, readonly string[]> = {
  'the hunter’s own, in answers that nobody else gets': [
    'adjustment.note',
    'answers.comment',
    'city',
    'constraints.notes',
    'event.address',
    'event.city',
    'event.title',
    'moment.title',
    'moments.title',
    'objective.notes',
    'requests.message',
    'results.city',
    'results.title',
    'slots.title',
    'sound.references',
    'surveys.city',
    'surveys.title',
    'timeline.actor_name',
    'timeline.note',
    'title',
  ],
  'of an agreement that is in force': [
    'checklist.project_name',
    'comment',
    'contact.name',
    'day_contact.name',
    'member.name',
    'moments.project_name',
    'others.name',
    'performers.line_up',
    'performers.name',
    'performers.project_name',
    'players.name',
    'punctuality.project_name',
    'recommendations.project_name',
    'reports.person_name',
    'reports.project_name',
    'substitute.name',
  ],
  'a band’s member, for themself and its owner': ['results.member_name'],
  'one’s own project': [
    'dates.project_name',
    'first.project_name',
    'project.name',
    'project_name',
    'results.project_name',
  ],
  'of a band, to whoever is asked to play in it: who plays together hires nobody': [
    'band_name',
    'detail.band_name',
    'detail.message',
    'message',
  ],
  'of a child and their adult, to each other': ['guardian_name', 'name'],
  'ours, or changed where it is read': [
    'benchmark.city',
    'dates.title',
    'en.text',
    'en.title',
    'es.text',
    'es.title',
  ],
  'refused where it is written, or needed as it is (0025)': [
    'deposit.reference',
    'payment.reference',
    'payments.reference',
    'results.reference',
    'signatures.typed_name',
  ],
}

/** Ways to texts of an answer that aren't said to be anybody's words. */
function unmarked(schema: z.ZodMiniType, way: readonly string[] = []): string[] {
  if (seen.get(schema)?.by) return []
  const def = schema._zod.def as {
    type: string
    shape?: Record<string, z.ZodMiniType>
    element?: z.ZodMiniType
    innerType?: z.ZodMiniType
    options?: z.ZodMiniType[]
  }
  if (def.type === 'string') return FREE.test(way.at(-1) ?? '') ? [way.slice(-2).join('.')] : []
  const inside = [def.element, def.innerType, ...(def.options ?? [])].flatMap((part) =>
    part ? unmarked(part, way) : [],
  )
  return [
    ...inside,
    ...Object.entries(def.shape ?? {}).flatMap(([name, part]) => unmarked(part, [...way, name])),
  ]
}

it('every text that others read says whose words it is, or it is said here why it is shown whole', () => {
  const found = new Set(
    routes
      .map(({ endpoint }) => endpoint)
      // The towns that forms offer are a list of ours.
      .filter(({ path }) => READ_BY_OTHERS.test(path) && path !== '/api/directory/towns/')
      .flatMap(({ reply }) => unmarked(reply)),
  )
  expect([...found].sort()).toEqual(Object.values(WHOLE).flat().sort())
})
