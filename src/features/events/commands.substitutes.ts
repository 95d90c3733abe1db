import { and, eq, inArray, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { subject } from '#core/contract/subject.ts'
import { wallClock } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { machine } from '#core/server/steps.ts'
import { users } from '#features/accounts/table.ts'
import { moveTime, releasePersonFrom } from '#features/availability/commands.ts'
import { lockOrder } from '#features/hiring/journey/commands.ts'
import { deleteAboutSubjects, notify } from '#features/notifications/commands.ts'
import { eventParams } from '#features/notifications/rules.ts'
import { project_members } from '#features/projects/table.ts'
import { refreshPagesOf } from './commands.day.ts'
import { type NewSubstitute, PROPOSALS_MAX, type SubstituteStands } from './contract.substitutes.ts'
import { hostedEvent } from './queries.replacing.ts'
import {
  bandAt,
  callOf,
  promisedFor,
  type SubstituteFacts,
  substituteFacts,
  unansweredBy,
} from './queries.substitutes.ts'
import { type EventRow, readerOf } from './queries.ts'
import {
  hostAnswersUntil,
  mayBeReplaced,
  mayReplace,
  placeOf,
  SUBSTITUTE_STEPS,
} from './rules.substitutes.ts'
import { isOver } from './rules.ts'
import { event_performers, event_substitutes } from './table.ts'

/* A member of a band can't play: its owner proposes who does, the host accepts or rejects. */

export const substituteSteps = machine({
  table: event_substitutes,
  column: 'state',
  steps: SUBSTITUTE_STEPS,
  moved_on: 'events.substitute_moved_on',
})

/** What is told of a proposal, each once; `voice` picks its words. */
const VOICES = [
  'substitute',
  'substitute_withdrawn',
  'substitute_gone',
  'substitute_accepted',
  'substitute_rejected',
  'substitute_lapsed',
  'substitute_plays',
  'substitute_out',
] as const
type Voice = (typeof VOICES)[number]

const about = ({ id, event_id }: { id: number; event_id: number }) =>
  subject('substitute', id, { kind: 'event', id: event_id })

function tell(work: Work, facts: SubstituteFacts, user_id: number, voice: Voice): void {
  const { event_id, title, type, city, starts_at, zone, hunter_id } = facts
  notify(work, [
    {
      user_id,
      type: 'EVENT_AT_RISK',
      subject: about(facts),
      version: 1 + VOICES.indexOf(voice),
      value: String(event_id),
      params: {
        // The host knows it by their own name for it, the others by what it is and where.
        ...eventParams({ title: user_id === hunter_id ? title : null, type, city }),
        date: starts_at,
        zone,
        project_name: facts.project_name ?? '',
        member_name: facts.member_name ?? '',
        person_name: facts.substitute_name ?? '',
        until: facts.reply_by,
        time: wallClock(facts.reply_by, zone).time,
        voice,
      },
    },
  ])
}

const standsAs = ({ id, state, reply_by }: SubstituteStands): SubstituteStands => ({ id, state, reply_by })

const factsOf = async (work: Work, id: number): Promise<SubstituteFacts> => {
  const [facts] = await substituteFacts(work.db, eq(event_substitutes.id, id))
  if (!facts) throw notFound()
  return facts
}

/** An event that is still to come. @throws Refusal 409 when it is over, off or has begun */
function checkAhead({ state, starts_at }: EventRow, now: Date): void {
  if (isOver(state)) throw new Refusal(409, 'events.over')
  if (Date.parse(starts_at) <= now.getTime()) throw new Refusal(409, 'events.begun')
}

/** The caller's own band at an event that it plays. @throws Refusal 404, 403 for a collaborator */
export async function ownBandAt(
  db: Work['db'],
  viewer: { id: number },
  event_id: number,
  project_id: number,
) {
  const { event, reader } = await readerOf(db, viewer.id, event_id)
  if (!reader.project_ids.includes(project_id)) throw notFound()
  if (!reader.owned_ids.includes(project_id)) throw new Refusal(403, 'projects.owner_only')
  return event
}

const wrong = (field: string) =>
  new Refusal(422, 'common.invalid', { fields: { [field]: { key: 'validation.option' } } })

/**
 * Proposes to the host who of the band plays instead of a member who can't. Nothing is promised by that: the time moves
 * when it is accepted.
 * @throws Refusal 404, 403 for a collaborator; 409 when the event is over or has begun, `events.too_late_to_ask` once the
 * band has been called, `events.substitute_open` while one is open for either of the two, `events.substitute_busy`,
 * `events.substitutes_full`; 422 for who isn't expected to play, or plays already
 */
export async function propose(
  work: Work,
  viewer: { id: number },
  event_id: number,
  { project_id, member_id, substitute_id, reason }: NewSubstitute,
): Promise<SubstituteStands> {
  const { order_id } = await ownBandAt(work.db, viewer, event_id, project_id)
  await lockOrder(work, order_id)
  // As it is now that nobody else changes it.
  const event = await ownBandAt(work.db, viewer, event_id, project_id)
  checkAhead(event, work.now)
  const band = await bandAt(work.db, { event_id, order_id, project_id })
  const member = mayBeReplaced(band).find((one) => one.member_id === member_id)
  if (!member) throw wrong('member_id')
  const substitute = mayReplace(band, member_id).find((one) => one.member_id === substitute_id)
  if (!substitute) throw wrong('substitute_id')
  const until = hostAnswersUntil((await callOf(work.db, event_id, project_id)) ?? event.starts_at, work.now)
  if (!until) throw new Refusal(409, 'events.too_late_to_ask')
  if (!substitute.free) throw new Refusal(409, 'events.substitute_busy')
  const made_before = and(
    eq(event_substitutes.event_id, event_id),
    eq(event_substitutes.project_id, project_id),
  )
  if ((await work.db.$count(event_substitutes, made_before)) >= PROPOSALS_MAX)
    throw new Refusal(409, 'events.substitutes_full', { values: { count: PROPOSALS_MAX } })
  const accepted = await work.db
    .select({ substitute_id: event_substitutes.substitute_id, place_id: event_substitutes.place_id })
    .from(event_substitutes)
    .where(and(eq(event_substitutes.event_id, event_id), eq(event_substitutes.state, 'accepted')))
  const [made] = await work.db
    .insert(event_substitutes)
    .values({
      ...{ event_id, project_id, member_id, substitute_id, reason },
      place_id: placeOf(member, accepted),
      user_id: viewer.id,
      state: SUBSTITUTE_STEPS.propose.to,
      proposed_at: work.now.toISOString(),
      reply_by: until.toISOString(),
    })
    .onConflictDoNothing()
    .returning()
  if (!made) throw new Refusal(409, 'events.substitute_open')
  tell(work, await factsOf(work, made.id), event.hunter_id, 'substitute')
  await refreshPagesOf(work, event, project_id)
  return standsAs(made)
}

/** A proposal of an event. @throws Refusal 404 */
async function rowOf(work: Work, event_id: number, id: number) {
  const [row] = await work.db
    .select()
    .from(event_substitutes)
    .where(and(eq(event_substitutes.id, id), eq(event_substitutes.event_id, event_id)))
  if (!row) throw notFound()
  return row
}

/**
 * The host accepts or rejects who is proposed. Accepted, the gig's time moves to them in the same transaction; whether they
 * are free then is the database's word. The band is told, and so are the two.
 * @throws Refusal 404; 409 when the event is over or has begun, `events.substitute_moved_on` when it is past that,
 * `events.substitute_taken` when their time is promised elsewhere by now
 */
export async function answer(
  work: Work,
  viewer: { id: number },
  event_id: number,
  id: number,
  accept: boolean,
): Promise<SubstituteStands> {
  const { order_id } = await hostedEvent(work.db, viewer, event_id)
  await lockOrder(work, order_id)
  const event = await hostedEvent(work.db, viewer, event_id)
  const row = await rowOf(work, event_id, id)
  checkAhead(event, work.now)
  const answered = await substituteSteps.take(work, id, accept ? 'accept' : 'reject', 'hunter', {
    set: { ended_at: work.now.toISOString() },
    where: sql`not (${unansweredBy(work.now)})`,
  })
  const facts = await factsOf(work, id)
  if (accept) await takePlace(work, row, facts)
  tell(work, facts, facts.owner_id, accept ? 'substitute_accepted' : 'substitute_rejected')
  await refreshPagesOf(work, event, row.project_id)
  return standsAs(answered)
}

/** Who was accepted plays, and whom they play for doesn't. */
async function takePlace(
  work: Work,
  row: typeof event_substitutes.$inferSelect,
  facts: SubstituteFacts,
): Promise<void> {
  try {
    await moveTime(work, {
      subject: promisedFor(facts.order_id, row.project_id),
      project_id: row.project_id,
      from_user_id: facts.member_user_id,
      to: {
        user_id: facts.substitute_user_id,
        in_place_of: row.place_id === row.substitute_id ? null : row.place_id,
      },
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'availability.taken')
      throw new Refusal(409, 'events.substitute_taken')
    throw error
  }
  // Who stood in can't any more: what was accepted for that place before is over.
  const before = and(
    eq(event_substitutes.event_id, row.event_id),
    ne(event_substitutes.id, row.id),
    eq(event_substitutes.state, 'accepted'),
    eq(event_substitutes.place_id, row.place_id),
  )
  if (before) await substituteSteps.takeAll(work, before, 'release', 'system')
  const { owner_id, substitute_user_id, member_user_id } = facts
  if (substitute_user_id !== owner_id) tell(work, facts, substitute_user_id, 'substitute_plays')
  if (member_user_id !== owner_id) tell(work, facts, member_user_id, 'substitute_out')
}

/**
 * The owner takes back whom they proposed; the host is told.
 * @throws Refusal 404, 403 for a collaborator, 409 `events.substitute_moved_on` once it is answered or over
 */
export async function withdraw(
  work: Work,
  viewer: { id: number },
  event_id: number,
  id: number,
): Promise<SubstituteStands> {
  const { reader } = await readerOf(work.db, viewer.id, event_id)
  const { project_id } = await rowOf(work, event_id, id)
  if (!reader.project_ids.includes(project_id)) throw notFound()
  const event = await ownBandAt(work.db, viewer, event_id, project_id)
  const over = await substituteSteps.take(work, id, 'withdraw', 'owner', {
    set: { ended_at: work.now.toISOString() },
  })
  tell(work, await factsOf(work, id), event.hunter_id, 'substitute_withdrawn')
  await refreshPagesOf(work, event, project_id)
  return standsAs(over)
}

/** Nobody answered in time: the event goes on with whom was agreed, and the band is told. */
export async function lapseSubstitute(work: Work, id: number): Promise<void> {
  const due = and(eq(event_substitutes.id, id), unansweredBy(work.now))
  if (!due) return
  const lapsed = await substituteSteps.takeAll(work, due, 'lapse', 'clock', {
    set: { ended_at: work.now.toISOString() },
  })
  for (const row of lapsed) {
    const facts = await factsOf(work, row.id)
    tell(work, facts, facts.owner_id, 'substitute_lapsed')
  }
}

/** What was proposed or accepted of an event doesn't hold any more: it is off, or has another day. */
export const releaseSubstitutesAt = (work: Work, event_id: number): Promise<void> =>
  releaseSubstitutes(work, eq(event_substitutes.event_id, event_id))

async function releaseSubstitutes(work: Work, where: SQL): Promise<void> {
  await substituteSteps.takeAll(work, where, 'release', 'system', {
    set: { ended_at: work.now.toISOString() },
  })
}

/** A project doesn't play an event any more: nothing is asked of its people. */
export async function releaseSubstitutesOf(work: Work, order_id: number): Promise<void> {
  const where = sql`${event_substitutes.event_id} in (select e.id from events e where e.order_id = ${order_id})
    and not exists (select from ${event_performers} p where p.event_id = ${event_substitutes.event_id}
      and p.project_id = ${event_substitutes.project_id})`
  await releaseSubstitutes(work, where)
}

/**
 * Somebody left a band: nobody waits for an answer about them, and whom a host accepted doesn't play. The host is told
 * of either.
 */
export async function loseMember(
  work: Work,
  { member_id, user_id }: { member_id: number; user_id: number },
): Promise<void> {
  const theirs = or(
    eq(event_substitutes.substitute_id, member_id),
    and(eq(event_substitutes.member_id, member_id), eq(event_substitutes.state, 'proposed')),
  )
  const live = await substituteFacts(
    work.db,
    sql`${theirs} and ${event_substitutes.state} in ('proposed', 'accepted')`,
  )
  const ahead = live.filter(({ starts_at }) => Date.parse(starts_at) > work.now.getTime())
  if (ahead.length === 0) return
  await releaseSubstitutes(
    work,
    inArray(
      event_substitutes.id,
      ahead.map(({ id }) => id),
    ),
  )
  // Whose account is deleted isn't named any more.
  const isGone =
    (await work.db.$count(users, and(eq(users.id, user_id), lte(users.delete_at, work.now.toISOString())))) >
    0
  for (const facts of ahead) {
    // Accepted while they were leaving: that promise goes with them.
    await releasePersonFrom(work, promisedFor(facts.order_id, facts.project_id), user_id)
    tell(
      work,
      isGone && facts.substitute_user_id === user_id ? { ...facts, substitute_name: null } : facts,
      facts.hunter_id,
      facts.state === 'accepted' ? 'substitute_gone' : 'substitute_withdrawn',
    )
  }
}

/** Removes what was proposed by somebody, for them or instead of them, and what was told of it: it names them. */
export async function eraseSubstitutes(
  work: Work,
  of: { user_id: number } | { project_id: number },
): Promise<void> {
  const members = (user_id: number) =>
    sql`(select m.id from ${project_members} m where m.user_id = ${user_id})`
  const which =
    'project_id' in of
      ? sql`${event_substitutes.project_id} = ${of.project_id}`
      : sql`(${event_substitutes.member_id} in ${members(of.user_id)}
          or ${event_substitutes.substitute_id} in ${members(of.user_id)})`
  const known = await substituteFacts(work.db, which)
  await deleteAboutSubjects(
    work,
    [
      ...new Set(
        known.flatMap((one) => [one.hunter_id, one.owner_id, one.member_user_id, one.substitute_user_id]),
      ),
    ],
    known.map(about),
  )
  await work.db.delete(event_substitutes).where(which)
  // What they wrote of others stays without their words.
  if ('user_id' in of)
    await work.db
      .update(event_substitutes)
      .set({ reason: '' })
      .where(eq(event_substitutes.user_id, of.user_id))
}
