import { and, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { HOUR } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { enqueue } from '#core/server/queues.ts'
import { showPicture } from '#features/files/commands.ts'
import { sizeOfPicture } from '#features/files/queries.ts'
import { removals } from '#features/files/queues.ts'
import { limitsOf } from '#features/plans/commands.limits.ts'
import { MOST_MEDIA } from '#features/plans/rules.ts'
import { markSound } from '#features/projects/commands.profile.ts'
import type { OwnerScope } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import type { LinkDraft, MediaKind, OwnMedia } from './contract.ts'
import { isThere, ownMedia, soundPlace } from './queries.ts'
import { linkOf } from './rules.links.ts'
import { project_media } from './table.ts'

/** How long what was taken down can be brought back, milliseconds. */
const BACK_WITHIN_MS = HOUR
/** How long an upload may take to be stored: what isn't by then broke off, milliseconds. */
const STORED_WITHIN_MS = HOUR

/**
 * Makes sure that there is room for one more, in turns of the owner's account.
 * @throws Refusal 409 `media.full`
 */
export async function refuseFull(work: Work, scope: OwnerScope): Promise<void> {
  const { media } = await limitsOf(work, scope.user_id)
  const limit = media ?? MOST_MEDIA
  const used = await work.db.$count(
    project_media,
    and(eq(project_media.project_id, scope.project_id), isNull(project_media.deleted_at)),
  )
  if (used >= limit) throw new Refusal(409, 'media.full', { values: { limit } })
}

type Its = Omit<typeof project_media.$inferInsert, 'project_id' | 'user_id' | 'position' | 'created_at'>

/** Adds a row behind those of its kind. */
export async function addRow(work: Work, scope: OwnerScope, its: Its): Promise<number> {
  const last = sql<number>`(select coalesce(max(position), 0) + 1 from project_media
    where project_id = ${scope.project_id} and kind = ${its.kind})`
  const [row] = await work.db
    .insert(project_media)
    .values({
      ...its,
      project_id: scope.project_id,
      user_id: scope.user_id,
      position: last,
      created_at: work.now.toISOString(),
    })
    .returning({ id: project_media.id })
  if (!row) throw new Error('a medium was not inserted')
  return row.id
}

const NOT_YOURS = { fields: { picture: { key: 'errors.files.not_yours' } } }

/** Shows an uploaded picture. @throws Refusal 409 `media.full`, 422 for one that isn't theirs */
export async function addPicture(
  work: Work,
  scope: OwnerScope,
  { picture, title }: { picture: string; title: string },
): Promise<OwnMedia> {
  await refuseFull(work, scope)
  const size = await sizeOfPicture(work.db, scope.user_id, picture)
  if (!size) throw new Refusal(422, 'common.invalid', NOT_YOURS)
  await showPicture(work, { user_id: scope.user_id, from: null, to: picture, field: 'picture' })
  await addRow(work, scope, { kind: 'picture', title, picture, ...size })
  return ownMedia(work.db, scope)
}

/** Shows something from a player. @throws Refusal 409 `media.full`, and for what is shown already */
export async function addLink(work: Work, scope: OwnerScope, draft: LinkDraft): Promise<OwnMedia> {
  const link = linkOf(draft.url)
  if (!link) throw new Error('the contract let an address through that leads nowhere')
  await refuseFull(work, scope)
  const there = await work.db.$count(
    project_media,
    and(
      eq(project_media.project_id, scope.project_id),
      eq(project_media.provider, link.provider),
      eq(project_media.ref, link.ref),
      isNull(project_media.deleted_at),
    ),
  )
  if (there > 0)
    throw new Refusal(422, 'common.invalid', { fields: { url: { key: 'errors.media.link_there' } } })
  await addRow(work, scope, { kind: 'link', title: draft.title, ...link })
  return ownMedia(work.db, scope)
}

const its = (scope: OwnerScope, media_id: number) =>
  and(eq(project_media.id, media_id), eq(project_media.project_id, scope.project_id))

/** Says what is to be seen or heard. @throws Refusal 404, 422 for a sound or link without a name */
export async function nameMedia(
  work: Work,
  scope: OwnerScope,
  media_id: number,
  title: string,
): Promise<OwnMedia> {
  const [row] = await work.db
    .update(project_media)
    .set({ title })
    .where(and(its(scope, media_id), isThere))
    .returning({ kind: project_media.kind })
  if (!row) throw notFound()
  if (row.kind !== 'picture' && !title)
    throw new Refusal(422, 'common.invalid', { fields: { title: { key: 'validation.required' } } })
  return ownMedia(work.db, scope)
}

/** Puts those of a kind in an order; those that are left out come behind them. */
export async function orderMedia(
  work: Work,
  scope: OwnerScope,
  { kind, ids }: { kind: MediaKind; ids: readonly number[] },
): Promise<OwnMedia> {
  const place = sql`array_position(${sql.param([...ids])}::bigint[], ${project_media.id})`
  await work.db
    .update(project_media)
    .set({ position: sql`coalesce(${place}, ${ids.length} + ${project_media.position})` })
    .where(and(eq(project_media.project_id, scope.project_id), eq(project_media.kind, kind)))
  return ownMedia(work.db, scope)
}

/** Whether there is something to be heard, after that may have changed. */
export async function noteSound(work: Work, project_id: number): Promise<void> {
  const sounds = await work.db.$count(
    project_media,
    and(
      eq(project_media.project_id, project_id),
      eq(project_media.kind, 'sound'),
      eq(project_media.is_resting, false),
      isThere,
    ),
  )
  await markSound(work, project_id, sounds > 0)
}

/** Takes something down; nobody sees it from now on, and for an hour it can be brought back. @throws Refusal 404 */
export async function takeDown(work: Work, scope: OwnerScope, media_id: number): Promise<OwnMedia> {
  const [row] = await work.db
    .update(project_media)
    .set({ deleted_at: work.now.toISOString() })
    .where(and(its(scope, media_id), isThere))
    .returning()
  if (!row) throw notFound()
  if (row.picture) await showPicture(work, { user_id: null, from: row.picture, to: null, field: 'picture' })
  if (row.kind === 'sound') await noteSound(work, scope.project_id)
  return ownMedia(work.db, scope)
}

/** Brings back what was taken down. @throws Refusal 404 after an hour, 409 `media.full` */
export async function bringBack(work: Work, scope: OwnerScope, media_id: number): Promise<OwnMedia> {
  await refuseFull(work, scope)
  const since = new Date(work.now.getTime() - BACK_WITHIN_MS).toISOString()
  const [row] = await work.db
    .update(project_media)
    .set({ deleted_at: null })
    .where(and(its(scope, media_id), sql`${project_media.deleted_at} > ${since}::timestamptz`))
    .returning()
  if (!row) throw notFound()
  if (row.picture) await showPicture(work, { user_id: null, from: null, to: row.picture, field: 'picture' })
  if (row.kind === 'sound') await noteSound(work, scope.project_id)
  return ownMedia(work.db, scope)
}

/** Deletes rows; a job removes the bytes of sounds once that has happened. */
export async function deleteRows(work: Work, which: SQL | undefined): Promise<void> {
  const rows = await work.db
    .delete(project_media)
    .where(which)
    .returning({ key: project_media.key, format: project_media.format })
  for (const { key, format } of rows)
    if (key && format) await enqueue(work, removals, soundPlace({ key, format }))
}

/** Deletes what was taken down more than an hour ago, and sounds whose upload broke off. */
export async function deleteTakenDown(work: Work): Promise<void> {
  const before = (ms: number) => new Date(work.now.getTime() - ms).toISOString()
  await deleteRows(work, lt(project_media.deleted_at, before(BACK_WITHIN_MS)))
  await deleteRows(
    work,
    and(
      eq(project_media.kind, 'sound'),
      isNull(project_media.stored_at),
      lt(project_media.created_at, before(STORED_WITHIN_MS)),
    ),
  )
}

/** What is above somebody's limit rests, the last of each project first; what there is room for again is shown. */
export async function restMedia(work: Work, user_id: number, limit: number | null): Promise<void> {
  const most = limit ?? MOST_MEDIA
  const { rows } = await work.db.execute<{ project_id: number }>(sql`
    with placed as (
      select m.id, row_number() over (partition by m.project_id order by m.position, m.id) > ${most} as rests
      from ${project_media} m join ${music_projects} p on p.id = m.project_id
      where p.owner_id = ${user_id} and m.deleted_at is null)
    update ${project_media} m set is_resting = placed.rests from placed
    where m.id = placed.id and m.is_resting <> placed.rests returning m.project_id`)
  for (const project_id of new Set(rows.map((row) => Number(row.project_id))))
    await noteSound(work, project_id)
}

/** Deletes what a project showed. */
export async function eraseMedia(work: Work, project_id: number): Promise<void> {
  const theirs = eq(project_media.project_id, project_id)
  const pictures = await work.db
    .select({ url: project_media.picture })
    .from(project_media)
    .where(and(theirs, isNotNull(project_media.picture), isNull(project_media.deleted_at)))
  for (const { url } of pictures)
    await showPicture(work, { user_id: null, from: url, to: null, field: 'picture' })
  await deleteRows(work, theirs)
  await noteSound(work, project_id)
}
