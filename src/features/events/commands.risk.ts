import { eq } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import type { App, Work } from '#core/server/app.ts'
import { transaction } from '#core/server/work.ts'
import { contracts } from '#features/contracts/table.ts'
import { lockOrder } from '#features/hiring/journey/commands.ts'
import { type OrderRow, orderParams } from '#features/hiring/journey/queries.ts'
import { versionAt } from '#features/hiring/talent/rules.ts'
import { deleteAboutSubjects, type Message, notify } from '#features/notifications/commands.ts'
import { eventParams } from '#features/notifications/rules.ts'
import { ownersOf } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import { forgetRisks, planAgain } from './commands.backups.ts'
import { eventSteps, removePerformer } from './commands.lifecycle.ts'
import { planAnew } from './commands.stage.ts'
import type { LossCause } from './contract.replacing.ts'
import { balancesOf } from './queries.money.ts'
import { ofAgreement, othersWhoPlay, standingOf, toldOfProject, type Unsigned } from './queries.risk.ts'
import { stagesAfter } from './queries.stage.ts'
import type { EventRow } from './queries.ts'
import { isAtRisk } from './rules.replacing.ts'
import { isOver, UPCOMING } from './rules.ts'
import { event_losses, events } from './table.ts'

/* Somebody who was confirmed doesn't play, and somebody else does. */

/** Why an agreement ended, as the event keeps it. */
const CAUSES: Record<string, LossCause> = { artist_withdrew: 'withdrawn', reported_missing: 'missing' }

/** What a host is told of an agreement of their event. */
export const toHost = (
  order: OrderRow,
  event: EventRow,
  contract_id: number,
  params: Record<string, string>,
): Message => ({
  user_id: event.hunter_id,
  type: 'EVENT_AT_RISK',
  subject: ofAgreement(event.id, contract_id),
  value: String(event.id),
  params: { ...orderParams(order), ...params },
})

/**
 * Tells whoever else plays that the stage is planned anew, and no more; nobody once the event has begun, as its plan
 * stays then.
 * @param project_id who came or went
 */
async function tellOthers(work: Work, event: EventRow, project_id: number): Promise<void> {
  if (!UPCOMING.includes(event.state) || work.now.getTime() >= Date.parse(event.starts_at)) return
  const owners = await ownersOf(work.db, await othersWhoPlay(work.db, event.id, project_id))
  const { starts_at, zone } = event
  notify(
    work,
    [...new Set(owners.values())].map((user_id) => ({
      user_id,
      type: 'TALENT_AVAILABILITY_CONFIRMED',
      subject: subject('event', event.id),
      version: versionAt(work.now),
      value: subject('event', event.id),
      params: { ...eventParams(event), date: starts_at, zone, voice: 'stage' },
    })),
  )
}

/**
 * Who plays a confirmed event may go on to another one the same day, whose stage was planned before anybody knew: it is
 * planned anew, and the others who play there are told where that changes it.
 */
export async function planStagesAfter(app: App, event_id: number): Promise<void> {
  const now = app.clock.now()
  for (const { order_id, project_id } of await stagesAfter(app.db, event_id, now))
    await transaction(app, now, async (work) => {
      const changed = await planAnew(work, order_id)
      if (changed) await tellOthers(work, changed, project_id)
    })
}

/** The event of an order, if it has become one. */
export const eventFor = async (work: Work, order_id: number): Promise<EventRow | undefined> =>
  (await work.db.select().from(events).where(eq(events.order_id, order_id)))[0]

/**
 * Takes the performer of an agreement that ended out of their event, which is at risk now if it needs what they were to
 * play. The host is told who, whoever else plays that the stage changed.
 * @param reason why the agreement ended
 */
