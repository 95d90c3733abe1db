import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { showPicture } from '#features/files/commands.ts'
import type { OwnerScope, ProjectScope } from '#features/projects/queries.ts'
import { project_members } from '#features/projects/table.ts'
import type { Instrument, InstrumentDraft, InstrumentSet, InstrumentSetDraft } from './contract.ts'
import { MOST, rows, shown } from './queries.ts'
import { instrument_sets, instruments } from './table.ts'

async function instrumentOf(db: Db, scope: ProjectScope, id: number, now: Date): Promise<Instrument> {
  const [row] = await rows(db).where(
    and(eq(instruments.id, id), eq(instruments.project_id, scope.project_id)),
  )
  if (!row) throw notFound()
  return shown(row, now)
}

/** What the schema can't know: the owner is one of the project, the year has come. */
async function check(work: Work, scope: OwnerScope, draft: InstrumentDraft) {
  if (draft.since_year !== null && draft.since_year > work.now.getUTCFullYear())
    throw new Refusal(422, 'common.invalid', { fields: { since_year: { key: 'validation.not_in_future' } } })
  if (draft.owner_id === null) return
  const [member] = await work.db
    .select({ id: project_members.id })
    .from(project_members)
    .where(
      and(
        eq(project_members.id, draft.owner_id),
        eq(project_members.project_id, scope.project_id),
        isNull(project_members.left_at),
      ),
    )
  if (!member)
    throw new Refusal(422, 'instruments.owner', { fields: { owner_id: { key: 'validation.option' } } })
}

/** A project has one primary instrument at most. */
async function onlyPrimary(work: Work, scope: OwnerScope, draft: InstrumentDraft) {
  if (draft.is_primary)
    await work.db
      .update(instruments)
      .set({ is_primary: false })
      .where(and(eq(instruments.project_id, scope.project_id), instruments.is_primary))
}

async function room(db: Db, table: typeof instruments | typeof instrument_sets, scope: OwnerScope) {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(table)
    .where(eq(table.project_id, scope.project_id))
  if ((row?.count ?? 0) >= MOST) throw new Refusal(409, 'instruments.too_many', { values: { count: MOST } })
}

/** @throws Refusal 422 by field, 409 `instruments.too_many` */
export async function addInstrument(
  work: Work,
  scope: OwnerScope,
  draft: InstrumentDraft,
): Promise<Instrument> {
  await check(work, scope, draft)
  await room(work.db, instruments, scope)
  await onlyPrimary(work, scope, draft)
  await showPicture(work, { user_id: scope.user_id, from: null, to: draft.photo, field: 'photo' })
  const [row] = await work.db
    .insert(instruments)
    .values({ ...draft, project_id: scope.project_id, created_at: work.now.toISOString() })
    .returning({ id: instruments.id })
  return instrumentOf(work.db, scope, row?.id ?? 0, work.now)
}

/** @throws Refusal 404 when it isn't the project's, 422 by field */
export async function rewriteInstrument(
  work: Work,
  scope: OwnerScope,
  id: number,
  draft: InstrumentDraft,
): Promise<Instrument> {
  const { photo } = await instrumentOf(work.db, scope, id, work.now)
  await check(work, scope, draft)
  await onlyPrimary(work, scope, draft)
  await showPicture(work, { user_id: scope.user_id, from: photo, to: draft.photo, field: 'photo' })
  await work.db
    .update(instruments)
    .set(draft)
    .where(and(eq(instruments.id, id), eq(instruments.project_id, scope.project_id)))
  return instrumentOf(work.db, scope, id, work.now)
}

/** Takes it out of the project and out of its sets. @throws Refusal 404 when it isn't the project's */
export async function deleteInstrument(work: Work, scope: OwnerScope, id: number): Promise<void> {
  const [gone] = await work.db
    .delete(instruments)
    .where(and(eq(instruments.id, id), eq(instruments.project_id, scope.project_id)))
    .returning({ photo: instruments.photo })
  if (!gone) throw notFound()
  await showPicture(work, { user_id: scope.user_id, from: gone.photo, to: null, field: 'photo' })
  await work.db
    .update(instrument_sets)
    .set({ instrument_ids: sql`array_remove(${instrument_sets.instrument_ids}, ${id}::bigint)` })
    .where(
      and(
        eq(instrument_sets.project_id, scope.project_id),
        sql`${id}::bigint = any(${instrument_sets.instrument_ids})`,
      ),
    )
}

async function checkSet(work: Work, scope: OwnerScope, draft: InstrumentSetDraft) {
  const own = await work.db
    .select({ id: instruments.id })
    .from(instruments)
    .where(and(eq(instruments.project_id, scope.project_id), inArray(instruments.id, draft.instrument_ids)))
  if (own.length !== new Set(draft.instrument_ids).size)
    throw new Refusal(422, 'common.invalid', { fields: { instrument_ids: { key: 'validation.option' } } })
}

/** @throws Refusal 422 when an instrument isn't the project's, 409 `instruments.too_many` */
export async function addSet(
  work: Work,
  scope: OwnerScope,
  draft: InstrumentSetDraft,
): Promise<InstrumentSet> {
  await checkSet(work, scope, draft)
  await room(work.db, instrument_sets, scope)
  const [row] = await work.db
    .insert(instrument_sets)
    .values({
      ...draft,
      instrument_ids: [...new Set(draft.instrument_ids)],
      project_id: scope.project_id,
      created_at: work.now.toISOString(),
    })
    .returning()
  if (!row) throw notFound()
  return row
}

/** @throws Refusal 404 when it isn't the project's, 422 when an instrument isn't */
export async function rewriteSet(
  work: Work,
  scope: OwnerScope,
  id: number,
  draft: InstrumentSetDraft,
): Promise<InstrumentSet> {
  const [row] = await work.db
    .update(instrument_sets)
    .set({ ...draft, instrument_ids: [...new Set(draft.instrument_ids)] })
    .where(and(eq(instrument_sets.id, id), eq(instrument_sets.project_id, scope.project_id)))
    .returning()
  if (!row) throw notFound()
  // After the row: whether it is theirs comes before what is in it; the transaction takes it back.
  await checkSet(work, scope, draft)
  return row
}

/** @throws Refusal 404 when it isn't the project's */
export async function deleteSet(work: Work, scope: OwnerScope, id: number): Promise<void> {
  const { rowCount } = await work.db
    .delete(instrument_sets)
    .where(and(eq(instrument_sets.id, id), eq(instrument_sets.project_id, scope.project_id)))
  if (!rowCount) throw notFound()
}

/** Removes every instrument and set of a project, with the photos. */
export async function eraseInstruments(work: Work, project_id: number): Promise<void> {
  await work.db.delete(instrument_sets).where(eq(instrument_sets.project_id, project_id))
  const gone = await work.db
    .delete(instruments)
    .where(eq(instruments.project_id, project_id))
    .returning({ photo: instruments.photo })
  for (const { photo } of gone)
    await showPicture(work, { user_id: null, from: photo, to: null, field: 'photo' })
}
