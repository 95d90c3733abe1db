import { and, eq, ne } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { limit } from '#core/server/limits.ts'
import { enqueue } from '#core/server/queues.ts'
import { mayWrite } from './commands.letters.ts'
import { RESEND_SECONDS, today } from './contract.ts'
import { guardianLetters } from './queues.ts'
import { adultOn, guardianState, isMinor, MINORS, problemOfAge } from './rules.minors.ts'
import { minors } from './table.minors.ts'
import { mail_tokens } from './table.ts'

/* Somebody under age signs up, and names the adult who is to open their account. */

interface Minor {
  birth_date: string
  guardian_email: string
}

const wrong = ({ field, key }: { field: string; key: string }) =>
  new Refusal(422, 'common.invalid', { fields: { [field]: { key } } })

/**
 * What a sign-up says of somebody under age; null for everybody else, of whom nothing of it is kept.
 * @throws Refusal 422 on the field that is wrong or missing
 */
export function minorOf(
  said: { email: string; birth_date?: string | undefined; guardian_email?: string | undefined },
  now: Date,
): Minor | null {
  const problem = problemOfAge(said, today(now))
  if (problem) throw wrong(problem)
  const { birth_date, guardian_email } = said
  return birth_date && guardian_email && isMinor(birth_date, today(now))
    ? { birth_date, guardian_email }
    : null
}

/** Stores that an account waits for an adult, who is written to. */
export async function addMinor(
  work: Work,
  user: { id: number },
  { birth_date, guardian_email }: Minor,
): Promise<void> {
  await work.db.insert(minors).values({
    user_id: user.id,
    birth_date,
    adult_on: adultOn(birth_date),
    guardian_email,
    asked_at: work.now.toISOString(),
  })
  await limit(work.db, `guardian:send:${user.id}`, 1, RESEND_SECONDS * 1000, work.now)
  await writeTo(work, user.id, guardian_email)
}

/** Who is named by a stranger gets no more letters than strangers may cause. */
async function writeTo(work: Work, user_id: number, guardian_email: string): Promise<void> {
  if (await mayWrite(work, 'guardian', guardian_email)) await enqueue(work, guardianLetters, { user_id })
}

/**
 * Writes to the adult again, or to another one, whose link is then the only one that works.
 * @throws Refusal 409 for who needs none, or whose adult has answered; 422 for one's own address; 429 within a minute
 */
export async function askAgain(
  work: Work,
  user: { id: number; email: string },
  guardian_email: string,
): Promise<void> {
  const { db, now } = work
  const [minor] = await db.select().from(minors).where(eq(minors.user_id, user.id)).for('update')
  if (!minor || minor.adult_on <= today(now) || !MINORS[guardianState(minor)].renames)
    throw new Refusal(409, 'accounts.guardian_answered')
  const problem = problemOfAge({ ...minor, guardian_email, email: user.email }, today(now))
  if (problem) throw wrong(problem)
  await limit(db, `guardian:send:${user.id}`, 1, RESEND_SECONDS * 1000, now)
  await db.update(minors).set({ guardian_email }).where(eq(minors.user_id, user.id))
  // Of somebody who was named before nothing is kept.
  await db
    .delete(mail_tokens)
    .where(
      and(
        eq(mail_tokens.user_id, user.id),
        eq(mail_tokens.kind, 'guardian'),
        ne(mail_tokens.email, guardian_email),
      ),
    )
  await writeTo(work, user.id, guardian_email)
}
