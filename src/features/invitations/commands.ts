import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { canStep } from '#core/contract/steps.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { outer, present } from '#core/server/columns.ts'
import { type Db, isUniqueViolation } from '#core/server/db.ts'
import { tooMany } from '#core/server/limits.ts'
import { enqueue } from '#core/server/queues.ts'
import type { Viewer } from '#core/server/route.ts'
import { newToken, tokenHash } from '#core/server/secrets.ts'
import { machine } from '#core/server/steps.ts'
import { mayWrite } from '#features/accounts/commands.letters.ts'
import { userByEmail, userById } from '#features/accounts/queries.ts'
import { users } from '#features/accounts/table.ts'
import {
  deleteAboutSubjects,
  type Message,
  markInvitation,
  notify,
} from '#features/notifications/commands.ts'
import { addMember } from '#features/projects/commands.members.ts'
import { isMember } from '#features/projects/queries.members.ts'
import { type OwnerScope, projectCard } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import {
  INVITATION_DAYS,
  type Invitation,
  type InvitationAnswer,
  type InvitationReply,
  type NewInvitation,
} from './contract.ts'
import { columns, invitationFor, shown } from './queries.ts'
import { letters } from './queues.ts'
import { INVITATION_STEPS, refusalOf } from './rules.ts'
import { invitation_links, invitations } from './table.ts'

const RESEND_AFTER = HOUR

const expiryOf = (now: Date) => new Date(now.getTime() + INVITATION_DAYS * DAY).toISOString()

async function invitationOf(db: Db, scope: OwnerScope, id: number, now: Date): Promise<Invitation> {
  const [row] = await db
    .select(columns)
    .from(invitations)
    .where(and(eq(invitations.id, id), eq(invitations.project_id, scope.project_id)))
  if (!row) throw notFound()
  return shown(row, now)
}

const invitationSteps = machine({
  table: invitations,
  column: 'status',
  steps: INVITATION_STEPS,
  moved_on: 'invitations.closed',
})

/** The letter to whoever is invited, unless they have been sent enough of them lately, by whomever. */
async function writeTo(work: Work, invitation_id: number, email: string): Promise<void> {
  if (await mayWrite(work, 'invitation', email)) await enqueue(work, letters, { invitation_id })
}

/**
 * Invites somebody by e-mail. A musician whose e-mail is verified is told in the product too.
 * @throws Refusal 409 for a personal project, a member, or an e-mail with an open invitation
 */
export async function inviteTo(
  work: Work,
  scope: OwnerScope,
  invitation: NewInvitation,
): Promise<Invitation> {
  const { db, now } = work
  if (scope.project_type !== 'GROUP') throw new Refusal(409, 'invitations.not_a_band')
  const user = await userByEmail(db, invitation.email)
  if (user && (await isMember(db, scope.project_id, user.id)))
    throw new Refusal(409, 'invitations.already_member')
  const same = sql`${invitations.project_id} = ${scope.project_id} and ${invitations.email} = ${invitation.email}`
  await expireInvitations(work, same)
  const invitee = user?.account_type === 'MUSICIAN' && user.verified ? user : null
  const [made] = await db
    .insert(invitations)
    .values({
      project_id: scope.project_id,
      invited_by: scope.user_id,
      email: invitation.email,
      user_id: invitee?.id ?? null,
      function: invitation.function,
      instruments: invitation.instruments,
      required: invitation.required,
      message: invitation.message,
      expires_at: expiryOf(now),
      created_at: now.toISOString(),
      sent_at: now.toISOString(),
    })
    .onConflictDoNothing()
    .returning({ id: invitations.id })
  if (!made) throw new Refusal(409, 'invitations.open_already')
  await writeTo(work, made.id, invitation.email)
  if (invitee) await tellInvitee(work, [{ id: made.id, user_id: invitee.id }])
  return invitationOf(db, scope, made.id, now)
}

/** Tells invitees of their invitations. */
async function tellInvitee(work: Work, told: readonly { id: number; user_id: number }[]): Promise<void> {
  if (told.length === 0) return
  const rows = await work.db
    .select({ id: invitations.id, band_name: present(music_projects.name), person_name: present(users.name) })
    .from(invitations)
    .innerJoin(music_projects, eq(music_projects.id, invitations.project_id))
    .innerJoin(users, eq(users.id, invitations.invited_by))
    .where(
      inArray(
        invitations.id,
        told.map(({ id }) => id),
      ),
    )
    .orderBy(invitations.id)
  const messages = rows.map(
    ({ id, band_name, person_name }): Message => ({
      user_id: told.find((one) => one.id === id)?.user_id ?? 0,
      type: 'INVITE_BAND_MEMBER',
      subject: `invitation:${id}`,
      value: String(id),
      params: { band_name, person_name },
    }),
  )
  notify(work, messages)
}