export async function losePerformer(
  work: Work,
  order_id: number,
  contract_id: number,
  reason: string,
): Promise<void> {
  const order = await lockOrder(work, order_id)
  await removePerformer(work, order_id, contract_id)
  const event = await eventFor(work, order_id)
  if (!event || work.now.getTime() >= Date.parse(event.ends_at)) return
  const [agreed] = await work.db
    .select({ project_id: contracts.project_id, name: music_projects.name })
    .from(contracts)
    .innerJoin(music_projects, eq(music_projects.id, contracts.project_id))
    .where(eq(contracts.id, contract_id))
  if (!agreed) return
  const cause = CAUSES[reason] ?? 'other'
  const [loss] = await work.db
    .insert(event_losses)
    .values({
      event_id: event.id,
      contract_id,
      project_id: agreed.project_id,
      cause,
      lost_at: work.now.toISOString(),
    })
    .returning()
  const moments = await standingOf(work.db, order_id)
  const atRisk = isAtRisk(moments)
  if (atRisk) await eventSteps.takeAll(work, eq(events.id, event.id), 'risk', 'system')
  const gone = moments.filter((one) => one.loss_id === loss?.id).map(({ slot_id }) => slot_id)
  await forgetRisks(work, event.id, gone)
  const isNeeded = moments.some((one) => one.loss_id === loss?.id && one.required && !one.agreed)
  const voice = cause === 'missing' ? 'missing' : isNeeded ? null : 'optional'
  const message = toHost(order, event, contract_id, {
    // Whoever deletes their account has no name any more.
    ...(agreed.name && cause !== 'other' ? { project_name: agreed.name } : {}),
    ...(voice ? { voice } : {}),
  })
  // The letter about the agreement says it too.
  notify(work, [{ ...message, hasLetter: cause === 'withdrawn' }])
  await tellOthers(work, event, agreed.project_id)
}

/**
 * Whoever came into an event by new agreements may have filled what was lost: with every moment that it needs it is
 * confirmed again. The host is told that nobody is missing, the others that the stage changed.
 */
export async function gainPerformers(
  work: Work,
  order: OrderRow,
  event: EventRow,
  added: readonly { id: number; project_id: number }[],
): Promise<void> {
  for (const { project_id } of added) await tellOthers(work, event, project_id)
  if (event.state !== 'at_risk' || isAtRisk(await standingOf(work.db, order.id))) return
  if ((await balancesOf(work.db, order.id, work.now)).late > 0) return
  const [recovered] = await eventSteps.takeAll(work, eq(events.id, event.id), 'recover', 'system', {
    // Who could stand by now is looked for again.
    set: { backups_ranked_at: null },
  })
  const last = added.at(-1)
  if (!recovered || !last) return
  const [project] = await work.db
    .select({ name: music_projects.name })
    .from(music_projects)
    .where(eq(music_projects.id, last.project_id))
  notify(work, [
    toHost(order, event, last.id, {
      ...(project?.name ? { project_name: project.name } : {}),
      voice: 'covered',
    }),
  ])
  await planAgain(work, recovered, order)
}

/** Tells the host that somebody who was asked to stand in didn't answer in time, or ran out of it with their quote. */
export async function tellUnanswered(
  work: Work,
  { order_id, request_id, project_id }: { order_id: number; request_id: number; project_id: number },
): Promise<void> {
  const event = await eventFor(work, order_id)
  if (!event || isOver(event.state)) return
  const order = await lockOrder(work, order_id)
  const [project] = await work.db
    .select({ name: music_projects.name })
    .from(music_projects)
    .where(eq(music_projects.id, project_id))
  notify(work, [
    {
      user_id: event.hunter_id,
      type: 'EVENT_AT_RISK',
      // Erased with what else was told of the request.
      subject: subject('request', request_id),
      value: String(event.id),
      params: {
        ...orderParams(order),
        ...(project?.name ? { project_name: project.name } : {}),
        voice: 'unanswered',
      },
    },
  ])
}

/**
 * Tells the host that a change that they proposed isn't signed yet. What both have signed holds, so nobody is missing and
 * the event isn't at risk by it: whether they can do without the change is theirs to say.
 */
export async function tellUnsigned(work: Work, { order_id, contract_id, version }: Unsigned): Promise<void> {
  const order = await lockOrder(work, order_id)
  const event = await eventFor(work, order_id)
  const [agreed] = await work.db
    .select({ name: music_projects.name, amendment: contracts.amendment_version })
    .from(contracts)
    .innerJoin(music_projects, eq(music_projects.id, contracts.project_id))
    .where(eq(contracts.id, contract_id))
  // It may have been signed or ended meanwhile.
  if (!event || isOver(event.state) || agreed?.amendment !== version) return
  const message = toHost(order, event, contract_id, {
    ...(agreed.name ? { project_name: agreed.name } : {}),
    voice: 'unsigned',
  })
  notify(work, [{ ...message, version }])
}

/** Takes back what hosts were told of a project that came or went: its name is in it. */
export async function deleteToldOf(work: Work, project_id: number): Promise<void> {
  const told = await toldOfProject(work.db, project_id)
  await deleteAboutSubjects(
    work,
    [...new Set(told.map(({ hunter_id }) => hunter_id))],
    told.map(({ event_id, contract_id, backup_id }) =>
      contract_id === null
        ? subject('standby', backup_id ?? 0, { kind: 'event', id: event_id })
        : subject('event', event_id, { kind: 'contract', id: contract_id }),
    ),
  )
}
