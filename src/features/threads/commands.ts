import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { subject } from '#core/contract/subject.ts'
import { wallClock } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { signals } from '#core/server/live.ts'
import { enqueue } from '#core/server/queues.ts'
import { collect } from '#core/server/work.ts'
import { contracts } from '#features/contracts/table.ts'
import { removals } from '#features/files/queues.ts'
import { orders } from '#features/hiring/table.ts'
import type { LessonStep } from '#features/lessons/contract.ts'
import { markAboutRead, notify } from '#features/notifications/commands.ts'
import { music_projects } from '#features/projects/table.ts'
import { ensureThread } from './commands.begin.ts'
import type { NewMessage, Thread, ThreadEvent, ThreadMessage } from './contract.ts'
import { filePlace } from './queries.files.ts'
import { messageSaid, messageView } from './queries.messages.ts'
import { participantsOf, standingOf, type ThreadRow, threadRow, threadView } from './queries.ts'
import { deletableUntil, TOLD_OF_LESSONS, writingOf } from './rules.ts'
import { thread_files, thread_messages, thread_reads, threads } from './table.ts'

/* ---------------------------------------------------------------- writing */

/** Has the open pages of everybody who reads a thread look again. */
export async function refreshPages(work: Work, thread_id: number, people?: readonly { user_id: number }[]) {
  const all = people ?? (await participantsOf(work.db, thread_id))
  collect(
    work,
    signals,
    all.map(({ user_id }) => ({ user_id, topic: `thread:${thread_id}` })),
  )
}

/** The next place of a thread. Its row is locked until the transaction ends: places are taken one after the other. */
async function nextPlace(work: Work, thread_id: number): Promise<number> {
  const [row] = await work.db
    .update(threads)
    .set({ last_seq: sql`${threads.last_seq} + 1`, last_at: work.now.toISOString() })
    .where(eq(threads.id, thread_id))
    .returning({ seq: threads.last_seq })
  if (!row) throw notFound()
  return row.seq
}

/** @throws Refusal 403 where they may not write, with the reason */
function assertWriting(row: ThreadRow, now: Date): void {
  const writing = writingOf(standingOf(row), now)
  if (writing !== 'open') throw new Refusal(403, `threads.${writing}`)
}

/**
 * Says something. Everybody who may answer is told, once until they have read.
 * @throws Refusal 404, 403 as `assertWriting`, 422 for nothing at all, or for files that aren't theirs to send
 */
export async function say(
  work: Work,
  user_id: number,
  thread_id: number,
  { client_id, text, file_ids }: NewMessage,
): Promise<ThreadMessage> {
  const { db, now } = work
  // Before anything is read: whoever waits for their place sees what the one before them wrote.
  await db.select({ id: threads.id }).from(threads).where(eq(threads.id, thread_id)).for('no key update')
  const row = await threadRow(db, user_id, thread_id)
  const known = await messageSaid(db, user_id, thread_id, client_id, now)
  if (known) return known
  assertWriting(row, now)
  if (!text && file_ids.length === 0)
    throw new Refusal(422, 'common.invalid', { fields: { text: { key: 'validation.required' } } })
  const seq = await nextPlace(work, thread_id)
  await db.insert(thread_messages).values({
    thread_id,
    seq,
    user_id,
    side: row.side,
    project_id: row.side === 'artist' ? row.as_project_id : null,
    client_id,
    text,
    created_at: now.toISOString(),
  })
  await bringFiles(work, user_id, thread_id, seq, file_ids)
  const people = await participantsOf(db, thread_id)
  await tellOthers(work, row, seq, user_id, people)
  await refreshPages(work, thread_id, people)
  return messageView(db, user_id, { ...row, last_seq: seq }, seq, now)
}

