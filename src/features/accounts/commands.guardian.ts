import { and, eq, gt, gte, inArray, isNull, lte, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Language } from '#core/contract/language.ts'
import { canStep } from '#core/contract/steps.ts'
import { DAY } from '#core/contract/time.ts'
import type { Reading, Work } from '#core/server/app.ts'
import { outer } from '#core/server/columns.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { sendLetter } from '#core/server/letters.ts'
import { enqueue } from '#core/server/queues.ts'
import { planDeletion } from './commands.deletion.ts'
import { tellAbout } from './commands.letters.ts'
import { endSessionsOf } from './commands.ts'
import { DELETION_DAYS } from './contract.data.ts'
import type { GuardianAnswer, GuardianPart } from './contract.minors.ts'
import { today } from './contract.ts'
import { minorByLink } from './queries.minors.ts'
import { guardianLetters } from './queues.ts'
import {
  GUARDIAN_DAYS,
  GUARDIAN_LINK_DAYS,
  GUARDIAN_STEPS,
  type GuardianStep,
  guardianState,
} from './rules.minors.ts'
import { minors } from './table.minors.ts'
import { mail_tokens, users } from './table.ts'

/* The adult's part, and what the clock does with accounts of minors. */

/** A minor's account is closed, by their adult or until one opens it: what they have ahead ends, which costs them nothing. */
export const minorClosed = domainEvent<{ user_id: number }>('account.minor_closed')

/** Lessons of a minor may not be recorded any more: what was recorded goes. */
export const recordingForbidden = domainEvent<{ user_id: number }>('account.recording_forbidden')

/** How long before it runs out an adult's last link is prolonged. */
const LINK_KEPT = 30 * DAY

/** Whether what a step says holds already, beside the state that it leaves. */
const isSaid = (step: GuardianStep, { recording_at }: { recording_at: string | null }): boolean =>
  (step === 'allow_recording' && recording_at !== null) ||
  (step === 'forbid_recording' && recording_at === null)

/**
 * Takes back the deletion that followed from the account being closed. One that the minor planned themself stands: that was
 * before, since a closed account can plan none.
 */
async function dropDeletion({ db }: Work, minor: typeof minors.$inferSelect): Promise<void> {
  const closed_at = Date.parse(minor.refused_at ?? minor.asked_at)
  const since = new Date(closed_at + DELETION_DAYS * DAY).toISOString()
  await db
    .update(users)
    .set({ delete_at: null })
    .where(and(eq(users.id, minor.user_id), gte(users.delete_at, since)))
}

/**
 * The adult opens the account or closes it, and lets lessons be recorded or not. A no to the account ends every session and
 * plans the deletion, which a yes takes back; any no to recording takes what was recorded.
 * @param ip where they say it from, as part of the proof
 * @throws Refusal 409 when the link holds no more, or it stands so already
 */
export async function answerGuardian(
  work: Work,
  { token, step, guardian_name }: GuardianAnswer,
  ip: string,
): Promise<GuardianPart> {
  const { db, now } = work
  const at = now.toISOString()
  const { user_id } = await minorByLink(db, token, now)
  const [minor] = await db.select().from(minors).where(eq(minors.user_id, user_id)).for('update')
  if (!minor || !canStep(GUARDIAN_STEPS, step, guardianState(minor), 'guardian') || isSaid(step, minor))
    throw new Refusal(409, 'accounts.guardian_said')
  const said = {
    confirm: { guardian_name: guardian_name ?? null, guardian_ip: ip, confirmed_at: at, refused_at: null },
    refuse: { guardian_ip: ip, confirmed_at: null, refused_at: at, recording_at: null },
    allow_recording: { recording_at: at },
    forbid_recording: { recording_at: null },
  }
  await db.update(minors).set(said[step]).where(eq(minors.user_id, user_id))
  if (minor.recording_at !== null && step !== 'confirm' && step !== 'allow_recording')
    await raise(work, recordingForbidden, { user_id })
  if (step === 'confirm') {
    await dropDeletion(work, minor)
    await tellAbout(work, { user_id, news: 'guardian_confirmed' })
    // Their receipt, with the way to take it back.
    await enqueue(work, guardianLetters, { user_id })
  }
  if (step === 'refuse') {
    await endSessionsOf(work, user_id)
    await planDeletion(work, user_id)
    await raise(work, minorClosed, { user_id })
    await tellAbout(work, { user_id, news: 'guardian_refused' })
  }
  return (await minorByLink(db, token, now)).part
}

