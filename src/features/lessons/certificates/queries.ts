import { createHash } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'

import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Language } from '#core/contract/language.ts'
import { wallClock } from '#core/contract/time.ts'
import { outer, present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { users } from '#features/accounts/table.ts'
import { zoneOf } from '#features/availability/queries.personal.ts'
import type { Verification } from '#features/contracts/contract.papers.ts'
import { canonicalJson } from '#features/contracts/rules.ts'
import { music_projects } from '#features/projects/table.ts'
import { HAD, TAUGHT } from '../rules.ts'
import { certificates } from '../table.certificates.ts'
import { learner_objectives, learner_pieces, lessons } from '../table.ts'
import type { Certifiable, Certificate, Certified } from './contract.ts'
import { countsOf, idOfNumber, numberOf } from './rules.ts'

export type CertificateRow = typeof certificates.$inferSelect

/** The one part that a certificate is stored as. */
export const PART = 'certificate.pdf'

/** What a certificate's PDF is called. */
export const fileName = (row: Pick<CertificateRow, 'id' | 'created_at'>): string => `${numberOf(row)}.pdf`

/** What stands in the rows about a student and one of their teachers, and the SHA-256 of saying just that. */
export interface Standing {
  project_id: number
  teacher_id: number
  language: Language
  certified: Certified
  sha256: string
}

const listed = (values: readonly string[]): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )

/** What could be certified of a student by now, with each of their teachers, who taught last first. */
export async function standingsOf(db: Db, student_id: number): Promise<Standing[]> {
  const zone = await zoneOf(db, student_id)
  const [student] = await db
    .select({ name: present(users.name), language: users.language })
    .from(users)
    .where(eq(users.id, student_id))
  if (!student) throw notFound()
  const had = sql`l.state in (${listed(HAD)})`
  const { rows: teachers } = await db.execute<{
    project_id: number
    teacher_id: number
    name: string
    lessons: number
    from: string | null
    to: string | null
  }>(sql`
    select p.id as project_id, l.teacher_id, p.name, (count(*) filter (where ${had}))::int as lessons,
      to_char(min(l.starts_at) filter (where ${had}) at time zone ${zone}, 'YYYY-MM-DD') as "from",
      to_char(max(l.starts_at) filter (where ${had}) at time zone ${zone}, 'YYYY-MM-DD') as "to"
    from ${lessons} l join ${music_projects} p on p.id = l.project_id
    where l.student_id = ${student_id} and l.state in (${listed(TAUGHT)}) and p.status = 'active'
    group by p.id, l.teacher_id order by max(l.starts_at) desc, p.id`)
  const stoodFor = { by: learner_objectives.vouched_by, at: present(learner_objectives.vouched_at) }
  const objectives = await db
    .select({ ...stoodFor, title: learner_objectives.title })
    .from(learner_objectives)
    .where(and(eq(learner_objectives.student_id, student_id), isNotNull(learner_objectives.vouched_by)))
    .orderBy(asc(learner_objectives.vouched_at), asc(learner_objectives.id))
  const pieces = await db
    .select({
      by: learner_pieces.vouched_by,
      at: present(learner_pieces.vouched_at),
      piece: learner_pieces.piece,
      composer: learner_pieces.composer,
    })
    .from(learner_pieces)
    .where(and(eq(learner_pieces.student_id, student_id), isNotNull(learner_pieces.vouched_by)))
    .orderBy(asc(learner_pieces.vouched_at), asc(learner_pieces.id))
  const on = (at: string) => wallClock(new Date(at), zone).day
  return teachers.map(({ project_id, teacher_id, name, ...counted }) => {
    const certified: Certified = {
      student: student.name,
      teacher: name,
      lessons: counted.lessons,
      from: counted.from ?? '',
      to: counted.to ?? '',
      objectives: objectives
        .filter(({ by }) => by === teacher_id)
        .map(({ title, at }) => ({ title, on: on(at) })),
      pieces: pieces
        .filter(({ by }) => by === teacher_id)
        .map(({ piece, composer, at }) => ({ piece, composer, on: on(at) })),
    }
    const { language } = student
    const said = canonicalJson({ project_id, language, ...certified })
    return {
      ...{ project_id, teacher_id, language, certified },
      sha256: createHash('sha256').update(said).digest('hex'),
    }
  })
}

/** A certificate as its two read it; null for one that lost a name with an account. */
export function viewOf(row: CertificateRow): Certificate | null {
  const { certified } = row
  if (!certified) return null
  const { student, teacher, from, to } = certified
  return {
    ...{ id: row.id, number: numberOf(row), student, teacher, ...countsOf(certified), from, to },
    issued_at: row.created_at,
    has_document: row.document_sha256 !== null && row.document_key !== null,
  }
}

/** SQL condition: a certificate is somebody's, as its student or its teacher. */
const isOf = (user_id: number) =>
  or(eq(certificates.student_id, user_id), eq(certificates.teacher_id, user_id))

