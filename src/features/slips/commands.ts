import { and, eq, isNull, lt, ne, type SQL } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { type Subject, subject } from '#core/contract/subject.ts'
import { HOUR } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { enqueue } from '#core/server/queues.ts'
import type { ReadContext } from '#core/server/route.ts'
import { gone } from '#core/server/turns.ts'
import { transaction } from '#core/server/work.ts'
import { encodeDocument } from '#features/files/commands.ts'
import { receive } from '#features/files/commands.uploads.ts'
import { removals } from '#features/files/queues.ts'
import { documentPart } from '#features/files/rules.ts'
import type { Slip, SlipOf } from './contract.ts'
import { rightsOf, slipPlace } from './queries.ts'
import { transfer_slips } from './table.ts'

/** How long an upload may take to be stored: what isn't by then broke off, milliseconds. */
const STORED_WITHIN_MS = HOUR

/** Deletes slips; a job removes their bytes once that has happened. */
async function deleteSlips(work: Work, which: SQL | undefined): Promise<void> {
  const deleted = await work.db
    .delete(transfer_slips)
    .where(which)
    .returning({ key: transfer_slips.key, format: transfer_slips.format })
  for (const slip of deleted) await enqueue(work, removals, slipPlace(slip))
}

/** What was recorded was taken back, or is recorded anew: its slip says nothing any more. */
export const forgetSlip = (work: Work, of: Subject): Promise<void> =>
  deleteSlips(work, eq(transfer_slips.subject, of))

/** Deletes what somebody added. */
export const deleteSlipsOf = (work: Work, user_id: number): Promise<void> =>
  deleteSlips(work, eq(transfer_slips.user_id, user_id))

/** Deletes slips whose upload broke off. */
export const deleteBrokenOff = (work: Work): Promise<void> =>
  deleteSlips(
    work,
    and(
      isNull(transfer_slips.stored_at),
      lt(transfer_slips.created_at, new Date(work.now.getTime() - STORED_WITHIN_MS).toISOString()),
    ),
  )

/**
 * Adds the slip of a transfer that is being uploaded. Its row comes first: if the rest fails, or the process dies, the
 * sweep finds the bytes by it; it is shown once they are stored, in the place of the one before.
 * @throws Refusal 404 for no end of it, 409 when it isn't theirs to add (any more), 413, 415 or 422 for the file, 429
 * after too many in a day
 */
export async function add(ctx: ReadContext, of: SlipOf, id: number): Promise<Slip> {
  const { app, now, viewer } = ctx
  const about = subject(of, id)
  const assertAdds = async (reading: Parameters<typeof rightsOf>[0], holds = false) => {
    const { adds } = await rightsOf(reading, { subject: about, user_id: viewer.id, holds })
    if (!adds) throw new Refusal(409, 'slips.not_now')
  }
  await assertAdds({ app, now, db: app.db })
  return receive(
    ctx,
    ({ bytes }) => encodeDocument(bytes),
    async ({ format, bytes }) => {
      if (ctx.signal.aborted) throw gone()
      const its = { subject: about, user_id: viewer.id, key: newKey(), format, bytes: bytes.length }
      const row_id = await transaction(app, now, async ({ db }) => {
        const [row] = await db
          .insert(transfer_slips)
          .values({ ...its, created_at: now.toISOString() })
          .returning({ id: transfer_slips.id })
        if (!row) throw new Error('a slip was not inserted')
        return row.id
      })
      try {
        await storeOf(app.config).put(its.key, new Map([[documentPart(format), bytes]]))
        await transaction(app, now, (work) => show(work, about, row_id, () => assertAdds(work, true)))
      } catch (error) {
        await transaction(app, now, (work) => deleteSlips(work, eq(transfer_slips.id, row_id)))
        // Where its row is gone already, with another slip in its place, its bytes may have come after their removal.
        await storeOf(app.config).remove(its.key, [documentPart(format)])
        throw error
      }
      return { of, format, bytes: bytes.length }
    },
  )
}

/** Shows a slip whose bytes are stored, in the place of the one before. */
async function show(work: Work, about: Subject, id: number, assertAdds: () => Promise<void>): Promise<void> {
  // Recorded, answered or taken back meanwhile: the row that says so is held until this transaction ends.
  await assertAdds()
  await deleteSlips(work, and(eq(transfer_slips.subject, about), ne(transfer_slips.id, id)))
  const shown = await work.db
    .update(transfer_slips)
    .set({ stored_at: work.now.toISOString() })
    .where(eq(transfer_slips.id, id))
    .returning({ id: transfer_slips.id })
  // Erased meanwhile, or another came after it.
  if (shown.length === 0) throw notFound()
}
