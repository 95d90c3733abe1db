import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { line } from '#core/contract/text.ts'
import { Day, Instant, Zone } from '#core/contract/time.ts'
import { ATTACHMENT_FORMATS, ATTACHMENT_TYPES } from '#features/files/contract.ts'
import { AssignmentState, AssignmentStep, LessonSide } from '../contract.ts'

/* What a teacher gives a student to do between lessons, what the student turns in, and what the teacher says of it. */

/** Most assignments of one student with one teacher that aren't done. */
export const MOST_OPEN = 30
/** Most files that one side puts to an assignment. */
export const MOST_FILES = 10
/** Most remarks on an assignment. */
export const MOST_REMARKS = 200
/** Letters of what is to be done, and of a remark. */
export const WORDS_MAX = 2000
/** The last place in a recording that can be remarked on: longer ones aren't taken. */
export const PLACE_MAX_MS = 3 * 60 * 60 * 1000

const draft = {
  title: wordsOf('either', line(1, 120)),
  text: wordsOf('either', z.string().check(z.trim(), z.maxLength(WORDS_MAX))),
  /** By when, on the student's clock. */
  due: z.nullable(Day),
}

export const AssignmentDraft = z.object(draft)
export type AssignmentDraft = z.output<typeof AssignmentDraft>

export const AssignmentFile = z.object({
  id: Id,
  name: wordsOf('either', z.string()),
  format: z.enum(ATTACHMENT_FORMATS),
  bytes: z.int(),
  side: LessonSide,
})
export type AssignmentFile = z.output<typeof AssignmentFile>

export const Remark = z.object({
  id: Id,
  side: LessonSide,
  mine: z.boolean(),
  text: wordsOf('either', z.string()),
  /** The recording it is about. */
  file_id: z.nullable(Id),
  /** Where in it, milliseconds from its beginning. */
  at_ms: z.nullable(z.int()),
  created_at: Instant,
})
export type Remark = z.output<typeof Remark>

const summary = {
  id: Id,
  /** On which side the reader is. */
  side: LessonSide,
  student: z.object({ id: Id, name: z.nullable(wordsOf('either', z.string())) }),
  /** The student's clock: by its day it is late. */
  student_zone: Zone,
  /** By the project that they teach as. */
  teacher: z.object({ project_id: Id, name: z.nullable(wordsOf('either', z.string())) }),
  ...draft,
  state: AssignmentState,
  given_at: Instant,
  turned_in_at: z.nullable(Instant),
  ended_at: z.nullable(Instant),
  /** How many files and remarks there are. */
  files_count: z.int(),
  remarks_count: z.int(),
}

export const AssignmentSummary = z.object(summary)
export type AssignmentSummary = z.output<typeof AssignmentSummary>

export const Assignment = z.object({
  ...summary,
  /** Who learns isn't of age: an adult gets a copy of the words, also of those that are taken back. */
  copied: z.boolean(),
  /** What the reader can do with it now. */
  steps: z.array(AssignmentStep),
  files: z.array(AssignmentFile),
  remarks: z.array(Remark),
})
export type Assignment = z.output<typeof Assignment>

export const AssignmentQuery = z.extend(PageQuery, {
  /** Of one student alone, for who teaches them. */
  student: z.optional(PathId),
  /** Those that aren't done, or those that are; all of them without it. */
  when: z.optional(z.enum(['open', 'done'])),
})
export type AssignmentQuery = z.output<typeof AssignmentQuery>

export const listAssignments = endpoint({
  method: 'GET',
  path: '/api/lessons/assignments/',
  access: 'read:calendar',
  summary: 'Assignments that the caller was given, or gave, the newest first; open ones as they are due',
  query: AssignmentQuery,
  reply: page(AssignmentSummary),
})

export const readAssignment = endpoint({
  method: 'GET',
  path: '/api/lessons/assignments/:id/',
  access: 'read:calendar',
  summary: 'An assignment with its files and what was said of it (the student, or who gave it)',
  params: IdParams,
  reply: Assignment,
})

export const giveAssignment = endpoint({
  method: 'POST',
  path: '/api/lessons/progress/:id/assignments/',
  access: 'read:calendar',
  summary: 'Give a student something to do (who teaches them)',
  params: IdParams,
  body: AssignmentDraft,
  reply: Assignment,
  status: 201,
})

export const saveAssignment = endpoint({
  method: 'PUT',
  path: '/api/lessons/assignments/:id/',
  access: 'read:calendar',
  summary: 'Change what is to be done, until it is done (who gave it)',
  params: IdParams,
  body: AssignmentDraft,
  reply: Assignment,
})

export const stepAssignment = endpoint({
  method: 'POST',
  path: '/api/lessons/assignments/:id/step/',
  access: 'read:calendar',
  summary: 'Turn an assignment in (student); ask for it once more, accept it, or take it back (who gave it)',
  params: IdParams,
  body: z.object({ step: z.enum(['turn_in', 'return', 'accept', 'withdraw']) }),
  reply: Assignment,
})

export const addAssignmentFile = endpoint({
  method: 'POST',
  path: '/api/lessons/assignments/:id/files/',
  access: 'read:calendar',
  summary: 'Put a file to an assignment (multipart field `file`; picture, PDF or sound)',
  params: IdParams,
  upload: ATTACHMENT_TYPES,
  reply: AssignmentFile,
  status: 201,
  limit: 30,
})

export const readAssignmentFile = endpoint({
  method: 'GET',
  path: '/api/lessons/assignments/:id/files/:file/',
  access: 'read:calendar',
  summary: 'A file of an assignment that the caller reads, as a file',
  params: z.object({ id: PathId, file: PathId }),
  raw: ATTACHMENT_TYPES,
  limit: 120,
})

export const removeAssignmentFile = endpoint({
  method: 'DELETE',
  path: '/api/lessons/assignments/:id/files/:file/',
  access: 'read:calendar',
  summary: 'Remove a file of one’s own from an assignment, and what was said of it',
  params: z.object({ id: PathId, file: PathId }),
  reply: Assignment,
})

export const RemarkDraft = z.object({
  text: wordsOf('either', z.string().check(z.trim(), z.minLength(1), z.maxLength(WORDS_MAX))),
  file_id: z._default(z.nullable(Id), null),
  at_ms: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(PLACE_MAX_MS))), null),
})
export type RemarkDraft = z.output<typeof RemarkDraft>

export const addRemark = endpoint({
  method: 'POST',
  path: '/api/lessons/assignments/:id/remarks/',
  access: 'read:calendar',
  summary: 'Say something of an assignment, of one of its files, or of a place in a recording',
  params: IdParams,
  body: RemarkDraft,
  reply: Assignment,
  status: 201,
})

export const removeRemark = endpoint({
  method: 'DELETE',
  path: '/api/lessons/assignments/:id/remarks/:remark/',
  access: 'read:calendar',
  summary: 'Take back what one said of an assignment',
  params: z.object({ id: PathId, remark: PathId }),
  reply: Assignment,
})
