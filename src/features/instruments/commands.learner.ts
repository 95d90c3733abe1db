import { eq } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { takeTurns } from '#core/server/db.ts'
import type { LearnedDraft } from './contract.learner.ts'
import { learner_instruments } from './table.ts'

/**
 * Writes what somebody plays or learns, instead of what they said before.
 * @throws Refusal 422 for a year that hasn't come
 */
export async function rewriteLearned(
  { db, now }: Work,
  user_id: number,
  instruments: readonly LearnedDraft[],
): Promise<void> {
  const ahead = instruments.findIndex(({ since_year }) => (since_year ?? 0) > now.getUTCFullYear())
  if (ahead >= 0)
    throw new Refusal(422, 'common.invalid', {
      fields: { [`instruments.${ahead}.since_year`]: { key: 'validation.invalid' } },
    })
  await takeTurns(db, 'learned', [user_id])
  await db.delete(learner_instruments).where(eq(learner_instruments.user_id, user_id))
  if (instruments.length > 0)
    await db.insert(learner_instruments).values(instruments.map((one, place) => ({ user_id, place, ...one })))
}

/** Removes what somebody said that they play or learn. */
export async function eraseLearned({ db }: Work, user_id: number): Promise<void> {
  await db.delete(learner_instruments).where(eq(learner_instruments.user_id, user_id))
}
