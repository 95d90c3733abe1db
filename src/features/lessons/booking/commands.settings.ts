import { and, asc, eq, inArray } from 'drizzle-orm'
import { withoutReach } from '#core/contract/contacts.ts'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { readBy } from '#core/server/audience.ts'
import { copyWords } from '../copies/commands.ts'
import { placeOf, SETTLED } from '../rules.ts'
import { lesson_settings, lessons } from '../table.ts'
import { tell } from './commands.telling.ts'
import { lockLesson } from './commands.ts'
import type { LessonPayTo, LessonSettings, LessonSettingsDraft, SheetDraft } from './contract.teaching.ts'
import { ownTeaching } from './queries.teaching.ts'
import type { LessonRow } from './queries.ts'

/*
 * Where lessons are paid and held, once for all of them and for one alone. A place is words that somebody writes to who learns:
 * they are told when it changes, and a minor's adult gets a copy.
 */

/** Lessons in person to come whose students one change of the usual place is told to: more than a teacher can give. */
const MOST_FOLLOW = 1000

const kept = { link: lesson_settings.link, room: lesson_settings.room, place: lesson_settings.place }

/**
 * Where lessons of somebody's are paid: whoever orders a package reads it before they know each other, so it holds an account
 * and no way to reach anybody.
 * @throws Refusal 404 for who has no personal project, 422 `lessons.pay_to_contacts`
 */
export async function savePayTo(work: Work, user_id: number, pay_to: LessonPayTo): Promise<LessonPayTo> {
  const { project_id } = await ownTeaching(work.db, user_id)
  if (withoutReach(pay_to.pay_to) !== pay_to.pay_to) throw new Refusal(422, 'lessons.pay_to_contacts')
  await work.db
    .insert(lesson_settings)
    .values({ project_id, ...pay_to })
    .onConflictDoUpdate({ target: lesson_settings.project_id, set: pay_to })
  return pay_to
}

/**
 * Where lessons of somebody's are held. What isn't said stays.
 * @throws Refusal 404 for who has no personal project
 */
export async function saveSettings(
  work: Work,
  user_id: number,
  draft: LessonSettingsDraft,
): Promise<LessonSettings> {
  const { project_id } = await ownTeaching(work.db, user_id)
  const of = eq(lesson_settings.project_id, project_id)
  const [before] = await work.db.select(kept).from(lesson_settings).where(of).for('update')
  const [saved] = await work.db
    .insert(lesson_settings)
    .values({ project_id, ...draft })
    .onConflictDoUpdate({ target: lesson_settings.project_id, set: draft })
    .returning(kept)
  if (!saved) throw notFound()
  if (saved.place !== (before?.place ?? '')) await followPlace(work, project_id)
  return readBy({ side: 'artist', open: false }, saved)
}

/** Writes the sheet of a lesson. What isn't said stays. @throws Refusal 404 for anybody but its teacher */
export async function saveSheet(work: Work, user_id: number, id: number, sheet: SheetDraft): Promise<void> {
  const { row, side } = await lockLesson(work, user_id, id)
  if (side !== 'teacher') throw notFound()
  const [now] = await work.db.update(lessons).set(sheet).where(eq(lessons.id, id)).returning()
  if (!now || now.place === row.place) return
  const usual = await usualPlace(work, row.project_id)
  if (placeOf(now, usual) !== placeOf(row, usual)) await placeChanged(work, [now])
}

/** Where a teacher's lessons in person are held, unless one says otherwise: so until the transaction ends. */
export async function usualPlace(work: Work, project_id: number): Promise<string> {
  const of = eq(lesson_settings.project_id, project_id)
  // A change meanwhile waits, and then finds the lessons that this makes certain.
  const [settings] = await work.db.select(kept).from(lesson_settings).where(of).for('share')
  return settings?.place ?? ''
}

/**
 * What somebody who learns now reads of where lessons are held, for the adult of a minor: each place once.
 * @param rows of one student with one teacher
 */
export async function copyPlaces(work: Work, rows: readonly LessonRow[]): Promise<void> {
  const [first] = rows
  if (!first || !rows.some(({ modality }) => modality === 'in_person')) return
  const { student_id, project_id } = first
  const usual = await usualPlace(work, project_id)
  for (const text of new Set(rows.map((row) => placeOf(row, usual))))
    if (text) await copyWords(work, { student_id, project_id, side: 'teacher', kind: 'place', text })
}

/** Lessons of one student are held elsewhere: news as long as one of them is to come. */
async function placeChanged(work: Work, rows: readonly LessonRow[]): Promise<void> {
  await copyPlaces(work, rows)
  const ahead = rows.filter(
    ({ state, starts_at }) =>
      SETTLED.some((settled) => settled === state) && Date.parse(starts_at) > work.now.getTime(),
  )
  // Each change is news, also one that puts the last one right at once.
  const version = Math.floor(work.now.getTime() / 1000)
  await tell(work, 'student', 'LESSON_CHANGED', 'place', ahead, { version })
}

/** The usual place changed: it is where those lessons are held that certainly take place and have none of their own. */
async function followPlace(work: Work, project_id: number): Promise<void> {
  const rows = await work.db
    .select()
    .from(lessons)
    .where(
      and(
        eq(lessons.project_id, project_id),
        inArray(lessons.state, [...SETTLED]),
        eq(lessons.modality, 'in_person'),
        eq(lessons.place, ''),
      ),
    )
    .orderBy(asc(lessons.starts_at), asc(lessons.id))
    .limit(MOST_FOLLOW)
  for (const theirs of Map.groupBy(rows, ({ student_id }) => student_id).values())
    await placeChanged(work, theirs)
}