/** Certificates of a student that somebody is one of the two of, newest first. */
export async function certificatesOf(db: Db, user_id: number, student_id: number): Promise<Certificate[]> {
  const rows = await db
    .select()
    .from(certificates)
    .where(and(eq(certificates.student_id, student_id), isOf(user_id)))
    .orderBy(desc(certificates.id))
  return rows.flatMap((row) => viewOf(row) ?? [])
}

/** What a student could have certified with each of their teachers. */
export async function certifiableOf(db: Db, student_id: number): Promise<Certifiable[]> {
  const standings = await standingsOf(db, student_id)
  const given = await db
    .select({ id: certificates.id, sha256: certificates.sha256 })
    .from(certificates)
    .where(
      and(
        eq(certificates.student_id, student_id),
        inArray(
          certificates.sha256,
          standings.map(({ sha256 }) => sha256),
        ),
      ),
    )
  return standings.map(({ project_id, certified, sha256 }) => ({
    ...{ project_id, teacher: certified.teacher, ...countsOf(certified) },
    certificate_id: given.find((one) => one.sha256 === sha256)?.id ?? null,
  }))
}

/** A certificate, for one of its two. @throws Refusal 404 for anybody else, and once a name was erased */
export async function rowOf(db: Db, user_id: number, id: number): Promise<CertificateRow> {
  const [row] = await db
    .select()
    .from(certificates)
    .where(and(eq(certificates.id, id), isOf(user_id), isNotNull(certificates.certified)))
  if (!row) throw notFound()
  return row
}

/** A certificate as one of its two reads it. @throws Refusal 404 as `rowOf` */
export async function certificateOf(db: Db, user_id: number, id: number): Promise<Certificate> {
  const view = viewOf(await rowOf(db, user_id, id))
  if (!view) throw notFound()
  return view
}

/**
 * Where the PDF of a certificate is, for one of its two.
 * @throws Refusal 404 as `rowOf`, 409 `lessons.certificate_making` right after it was asked for
 */
export async function documentOf(db: Db, user_id: number, id: number) {
  const row = await rowOf(db, user_id, id)
  const { document_key: key, document_bytes: bytes, document_sha256 } = row
  if (key === null || bytes === null || document_sha256 === null)
    throw new Refusal(409, 'lessons.certificate_making')
  return { key, bytes, name: fileName(row) }
}

/** What a copy of the certificate of that number is, by the SHA-256 of its PDF or of what it says. Nothing else is told. */
export async function verificationOf(db: Db, number: string, sha256: string): Promise<Verification> {
  const [row] = await db
    .select()
    .from(certificates)
    .where(eq(certificates.id, idOfNumber(number)))
  const paper = 'certificate'
  if (!row || numberOf(row) !== number) return { paper, finding: 'unknown', version: null, signed_at: null }
  const isOne = row.sha256 === sha256 || row.document_sha256 === sha256
  if (!isOne) return { paper, finding: 'changed', version: null, signed_at: null }
  return { paper, finding: 'genuine', version: null, signed_at: row.created_at }
}

/** Certificates whose PDF should be there by now and isn't, the oldest first. */
export async function documentsMissing(db: Db, until: string, most: number): Promise<number[]> {
  const rows = await db
    .select({ id: certificates.id })
    .from(certificates)
    .where(
      and(
        isNull(certificates.document_sha256),
        isNotNull(certificates.certified),
        lte(certificates.created_at, until),
      ),
    )
    .orderBy(asc(certificates.id))
    .limit(most)
  return rows.map(({ id }) => id)
}

/* ---------------------------------------------------------------- the copy of one's data */

/** Certificates that somebody is one of the two of, for the copy of their data. */
export const certificateDataOf = (db: Db, user_id: number): Promise<object[]> =>
  db
    .select({
      id: certificates.id,
      given_by_you: sql<boolean>`${outer(certificates.teacher_id)} = ${user_id}`,
      certified: certificates.certified,
      sha256: certificates.sha256,
      created_at: certificates.created_at,
    })
    .from(certificates)
    .where(isOf(user_id))
    .orderBy(asc(certificates.id))

/** Where the PDFs are of certificates that somebody is one of the two of. */
export async function documentsFor(db: Db, user_id: number): Promise<{ name: string; key: string }[]> {
  const rows = await db
    .select()
    .from(certificates)
    .where(and(isOf(user_id), isNotNull(certificates.document_sha256)))
    .orderBy(asc(certificates.id))
  return rows.flatMap((row) => (row.document_key ? [{ name: fileName(row), key: row.document_key }] : []))
}

/** Where the bytes of every certificate are. */
export async function storedCertificates(db: Db): Promise<{ key: string; parts: string[] }[]> {
  const rows = await db
    .select({ key: present(certificates.document_key) })
    .from(certificates)
    .where(isNotNull(certificates.document_key))
  return rows.map(({ key }) => ({ key, parts: [PART] }))
}