async function bringFiles(
  { db }: Work,
  user_id: number,
  thread_id: number,
  seq: number,
  file_ids: readonly number[],
): Promise<void> {
  if (file_ids.length === 0) return
  const brought = await db
    .update(thread_files)
    .set({ seq })
    .where(
      and(
        inArray(thread_files.id, [...file_ids]),
        eq(thread_files.thread_id, thread_id),
        eq(thread_files.user_id, user_id),
        isNull(thread_files.seq),
        sql`${thread_files.stored_at} is not null`,
      ),
    )
    .returning({ id: thread_files.id })
  if (brought.length !== new Set(file_ids).size)
    throw new Refusal(422, 'common.invalid', { fields: { file_ids: { key: 'errors.files.not_yours' } } })
}

/** Tells those who may answer, unless they have been told of a message that they haven't read yet. */
async function tellOthers(
  work: Work,
  row: ThreadRow,
  seq: number,
  from: number,
  people: Awaited<ReturnType<typeof participantsOf>>,
): Promise<void> {
  const others = people
    .filter((one) => one.user_id !== from && (one.owns || row.open))
    .map(({ user_id }) => user_id)
  if (others.length === 0) return
  const { rows } = await work.db.execute<{ user_id: number }>(sql`
    insert into ${thread_reads} (thread_id, user_id, read_seq, told_seq)
    select ${row.id}, id, 0, ${seq} from unnest(${sql.param(others)}::bigint[]) as other (id)
    on conflict (thread_id, user_id) do update set told_seq = ${seq}
      where thread_reads.told_seq <= thread_reads.read_seq
    returning user_id`)
  const name = row.side === 'artist' ? row.project_name : row.kind === 'event' ? row.title : row.hunter_name
  notify(
    work,
    rows.map(({ user_id }) => ({
      user_id,
      type: 'MESSAGE_RECEIVED',
      subject: subject('thread', row.id),
      version: seq,
      value: String(row.id),
      params: { person_name: name ?? '' },
    })),
  )
}

/**
 * Takes back a message within its 15 minutes: its words and files go, its place stays.
 * @throws Refusal 404, 403 for somebody else's, 409 when it is too late or done already, or an adult is copied to
 */
export async function takeBack(
  work: Work,
  user_id: number,
  thread_id: number,
  seq: number,
): Promise<ThreadMessage> {
  const { db, now } = work
  const row = await threadRow(db, user_id, thread_id)
  const [message] = await db
    .select()
    .from(thread_messages)
    .where(and(eq(thread_messages.thread_id, thread_id), eq(thread_messages.seq, seq)))
    .for('update')
  if (!message) throw notFound()
  if (message.user_id !== user_id) throw new Refusal(403, 'threads.not_yours')
  if (message.deleted_at || row.copied || !deletableUntil(message.created_at, now))
    throw new Refusal(409, 'threads.too_late')
  await db
    .update(thread_messages)
    .set({ text: '', deleted_at: now.toISOString() })
    .where(and(eq(thread_messages.thread_id, thread_id), eq(thread_messages.seq, seq)))
  const gone = await db
    .delete(thread_files)
    .where(and(eq(thread_files.thread_id, thread_id), eq(thread_files.seq, seq)))
    .returning({ key: thread_files.key, format: thread_files.format })
  for (const file of gone) await enqueue(work, removals, filePlace(file))
  await refreshPages(work, thread_id)
  return messageView(db, user_id, row, seq, now)
}

/** Says how far somebody has read; never back. What they were told of it is read too. @throws Refusal 404 */
export async function readTo(work: Work, user_id: number, thread_id: number, seq: number): Promise<Thread> {
  const row = await threadRow(work.db, user_id, thread_id)
  const to = Math.min(seq, row.last_seq)
  if (to > row.read_seq) {
    await work.db
      .insert(thread_reads)
      .values({ thread_id, user_id, read_seq: to })
      .onConflictDoUpdate({
        target: [thread_reads.thread_id, thread_reads.user_id],
        set: { read_seq: sql`greatest(${thread_reads.read_seq}, ${to})` },
      })
    await markAboutRead(work, user_id, 'MESSAGE_RECEIVED', subject('thread', thread_id), to)
    await refreshPages(work, thread_id)
  }
  return threadView(work.db, user_id, thread_id, work.now)
}

/* ---------------------------------------------------------------- what happens meanwhile */