/** Accounts that no adult has opened in time, which are to be deleted. */
export async function unopened({ db, now }: Pick<Reading, 'db' | 'now'>): Promise<number[]> {
  const since = new Date(now.getTime() - GUARDIAN_DAYS * DAY).toISOString()
  const rows = await db
    .select({ id: minors.user_id })
    .from(minors)
    .innerJoin(users, eq(users.id, minors.user_id))
    .where(
      and(
        isNull(minors.confirmed_at),
        lte(minors.asked_at, since),
        gt(minors.adult_on, today(now)),
        isNull(users.delete_at),
        isNull(users.deleted_at),
      ),
    )
    .orderBy(minors.user_id)
    .limit(100)
  return rows.map(({ id }) => id)
}

/** Plans the deletion of one of them, and tells them. */
export async function closeUnopened(work: Work, user_id: number): Promise<void> {
  if (await planDeletion(work, user_id)) await tellAbout(work, { user_id, news: 'guardian_missing' })
}

/** The last link of each open account is prolonged before it runs out: a yes can be taken back as long as it counts. */
export async function keepLinks({ db, now }: Pick<Reading, 'db' | 'now'>): Promise<void> {
  const soon = new Date(now.getTime() + LINK_KEPT)
  await db
    .update(mail_tokens)
    .set({ expires_at: new Date(now.getTime() + GUARDIAN_LINK_DAYS * DAY).toISOString() })
    .where(
      and(
        lte(mail_tokens.expires_at, soon.toISOString()),
        sql`${mail_tokens.id} in (select max(t.id) from ${mail_tokens} t
          join ${minors} m on m.user_id = t.user_id and m.guardian_email = t.email
          where t.kind = 'guardian' and m.confirmed_at is not null and m.adult_on > ${today(now)}::date
          group by t.user_id)`,
      ),
    )
}

/** Who comes of age is somebody like everybody else: what was kept goes, and whose adult had a part in it is told. */
export async function releaseAdults(work: Work): Promise<void> {
  const { db, now } = work
  const rows = await db
    .delete(minors)
    .where(lte(minors.adult_on, today(now)))
    .returning({
      user_id: minors.user_id,
      guardian_email: minors.guardian_email,
      guardian_name: minors.guardian_name,
      confirmed_at: minors.confirmed_at,
      name: sql<string | null>`(select u.name from ${users} u where u.id = ${outer(minors.user_id)})`,
      language: sql<Language>`(select u.language from ${users} u where u.id = ${outer(minors.user_id)})`,
    })
  // Links keep the address that they were sent to.
  const of_age = rows.map(({ user_id }) => user_id)
  await db
    .delete(mail_tokens)
    .where(and(inArray(mail_tokens.user_id, of_age), eq(mail_tokens.kind, 'guardian')))
  for (const { guardian_email, guardian_name, confirmed_at, name, language } of rows) {
    if (!confirmed_at || !name) continue
    await sendLetter(work, {
      to: guardian_email,
      language,
      kind: 'guardian_over',
      words: 'auth:mail.guardian_over',
      values: { name, guardian_name: guardian_name ?? '' },
      subject: 'subject',
      title: 'title',
      paragraphs: ['greeting', 'body'],
      footer: 'footer',
    })
  }
}
