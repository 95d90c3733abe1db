import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, PathId } from '#core/contract/endpoint.ts'
import { Currency } from '#core/contract/money.ts'

/** What was paid to a project in a currency, as the books have it; minor units. */
export const ProjectMoney = z.object({
  project_id: Id,
  project_name: z.nullable(wordsOf('artist', z.string())),
  currency: Currency,
  /** For what is still to be played, or to be given back. */
  held: z.int(),
  earned: z.int(),
})
export type ProjectMoney = z.output<typeof ProjectMoney>

export const readMoney = endpoint({
  method: 'GET',
  path: '/api/contracts/money/',
  access: 'read:contracts',
  summary: 'What was paid to the projects that I own, or to one of them: kept and earned',
  query: z.object({
    /** All of the caller's unless said. */
    project: z.optional(PathId),
  }),
  reply: z.object({ results: z.array(ProjectMoney) }),
})
