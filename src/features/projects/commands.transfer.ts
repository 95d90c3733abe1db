import { and, eq, or, type SQL } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import type { Viewer } from '#core/server/route.ts'
import { machine } from '#core/server/steps.ts'
import { deleteAboutSubjects, notify } from '#features/notifications/commands.ts'
import type { Transfer, TransferAnswer } from './contract.transfer.ts'
import { lockProject } from './queries.lock.ts'
import { memberOf } from './queries.members.ts'
import { openTransferOf, transferTo } from './queries.transfer.ts'
import type { OwnerScope } from './queries.ts'
import { TRANSFER_STEPS } from './rules.ts'
import { music_projects, project_members, project_transfers } from './table.ts'

const transferSteps = machine({
  table: project_transfers,
  column: 'state',
  steps: TRANSFER_STEPS,
  moved_on: 'projects.transfer_closed',
})

/** What the two are told of an offer: each stage once. */
const STAGES = { offered: 1, withdrawn: 2, accepted: 3, declined: 4 } as const

function tell(work: Work, transfer: Transfer, stage: keyof typeof STAGES): void {
  const toHeir = stage === 'offered' || stage === 'withdrawn'
  const [reader, other] = toHeir ? [transfer.to, transfer.from] : [transfer.from, transfer.to]
  notify(work, [
    {
      user_id: reader.id,
      type: 'OWNERSHIP_RECEIVED',
      subject: subject('transfer', transfer.id),
      version: STAGES[stage],
      value: String(transfer.project_id),
      params: { band_name: transfer.band_name, person_name: other.name, voice: stage },
    },
  ])
}

/**
 * Offers a band to another member, who is told. It stays whose it is until they accept.
 * @throws Refusal 404 for no member, 409 for a personal project, for oneself, or while another offer is open
 */
export async function offerTransfer(work: Work, scope: OwnerScope, member_id: number): Promise<Transfer> {
  const { db } = work
  if (scope.project_type === 'INDIVIDUAL') throw new Refusal(409, 'projects.personal_stays')
  await lockProject(db, scope.project_id)
  await stillOwner(db, scope)
  const member = await memberOf(db, scope, member_id)
  if (member.role === 'OWNER') throw new Refusal(409, 'projects.owner_already')
  const [made] = await db
    .insert(project_transfers)
    .values({
      project_id: scope.project_id,
      from_user_id: scope.user_id,
      to_user_id: member.user.id,
      offered_at: work.now.toISOString(),
    })
    .onConflictDoNothing()
    .returning({ id: project_transfers.id })
  const open = await openTransferOf(db, scope)
  // A second press asks for what is there already.
  if (!open || (!made && open.to.id !== member.user.id)) throw new Refusal(409, 'projects.transfer_open')
  if (made) tell(work, open, 'offered')
  return open
}

/** Somebody may have accepted between the check and the lock. */
async function stillOwner(db: Db, { project_id, user_id }: OwnerScope): Promise<void> {
  const [owned] = await db
    .select({ id: project_members.id })
    .from(project_members)
    .where(
      and(
        eq(project_members.project_id, project_id),
        eq(project_members.user_id, user_id),
        eq(project_members.role, 'OWNER'),
      ),
    )
  if (!owned) throw new Refusal(403, 'projects.owner_only')
}

/** Takes the open offer of a band back, and tells whom it was made to. @throws Refusal 409 when none is open */
export async function withdrawOffer(work: Work, scope: OwnerScope): Promise<void> {
  await lockProject(work.db, scope.project_id)
  await stillOwner(work.db, scope)
  const open = await openTransferOf(work.db, scope)
  if (!open) throw new Refusal(409, 'projects.transfer_closed')
  await transferSteps.take(work, open.id, 'withdraw', 'owner', {
    set: { answered_at: work.now.toISOString() },
  })
  tell(work, open, 'withdrawn')
}

/**
 * Accepts a band that was offered to the caller, or declines it; its owner is told. The same answer once more is no
 * mistake.
 * @throws Refusal 404 when it was never offered to them, 409 when the offer is no longer open
 */
export async function answerOffer(
  work: Work,
  viewer: Pick<Viewer, 'id'>,
  project_id: number,
  action: TransferAnswer,
): Promise<Transfer> {
  const { db } = work
  if (!(await transferTo(db, project_id, viewer.id))) throw notFound()
  await lockProject(db, project_id)
  const offer = await transferTo(db, project_id, viewer.id)
  if (!offer) throw notFound()
  if (offer.state === TRANSFER_STEPS[action].to) return offer
  await transferSteps.take(work, offer.id, action, 'heir', { set: { answered_at: work.now.toISOString() } })
  if (action === 'accept') await handOver(work, project_id, { from: offer.from.id, to: viewer.id })
  tell(work, offer, action === 'accept' ? 'accepted' : 'declined')
  return { ...offer, state: TRANSFER_STEPS[action].to }
}

/** A band has another owner: what its former one brought of their own goes with them. */
export const projectHandedOver = domainEvent<{ project_id: number }>('project.handed_over')

/** Makes another member the owner of a locked band; who was it stays as a collaborator. */
export async function handOver(
  work: Work,
  project_id: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const { db } = work
  const member = (user_id: number) =>
    and(eq(project_members.project_id, project_id), eq(project_members.user_id, user_id))
  const [old] = await db
    .update(project_members)
    .set({ role: 'COLLABORATOR' })
    .where(and(member(from), eq(project_members.role, 'OWNER')))
    .returning({ id: project_members.id })
  if (!old) throw new Refusal(409, 'projects.transfer_closed')
  await db
    .update(project_members)
    .set({ role: 'OWNER', substitute_for: null, substitute_rank: null })
    .where(member(to))
  const at = work.now.toISOString()
  await db
    .update(music_projects)
    .set({ owner_id: to, owned_since: at, updated_at: at })
    .where(eq(music_projects.id, project_id))
  await raise(work, projectHandedOver, { project_id })
}

/** Ends open offers that have lost their ground: somebody left, or the band was put away. */
export async function lapseTransfers(work: Work, where: SQL): Promise<void> {
  await transferSteps.takeAll(work, where, 'lapse', 'system', {
    set: { answered_at: work.now.toISOString() },
  })
}

/** Removes the offers by somebody and to them, with what the other one was told, since that names them. */
export async function eraseTransfers(work: Work, user_id: number): Promise<void> {
  const { from_user_id, to_user_id } = project_transfers
  const gone = await work.db
    .delete(project_transfers)
    .where(or(eq(from_user_id, user_id), eq(to_user_id, user_id)))
    .returning({ id: project_transfers.id, from: from_user_id, to: to_user_id })
  await deleteAboutSubjects(
    work,
    [...new Set(gone.flatMap(({ from, to }) => [from, to]))],
    gone.map(({ id }) => subject('transfer', id)),
  )
}
