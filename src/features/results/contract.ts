import * as z from 'zod/mini'
import { seenBy } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { decimals } from '#core/contract/numbers.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { Instant, Zone } from '#core/contract/time.ts'
import { Metric, Objective } from '#features/hiring/brief/contract.ts'
import { Intent } from '#features/hiring/plan/contract.ts'
import { EventType } from '#features/services/contract.ts'

/* ---------------------------------------------------------------- surveys */

/** The longest comment. */
export const COMMENT_MAX = 2000
/** Highest value of an objective's metric that can be said; its unit allows less. */
const ACTUAL_MAX = 10_000_000

/** How likely somebody is to recommend it, 0 to 10: the question of the net promoter score. */
const Nps = z.int().check(z.minimum(0), z.maximum(10))
/** How good something was, 1 to 5. */
const Mark = z.int().check(z.minimum(1), z.maximum(5))
const Comment = z.string().check(z.trim(), z.maxLength(COMMENT_MAX))

/** Whether somebody came when it was agreed. */
export const ARRIVALS = ['on_time', 'late', 'absent'] as const
export const Arrival = z.enum(ARRIVALS)
export type Arrival = z.output<typeof Arrival>

/** What an event is called and when it was. */
const about = {
  /** The host's own; without one the page writes type and city. */
  title: z.nullable(z.string()),
  type: EventType,
  city: z.nullable(z.string()),
  starts_at: Instant,
  ends_at: Instant,
  zone: Zone,
}

/** A moment that somebody was hired to play. */
const PlayedMoment = z.object({
  slot_id: Id,
  intent: Intent,
  title: z.nullable(z.string()),
  starts_at: Instant,
  ends_at: Instant,
  project_id: Id,
  project_name: z.nullable(z.string()),
})
export type PlayedMoment = z.output<typeof PlayedMoment>

/** What the host says of an event; null and absent: not answered. */
export const HostAnswers = z.object({
  nps: z.nullable(Nps),
  satisfaction: z.array(z.object({ slot_id: Id, mark: Mark })).check(z.maxLength(100)),
  /** What the objective's metric came to, in its unit. */
  actual: z.nullable(z.number().check(z.minimum(0), z.maximum(ACTUAL_MAX), decimals(2))),
  /** What the event brought, as the host sees it; minor units of the survey's currency. */
  declared: z.nullable(Amount),
  punctuality: z.array(z.object({ project_id: Id, arrival: Arrival })).check(z.maxLength(100)),
  comment: seenBy('self', Comment),
})
export type HostAnswers = z.output<typeof HostAnswers>

export const HostSurvey = z.object({
  order_id: Id,
  ...about,
  currency: Currency,
  /** The metric that the brief named, with its target; none: it isn't asked for. */
  aim: z.nullable(z.object({ metric: Metric, target: z.number() })),
  moments: z.array(PlayedMoment),
  performers: z.array(z.object({ project_id: Id, project_name: z.nullable(z.string()) })),
  answers: HostAnswers,
  sent_at: z.nullable(Instant),
  /** Whether the results can be read by now. */
  results_ready: z.boolean(),
})
export type HostSurvey = z.output<typeof HostSurvey>

export const readSurvey = endpoint({
  method: 'GET',
  path: '/api/orders/:id/survey/',
  access: 'read:events',
  summary: 'What the host is asked after an event, and what they have answered so far',
  params: IdParams,
  reply: HostSurvey,
})

export const saveSurvey = endpoint({
  method: 'PATCH',
  path: '/api/orders/:id/survey/',
  access: 'read:events',
  summary: 'Save some answers of the survey; the others stay as they are',
  params: IdParams,
  body: z.partial(HostAnswers),
  reply: HostSurvey,
})

export const sendSurvey = endpoint({
  method: 'POST',
  path: '/api/orders/:id/survey/send/',
  access: 'read:events',
  summary: 'Send the survey, once: its answers stay as they are, and the results are ready',
  params: IdParams,
  reply: HostSurvey,
})

/** What a project that played says of the event. */
export const MusicianAnswers = z.object({
  mark: z.nullable(Mark),
  as_agreed: z.nullable(z.boolean()),
  comment: seenBy('self', Comment),
})
export type MusicianAnswers = z.output<typeof MusicianAnswers>

