import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { Currency } from '#core/contract/money.ts'
import { Instant, Zone } from '#core/contract/time.ts'
import { Intent } from '#features/hiring/plan/contract.ts'
import { EventType } from '#features/services/contract.ts'

/* Who stands by, should somebody be lost whom an event can't do without. */

export const BACKUP_STATES = [
  'ranked',
  'asked',
  'standing',
  'declined',
  'unanswered',
  'fallen',
  'called',
  'released',
] as const
export const BackupState = z.enum(BACKUP_STATES)
export type BackupState = z.output<typeof BackupState>

export const Backup = z.object({
  id: Id,
  project_id: Id,
  name: z.nullable(wordsOf('artist', z.string())),
  profile_image: z.nullable(z.string()),
  /** What their service asks for the moment, with travel; minor units. */
  price: z.int(),
  /** That less what is agreed with who plays it. */
  difference: z.int(),
  /** 0 to 100. */
  fit: z.int(),
  state: BackupState,
  /** Until when they may answer; none before they are asked. */
  reply_by: z.nullable(Instant),
})
export type Backup = z.output<typeof Backup>

export const CriticalMoment = z.object({
  slot_id: Id,
  intent: Intent,
  title: z.nullable(z.string()),
  starts_at: Instant,
  ends_at: Instant,
  required: z.boolean(),
  /** What is agreed for the moment, with the platform's fee; minor units. */
  agreed: z.int(),
  /** When the host accepted to go without a backup; none: they didn't. */
  risk_accepted_at: z.nullable(Instant),
  /** The best first. */
  backups: z.array(Backup),
})
export type CriticalMoment = z.output<typeof CriticalMoment>

export const ContingencyPlan = z.object({
  currency: Currency,
  /** Each moment has a backup who is asked, or its risk is accepted. */
  ready: z.boolean(),
  /** They are still being looked for. */
  pending: z.boolean(),
  moments: z.array(CriticalMoment),
})
export type ContingencyPlan = z.output<typeof ContingencyPlan>

export const readContingency = endpoint({
  method: 'GET',
  path: '/api/events/:id/backups/',
  access: 'read:events',
  summary: 'The moments that my event can’t do without, and who could stand by for them',
  params: IdParams,
  reply: ContingencyPlan,
})

export const askBackup = endpoint({
  method: 'POST',
  path: '/api/events/:id/backups/:backup/ask/',
  access: 'read:events',
  summary: 'Ask a musician to stand by for a moment of my event',
  params: z.object({ id: PathId, backup: PathId }),
  reply: ContingencyPlan,
})

export const acceptRisk = endpoint({
  method: 'POST',
  path: '/api/events/:id/backups/risk/',
  access: 'read:events',
  summary: 'Go without a backup for a moment of my event',
  params: IdParams,
  body: z.object({ slot_id: Id }),
  reply: ContingencyPlan,
})

/** A moment that somebody is asked to stand by for: kind of event, place and date, not the host's own words. */
export const StandBy = z.object({
  id: Id,
  project_id: Id,
  project_name: z.nullable(z.string()),
  type: EventType,
  city: z.nullable(wordsOf('hunter', z.string())),
  zone: Zone,
  intent: Intent,
  starts_at: Instant,
  ends_at: Instant,
  state: BackupState,
  reply_by: z.nullable(Instant),
  /** Whether the caller answers for the project. */
  mine: z.boolean(),
})
export type StandBy = z.output<typeof StandBy>

export const listStandBys = endpoint({
  method: 'GET',
  path: '/api/standby/',
  access: 'read:budgets',
  summary: 'What the projects that I belong to are asked to stand by for, and stand by for, soonest first',
  reply: z.object({ results: z.array(StandBy) }),
})

export const answerStandBy = endpoint({
  method: 'POST',
  path: '/api/standby/:id/answer/',
  access: 'read:budgets',
  summary: 'Say whether my project stands by; a yes can be taken back',
  params: IdParams,
  body: z.object({ stands: z.boolean() }),
  reply: StandBy,
})
