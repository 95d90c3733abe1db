import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, PathId } from '#core/contract/endpoint.ts'
import { Currency } from '#core/contract/money.ts'

/** What is paid to a project in a currency, minor units; what there is of it as the books have it. */
export const ProjectMoney = z.object({
  project_id: Id,
  project_name: z.nullable(wordsOf('artist', z.string())),
  currency: Currency,
  /** Agreed and not confirmed yet. */
  due: z.int(),
  /** For what is still to be played. */
  held: z.int(),
  earned: z.int(),
  /** To be given back of what wasn't played. */
  owed: z.int(),
  /** The platform's, of what was earned. */
  fees: z.int(),
})
export type ProjectMoney = z.output<typeof ProjectMoney>

export const readMoney = endpoint({
  method: 'GET',
  path: '/api/contracts/money/',
  access: 'read:contracts',
  summary:
    'What is paid to the projects that I own, or to one of them: due, kept, earned, to be given back, and the platform’s fees',
  query: z.object({
    /** All of the caller's unless said. */
    project: z.optional(PathId),
  }),
  reply: z.object({ results: z.array(ProjectMoney) }),
})
