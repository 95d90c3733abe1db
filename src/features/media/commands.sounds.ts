import { randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { App, Work } from '#core/server/app.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { enqueue } from '#core/server/queues.ts'
import type { ReadContext } from '#core/server/route.ts'
import { gone } from '#core/server/turns.ts'
import { transaction } from '#core/server/work.ts'
import { TooLong, workerTask } from '#core/server/workers.ts'
import { soundOf } from '#features/files/commands.sounds.ts'
import { receive } from '#features/files/commands.uploads.ts'
import { type AudioFormat, documentPart } from '#features/files/rules.ts'
import type { OwnerScope } from '#features/projects/queries.ts'
import { addRow, deleteRows, noteSound, refuseFull } from './commands.ts'
import { type OwnMedia, SOUND_MAX, TITLE_MAX } from './contract.ts'
import { isThere, nextUnheard, ownMedia, type Unheard } from './queries.ts'
import { listenings } from './queues.ts'
import { titleFrom } from './rules.ts'
import { project_media } from './table.ts'

const listen = workerTask<{ bytes: Uint8Array; format: AudioFormat }, number[] | null>(
  new URL('./worker.ts', import.meta.url),
  'listen',
)

/**
 * Uploads a sound. Its row comes first: what breaks off is found by it. It can be heard as soon as it is stored; how loud
 * it is comes later.
 * @throws Refusal 409 `media.full` before anything is read, 413, 415 or 422 for the file, 429 after too many in a day
 */
export async function addSound(ctx: ReadContext, scope: OwnerScope): Promise<OwnMedia> {
  const { app, now } = ctx
  await transaction(app, now, (work) => refuseFull(work, scope))
  return receive(
    ctx,
    async ({ bytes, name }) => ({ ...(await soundOf(ctx, bytes)), name }),
    async ({ format, bytes, seconds, name }) => {
      if (ctx.signal.aborted) throw gone()
      const key = newKey()
      const id = await transaction(app, now, async (work) => {
        await refuseFull(work, scope)
        return addRow(work, scope, {
          kind: 'sound',
          title: titleFrom(name, TITLE_MAX) || format,
          key,
          secret: randomBytes(8).toString('hex'),
          format,
          bytes: bytes.length,
          seconds,
        })
      })
      try {
        await storeOf(app.config).put(key, new Map([[documentPart(format), bytes]]))
        if (ctx.signal.aborted) throw gone()
      } catch (error) {
        await transaction(app, now, (work) => deleteRows(work, eq(project_media.id, id)))
        throw error
      }
      const shown = await transaction(app, now, (work) => showSound(work, scope, id))
      if (shown) return shown
      // Erased meanwhile: its bytes may have come after their removal.
      await storeOf(app.config).remove(key, [documentPart(format)])
      throw notFound()
    },
    { bytes_max: SOUND_MAX },
  )
}

/** Shows a sound whose bytes are stored. @returns null when it was erased meanwhile */
async function showSound(work: Work, scope: OwnerScope, id: number): Promise<OwnMedia | null> {
  const [row] = await work.db
    .update(project_media)
    .set({ stored_at: work.now.toISOString() })
    .where(eq(project_media.id, id))
    .returning({ format: project_media.format })
  if (!row) return null
  if (row.format !== 'm4a') await enqueue(work, listenings, { media_id: id })
  await noteSound(work, scope.project_id)
  return ownMedia(work.db, scope)
}

/**
 * Keeps how loud a sound is as its owner's browser heard it: AAC can't be decoded on the server. Once: it is theirs, and
 * only draws a waveform.
 * @throws Refusal 404 for one that isn't theirs, 409 for one that is known already, or that the server listens to
 */
export async function keepLevels(
  work: Work,
  scope: OwnerScope,
  media_id: number,
  levels: number[],
): Promise<OwnMedia> {
  const there = and(
    eq(project_media.id, media_id),
    eq(project_media.project_id, scope.project_id),
    eq(project_media.kind, 'sound'),
    isThere,
  )
  const kept = await work.db
    .update(project_media)
    .set({ levels, analysed_at: work.now.toISOString() })
    .where(and(there, eq(project_media.format, 'm4a'), isNull(project_media.analysed_at)))
    .returning({ id: project_media.id })
  if (kept.length === 0) {
    if ((await work.db.$count(project_media, there)) === 0) throw notFound()
    throw new Refusal(409, 'media.levels_there')
  }
  return ownMedia(work.db, scope)
}

/** Listens to one sound, whose turn it is. */
export async function listenToNext(app: App): Promise<void> {
  const sound = await nextUnheard(app.db, app.clock.now())
  if (!sound) return
  const levels = await levelsOf(app, sound)
  await app.db
    .update(project_media)
    .set({ levels, analysed_at: app.clock.now().toISOString() })
    .where(and(eq(project_media.id, sound.id), isNull(project_media.analysed_at)))
}

async function levelsOf(app: App, { key, format, user_id }: Unheard): Promise<number[] | null> {
  // Before its turn, which a slow store would keep from others: one is listened to at a time, so one is in memory.
  const stream = await storeOf(app.config).read(key, documentPart(format))
  if (!stream) return null
  const bytes = Buffer.concat(await stream.toArray())
  try {
    return await app.side_workers.inTurn(`user:${user_id}`, () =>
      app.side_workers.run(listen, { bytes, format }),
    )
  } catch (error) {
    // Too long to listen to: it can be heard, and has no waveform.
    if (error instanceof TooLong) return null
    throw error
  }
}
