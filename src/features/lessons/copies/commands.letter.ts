import { formatDate } from '#core/contract/intl.ts'
import type { Language } from '#core/contract/language.ts'
import type { Reading } from '#core/server/app.ts'
import type { Letter, Line } from '#core/server/letters.ts'
import { createMailToken } from '#features/accounts/commands.tokens.ts'
import { guardianPath } from '#features/accounts/contract.minors.ts'
import { copiedTo } from '#features/accounts/queries.minors.ts'

/** A moment as such a letter says it. @param zone on whose clock */
export const copiedAt = (at: string, language: Language, zone: string): string =>
  formatDate(at, language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })

/**
 * A letter with what was written with a minor, to the adult who opened their account, with the way to take the permission back.
 * @param write with whom, and what was written, by what the minor is called and the letter’s language; no lines are no letter
 * @returns null where there is nobody to send it to (any more)
 */
export async function copyLetter(
  { app, db, now }: Reading,
  user_id: number,
  write: (minor: { name: string; language: Language }) => Promise<{ other: string; lines: Line[] }>,
): Promise<Letter | null> {
  const guardian = await copiedTo(db, user_id, now)
  if (!guardian) return null
  const { guardian_email, language, ...names } = guardian
  const { other, lines } = await write({ name: names.name, language })
  if (lines.length === 0) return null
  const token = await createMailToken(app.db, { user_id, kind: 'guardian', email: guardian_email }, now)
  return {
    to: guardian_email,
    language,
    kind: 'guardian_copies',
    words: 'auth:mail.guardian_copies',
    values: { ...names, other },
    subject: 'subject',
    title: 'title',
    paragraphs: ['greeting', 'body', ...lines],
    action: { label: 'action', path: guardianPath(token) },
    footer: 'footer',
    preheader: 'body',
  }
}
