import { and, eq, isNull, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Page } from '#core/contract/page.ts'
import type { Work } from '#core/server/app.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { lapseTransfers } from './commands.transfer.ts'
import type { Member, MemberChange, Shares } from './contract.ts'
import { lockProject } from './queries.lock.ts'
import { memberOf, membersOf } from './queries.members.ts'
import type { OwnerScope, ProjectScope } from './queries.ts'
import { project_members, project_transfers } from './table.ts'

const problem = (field: string, key: string) =>
  new Refusal(422, 'common.invalid', { fields: { [field]: { key } } })

/**
 * Changes a member's place in a band. Who stands in for somebody isn't required; a substitute has none of
 * their own.
 * @throws Refusal 404 when there is no such member, 422 for a substitute of nobody, of oneself or of a substitute, and
 * for a fee of who has a share: taking the share away is decided where all of them are seen
 */
export async function changeMember(
  work: Work,
  scope: OwnerScope,
  member_id: number,
  change: MemberChange,
): Promise<Member> {
  const { db } = work
  await lockProject(db, scope.project_id)
  const member = await memberOf(db, scope, member_id)
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  if (change.substitute_for) {
    if (change.substitute_for === member_id || member.role === 'OWNER')
      throw problem('substitute_for', 'validation.substitute')
    const { results } = await membersOf(db, scope, { limit: 1, member_id: change.substitute_for })
    if (!results[0] || results[0].substitute_for) throw problem('substitute_for', 'validation.substitute')
    const [own] = await db
      .select({ id: project_members.id })
      .from(project_members)
      .where(and(eq(project_members.substitute_for, member_id), isNull(project_members.left_at)))
      .limit(1)
    if (own) throw problem('substitute_for', 'validation.substitute')
    given.required = false
    given.substitute_rank = change.substitute_rank ?? member.substitute_rank ?? 1
  } else if (change.substitute_for === null) given.substitute_rank = null
  else if (change.required && member.substitute_for) throw problem('required', 'validation.substitute')
  if (change.fee != null && member.share !== null) throw problem('fee', 'validation.fee_or_share')
  if (Object.keys(given).length > 0)
    await db.update(project_members).set(given).where(eq(project_members.id, member_id))
  return memberOf(db, scope, member_id)
}

/**
 * Writes how a band shares its fee; who isn't named has no share, and who gets one has no fee of their own any more.
 * @throws Refusal 422 for a stranger
 */
export async function changeShares(work: Work, scope: OwnerScope, { shares }: Shares): Promise<Page<Member>> {
  const { db } = work
  await lockProject(db, scope.project_id)
  await db
    .update(project_members)
    .set({ share: null })
    .where(eq(project_members.project_id, scope.project_id))
  for (const [at, { member_id, share }] of shares.entries()) {
    const [known] = await db
      .update(project_members)
      .set(share > 0 ? { share, fee: null } : { share: null })
      .where(
        and(
          eq(project_members.id, member_id),
          eq(project_members.project_id, scope.project_id),
          isNull(project_members.left_at),
        ),
      )
      .returning({ id: project_members.id })
    if (!known) throw problem(`shares.${at}.member_id`, 'validation.option')
  }
  return membersOf(db, scope, { limit: 100 })
}

/** Somebody isn't in a band any more; told while it is still known who stands in for them. */
export const memberLeft = domainEvent<{ project_id: number; member_id: number; user_id: number }>(
  'project.member_left',
)

/**
 * Takes somebody out of a band: themselves or by its owner.
 * @throws Refusal 409 for the last owner, who hands it over first
 */
export async function endMembership(work: Work, scope: ProjectScope, member_id: number): Promise<void> {
  const { db } = work
  await lockProject(db, scope.project_id)
  const member = await memberOf(db, scope, member_id)
  if (member.role === 'OWNER') throw new Refusal(409, 'projects.last_owner')
  await db
    .update(project_members)
    .set({
      left_at: work.now.toISOString(),
      share: null,
      fee: null,
      substitute_for: null,
      substitute_rank: null,
    })
    .where(eq(project_members.id, member_id))
  await raise(work, memberLeft, { project_id: scope.project_id, member_id, user_id: member.user.id })
  await db
    .update(project_members)
    .set({ substitute_for: null, substitute_rank: null })
    .where(eq(project_members.substitute_for, member_id))
  // It was offered to them: nobody answers that any more.
  const offered = and(
    eq(project_transfers.project_id, scope.project_id),
    eq(project_transfers.to_user_id, member.user.id),
  )
  if (offered) await lapseTransfers(work, offered)
}

/** Takes the caller out of a band. @throws Refusal 409 for its owner, who hands it over first */
export async function leaveBand(work: Work, scope: ProjectScope): Promise<void> {
  const [own] = await work.db
    .select({ id: project_members.id })
    .from(project_members)
    .where(
      and(
        eq(project_members.project_id, scope.project_id),
        eq(project_members.user_id, scope.user_id),
        isNull(project_members.left_at),
      ),
    )
  if (!own) throw notFound()
  await endMembership(work, scope, own.id)
}

/**
 * Makes somebody a collaborator; who was one before comes back, who is one stays.
 * @throws Refusal 404 when the project is archived or gone
 */
export async function addMember(
  work: Work,
  member: {
    project_id: number
    user_id: number
    function: string | null
    instruments: string[]
    required: boolean
  },
): Promise<void> {
  const { db } = work
  await lockProject(db, member.project_id)
  const at = work.now.toISOString()
  await db
    .insert(project_members)
    .values({ ...member, role: 'COLLABORATOR', joined_at: at })
    .onConflictDoUpdate({
      target: [project_members.project_id, project_members.user_id],
      set: {
        left_at: null,
        role: 'COLLABORATOR',
        function: member.function,
        instruments: member.instruments,
        required: member.required,
        joined_at: at,
      },
      setWhere: sql`${project_members.left_at} is not null`,
    })
}
