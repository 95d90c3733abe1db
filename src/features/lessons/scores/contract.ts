import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'

/* PDFs that the two of a lesson can look at together in its room. */

/** Most PDFs that the two bring to one lesson. */
export const MOST_SCORES = 10
/** Pages of a PDF that is opened there. */
export const PAGES_MAX = 200
/** Most that are offered at once, the newest of each place. */
export const SCORES_LISTED = 50

/** Where a PDF lies: with a lesson of the two, an assignment, or in a message about these lessons. */
export const SCORE_SOURCES = ['lesson', 'assignment', 'message'] as const
export const ScoreSource = z.enum(SCORE_SOURCES)
export type ScoreSource = z.output<typeof ScoreSource>

export const LessonScore = z.object({
  source: ScoreSource,
  id: Id,
  name: wordsOf('either', z.string()),
  bytes: z.int(),
  /** The reader brought it to this lesson, and can remove it. */
  mine: z.boolean(),
})
export type LessonScore = z.output<typeof LessonScore>

export const listScores = endpoint({
  method: 'GET',
  path: '/api/lessons/:id/scores/',
  access: 'read:calendar',
  summary:
    'PDFs that the two of a lesson with a room can open together: of their lessons, assignments and messages',
  params: IdParams,
  reply: z.object({
    scores: z.array(LessonScore),
    /** How many the two have brought to this lesson. */
    brought: z.int(),
  }),
})

export const addScore = endpoint({
  method: 'POST',
  path: '/api/lessons/:id/scores/',
  access: 'read:calendar',
  summary: 'Bring a PDF to a lesson with a room (multipart field `file`)',
  params: IdParams,
  upload: ['application/pdf'],
  reply: LessonScore,
  status: 201,
  limit: 30,
})

export const readScore = endpoint({
  method: 'GET',
  path: '/api/lessons/:id/scores/:source/:file/',
  access: 'read:calendar',
  summary: 'One of these PDFs, as a file',
  params: z.object({ id: PathId, source: ScoreSource, file: PathId }),
  raw: ['application/pdf'],
  limit: 120,
})

export const removeScore = endpoint({
  method: 'DELETE',
  path: '/api/lessons/:id/scores/:file/',
  access: 'read:calendar',
  summary: 'Remove a PDF that the caller brought to a lesson',
  params: z.object({ id: PathId, file: PathId }),
})
