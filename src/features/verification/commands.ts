import { and, eq, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { subject } from '#core/contract/subject.ts'
import { DAY } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { takeTurns } from '#core/server/db.ts'
import { limit } from '#core/server/limits.ts'
import { enqueue } from '#core/server/queues.ts'
import type { ReadContext } from '#core/server/route.ts'
import { transaction } from '#core/server/work.ts'
import { userById } from '#features/accounts/queries.ts'
import { keepAttachment } from '#features/files/commands.attachments.ts'
import { encodeDocument } from '#features/files/commands.ts'
import { removals } from '#features/files/queues.ts'
import { notify } from '#features/notifications/commands.ts'
import {
  type CheckState,
  CONSENT_VERSION,
  DOCUMENT_FILES,
  type IdentityFile,
  type IdentitySent,
  type OwnChecks,
  type RefusalReason,
} from './contract.ts'
import { checksOfUser, filePlace, lastCheckOf, verificationOf } from './queries.ts'
import { decisions } from './queues.ts'
import { DOCUMENTS_A_MONTH, maySend, UNSENT_MS } from './rules.ts'
import { identity_checks, identity_files, phone_codes, verified_phones } from './table.ts'

/* An identity document: uploaded, sent, looked at by staff, deleted. */

/** Deletes sides of documents; a job removes their bytes once that has happened. */
async function deleteFiles(work: Work, which: SQL | undefined): Promise<number> {
  const deleted = await work.db
    .delete(identity_files)
    .where(which)
    .returning({ key: identity_files.key, format: identity_files.format })
  for (const file of deleted) await enqueue(work, removals, filePlace(file))
  return deleted.length
}

const unsent = (user_id: number) => and(eq(identity_files.user_id, user_id), isNull(identity_files.check_id))

/**
 * Uploads a side of a document: a picture is encoded anew, so that it doesn't say where it was taken. Its row comes first:
 * what breaks off, or is never sent, is found by it.
 * @throws Refusal 409 when there are two already, 413, 415 or 422 for the file, 429 after too many
 */
export async function addFile(ctx: ReadContext): Promise<IdentityFile> {
  const { app, now, viewer } = ctx
  const { id, format, bytes } = await keepAttachment(ctx, encodeDocument, {
    insert: ({ name: _, ...its }) =>
      transaction(app, now, async ({ db }) => {
        // One after the other: how many there are decides whether there is room.
        await takeTurns(db, 'identity_files', [viewer.id])
        if ((await db.$count(identity_files, unsent(viewer.id))) >= DOCUMENT_FILES)
          throw new Refusal(409, 'verification.enough_files')
        const [row] = await db
          .insert(identity_files)
          .values({ ...its, user_id: viewer.id, created_at: now.toISOString() })
          .returning({ id: identity_files.id })
        if (!row) throw new Error('a file was not inserted')
        return row.id
      }),
    stored: async (id) =>
      (
        await app.db
          .update(identity_files)
          .set({ stored_at: now.toISOString() })
          .where(eq(identity_files.id, id))
          .returning({ id: identity_files.id })
      ).length > 0,
    drop: async (id) => {
      await transaction(app, now, (work) => deleteFiles(work, eq(identity_files.id, id)))
    },
  })
  return { id, format, bytes }
}

/** Removes a side that wasn't sent. @throws Refusal 404 */
export async function removeFile(work: Work, user_id: number, file_id: number): Promise<void> {
  if ((await deleteFiles(work, and(unsent(user_id), eq(identity_files.id, file_id)))) === 0) throw notFound()
}

/**
 * Sends what was uploaded to be compared with the account's name.
 * @throws Refusal 422 on `files` for what isn't theirs to send, 409 when one waits or was accepted, 429 after too many
 */
export async function send(
  work: Work,
  user_id: number,
  { files }: Pick<IdentitySent, 'files'>,
): Promise<OwnChecks> {
  const { db, now } = work
  const user = await userById(db, user_id)
  if (!user) throw notFound()
  if (!maySend(await lastCheckOf(db, user_id), await checksOfUser(db, user_id)))
    throw new Refusal(409, 'verification.sent_already')
  await limit(db, `identity:${user_id}`, DOCUMENTS_A_MONTH, 30 * DAY, now)
  const [check] = await db
    .insert(identity_checks)
    .values({ user_id, name: user.name, consent_version: CONSENT_VERSION, sent_at: now.toISOString() })
    .onConflictDoNothing()
    .returning({ id: identity_checks.id })
  if (!check) throw new Refusal(409, 'verification.sent_already')
  const sent = await db
    .update(identity_files)
    .set({ check_id: check.id })
    .where(and(unsent(user_id), inArray(identity_files.id, [...files]), isNotNull(identity_files.stored_at)))
    .returning({ id: identity_files.id })
  if (sent.length !== new Set(files).size)
    throw new Refusal(422, 'common.invalid', { fields: { files: { key: 'errors.files.not_yours' } } })
  return verificationOf(work, user_id)
}

/** Takes a check out of `pending`, once: whoever comes second finds none. Its files go with it. */
async function settle(
  work: Work,
  which: SQL | undefined,
  state: Exclude<CheckState, 'pending'>,
  said: { reason?: RefusalReason; by?: string } = {},
) {
  const [settled] = await work.db
    .update(identity_checks)
    .set({
      state,
      reason: said.reason ?? null,
      decided_by: said.by ?? null,
      decided_at: work.now.toISOString(),
    })
    .where(and(which, eq(identity_checks.state, 'pending')))
    .returning()
  if (!settled) throw new Refusal(409, 'verification.decided')
  await deleteFiles(work, eq(identity_files.check_id, settled.id))
  return settled
}

/** Its sender hears what became of it, here and by a letter. */
async function tell(work: Work, { id, user_id, state }: { id: number; user_id: number; state: CheckState }) {
  await enqueue(work, decisions, { check_id: id })
  notify(work, [
    {
      user_id,
      type: 'IDENTITY_CHECKED',
      subject: subject('identity_check', id),
      params: { voice: state },
      hasLetter: true,
    },
  ])
}

/** Takes a document back that nobody has decided on. @throws Refusal 409 when none waits */
export async function withdraw(work: Work, user_id: number): Promise<OwnChecks> {
  await settle(work, eq(identity_checks.user_id, user_id), 'withdrawn')
  return verificationOf(work, user_id)
}

/**
 * Staff has looked at a document. Of two who decide at once one is told that it is decided.
 * @param by who of the staff
 * @param refused why not; left out: the name on it is the account's
 * @throws Refusal 404, 409 when it was decided, withdrawn or ran out
 */
export async function decide(
  work: Work,
  check_id: number,
  by: string,
  refused?: RefusalReason,
): Promise<void> {
  const known = await work.db.$count(identity_checks, eq(identity_checks.id, check_id))
  if (known === 0) throw notFound()
  const said = refused ? { by, reason: refused } : { by }
  await tell(
    work,
    await settle(work, eq(identity_checks.id, check_id), refused ? 'refused' : 'accepted', said),
  )
}

/** Nobody looked at it in time: it is deleted, and its sender may send it again. */
export async function lapse(work: Work, check_id: number): Promise<void> {
  await tell(work, await settle(work, eq(identity_checks.id, check_id), 'lapsed'))
}

/** Deletes what was uploaded and never sent. */
export async function deleteUnsent(work: Work): Promise<void> {
  const since = new Date(work.now.getTime() - UNSENT_MS).toISOString()
  await deleteFiles(work, and(isNull(identity_files.check_id), lt(identity_files.created_at, since)))
}

/** Forgets with an account what was checked of it. */
export async function eraseVerification(work: Work, user_id: number): Promise<void> {
  const { db } = work
  await deleteFiles(work, eq(identity_files.user_id, user_id))
  await db.delete(identity_checks).where(eq(identity_checks.user_id, user_id))
  await db.delete(phone_codes).where(eq(phone_codes.user_id, user_id))
  await db.delete(verified_phones).where(eq(verified_phones.user_id, user_id))
}
