import { HOUR } from '#core/contract/time.ts'
import type { Reading } from '#core/server/app.ts'
import { type Pace, takePlace } from '#core/server/limits.ts'
import { enqueue } from '#core/server/queues.ts'
import { hasSpentLinks } from './queries.links.ts'
import { guardianLinks, letters, type Notice, notices, type Warning, warnings } from './queues.ts'

/*
 * How many letters somebody can be made to get. What is over is dropped, and whoever caused it reads the same as before:
 * that somebody has had enough letters is nobody else's business. Nobody is cut off for a day by a stranger's doing,
 * since the next letter goes out within the pace.
 */

/** At most 22 in 24 hours, and again one after two hours at the latest. */
const PERSONAL: Pace = { burst: 10, every: 2 * HOUR }
/** How long a reset link works: one that is dropped leaves an hour of the one before. */
export const RESET_MS: number = PERSONAL.every + HOUR
/** What strangers cause who name somebody's e-mail: at most four in 24 hours. */
const FROM_STRANGERS: Pace = { burst: 2, every: 12 * HOUR }

const PACES = {
  verify: PERSONAL,
  reset: PERSONAL,
  reset_again: PERSONAL,
  device: PERSONAL,
  change: PERSONAL,
  factor: PERSONAL,
  new_email: PERSONAL,
  email_changed: PERSONAL,
  taken: FROM_STRANGERS,
  invitation: PERSONAL,
  guardian: FROM_STRANGERS,
  guardian_link: FROM_STRANGERS,
} as const

type Writing = Pick<Reading, 'app' | 'db' | 'now'>

/**
 * Counts a letter of one kind to somebody; ask before it is enqueued, with the same connection.
 * @param to their e-mail, or the id of their account: one of them for all letters of that kind
 * @returns false when they have had enough of them: don't write
 */
export async function mayWrite(
  { app, db, now }: Writing,
  kind: keyof typeof PACES,
  to: string | number,
): Promise<boolean> {
  const wait = await takePlace(db, `letters:${kind}:${String(to).toLowerCase()}`, PACES[kind], now)
  if (wait > 0) app.log.info({ kind, wait }, 'a letter was dropped: somebody had enough of them lately')
  return wait === 0
}

/** Sends the link that proves an e-mail. */
export async function askToVerify(reading: Writing, user: { id: number; email: string }): Promise<void> {
  if (await mayWrite(reading, 'verify', user.email))
    await enqueue(reading, letters, { kind: 'verify', user_id: user.id })
}

/**
 * Sends the link that sets a new password, to an e-mail that may have no account. A letter is dropped only while the link of
 * another one works: links outlive the time between two letters, and where they were used up there is another pace.
 */
export async function askToReset(reading: Writing, email: string): Promise<void> {
  const { db, now } = reading
  const may =
    (await mayWrite(reading, 'reset', email)) ||
    ((await hasSpentLinks(db, email, now, new Date(now.getTime() - RESET_MS))) &&
      (await mayWrite(reading, 'reset_again', email)))
  if (may) await enqueue(reading, letters, { kind: 'reset', email })
}

/** Sends an adult a link for each minor who named that e-mail, which may be none. */
export async function askForGuardianLinks(reading: Writing, email: string): Promise<void> {
  if (await mayWrite(reading, 'guardian_link', email)) await enqueue(reading, guardianLinks, { email })
}

/** Counted apart from the changes of an account. */
const KINDS: Partial<Record<Warning['news'], keyof typeof PACES>> = {
  new_device: 'device',
  sign_up_tried: 'taken',
  email_wanted: 'taken',
  // Their link is what the owner gets back in by: no other news may use their places up.
  totp_added: 'factor',
  passkey_added: 'factor',
  email_changed: 'email_changed',
}

/** Tells somebody what they might not have done themselves. */
export async function warn(reading: Writing, warning: Warning): Promise<void> {
  if (await mayWrite(reading, KINDS[warning.news] ?? 'change', warning.user_id))
    await enqueue(reading, warnings, warning)
}

/** Tells somebody what became of their data and account. */
export async function tellAbout(reading: Writing, notice: Notice): Promise<void> {
  if (await mayWrite(reading, 'change', notice.user_id)) await enqueue(reading, notices, notice)
}