/**
 * Sends an open or expired invitation again, for another 14 days.
 * @throws Refusal 409 when it was answered or taken back, 429 within an hour of the last letter
 */
export async function resend(work: Work, scope: OwnerScope, id: number): Promise<Invitation> {
  const { db, now } = work
  const before = await invitationOf(db, scope, id, now)
  if (!canStep(INVITATION_STEPS, 'resend', before.status)) throw new Refusal(409, 'invitations.closed')
  const wait = Date.parse(before.sent_at) + RESEND_AFTER - now.getTime()
  if (wait > 0) throw tooMany(wait)
  try {
    await invitationSteps.take(work, id, 'resend', 'owner', {
      set: { expires_at: expiryOf(now), sent_at: now.toISOString() },
      where: eq(invitations.project_id, scope.project_id),
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(409, 'invitations.open_already')
    throw error
  }
  await writeTo(work, id, before.email)
  return invitationOf(db, scope, id, now)
}

/** Takes an open invitation back. @throws Refusal 409 when it was answered meanwhile */
export async function revoke(work: Work, scope: OwnerScope, id: number): Promise<Invitation> {
  const { db, now } = work
  await invitationOf(db, scope, id, now)
  await invitationSteps.take(work, id, 'revoke', 'owner', {
    set: { answered_at: now.toISOString() },
    where: eq(invitations.project_id, scope.project_id),
  })
  await markInvitation(work, [id], 'canceled', false)
  return invitationOf(db, scope, id, now)
}

/** Takes back every open invitation of a band that was archived; those that ran out stay as they are. */
export async function revokeAll(work: Work, project_id: number): Promise<void> {
  const open = sql`${invitations.project_id} = ${project_id} and ${invitations.status} = 'pending'`
  const revoked = await invitationSteps.takeAll(work, open, 'revoke', 'owner', {
    set: { answered_at: work.now.toISOString() },
  })
  await markInvitation(
    work,
    revoked.map(({ id }) => id),
    'canceled',
    false,
  )
}

/** Why an invitation can't be answered any more, when nobody else can answer it meanwhile. */
async function lockedRefusal(db: Db, id: number, now: Date) {
  const [row] = await db
    .select({ status: invitations.status, expires_at: invitations.expires_at })
    .from(invitations)
    .where(eq(invitations.id, id))
    .for('update')
  return row ? refusalOf(row, now) : null
}

/** Makes the link of a letter about an invitation; only its hash is stored. @returns its token */
export async function createLink(db: Db, invitation_id: number, now: Date): Promise<string> {
  const token = newToken()
  await db
    .insert(invitation_links)
    .values({ invitation_id, token_hash: tokenHash(token), created_at: now.toISOString() })
  return token
}

/**
 * Accepts an invitation by its letter's link. Whoever holds the link was handed the letter, so the account may have
 * another e-mail. Of any number of people with the link one gets it; whoever has it already reads that again.
 * @throws Refusal 404 for no link of ours, 403 for an account that plays in no band, 409 when it was answered, taken
 * back or has expired, or for somebody of the band
 */
export async function take(work: Work, viewer: Viewer, token: string): Promise<InvitationReply> {
  const { db, now } = work
  const [found] = await db
    .select({
      id: invitations.id,
      user_id: invitations.user_id,
      status: invitations.status,
      project_id: invitations.project_id,
    })
    .from(invitation_links)
    .innerJoin(invitations, eq(invitations.id, invitation_links.invitation_id))
    .where(eq(invitation_links.token_hash, tokenHash(token)))
  if (!found) throw new Refusal(404, 'invitations.no_link')
  if (viewer.account_type !== 'MUSICIAN') throw new Refusal(403, 'invitations.musicians_only')
  if (found.status === 'accepted' && found.user_id === viewer.id)
    return invitationFor(db, viewer.id, found.id, now)
  if (found.status === 'pending' && (await isMember(db, found.project_id, viewer.id)))
    throw new Refusal(409, 'invitations.already_member')
  const reply = await answer(work, viewer, found.id, 'accept', { by_link: true })
  // It was somebody else's, whose notification would lead to nothing.
  if (found.user_id !== null && found.user_id !== viewer.id)
    await deleteAboutSubjects(work, [found.user_id], [`invitation:${found.id}`])
  return reply
}

/**
 * Answers an invitation. Accepting makes the caller a collaborator and tells the owner; either answer marks
 * the notification as read. Of any number of answers, and of an answer and a revocation, one gets through.
 * @param options.by_link true: they hold the letter's link, so it may be to somebody else
 * @throws Refusal 404 when it isn't to them, 409 when it was answered, taken back or has expired
 */
export async function answer(
  work: Work,
  viewer: Viewer,
  id: number,
  action: InvitationAnswer,
  { by_link = false }: { by_link?: boolean } = {},
): Promise<InvitationReply> {
  const { db, now } = work
  const theirs = by_link ? undefined : eq(invitations.user_id, viewer.id)
  const [found] = await db
    .select({
      email: invitations.email,
      project_id: invitations.project_id,
      function: invitations.function,
      instruments: invitations.instruments,
      required: invitations.required,
      status: invitations.status,
      expires_at: invitations.expires_at,
    })
    .from(invitations)
    .where(and(eq(invitations.id, id), theirs))
  if (!found) throw notFound()
  const early = refusalOf(found, now)
  if (early) throw new Refusal(409, early)
  const { project_id } = found
  const card = await projectCard(db, project_id)
  if (action === 'accept') {
    if (card?.status !== 'active') throw new Refusal(409, 'invitations.revoked')
    // The band first, the invitation second: the order in which archiving a band takes its locks.
    await addMember(work, {
      project_id,
      user_id: viewer.id,
      function: found.function,
      instruments: found.instruments,
      required: found.required,
    })
  }
  // Somebody may have been faster: the refusal then undoes what was written above.
  const closed = await lockedRefusal(db, id, now)
  await invitationSteps.take(work, id, action, 'invitee', {
    set: { answered_at: now.toISOString(), user_id: viewer.id },
    where: and(theirs, gt(invitations.expires_at, now.toISOString())),
    refusal: new Refusal(409, closed ?? 'invitations.answered'),
  })
  await markInvitation(work, [id], action === 'accept' ? 'accepted' : 'canceled', true)
  if (action === 'accept' && card)
    notify(work, [
      {
        user_id: card.owner_id,
        type: 'INVITE_BAND_CONFIRMED',
        subject: `invitation:${id}`,
        value: String(id),
        params: {
          band_name: card.name,
          person_name: viewer.name,
          // The owner knows them by the e-mail that they invited: it is said where another one came.
          ...(found.email.toLowerCase() === viewer.email.toLowerCase() ? {} : { voice: 'another_email' }),
        },
      },
    ])
  return invitationFor(db, viewer.id, id, now)
}

/** Gives a musician whose e-mail is theirs the invitations that waited for it, and tells them. */
export async function claim(work: Work, user_id: number): Promise<void> {
  const user = await userById(work.db, user_id)
  if (!user?.verified || user.account_type !== 'MUSICIAN') return
  const claimed = await work.db
    .update(invitations)
    .set({ user_id })
    .where(
      and(
        eq(invitations.email, user.email),
        isNull(invitations.user_id),
        eq(invitations.status, 'pending'),
        gt(invitations.expires_at, work.now.toISOString()),
      ),
    )
    .returning({ id: invitations.id })
  await tellInvitee(
    work,
    claimed.map(({ id }) => ({ id, user_id })),
  )
}

/** Marks the invitations that have run out, those that a condition finds or all. */
export async function expireInvitations(work: Work, which: SQL = sql`true`): Promise<void> {
  const over = lte(invitations.expires_at, work.now.toISOString())
  await invitationSteps.takeAll(work, sql`${which} and ${over}`, 'expire', 'clock')
}

/** Removes the invitations to somebody and by them, and what anybody was notified of them, since that names them. */
export async function eraseInvitations(work: Work, user_id: number, email: string): Promise<void> {
  const gone = await work.db
    .delete(invitations)
    .where(
      or(eq(invitations.user_id, user_id), eq(invitations.invited_by, user_id), eq(invitations.email, email)),
    )
    .returning({
      id: invitations.id,
      invitee: invitations.user_id,
      // Who was told how it was answered.
      owner: sql<number>`(select p.owner_id from ${music_projects} p where p.id = ${outer(invitations.project_id)})`,
    })
  await deleteAboutSubjects(
    work,
    [...new Set(gone.flatMap(({ invitee, owner }) => (invitee ? [invitee, owner] : [owner])))],
    gone.map(({ id }) => `invitation:${id}`),
  )
}
