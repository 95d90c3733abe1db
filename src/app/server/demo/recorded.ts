import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray } from 'drizzle-orm'
import PDFDocument from 'pdfkit'
import { MINUTE } from '#core/contract/time.ts'
import type { App } from '#core/server/app.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { wavFormat } from '#features/files/rules.sounds.ts'
import { documentPart } from '#features/files/rules.ts'
import { expiryOf } from '#features/lessons/recordings/rules.ts'
import { lesson_recordings } from '#features/lessons/table.recordings.ts'
import { lesson_scores } from '#features/lessons/table.scores.ts'
import { lessons } from '#features/lessons/table.ts'
import { melodyOf } from './melodies.ts'

/**
 * What is left of a lesson that the demo student had in its room: the sound, which both agreed to record, and the score that
 * they looked at. Both are made by arithmetic.
 */
export async function makeRecorded(app: App, student_id: number): Promise<void> {
  const [lesson] = await app.db
    .select()
    .from(lessons)
    .where(and(eq(lessons.student_id, student_id), inArray(lessons.state, ['held', 'confirmed', 'reviewed'])))
    .orderBy(desc(lessons.starts_at))
    .limit(1)
  if (!lesson) throw new Error('the demo student had no lesson')
  const store = storeOf(app.config)
  const after = (minutes: number) => new Date(Date.parse(lesson.starts_at) + minutes * MINUTE)
  const at = (minutes: number) => after(minutes).toISOString()

  const sound = melodyOf(3, 'guitar', 4)
  const its = wavFormat(sound)
  if (!its) throw new Error('a tune is no WAV')
  const key = newKey()
  await store.put(key, new Map([[documentPart('wav'), sound]]))
  await app.db.insert(lesson_recordings).values({
    ...{ lesson_id: lesson.id, state: 'kept', asked_peer: randomUUID() },
    ...{ asked_by: lesson.teacher_id, asked_at: at(40), answered_by: student_id, answered_at: at(41) },
    ...{ stopped_at: at(42), sent_at: at(42), kept_at: at(42), expires_at: expiryOf(after(42)) },
    ...{ key, format: 'wav', bytes: sound.length, seconds: its.length / 2 / its.rate },
  })

  const sheet = await scaleSheet()
  const score = newKey()
  await store.put(score, new Map([[documentPart('pdf'), sheet]]))
  await app.db.insert(lesson_scores).values({
    ...{ lesson_id: lesson.id, user_id: lesson.teacher_id, key: score, bytes: sheet.length },
    ...{ name: 'Escala de sol y arpegio.pdf', stored_at: at(5), created_at: at(5) },
  })
}

/** Notes by their place above the lowest of five lines (which is mi), half a space each: up and down the scale, and its chord. */
const SCALE = [2, 3, 4, 5, 6, 7, 8, 9, 9, 8, 7, 6, 5, 4, 3, 2]
const CHORD = [2, 4, 6, 9, 6, 4, 2, 2]
const SPACE = 9

/** Two pages of an exercise. */
async function scaleSheet(): Promise<Buffer> {
  const paper = new PDFDocument({ size: 'LETTER', margin: 54 })
  const parts: Buffer[] = []
  paper.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => paper.on('end', resolve))
  const { width } = paper.page
  for (const [page, { title, notes }] of [
    { title: 'Escala de sol mayor', notes: SCALE },
    { title: 'Arpegio de sol mayor', notes: CHORD },
  ].entries()) {
    if (page > 0) paper.addPage()
    paper.font('Helvetica-Bold').fontSize(20).text(title, { align: 'center' })
    paper.font('Helvetica').fontSize(11).text('Con metrónomo: 60, 70 y 84. Clave de sol, fa sostenido.', {
      align: 'center',
    })
    for (let row = 0; row < 6; row++) staff(paper, { top: 150 + row * 95, width, notes })
  }
  paper.end()
  await ended
  return Buffer.concat(parts)
}

/** Five lines with notes on them, a bar for every four. */
function staff(
  paper: InstanceType<typeof PDFDocument>,
  { top, width, notes }: { top: number; width: number; notes: readonly number[] },
): void {
  const [left, right] = [54, width - 54]
  const yOf = (place: number) => top + 4 * SPACE - (place * SPACE) / 2
  paper.lineWidth(0.7)
  for (let line = 0; line < 5; line++)
    paper
      .moveTo(left, yOf(line * 2))
      .lineTo(right, yOf(line * 2))
      .stroke()
  paper.fontSize(15).text('#', left + 6, yOf(8) - 9, { lineBreak: false })
  const step = (right - left - 50) / notes.length
  for (const [n, place] of notes.entries()) {
    const x = left + 40 + n * step
    paper.ellipse(x, yOf(place), 5.5, 4).fill('#000')
    // Stems stand on the right of low notes, and hang on the left of high ones.
    const isHigh = place >= 4
    const stem = isHigh ? x - 5.2 : x + 5.2
    paper
      .moveTo(stem, yOf(place))
      .lineTo(stem, yOf(place) + (isHigh ? 30 : -30))
      .stroke('#000')
    if (n % 4 === 3) {
      const bar = x + step / 2
      paper.moveTo(bar, yOf(8)).lineTo(bar, yOf(0)).stroke('#000')
    }
  }
}
