import { and, eq, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { HOUR } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { type Db, takeTurns } from '#core/server/db.ts'
import { enqueue } from '#core/server/queues.ts'
import type { ReadContext } from '#core/server/route.ts'
import { machine } from '#core/server/steps.ts'
import { transaction } from '#core/server/work.ts'
import { mayBeRecorded } from '#features/accounts/queries.minors.ts'
import { minors } from '#features/accounts/table.minors.ts'
import { keepAttachment } from '#features/files/commands.attachments.ts'
import { soundOf } from '#features/files/commands.sounds.ts'
import { removals } from '#features/files/queues.ts'
import { tellRoom } from '../room/commands.ts'
import { goingOn } from '../room/queries.recording.ts'
import { peersIn, roomScope } from '../room/queries.ts'
import { ANSWERS_MS, isGoingOn, RECORDS_MS } from '../room/rules.recording.ts'
import { isRoomOpen } from '../room/rules.ts'
import { lesson_recordings } from '../table.recordings.ts'
import { lessons } from '../table.ts'
import { MOST_ASKED, MOST_RECORDINGS, RECORDING_MAX, type Recording } from './contract.ts'
import { recordingPlace, recordingRow, shown } from './queries.ts'
import { expiryOf, mayKeep, RECORDING_STEPS } from './rules.ts'

const recordingSteps = machine({
  table: lesson_recordings,
  column: 'state',
  steps: RECORDING_STEPS,
  moved_on: 'lessons.recording_moved_on',
})

/** How long an upload may take to be stored: what isn't by then broke off, milliseconds. */
const STORED_WITHIN_MS = HOUR
/** Its bytes are forgotten; what was agreed stays. */
const WITHOUT_FILE = { key: null, format: null, bytes: null } as const

interface Params {
  id: number
  recording: number
}

const both = ({ student_id, teacher_id }: typeof lessons.$inferSelect) => [student_id, teacher_id]

/**
 * A minor is recorded only while their adult allows it. That stands until the transaction's end: whoever takes it back waits, and
 * then finds what was kept. So it is asked before any row of a recording is held.
 * @throws Refusal 409 `lessons.recording_minor`
 */
async function assertAllowed(db: Db, { student_id }: { student_id: number }, now: Date): Promise<void> {
  await db.select({ id: minors.user_id }).from(minors).where(eq(minors.user_id, student_id)).for('share')
  if (!(await mayBeRecorded(db, student_id, now))) throw new Refusal(409, 'lessons.recording_minor')
}

/** Whether another fits to those of a lesson. @throws Refusal 409 `lessons.recordings_full` */
async function assertRoom(db: Db, there: SQL | undefined, lesson_id: number): Promise<void> {
  const of = and(eq(lesson_recordings.lesson_id, lesson_id), there)
  if ((await db.$count(lesson_recordings, of)) >= MOST_RECORDINGS)
    throw new Refusal(409, 'lessons.recordings_full', { values: { count: MOST_RECORDINGS } })
}

/**
 * Asks the other in the room whether the lesson may be recorded.
 * @param peer the page that would record
 * @throws Refusal 404, 409 `lessons.room_closed`, `lessons.recording_minor`, `lessons.room_moved_on` where either isn't there,
 * `lessons.recording_open`, `lessons.recordings_full`, `lessons.recording_asked` after too many
 */
export async function askToRecord(
  work: Work,
  user_id: number,
  lesson_id: number,
  peer: string,
): Promise<Recording> {
  const { db, now } = work
  const { lesson, other_id } = await roomScope(db, user_id, lesson_id)
  if (!isRoomOpen(lesson, now)) throw new Refusal(409, 'lessons.room_closed')
  await assertAllowed(db, lesson, now)
  await takeTurns(db, 'lesson_recordings', [lesson_id])
  const peers = await peersIn(db, lesson_id, now)
  if (peers.get(user_id) !== peer || !peers.has(other_id)) throw new Refusal(409, 'lessons.room_moved_on')
  if (await goingOn(db, lesson_id, peers, now)) throw new Refusal(409, 'lessons.recording_open')
  // What nobody answered, or whose page went away, is over.
  const of = eq(lesson_recordings.lesson_id, lesson_id)
  await recordingSteps.takeAll(work, of, 'withdraw', 'clock')
  await recordingSteps.takeAll(work, of, 'stop', 'clock', { set: { stopped_at: now.toISOString() } })
  await assertRoom(db, eq(lesson_recordings.state, 'kept'), lesson_id)
  if ((await db.$count(lesson_recordings, of)) >= MOST_ASKED)
    throw new Refusal(409, 'lessons.recording_asked', { values: { count: MOST_ASKED } })
  const [row] = await db
    .insert(lesson_recordings)
    .values({
      ...{ lesson_id, asked_by: user_id, asked_peer: peer, asked_at: now.toISOString() },
      state: RECORDING_STEPS.ask.to,
    })
    .returning()
  if (!row) throw new Error('a recording was not inserted')
  tellRoom(work, lesson_id, both(lesson))
  return shown(row, lesson)
}

/**
 * Says yes or no to being recorded.
 * @throws Refusal 404, 403 for who asked, 409 `lessons.recording_moved_on` when it isn't asked any more, and of a yes
 * `lessons.recording_minor`
 */
export async function answer(
  work: Work,
  user_id: number,
  params: Params,
  said: 'yes' | 'no',
): Promise<Recording> {
  const { db, now } = work
  const { row, lesson, as } = await recordingRow(db, user_id, params)
  if (as !== 'other') throw new Refusal(403, 'access.forbidden')
  const peers = await peersIn(db, params.id, now)
  const isThere = peers.get(row.asked_by) === row.asked_peer
  if (said === 'yes' && !(row.state === 'asked' && isGoingOn(row, isThere, now)))
    throw new Refusal(409, 'lessons.recording_moved_on')
  if (said === 'yes') await assertAllowed(db, lesson, now)
  const answered = await recordingSteps.take(work, row.id, said === 'yes' ? 'agree' : 'refuse', as, {
    set: { answered_by: user_id, answered_at: now.toISOString() },
  })
  tellRoom(work, params.id, both(lesson))
  return shown(answered, lesson)
}

/**
 * Stops a recording, or takes back what was asked.
 * @throws Refusal 404, 403 for who would take back what the other asked, 409 `lessons.recording_moved_on`
 */
export async function stop(work: Work, user_id: number, params: Params): Promise<Recording> {
  const { row, lesson, as } = await recordingRow(work.db, user_id, params)
  if (row.state === 'asked' && as !== 'asker') throw new Refusal(403, 'access.forbidden')
  const over =
    row.state === 'asked' && as === 'asker'
      ? await recordingSteps.take(work, row.id, 'withdraw', as)
      : await recordingSteps.take(work, row.id, 'stop', as, {
          set: { stopped_at: work.now.toISOString() },
        })
  tellRoom(work, params.id, both(lesson))
  return shown(over, lesson)
}

const REFUSED = {
  no_consent: 'lessons.recording_without_consent',
  moved_on: 'lessons.recording_moved_on',
  too_late: 'lessons.recording_too_late',
} as const

/**
 * Keeps what was recorded, when both said yes and the lesson has fewer than it may.
 * @throws Refusal 404, also where another try has taken its place; 403 for who didn't record, 409 without the other's yes or, of
 * a minor, their adult's, a second time, or more than a day after; 413, 415 or 422 for the file, 429 after too many
 */
export async function keep(ctx: ReadContext, params: Params): Promise<Recording> {
  const { app, now, viewer } = ctx
  const { row, lesson, as } = await recordingRow(app.db, viewer.id, params)
  if (as !== 'asker') throw new Refusal(403, 'access.forbidden')
  const assertMay = async (db: Db, its: typeof row) => {
    const may = mayKeep(its, now)
    if (may !== 'yes') throw new Refusal(409, REFUSED[may])
    await assertAllowed(db, lesson, now)
  }
  /** Those of the lesson that are kept, or on their way to be, beside this one. */
  const others = and(
    ne(lesson_recordings.id, row.id),
    or(eq(lesson_recordings.state, 'kept'), isNotNull(lesson_recordings.key)),
  )
  await assertMay(app.db, row)
  let seconds = 0
  /** The row, while what it waits for is what is sent here: another try may have begun since. */
  let own: SQL | undefined
  /** Why it may not be kept after all: then that is said, and not that it is gone. */
  let forbidden: unknown = null
  await keepAttachment(
    ctx,
    async (bytes) => {
      const sound = await soundOf(ctx, bytes)
      seconds = sound.seconds
      return sound
    },
    {
      insert: ({ key, format, bytes }) =>
        transaction(app, now, async (work) => {
          await assertAllowed(work.db, lesson, now)
          await takeTurns(work.db, 'lesson_recordings', [lesson.id])
          const [still] = await work.db
            .select()
            .from(lesson_recordings)
            .where(eq(lesson_recordings.id, row.id))
            .for('update')
          if (!still) throw notFound()
          await assertMay(work.db, still)
          await assertRoom(work.db, others, lesson.id)
          // Another try: what the last one left is nobody's.
          const left = recordingPlace(still)
          if (left) await enqueue(work, removals, left)
          await work.db
            .update(lesson_recordings)
            .set({ key, format, bytes, seconds, sent_at: now.toISOString() })
            .where(eq(lesson_recordings.id, row.id))
          own = and(eq(lesson_recordings.id, row.id), eq(lesson_recordings.key, key))
          return row.id
        }),
      stored: (id) =>
        transaction(app, now, async (work) => {
          // While its bytes were on their way.
          forbidden = await assertAllowed(work.db, lesson, now).then(
            () => null,
            (error: unknown) => error,
          )
          if (forbidden) {
            await forgetFiles(work, own)
            return false
          }
          const [still] = await work.db
            .select({ id: lesson_recordings.id })
            .from(lesson_recordings)
            .where(own)
            .for('update')
          if (!still) return false
          await recordingSteps.take(work, id, 'keep', as, {
            set: {
              kept_at: now.toISOString(),
              expires_at: expiryOf(now),
              stopped_at: sql`coalesce(${lesson_recordings.stopped_at}, ${now.toISOString()})`,
            },
          })
          tellRoom(work, params.id, both(lesson))
          return true
        }),
      drop: () => transaction(app, now, (work) => forgetFiles(work, own)),
    },
    { bytes_max: RECORDING_MAX },
  ).catch((error: unknown) => {
    throw forbidden ?? error
  })
  return shown((await recordingRow(app.db, viewer.id, params)).row, lesson)
}

/** Forgets where files are, and has a job remove them. */
async function forgetFiles(work: Work, which: SQL | undefined): Promise<void> {
  const found = await work.db
    .select({ id: lesson_recordings.id, key: lesson_recordings.key, format: lesson_recordings.format })
    .from(lesson_recordings)
    .where(and(which, isNotNull(lesson_recordings.key)))
    .for('update')
  for (const row of found) {
    const place = recordingPlace(row)
    if (place) await enqueue(work, removals, place)
  }
  const ids = found.map(({ id }) => id)
  if (ids.length > 0)
    await work.db.update(lesson_recordings).set(WITHOUT_FILE).where(inArray(lesson_recordings.id, ids))
}

/**
 * Deletes a recording for both.
 * @throws Refusal 404, 409 `lessons.recording_moved_on` where it isn't kept (any more)
 */
export async function remove(work: Work, user_id: number, params: Params): Promise<void> {
  const { row, lesson, as } = await recordingRow(work.db, user_id, params)
  await recordingSteps.take(work, row.id, 'remove', as, {
    set: { removed_by: user_id, removed_at: work.now.toISOString() },
  })
  await forgetFiles(work, eq(lesson_recordings.id, row.id))
  tellRoom(work, params.id, both(lesson))
}

/** Ends what nobody answered or stopped, deletes recordings whose time is over, and what is left of uploads that broke off. */
export async function clearRecordings(work: Work): Promise<void> {
  const at = work.now.toISOString()
  const since = (ms: number) => new Date(work.now.getTime() - ms).toISOString()
  await recordingSteps.takeAll(work, lte(lesson_recordings.asked_at, since(ANSWERS_MS)), 'withdraw', 'clock')
  await recordingSteps.takeAll(work, lte(lesson_recordings.answered_at, since(RECORDS_MS)), 'stop', 'clock', {
    set: { stopped_at: at },
  })
  const gone = await recordingSteps.takeAll(
    work,
    sql`${lesson_recordings.expires_at} <= ${at}`,
    'remove',
    'clock',
    { set: { removed_at: at } },
  )
  const ids = gone.map(({ id }) => id)
  if (ids.length > 0) await forgetFiles(work, inArray(lesson_recordings.id, ids))
  const broken = lt(lesson_recordings.sent_at, since(STORED_WITHIN_MS))
  await forgetFiles(work, and(isNull(lesson_recordings.kept_at), broken))
}

/** The adult of somebody under age doesn't allow it (any more): what goes on ends, and what there is goes. */
export async function forbidRecordings(work: Work, student_id: number): Promise<void> {
  const { db } = work
  const at = work.now.toISOString()
  const learned = db.select({ id: lessons.id }).from(lessons).where(eq(lessons.student_id, student_id))
  const theirs = inArray(lesson_recordings.lesson_id, learned)
  // First of all each is held: one that is being kept at this moment is found as kept.
  await db
    .select({ id: lesson_recordings.id })
    .from(lesson_recordings)
    .where(theirs)
    .orderBy(lesson_recordings.id)
    .for('update')
  const over = [
    ...(await recordingSteps.takeAll(work, theirs, 'withdraw', 'clock')),
    ...(await recordingSteps.takeAll(work, theirs, 'stop', 'clock', { set: { stopped_at: at } })),
    ...(await recordingSteps.takeAll(work, theirs, 'remove', 'clock', { set: { removed_at: at } })),
  ]
  await forgetFiles(work, theirs)
  const changed = over.map(({ lesson_id }) => lesson_id)
  if (changed.length === 0) return
  // Whoever is there sees it end: the page that records stops.
  for (const lesson of await db.select().from(lessons).where(inArray(lessons.id, changed)))
    tellRoom(work, lesson.id, both(lesson))
}

/** Somebody is gone, and with them every recording that they are heard in. */
export async function eraseRecordings(work: Work, user_id: number): Promise<void> {
  const of = work.db
    .select({ id: lessons.id })
    .from(lessons)
    .where(or(eq(lessons.student_id, user_id), eq(lessons.teacher_id, user_id)))
  const theirs = inArray(lesson_recordings.lesson_id, of)
  const rows = await work.db.delete(lesson_recordings).where(theirs).returning()
  for (const row of rows) {
    const place = recordingPlace(row)
    if (place) await enqueue(work, removals, place)
  }
}
