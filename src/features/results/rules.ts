import type { Problem } from '#core/contract/errors.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import type { Terms } from '#features/contracts/contract.ts'
import { setsOf } from '#features/contracts/rules.ts'
import type { BriefDraft, Metric } from '#features/hiring/brief/contract.ts'
import { MOST_OF_UNIT, UNIT_OF_METRIC } from '#features/hiring/brief/rules.ts'
import type { HostAnswers, HostSurvey, MusicianAnswers, PlayedMoment } from './contract.ts'

/** When who hasn't answered is asked again, after they were asked first; the position + 2 is the notification's version. */
export const NUDGES = [72 * HOUR, 7 * DAY] as const

/** Whether or not anybody answers: so long after the survey the results are there. */
export const REPORT_AFTER = 14 * DAY

/**
 * The nudge that is due now, from 1, or null. After a pause only the newest one is sent.
 * @param survey.nudges number of the last one that was sent
 */
export function nudgeDue(
  survey: { asked_at: string; sent_at: string | null; nudges: number },
  now: Date,
): number | null {
  if (survey.sent_at !== null) return null
  const passed = now.getTime() - Date.parse(survey.asked_at)
  const due = NUDGES.filter((after) => passed >= after).length
  return due > survey.nudges ? due : null
}

/** An agreement that was in force when the event was, and whose it is. */
export interface PlayedBy {
  project_id: number
  project_name: string | null
  terms: Terms
}

/** The moments that somebody was hired for, in the order of time. */
export const playedMoments = (agreements: readonly PlayedBy[]): PlayedMoment[] =>
  agreements
    .flatMap(({ project_id, project_name, terms }) =>
      setsOf(terms.event).map(({ slot_id, intent, title, starts_at, ends_at }) => ({
        ...{ slot_id, intent, title, starts_at, ends_at, project_id, project_name },
      })),
    )
    .sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at) || a.slot_id - b.slot_id)

/** Who played, each project once, in the order of playing. */
export const playedProjects = (
  moments: readonly PlayedMoment[],
): { project_id: number; project_name: string | null }[] => [
  ...new Map(
    moments.map(({ project_id, project_name }) => [project_id, { project_id, project_name }]),
  ).values(),
]

/** What a brief wants to reach, where it named how that is measured and how much. */
export function aimOf({ objective }: BriefDraft): { metric: Metric; target: number } | null {
  const { metric, target } = objective ?? {}
  return metric && target !== undefined && target !== null ? { metric, target } : null
}

/** What the rules below read of a survey: what is asked in it. */
type Asked = Pick<HostSurvey, 'aim' | 'moments' | 'performers'>

/** What is wrong with answers, by field: they are about something that isn't asked, or too much for their unit. */
export function problemsIn(asked: Asked, given: Partial<HostAnswers>): Record<string, Problem> {
  const problems: Record<string, Problem> = {}
  const knows = (one: { slot_id: number }) => asked.moments.some(({ slot_id }) => slot_id === one.slot_id)
  const plays = (one: { project_id: number }) =>
    asked.performers.some(({ project_id }) => project_id === one.project_id)
  if (!(given.satisfaction ?? []).every(knows)) problems.satisfaction = { key: 'validation.option' }
  if (!(given.punctuality ?? []).every(plays)) problems.punctuality = { key: 'validation.option' }
  if (given.actual !== undefined && given.actual !== null) {
    const most = asked.aim && MOST_OF_UNIT[UNIT_OF_METRIC[asked.aim.metric]]
    if (most === null) problems.actual = { key: 'validation.option' }
    else if (given.actual > most) problems.actual = { key: 'validation.maximum', values: { value: most } }
  }
  return problems
}

/** Answers with some of them given anew; marks and arrivals one by one, each by what it is about. */
export function withAnswers<Before extends Partial<HostAnswers>>(
  before: Before,
  given: Partial<HostAnswers>,
) {
  const satisfaction = new Map(before.satisfaction?.map((one) => [one.slot_id, one]))
  for (const one of given.satisfaction ?? []) satisfaction.set(one.slot_id, one)
  const punctuality = new Map(before.punctuality?.map((one) => [one.project_id, one]))
  for (const one of given.punctuality ?? []) punctuality.set(one.project_id, one)
  return {
    ...before,
    ...given,
    satisfaction: [...satisfaction.values()],
    punctuality: [...punctuality.values()],
  }
}

const REQUIRED: Problem = { key: 'validation.required' }

/** What the host has to answer before the survey can be sent, by field: `nps` and `satisfaction.<slot>`. */
export function unanswered(asked: Asked, answers: HostAnswers): Record<string, Problem> {
  const marked = new Set(answers.satisfaction.map(({ slot_id }) => slot_id))
  return Object.fromEntries([
    ...(answers.nps === null ? [['nps', REQUIRED]] : []),
    ...asked.moments
      .filter(({ slot_id }) => !marked.has(slot_id))
      .map(({ slot_id }) => [`satisfaction.${slot_id}`, REQUIRED]),
  ])
}

/** The same of a project that played: `mark` and `as_agreed`. */
export const unansweredByMusician = ({ mark, as_agreed }: MusicianAnswers): Record<string, Problem> => ({
  ...(mark === null ? { mark: REQUIRED } : {}),
  ...(as_agreed === null ? { as_agreed: REQUIRED } : {}),
})