/**
 * Writes into the threads of an order what happened, in one statement. Open pages hear of the step itself.
 * @param of whose: of a project, of these agreements, or all that there are
 * @param of.begins where there is none yet, one is begun; otherwise only those are told that there are
 */
export async function tellThreads(
  { db, now }: Work,
  of: { order_id: number; begins: boolean } & ({ project_id?: number } | { contract_ids: readonly number[] }),
  event: ThreadEvent,
  params: Record<string, string | number> = {},
): Promise<void> {
  const { order_id } = of
  const at = now.toISOString()
  const whose =
    'contract_ids' in of
      ? sql`select distinct project_id from ${contracts} where id = any(${sql.param([...of.contract_ids])}::bigint[])`
      : of.project_id
        ? sql`select ${of.project_id}::bigint as project_id`
        : sql`select project_id from ${threads} where order_id = ${order_id}`
  const placed = of.begins
    ? sql`insert into ${threads} (hunter_id, project_id, order_id, last_seq, last_at, created_at)
        select o.hunter_id, p.project_id, o.id, 1, ${at}::timestamptz, ${at}::timestamptz
        from ${orders} o, (${whose}) p where o.id = ${order_id} order by p.project_id
        on conflict (order_id, project_id) where event_id is null
        do update set last_seq = threads.last_seq + 1, last_at = excluded.last_at
        returning id, last_seq`
    : sql`update ${threads} set last_seq = last_seq + 1, last_at = ${at}::timestamptz
        where order_id = ${order_id} and project_id in (${whose}) returning id, last_seq`
  await db.execute(sql`
    with placed as (${placed})
    insert into ${thread_messages} (thread_id, seq, event, params, created_at)
    select id, last_seq, ${event}, ${JSON.stringify(params)}::jsonb, ${at}::timestamptz from placed`)
}

/**
 * Writes into the conversation about some lessons what became of each, with its day on the teacher's clock; only where
 * there is one. Steps that nobody is told of there write nothing.
 */
export async function tellOfLessons(
  work: Work,
  {
    rows,
    step,
  }: {
    rows: readonly { series_id: number; starts_at: string }[]
    step: LessonStep
  },
): Promise<void> {
  const event = TOLD_OF_LESSONS[step]
  if (event) await writeOfLessons(work, rows, event)
}

/**
 * Writes that somebody else gives lessons from now on: into the conversation in which they were talked about so far, and as
 * the beginning of the one that the student has with who gives them.
 * @param over.rows as they were
 * @param over.theirs as they are
 */
export async function tellHandedOver(
  work: Work,
  {
    rows,
    theirs,
  }: {
    rows: readonly { series_id: number; starts_at: string }[]
    theirs: readonly { series_id: number; starts_at: string; student_id: number; project_id: number }[]
  },
): Promise<void> {
  await writeOfLessons(work, rows, 'lesson_handed_over')
  // They got one series of their own.
  const [first] = theirs
  if (!first) return
  const { series_id, student_id, project_id } = first
  await ensureThread(work, { hunter_id: student_id, project_id, series_id })
  await writeOfLessons(work, theirs, 'lesson_taken_over')
}

async function writeOfLessons(
  work: Work,
  rows: readonly { series_id: number; starts_at: string }[],
  event: ThreadEvent,
): Promise<void> {
  const created_at = work.now.toISOString()
  // Of a series they are twelve at most, each with its own place.
  for (const { series_id, starts_at } of rows) {
    const [placed] = await work.db
      .update(threads)
      .set({ last_seq: sql`${threads.last_seq} + 1`, last_at: created_at })
      .from(music_projects)
      .where(and(eq(threads.series_id, series_id), eq(music_projects.id, threads.project_id)))
      .returning({ thread_id: threads.id, seq: threads.last_seq, zone: music_projects.zone })
    if (!placed) continue
    const { zone, ...place } = placed
    const { day } = wallClock(starts_at, zone)
    await work.db.insert(thread_messages).values({ ...place, event, params: { date: day }, created_at })
    await refreshPages(work, place.thread_id)
  }
}
