import { and, eq } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { takeTurns } from '#core/server/db.ts'
import { extensionPoint } from '#core/server/events.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { enqueue } from '#core/server/queues.ts'
import type { ReadContext } from '#core/server/route.ts'
import { gone } from '#core/server/turns.ts'
import { transaction } from '#core/server/work.ts'
import { encodeDocument } from '#features/files/commands.ts'
import { receive } from '#features/files/commands.uploads.ts'
import { removals } from '#features/files/queues.ts'
import { documentPart } from '#features/files/rules.ts'
import type { OwnerScope } from '#features/projects/queries.ts'
import { type OwnMedia, type RepertoireSong, type StageWords, TITLE_MAX } from './contract.ts'
import { ownMedia } from './queries.ts'
import { titleFrom } from './rules.ts'
import { project_songs, project_stages } from './table.ts'

/** Who may read a project's technical rider besides its own people: each feature answers for its own. */
export const riderReaders = extensionPoint<{ project_id: number; user_id: number }, { by: string }>(
  'media.rider_readers',
)

/** Writes the repertoire anew. */
export async function writeSongs(
  work: Work,
  scope: OwnerScope,
  songs: readonly RepertoireSong[],
): Promise<OwnMedia> {
  const { project_id } = scope
  // Two tabs that save at once: one after the other.
  await takeTurns(work.db, 'repertoire', [project_id])
  await work.db.delete(project_songs).where(eq(project_songs.project_id, project_id))
  if (songs.length > 0)
    await work.db
      .insert(project_songs)
      .values(songs.map(({ title, artist }, position) => ({ project_id, position, title, artist })))
  return ownMedia(work.db, scope)
}

/** Says what a project needs of a stage. */
export async function writeStage(work: Work, scope: OwnerScope, words: StageWords): Promise<OwnMedia> {
  await work.db
    .insert(project_stages)
    .values({ project_id: scope.project_id, ...words })
    .onConflictDoUpdate({ target: project_stages.project_id, set: words })
  return ownMedia(work.db, scope)
}

const EMPTY = { rider_key: null, rider_name: null, rider_bytes: null, rider_stored_at: null }
const placeOf = (key: string) => ({ key, parts: [documentPart('pdf')] })

/** Takes the rider down; a job removes its bytes once that has happened. */
async function dropRider(work: Work, project_id: number): Promise<void> {
  const [old] = await work.db
    .select({ key: project_stages.rider_key })
    .from(project_stages)
    .where(eq(project_stages.project_id, project_id))
    .for('update')
  if (!old?.key) return
  await work.db.update(project_stages).set(EMPTY).where(eq(project_stages.project_id, project_id))
  await enqueue(work, removals, placeOf(old.key))
}

/** Takes the technical rider down. @throws Refusal 404 when there is none */
export async function removeRider(work: Work, scope: OwnerScope): Promise<OwnMedia> {
  await dropRider(work, scope.project_id)
  return ownMedia(work.db, scope)
}

/**
 * Uploads the technical rider in place of the one before. What it is kept under is noted first: what breaks off is found
 * by it.
 * @throws Refusal 413, 415 for what isn't a PDF, 422, 429 after too many in a day
 */
export async function uploadRider(ctx: ReadContext, scope: OwnerScope): Promise<OwnMedia> {
  const { app, now } = ctx
  const { project_id } = scope
  return receive(
    ctx,
    async ({ bytes, name }) => {
      const { format } = await encodeDocument(bytes)
      if (format !== 'pdf') throw new Refusal(415, 'media.rider_pdf')
      return { bytes, name: titleFrom(name, TITLE_MAX) || 'Rider' }
    },
    async ({ bytes, name }) => {
      if (ctx.signal.aborted) throw gone()
      const key = newKey()
      await transaction(app, now, async (work) => {
        await work.db.insert(project_stages).values({ project_id }).onConflictDoNothing()
        await dropRider(work, project_id)
        await work.db
          .update(project_stages)
          .set({ rider_key: key, rider_name: name, rider_bytes: bytes.length })
          .where(eq(project_stages.project_id, project_id))
      })
      const isOurs = and(eq(project_stages.project_id, project_id), eq(project_stages.rider_key, key))
      try {
        await storeOf(app.config).put(key, new Map([[documentPart('pdf'), bytes]]))
        if (ctx.signal.aborted) throw gone()
      } catch (error) {
        await app.db.update(project_stages).set(EMPTY).where(isOurs)
        await storeOf(app.config).remove(key, [documentPart('pdf')])
        throw error
      }
      return transaction(app, now, async (work) => {
        const shown = await work.db
          .update(project_stages)
          .set({ rider_stored_at: now.toISOString() })
          .where(isOurs)
          .returning({ id: project_stages.project_id })
        // Another one came meanwhile, or the project is gone: its bytes may have come after their removal.
        if (shown.length === 0) {
          await enqueue(work, removals, placeOf(key))
          throw notFound()
        }
        return ownMedia(work.db, scope)
      })
    },
  )
}

/** Deletes what a project said of its repertoire and its stage. */
export async function eraseStage(work: Work, project_id: number): Promise<void> {
  await dropRider(work, project_id)
  await work.db.delete(project_songs).where(eq(project_songs.project_id, project_id))
  await work.db.delete(project_stages).where(eq(project_stages.project_id, project_id))
}
