import { and, eq } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { takeTurns } from '#core/server/db.ts'
import { domainEvent, raise } from '#core/server/events.ts'
import { savepoint } from '#core/server/work.ts'
import { archiveByClock } from '#features/projects/commands.ts'
import { music_projects } from '#features/projects/table.ts'
import type { Entitlements } from './contract.ts'
import { choicesOf, ownProjects, plansOf, projectsThatStay } from './queries.ts'
import { entitlementsOf, hasRoom } from './rules.ts'

/*
 * Limits hold where something is added or activated. Whoever adds takes a turn for the owner's account first, so that of
 * two who race for the last place one is refused.
 */

/** What somebody has was counted anew: what is above the limits rests, chosen things last. */
export const limitsApplied = domainEvent<{
  user_id: number
  limits: Entitlements
  /** Services that were chosen to stay. */
  chosen: readonly number[]
}>('plans.limits_applied')

/** What somebody may have; until the transaction ends nobody else adds to it. */
export async function limitsOf(work: Work, user_id: number): Promise<Entitlements> {
  await takeTurns(work.db, 'plans', [user_id])
  return entitlementsOf(await plansOf(work.db, user_id))
}

/**
 * A project was added to those that somebody owns, or restored: there was room for it.
 * @throws Refusal 409 `plans.projects_full`
 */
export async function refuseProjectAbove(work: Work, owner_id: number): Promise<void> {
  const { projects } = await limitsOf(work, owner_id)
  const used = await work.db.$count(
    music_projects,
    and(eq(music_projects.owner_id, owner_id), eq(music_projects.status, 'active')),
  )
  if (!hasRoom(projects, used - 1))
    throw new Refusal(409, 'plans.projects_full', { values: { limit: projects ?? 0 } })
}

/**
 * After a plan ended: what is above the limits is archived or made inactive, never deleted. A band that somebody has an
 * agreement with stays until that is over.
 */
export async function applyLimits(work: Work, user_id: number): Promise<void> {
  const limits = await limitsOf(work, user_id)
  const chosen = await choicesOf(work.db, user_id)
  const projects = await ownProjects(work.db, user_id)
  const stays = projectsThatStay(projects, limits.projects, chosen.projects)
  for (const { id } of projects.filter((one) => !stays.has(one.id)))
    try {
      await savepoint(work, (part) => archiveByClock(part, id))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  await raise(work, limitsApplied, { user_id, limits, chosen: chosen.services })
}
