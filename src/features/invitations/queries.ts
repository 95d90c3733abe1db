import { and, desc, eq, gt, lt, or, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { idAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import { outer, present } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { tokenHash } from '#core/server/secrets.ts'
import type { InvitationLink } from '#features/accounts/contract.invitation.ts'
import { userByEmail } from '#features/accounts/queries.ts'
import { users } from '#features/accounts/table.ts'
import type { OwnerScope } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import type { Invitation, InvitationReply } from './contract.ts'
import { detailStatus, isExpired, linkState, maskedEmail, noticeStatus, refusalOf } from './rules.ts'
import { invitation_links, invitations } from './table.ts'

// ─── The owner's side ────────────────────────────────────────────────────────────────────────────────────────

export const columns = {
  id: invitations.id,
  email: invitations.email,
  // Who the e-mail belongs to is said once they have joined, not before.
  name: sql<string | null>`(
    select u.name from ${users} u where u.id = ${outer(invitations.user_id)} and ${outer(invitations.status)} = 'accepted'
  )`,
  function: invitations.function,
  required: invitations.required,
  message: invitations.message,
  status: invitations.status,
  expires_at: invitations.expires_at,
  created_at: invitations.created_at,
  sent_at: invitations.sent_at,
}

export const shown = (row: Invitation, now: Date): Invitation => ({
  ...row,
  status: isExpired(row, now) ? 'expired' : row.status,
})

/** A band's invitations, newest first. */
export async function invitationsOf(
  db: Db,
  scope: OwnerScope,
  query: PageQuery,
  now: Date,
): Promise<Page<Invitation>> {
  const after = idAfter(query.cursor)
  const rows = await db
    .select(columns)
    .from(invitations)
    .where(
      and(
        eq(invitations.project_id, scope.project_id),
        after === undefined ? undefined : lt(invitations.id, after),
      ),
    )
    .orderBy(desc(invitations.id))
    .limit(query.limit + 1)
  const { results, next } = pageOf(rows, query.limit, (row) => row.id)
  return { results: results.map((row) => shown(row, now)), next }
}

// ─── The invitee's side ──────────────────────────────────────────────────────────────────────────────────────

const details = (db: Db) =>
  db
    .select({
      id: invitations.id,
      band_name: present(music_projects.name),
      status: invitations.status,
      expires_at: invitations.expires_at,
      message: invitations.message,
      project_id: invitations.project_id,
      profile_image: music_projects.profile_image,
      invited_by: present(users.name),
      function: invitations.function,
    })
    .from(invitations)
    .innerJoin(music_projects, eq(music_projects.id, invitations.project_id))
    .innerJoin(users, eq(users.id, invitations.invited_by))

type Details = Awaited<ReturnType<typeof details>>[number]

function replyOf({ status, ...row }: Details, now: Date): InvitationReply {
  const detail = {
    band_name: row.band_name,
    status: detailStatus(status),
    expires_at: row.expires_at,
    message: row.message,
    is_expired: isExpired({ status, expires_at: row.expires_at }, now),
  }
  return { ...row, ...detail, detail, invitation_status: noticeStatus(status) }
}

/** An invitation to somebody, in details. @throws Refusal 404 when it isn't to them */
export async function invitationFor(
  db: Db,
  user_id: number,
  id: number,
  now: Date,
): Promise<InvitationReply> {
  const [row] = await details(db).where(and(eq(invitations.id, id), eq(invitations.user_id, user_id)))
  if (!row) throw notFound()
  return replyOf(row, now)
}

/** Open invitations that wait for an e-mail, as a sign-up answers them. */
export async function waitingFor(
  db: Db,
  email: string,
  now: Date,
): Promise<Pick<InvitationReply, 'id' | 'detail'>[]> {
  const rows = await details(db)
    .where(
      and(
        eq(invitations.email, email),
        eq(invitations.status, 'pending'),
        gt(invitations.expires_at, now.toISOString()),
      ),
    )
    .orderBy(desc(invitations.id))
    .limit(20)
  return rows.map((row) => {
    const { id, detail } = replyOf(row, now)
    return { id, detail }
  })
}

/**
 * What the link of an invitation's letter is about, for whoever holds it.
 * @throws Refusal 404 when no letter of ours had it
 */
export async function invitationOfLink(db: Db, token: string, now: Date): Promise<InvitationLink> {
  const [row] = await db
    .select({
      band_name: present(music_projects.name),
      invited_by: present(users.name),
      email: invitations.email,
      status: invitations.status,
      expires_at: invitations.expires_at,
      is_there: sql<boolean>`${music_projects.status} = 'active'`,
    })
    .from(invitation_links)
    .innerJoin(invitations, eq(invitations.id, invitation_links.invitation_id))
    .innerJoin(music_projects, eq(music_projects.id, invitations.project_id))
    .innerJoin(users, eq(users.id, invitations.invited_by))
    .where(eq(invitation_links.token_hash, tokenHash(token)))
  if (!row) throw new Refusal(404, 'invitations.no_link')
  const { status, is_there, ...link } = row
  const state = linkState({ status, expires_at: row.expires_at }, now)
  return { ...link, state: state === 'open' && !is_there ? 'withdrawn' : state }
}

/** What the letter about an invitation says; null when there is nothing to send any more. */
export async function letterFacts(db: Db, id: number, now: Date) {
  const [row] = await db
    .select({
      email: invitations.email,
      user_id: invitations.user_id,
      status: invitations.status,
      expires_at: invitations.expires_at,
      message: invitations.message,
      function: invitations.function,
      band_name: present(music_projects.name),
      person_name: present(users.name),
      language: users.language,
    })
    .from(invitations)
    .innerJoin(music_projects, eq(music_projects.id, invitations.project_id))
    .innerJoin(users, eq(users.id, invitations.invited_by))
    .where(eq(invitations.id, id))
  if (!row || refusalOf(row, now)) return null
  const invitee = await userByEmail(db, row.email)
  return { ...row, language: invitee?.language ?? row.language, has_account: invitee !== null }
}

/** Invitations to somebody and by them. An invitee's address is theirs: of those they sent it shows only a part. */
export async function invitationDataOf(db: Db, user_id: number) {
  const rows = await db
    .select({
      id: invitations.id,
      user_id: invitations.user_id,
      invited_by: invitations.invited_by,
      email: invitations.email,
      project_id: invitations.project_id,
      band_name: music_projects.name,
      function: invitations.function,
      instruments: invitations.instruments,
      required: invitations.required,
      message: invitations.message,
      status: invitations.status,
      expires_at: invitations.expires_at,
      answered_at: invitations.answered_at,
      created_at: invitations.created_at,
    })
    .from(invitations)
    .innerJoin(music_projects, eq(music_projects.id, invitations.project_id))
    .where(or(eq(invitations.user_id, user_id), eq(invitations.invited_by, user_id)))
    .orderBy(invitations.id)
  return rows.map(({ user_id: to, invited_by, email, ...invitation }) => ({
    ...invitation,
    direction: to === user_id ? 'received' : 'sent',
    email: to === user_id ? email : maskedEmail(email),
  }))
}
