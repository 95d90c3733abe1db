import { BACKUP_STEPS } from '#features/events/rules.backups.ts'
import { SUBSTITUTE_STEPS } from '#features/events/rules.substitutes.ts'
import { EVENT_STEPS, type EventStep } from '#features/events/rules.ts'
import {
  type Act,
  asHunter,
  type Calls,
  callsIn,
  FOLLOWS,
  type Now,
  post,
  type Ways,
  type Who,
} from './anySteps.calls.fixture.ts'
import type { Rows } from './worlds.fixture.ts'

/* What people can do about an event at any moment: replace who is lost, stand by, stand in for one evening, say how it was. */

type EventRow = Rows['events'][number]
const EVENT_CALLS: Calls<EventStep, EventRow> = {
  create: FOLLOWS,
  get_ready: FOLLOWS,
  reopen: FOLLOWS,
  begin: FOLLOWS,
  risk: FOLLOWS,
  /** Somebody is asked to play what was lost. */
  recover: ({ id, order_id }, at) => {
    const slot_ids = at.rows.lost.filter(({ event_id }) => event_id === id).map(({ slot_id }) => slot_id)
    const who = at.rows.slots.find(({ slot_id }) => slot_ids.includes(slot_id))?.project_ids ?? []
    const project_id = who[at.which % Math.max(1, who.length)]
    if (!project_id) return []
    const path = `/api/events/${id}/replacements/`
    return [
      post('replacement ask', asHunter(at, order_id), path, { project_id, slot_ids: slot_ids.slice(0, 1) }),
    ]
  },
  deliver: FOLLOWS,
  postpone: FOLLOWS,
  cancel: FOLLOWS,
  restart: FOLLOWS,
}

type BackupRow = Rows['backups'][number]
const standBy =
  (stands: boolean): Ways<BackupRow> =>
  ({ id, project_id }) => [post('backup answer', { project_id }, `/api/standby/${id}/answer/`, { stands })]
const BACKUP_CALLS: Calls<keyof typeof BACKUP_STEPS, BackupRow> = {
  ask: ({ id, event_id, order_id }, at) => [
    post('backup ask', asHunter(at, order_id), `/api/events/${event_id}/backups/${id}/ask/`),
  ],
  agree: standBy(true),
  decline: standBy(false),
  lapse: FOLLOWS,
  fall: FOLLOWS,
  call: FOLLOWS,
  release: FOLLOWS,
}

type SubstituteRow = Rows['substitutes'][number]
const answer =
  (accept: boolean): Ways<SubstituteRow> =>
  ({ id, event_id, order_id }, at) => [
    post(
      `substitute ${accept ? 'accepted' : 'rejected'}`,
      asHunter(at, order_id),
      `/api/events/${event_id}/substitutes/${id}/answer/`,
      { accept },
    ),
  ]
const SUBSTITUTE_CALLS: Calls<keyof typeof SUBSTITUTE_STEPS, SubstituteRow> = {
  // Of a band at an event, of which there is no row yet.
  propose: FOLLOWS,
  accept: answer(true),
  reject: answer(false),
  withdraw: ({ id, event_id, project_id }) => [
    {
      ...{ name: 'substitute taken back', who: { project_id }, method: 'DELETE' },
      ...{ path: `/api/events/${event_id}/substitutes/${id}/`, body: {} },
    },
  ],
  lapse: FOLLOWS,
  release: FOLLOWS,
}

/** Somebody of a band plays instead of another. @param any also who plays already, for somebody who doesn't */
const proposalsOf = (
  { event_id, project_id, playing, others }: Rows['bands'][number],
  { which }: Now,
  any: boolean,
): Act[] => {
  const [out, instead] = any && which % 2 === 0 ? [others, playing] : [playing, others]
  const member_id = out[which % Math.max(1, out.length)]
  const substitute_id = instead[(which >> 2) % Math.max(1, instead.length)]
  if (!member_id || !substitute_id) return []
  const body = { project_id, member_id, substitute_id, reason: 'Se quebró la mano' }
  return [post('substitute proposed', { project_id }, `/api/events/${event_id}/substitutes/`, body)]
}

/** What is answered of an evening, some of it or all, and sent. */
const saysOfIt = (name: string, who: Who, path: string, answers: object): Act[] => [
  { ...{ name: `${name} saved`, who, method: 'PATCH' }, path, body: answers },
  post(`${name} sent`, who, `${path}send/`),
]
const surveysOf = (at: Now, any: boolean): Act[] => [
  ...at.rows.surveys
    .filter(({ sent }) => any || !sent)
    .flatMap(({ order_id, slot_ids }) =>
      saysOfIt('survey of the host', asHunter(at, order_id), `/api/orders/${order_id}/survey/`, {
        ...{ nps: at.which % 11, comment: 'Todos bailaron' },
        satisfaction: slot_ids.map((slot_id) => ({ slot_id, mark: 1 + (at.which % 5) })),
      }),
    ),
  ...at.rows.asked_artists
    .filter(({ sent }) => any || !sent)
    .flatMap(({ id, project_id }) =>
      saysOfIt('survey of an artist', { project_id }, `/api/surveys/${id}/`, { mark: 4, as_agreed: true }),
    ),
]

/** Everything that can be done about events now. */
export const actsOfEvents = (at: Now, any: boolean): Act[] => [
  ...callsIn(EVENT_STEPS, EVENT_CALLS, at.rows.events, ({ state }) => state, at, any),
  ...callsIn(BACKUP_STEPS, BACKUP_CALLS, at.rows.backups, ({ state }) => state, at, any),
  ...callsIn(SUBSTITUTE_STEPS, SUBSTITUTE_CALLS, at.rows.substitutes, ({ state }) => state, at, any),
  ...at.rows.bands.filter(({ ahead }) => any || ahead).flatMap((band) => proposalsOf(band, at, any)),
  ...surveysOf(at, any),
]
