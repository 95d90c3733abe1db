import { createHash } from 'node:crypto'
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { MINUTE } from '#core/contract/time.ts'
import type { App, Reading, Work } from '#core/server/app.ts'
import { takeTurns } from '#core/server/db.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { drawPaper } from '#core/server/papers.ts'
import { enqueue } from '#core/server/queues.ts'
import type { Viewer } from '#core/server/route.ts'
import { removals } from '#features/files/queues.ts'
import { assertStudent } from '../queries.ts'
import { certificates } from '../table.certificates.ts'
import { type Certificate, MOST_CERTIFICATES } from './contract.ts'
import { certificatePaper } from './queries.paper.ts'
import { certificateOf, documentsMissing, PART, standingsOf } from './queries.ts'
import { certificateDocuments } from './queues.ts'
import { countsOf, missingFor, numberOf } from './rules.ts'

/** How long after it was asked for a certificate without its PDF is looked after, and how many of them at a time. */
const MISSING_AFTER_MS = 10 * MINUTE
const MOST_MISSING = 50

/**
 * Has a certificate made of what a student reached with a teacher; a job makes its PDF. Where one says just that already, it
 * is the answer.
 * @throws Refusal 403 for who doesn't learn, 404 for whoever doesn't teach them, 409 `lessons.certificate_lesson` or
 * `lessons.certificate_word` where something is needed first, `lessons.certificates_full`
 */
export async function askCertificate(
  work: Work,
  student: Pick<Viewer, 'id' | 'account_type'>,
  project_id: number,
): Promise<Certificate> {
  assertStudent(student)
  const { db, now } = work
  await takeTurns(db, 'certificates', [student.id])
  const standing = (await standingsOf(db, student.id)).find((one) => one.project_id === project_id)
  if (!standing) throw notFound()
  const missing = missingFor(countsOf(standing.certified))
  if (missing) throw new Refusal(409, `lessons.certificate_${missing}`)
  const [same] = await db
    .select({ id: certificates.id })
    .from(certificates)
    .where(and(eq(certificates.student_id, student.id), eq(certificates.sha256, standing.sha256)))
  if (same) return certificateOf(db, student.id, same.id)
  if ((await db.$count(certificates, eq(certificates.student_id, student.id))) >= MOST_CERTIFICATES)
    throw new Refusal(409, 'lessons.certificates_full', { values: { count: MOST_CERTIFICATES } })
  const [made] = await db
    .insert(certificates)
    .values({ student_id: student.id, ...standing, created_at: now.toISOString() })
    .returning({ id: certificates.id })
  if (!made) throw new Error('a certificate was not inserted')
  await enqueue(work, certificateDocuments, { id: made.id })
  return certificateOf(db, student.id, made.id)
}

/**
 * Draws and seals the PDF of a certificate in a thread, and stores it. Made twice, or after a crash half-way, there is one:
 * whatever has its hash stays.
 * @throws Refusal 503 when too much is drawn already, 507 when there is no room; the job tries again
 */
export async function makeCertificate(app: App, id: number): Promise<void> {
  const [row] = await app.db.select().from(certificates).where(eq(certificates.id, id))
  // Whoever it names may have left since then: nothing is made of it.
  if (!row?.certified || row.document_sha256 !== null) return
  app.disk.admit('little')
  const { certified, document_key: left } = row
  const paper = certificatePaper(app.texts, { ...row, certified }, app.config.public_url)
  const bytes = await drawPaper(app, paper, {
    reason: numberOf(row),
    label: app.texts.say(row.language, 'functionality:certificates.paper.seal'),
  })
  const key = newKey()
  const write = async (values: Partial<typeof certificates.$inferInsert>, where: SQL | undefined) => {
    const written = await app.db
      .update(certificates)
      .set(values)
      .where(
        and(
          eq(certificates.id, id),
          isNotNull(certificates.certified),
          isNull(certificates.document_sha256),
          where,
        ),
      )
      .returning({ id: certificates.id })
    return written.length > 0
  }
  const moved = () => new Error('another try makes it, or somebody whom it names left meanwhile')
  // The key first: what breaks off half-way is found by it, and removed by the next try.
  if (!(await write({ document_key: key }, sql`${certificates.document_key} is not distinct from ${left}`)))
    throw moved()
  const store = storeOf(app.config)
  if (left) await store.remove(left, [PART])
  await store.put(key, new Map([[PART, bytes]]))
  const document_sha256 = createHash('sha256').update(bytes).digest('hex')
  const set = { document_sha256, document_bytes: bytes.length }
  if (await write(set, eq(certificates.document_key, key))) return
  await store.remove(key, [PART])
  throw moved()
}

/** Has PDFs made whose job was given up; once a day each. */
export async function enqueueMissing({ app, db, now }: Reading): Promise<void> {
  const until = new Date(now.getTime() - MISSING_AFTER_MS).toISOString()
  for (const id of await documentsMissing(db, until, MOST_MISSING))
    await enqueue(
      { app, db },
      certificateDocuments,
      { id },
      { key: `${id}:${now.toISOString().slice(0, 10)}` },
    )
}

/** Removes the bytes of certificates once the transaction has committed. */
async function removeBytes(work: Work, which: SQL): Promise<void> {
  const rows = await work.db
    .select({ key: certificates.document_key })
    .from(certificates)
    .where(which)
    .for('update')
  for (const { key } of rows) if (key) await enqueue(work, removals, { key, parts: [PART] })
}

/** A student is gone, and their certificates with them. */
export async function eraseCertificates(work: Work, student_id: number): Promise<void> {
  const its = eq(certificates.student_id, student_id)
  await removeBytes(work, its)
  await work.db.delete(certificates).where(its)
}

/**
 * Who taught by a project is gone: certificates that name it are erased. Their hashes stay, so that the student can still
 * prove that the copy they have is the one.
 */
export async function eraseTeacherOf(work: Work, project_id: number): Promise<void> {
  const its = eq(certificates.project_id, project_id)
  await removeBytes(work, its)
  await work.db.update(certificates).set({ certified: null, document_key: null }).where(its)
}
