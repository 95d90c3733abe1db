import * as z from 'zod/mini'
import { endpoint, Id, IdParams } from '#core/contract/endpoint.ts'
import { Day, Instant } from '#core/contract/time.ts'

/** Most certificates of one student: each says something that none before it said. */
export const MOST_CERTIFICATES = 100

/** What a certificate says, as it stood when it was asked for; days are on the student's clock. */
export interface Certified {
  student: string
  teacher: string
  /** Lessons had, and the days of the first and the last. */
  lessons: number
  from: string
  to: string
  /** What the teacher said is reached or ready, and on which day they said so. */
  objectives: readonly { title: string; on: string }[]
  pieces: readonly { piece: string; composer: string; on: string }[]
}

const counted = {
  /** Lessons had with that teacher. */
  lessons: z.int(),
  objectives: z.int(),
  pieces: z.int(),
}

export const Certificate = z.object({
  id: Id,
  number: z.string(),
  student: z.string(),
  teacher: z.string(),
  ...counted,
  /** Of the first lesson and the last. */
  from: Day,
  to: Day,
  issued_at: Instant,
  /** Its PDF is there: a job makes it, seconds after it was asked for. */
  has_document: z.boolean(),
})
export type Certificate = z.output<typeof Certificate>

/** What could be certified with a teacher by now. */
export const Certifiable = z.object({
  project_id: Id,
  teacher: z.string(),
  ...counted,
  /** The certificate that says just that already; null where there is none. */
  certificate_id: z.nullable(Id),
})
export type Certifiable = z.output<typeof Certifiable>

export const listCertificates = endpoint({
  method: 'GET',
  path: '/api/lessons/progress/:id/certificates/',
  access: 'read:calendar',
  summary:
    'Certificates of a student, newest first, and to themselves what could be certified (the student, or who teaches them theirs)',
  params: IdParams,
  reply: z.object({ results: z.array(Certificate), possible: z.array(Certifiable) }),
})

export const askCertificate = endpoint({
  method: 'POST',
  path: '/api/lessons/certificates/',
  access: 'read:student',
  summary:
    'Have a certificate made of what was reached with a teacher: what they said is reached or ready (student)',
  body: z.object({ project_id: Id }),
  reply: Certificate,
  status: 201,
})

export const readCertificate = endpoint({
  method: 'GET',
  path: '/api/lessons/certificates/:id/document/',
  access: 'read:calendar',
  summary: 'A certificate as a sealed PDF, for its student and its teacher',
  params: IdParams,
  raw: ['application/pdf'],
})
