import { call, refresh, SpokenError } from '#core/web/ask.ts'
import { i18n } from '#core/web/i18n.ts'
import { isUnreached, outboxOf, type Waiting } from '#core/web/outbox.ts'
import { queryClient } from '#core/web/queryClient.ts'
import { ownList } from '#features/accounts/web/ownList.ts'
import { readMonthSummary } from '../../months/contract.ts'
import { listPractice, notePractice, type Practice, type PracticeDraft, readProgress } from '../contract.ts'

/** What is asked again after practice was noted, changed or removed. */
export const PRACTICE_PAGES = [listPractice, readProgress, readMonthSummary]

const reasonOf = (error: unknown): string =>
  error instanceof SpokenError ? error.message : i18n.t('common:errors.common.generic')

/** Practice that was noted without connection. What the server doesn't take stays, with why: somebody typed it. */
export const practiceBox = outboxOf(ownList<PracticeDraft & Waiting>('practice'), {
  send: ({ refused: _, ...body }) => call(notePractice, { body }, { key: body.key }),
  onRefused: (row, error) => ({ ...row, refused: reasonOf(error) }),
  onSettled: () => refresh(queryClient, PRACTICE_PAGES),
})

/**
 * Notes practice, or stores it until there is a connection: under the same key, so that one whose answer got lost isn't
 * noted twice.
 * @returns what was noted; null when it waits
 * @throws ApiError when it is refused, or can neither be sent nor stored
 */
export async function note(draft: PracticeDraft): Promise<Practice | null> {
  try {
    const noted = await call(notePractice, { body: draft }, { key: draft.key })
    await refresh(queryClient, PRACTICE_PAGES)
    return noted
  } catch (error) {
    if (!isUnreached(error) || !practiceBox.add(draft)) throw error
    return null
  }
}
