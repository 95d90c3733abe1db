import { and, eq, inArray, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { canStep } from '#core/contract/steps.ts'
import type { Work } from '#core/server/app.ts'
import { extensionPoint, gather } from '#core/server/events.ts'
import { machine } from '#core/server/steps.ts'
import { showPicture } from '#features/files/commands.ts'
import { limitsOf } from '#features/plans/commands.limits.ts'
import type { Entitlements } from '#features/plans/contract.ts'
import { FREE_LIMITS, hasRoom, MOST_MEDIA, staysOf } from '#features/plans/rules.ts'
import type { OwnerScope } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import type { Service, ServiceBody, ServiceDraft, ServiceStep } from './contract.ts'
import { countedOf, rowOf, shown } from './queries.ts'
import { cleaned, SERVICE_STEPS } from './rules.ts'
import { services } from './table.ts'

/**
 * Who has agreed to a service as it is: each feature answers for its own. A service that somebody has agreed to isn't
 * rewritten but followed by its next version.
 */
export const serviceBookings = extensionPoint<{ service_id: number }, { by: string }>('service.bookings')

const serviceSteps = machine({
  table: services,
  column: 'status',
  steps: SERVICE_STEPS,
  moved_on: 'services.moved_on',
})

/**
 * Pictures that come in are in use from now on, those that go may be collected.
 * @param old_stays an agreed version goes on showing its pictures, so those that the draft shares with it are in use
 * twice
 */
async function showMedia(
  work: Work,
  scope: OwnerScope,
  before: ServiceDraft['media'],
  after: ServiceDraft['media'],
  old_stays = false,
): Promise<void> {
  const images = (media: ServiceDraft['media']) =>
    new Set(media.filter(({ kind }) => kind === 'image').map(({ url }) => url))
  const [old, now] = [images(before), images(after)]
  const field = 'service.media'
  for (const url of now)
    if (!old.has(url)) await showPicture(work, { user_id: scope.user_id, from: null, to: url, field })
    else if (old_stays) await showPicture(work, { user_id: null, from: null, to: url, field })
  for (const url of old)
    if (!now.has(url) && !old_stays) await showPicture(work, { user_id: null, from: url, to: null, field })
}

/**
 * The plan's room for what is added or activated.
 * @param had how many media it has already: nobody loses what they have
 * @throws Refusal 409 `plans.services_full`, 422 for too many media
 */
async function refuseAbove(
  work: Work,
  scope: OwnerScope,
  { activates, media, had }: { activates: boolean; media: number; had: number },
): Promise<void> {
  if (!activates && media <= Math.max(had, FREE_LIMITS.media ?? media)) return
  const limits = await limitsOf(work, scope.user_id)
  if (limits.media !== null && media > Math.max(had, limits.media))
    throw new Refusal(422, 'common.invalid', {
      fields: { media: { key: 'errors.plans.media_full', values: { limit: limits.media } } },
    })
  if (!activates || limits.active_services === null) return
  const used = (await countedOf(work.db, scope.user_id)).length
  if (!hasRoom(limits.active_services, used))
    throw new Refusal(409, 'plans.services_full', { values: { limit: limits.active_services } })
}

/** What of somebody's active services is above their limits rests; those that show fewer media say so. */
export async function restServices(
  work: Work,
  user_id: number,
  limits: Pick<Entitlements, 'active_services' | 'media'>,
  chosen: readonly number[],
): Promise<void> {
  const counted = (await countedOf(work.db, user_id)).map(({ id }) => id)
  const stays = staysOf(counted, limits.active_services, chosen)
  const rests = counted.filter((id) => !stays.has(id))
  const updated_at = work.now.toISOString()
  if (rests.length > 0)
    await serviceSteps.takeAll(work, inArray(services.id, rests), 'deactivate', 'clock', {
      set: { updated_at },
    })
  await work.db
    .update(services)
    .set({ media_shown: limits.media === MOST_MEDIA ? null : limits.media })
    .where(
      sql`${services.project_id} in (select p.id from ${music_projects} p where p.owner_id = ${user_id})`,
    )
}

/**
 * A band came back among somebody's projects: where their plan has no room for what it sells, that rests, and not what
 * they had active before.
 */
export async function restAdded(work: Work, project_id: number, owner_id: number): Promise<void> {
  const { active_services } = await limitsOf(work, owner_id)
  const counted = await countedOf(work.db, owner_id)
  if (active_services === null || counted.length <= active_services) return
  await serviceSteps.takeAll(work, eq(services.project_id, project_id), 'deactivate', 'clock', {
    set: { updated_at: work.now.toISOString() },
  })
}

/** Adds a service, as a draft or at once to be found. */
export async function addService(
  work: Work,
  scope: OwnerScope,
  { activate, ...draft }: ServiceBody,
): Promise<Service> {
  const at = work.now.toISOString()
  await refuseAbove(work, scope, { activates: activate, media: draft.media.length, had: 0 })
  await showMedia(work, scope, [], draft.media)
  const [row] = await work.db
    .insert(services)
    .values({
      ...cleaned(draft),
      project_id: scope.project_id,
      status: activate ? 'active' : 'draft',
      created_at: at,
      updated_at: at,
    })
    .returning()
  if (!row) throw notFound()
  return shown(row, scope)
}

/**
 * Rewrites a service. A booked one stays as it was agreed, archived, and the draft becomes its next version.
 * @throws Refusal 404 when it isn't the project's, 409 `services.archived`
 */
export async function rewriteService(
  work: Work,
  scope: OwnerScope,
  id: number,
  { activate, ...draft }: ServiceBody,
): Promise<Service> {
  const [old] = await work.db
    .select()
    .from(services)
    .where(and(eq(services.id, id), eq(services.project_id, scope.project_id)))
    .for('update')
  if (!old) throw notFound()
  if (old.status === 'archived') throw new Refusal(409, 'services.archived')
  const isBooked = (await gather(work, serviceBookings, { service_id: id })).length > 0
  const at = work.now.toISOString()
  const starts = activate && canStep(SERVICE_STEPS, 'activate', old.status)
  await refuseAbove(work, scope, { activates: starts, media: draft.media.length, had: old.media.length })
  await showMedia(work, scope, old.media, draft.media, isBooked)
  if (!isBooked) {
    const set = { ...cleaned(draft), updated_at: at }
    if (starts) return shown(await serviceSteps.take(work, id, 'activate', 'owner', { set }), scope)
    const [row] = await work.db.update(services).set(set).where(eq(services.id, id)).returning()
    return shown(row ?? old, scope)
  }
  const [row] = await work.db
    .insert(services)
    .values({
      ...cleaned(draft),
      project_id: scope.project_id,
      media_shown: old.media_shown,
      version: old.version + 1,
      previous_id: old.id,
      status: starts ? SERVICE_STEPS.activate.to : old.status,
      created_at: at,
      updated_at: at,
    })
    .returning()
  await serviceSteps.take(work, id, 'archive', 'owner', { set: { updated_at: at } })
  return shown(row ?? old, scope)
}

/**
 * Takes a step of SERVICE_STEPS.
 * @throws Refusal 404 when it isn't the project's, 409 `services.moved_on` when the step doesn't start there
 */
export async function moveService(
  work: Work,
  scope: OwnerScope,
  id: number,
  step: ServiceStep,
): Promise<Service> {
  const before = await rowOf(work.db, scope, id)
  if (step === 'activate' && canStep(SERVICE_STEPS, step, before.status))
    await refuseAbove(work, scope, { activates: true, media: 0, had: 0 })
  const row = await serviceSteps.take(work, id, step, 'owner', {
    set: { updated_at: work.now.toISOString() },
  })
  return shown(row, scope)
}

/** Archives what a project sold and deletes its words and pictures. Whoever booked one still sees which it was. */
export async function eraseServices(work: Work, project_id: number): Promise<void> {
  const rows = await work.db
    .select({ media: services.media })
    .from(services)
    .where(eq(services.project_id, project_id))
    .for('update')
  for (const url of rows
    .flatMap(({ media }) => media)
    .flatMap((one) => (one.kind === 'image' ? one.url : [])))
    await showPicture(work, { user_id: null, from: url, to: null, field: 'service.media' })
  const theirs = eq(services.project_id, project_id)
  await serviceSteps.takeAll(work, theirs, 'archive', 'clock')
  await work.db
    .update(services)
    .set({ description: '', media: [], updated_at: work.now.toISOString() })
    .where(theirs)
}