export const MusicianSurvey = z.object({
  id: Id,
  event_id: Id,
  project_id: Id,
  project_name: z.string(),
  ...about,
  answers: MusicianAnswers,
  sent_at: z.nullable(Instant),
})
export type MusicianSurvey = z.output<typeof MusicianSurvey>

export const listSurveys = endpoint({
  method: 'GET',
  path: '/api/surveys/',
  access: 'read:calendar',
  summary: 'What the projects that I own are asked after events that they played, newest first',
  query: z.extend(PageQuery, {
    /** Of this event alone. */
    event: z.optional(PathId),
  }),
  reply: page(MusicianSurvey),
})

export const readMusicianSurvey = endpoint({
  method: 'GET',
  path: '/api/surveys/:id/',
  access: 'read:calendar',
  summary: 'What a project that I own is asked after an event that it played',
  params: IdParams,
  reply: MusicianSurvey,
})

export const saveMusicianSurvey = endpoint({
  method: 'PATCH',
  path: '/api/surveys/:id/',
  access: 'read:calendar',
  summary: 'Save some answers; the others stay as they are',
  params: IdParams,
  body: z.partial(MusicianAnswers),
  reply: MusicianSurvey,
})

export const sendMusicianSurvey = endpoint({
  method: 'POST',
  path: '/api/surveys/:id/send/',
  access: 'read:calendar',
  summary: 'Send the answers, once: they stay as they are',
  params: IdParams,
  reply: MusicianSurvey,
})

/* ---------------------------------------------------------------- results */

/** What isn't known, so that a part of the results can't be computed. */
export const MISSING = [
  'survey',
  'metric',
  'actual',
  'punctuality',
  'plan',
  'agreements',
  'currency',
  'guests',
] as const

/** What an event achieved: everything that its page, and whatever is made of it, says. */
export const Results = z.object({
  order_id: Id,
  ...about,
  guests: z.nullable(z.int()),
  currency: Currency,
  /** When the host sent the survey; none: nobody answered, and what only they know is left out. */
  answered_at: z.nullable(Instant),
  objective: z.object({
    kind: z.nullable(Objective),
    metric: z.nullable(Metric),
    target: z.nullable(z.number()),
    actual: z.nullable(z.number()),
    /** Actual of target, 1 is all of it; none without both, or for a target of nothing. */
    share: z.nullable(z.number()),
    reached: z.nullable(z.boolean()),
  }),
  nps: z.nullable(z.int()),
  /** Mean of the moments' marks, two decimals. */
  satisfaction: z.nullable(z.number()),
  /** What was planned to be played live or was played, in the order of time. */
  moments: z.array(
    z.object({
      slot_id: Id,
      intent: Intent,
      title: z.nullable(z.string()),
      starts_at: Instant,
      ends_at: Instant,
      project_id: z.nullable(Id),
      project_name: z.nullable(z.string()),
      mark: z.nullable(z.int()),
      planned: z.nullable(z.int()),
      agreed: z.nullable(z.int()),
    }),
  ),
  money: z.object({
    planned: z.nullable(z.int()),
    agreed: z.nullable(z.int()),
    /** Currencies of agreements that can't be compared with the plan's. */
    other_currencies: z.array(Currency),
    declared: z.nullable(z.int()),
    /** Return on investment: what was won of what was spent, 1 is as much again; only with a declared value. */
    roi: z.nullable(z.number()),
    /** What each guest cost; only without a declared value. */
    per_guest: z.nullable(z.int()),
  }),
  punctuality: z.array(
    z.object({ project_id: Id, project_name: z.nullable(z.string()), arrival: z.nullable(Arrival) }),
  ),
  /** What those who played say, all together. */
  musicians: z.object({
    asked: z.int(),
    answered: z.int(),
    /** Mean of their marks, two decimals. */
    mark: z.nullable(z.number()),
    as_agreed: z.int(),
  }),
  comment: seenBy('self', z.string()),
  missing: z.array(z.enum(MISSING)),
})
export type Results = z.output<typeof Results>

export const readResults = endpoint({
  method: 'GET',
  path: '/api/orders/:id/results/',
  access: 'read:events',
  summary: 'What an event achieved: objective, moments, money and punctuality',
  params: IdParams,
  reply: Results,
})
