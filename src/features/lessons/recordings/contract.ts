import * as z from 'zod/mini'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { DAY, Instant } from '#core/contract/time.ts'
import { LessonSide, RecordingState } from '../contract.ts'

/* The sound of a lesson, recorded in its room when both say yes. */

/** As what one is kept. */
const RECORDED_TYPES = ['audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/wav', 'audio/flac']
/** Bytes of one at most. */
export const RECORDING_MAX = 30 * 1024 * 1024
/** Most that are kept of one lesson. */
export const MOST_RECORDINGS = 6
/** How often the two may ask about one lesson: whoever was refused doesn't ask on and on. */
export const MOST_ASKED = 20
/** How long after it was agreed its file is still taken. */
export const SENDS_MS = DAY
/** After so many days a recording deletes itself. */
export const KEPT_DAYS = 90

export const Recording = z.object({
  id: Id,
  state: RecordingState,
  /** On which side who asked is. */
  asked_by: LessonSide,
  asked_at: Instant,
  /** When the other said yes or no; null before. */
  answered_at: z.nullable(Instant),
  seconds: z.nullable(z.number()),
  bytes: z.nullable(z.int()),
  /** When it deletes itself; null before it is kept. */
  expires_at: z.nullable(Instant),
})
export type Recording = z.output<typeof Recording>

const RecordingParams = z.object({ id: PathId, recording: PathId })

export const listRecordings = endpoint({
  method: 'GET',
  path: '/api/lessons/:id/recordings/',
  access: 'read:calendar',
  summary: 'Recordings of a lesson of the caller that can be heard, the newest first',
  params: IdParams,
  reply: z.object({ recordings: z.array(Recording) }),
})

export const askRecording = endpoint({
  method: 'POST',
  path: '/api/lessons/:id/recordings/',
  access: 'read:calendar',
  summary: 'Ask the other in the room whether the lesson may be recorded, with the page that would',
  params: IdParams,
  body: z.object({ peer: z.uuid() }),
  reply: Recording,
  status: 201,
})

export const answerRecording = endpoint({
  method: 'POST',
  path: '/api/lessons/:id/recordings/:recording/answer/',
  access: 'read:calendar',
  summary: 'Say yes or no to being recorded (whoever was asked)',
  params: RecordingParams,
  body: z.object({ answer: z.enum(['yes', 'no']) }),
  reply: Recording,
})

export const stopRecording = endpoint({
  method: 'POST',
  path: '/api/lessons/:id/recordings/:recording/stop/',
  access: 'read:calendar',
  summary: 'Stop a recording (either of the two), or take back what was asked (who asked)',
  params: RecordingParams,
  reply: Recording,
})

export const keepRecording = endpoint({
  method: 'POST',
  path: '/api/lessons/:id/recordings/:recording/file/',
  access: 'read:calendar',
  summary:
    'Upload what was recorded (multipart field `file`; a sound), by who asked, within a day of the other’s yes',
  params: RecordingParams,
  upload: RECORDED_TYPES,
  reply: Recording,
  status: 201,
  limit: 30,
})

export const readRecording = endpoint({
  method: 'GET',
  path: '/api/lessons/:id/recordings/:recording/file/',
  access: 'read:calendar',
  summary: 'A recording, as a file',
  params: RecordingParams,
  raw: RECORDED_TYPES,
  limit: 120,
})

export const removeRecording = endpoint({
  method: 'DELETE',
  path: '/api/lessons/:id/recordings/:recording/',
  access: 'read:calendar',
  summary: 'Delete a recording for both (either of the two); that it was agreed on stays known',
  params: RecordingParams,
})
