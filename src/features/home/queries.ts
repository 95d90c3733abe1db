import { and, eq, inArray, sql } from 'drizzle-orm'
import { Currency, DEFAULT_CURRENCY } from '#core/contract/money.ts'
import { addDays, monthsAround, wallClock } from '#core/contract/time.ts'
import { readBy } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import { together } from '#core/server/together.ts'
import { daysAhead } from '#features/availability/queries.ts'
import { unansweredOf } from '#features/budgets/queries.ts'
import { budgets } from '#features/budgets/table.ts'
import { earnedBy, earningsByMonth, unsettledOf } from '#features/contracts/queries.desk.ts'
import { contracts } from '#features/contracts/table.ts'
import type { CalendarEntry } from '#features/events/contract.ts'
import { nextDates } from '#features/events/queries.calendar.ts'
import { event_performers, events } from '#features/events/table.ts'
import type { Project } from '#features/projects/contract.ts'
import { sharesOpen } from '#features/projects/queries.members.ts'
import { actsFor, type ProjectScope, projectOf } from '#features/projects/queries.ts'
import { missingOfProject } from '#features/projects/rules.ts'
import { music_projects } from '#features/projects/table.ts'
import { openMusicianSurveys } from '#features/results/queries.ts'
import type { Category, ServiceStatus } from '#features/services/contract.ts'
import { services } from '#features/services/table.ts'
import type { MusicHome, OnStage } from './contract.ts'
import { inOrder, mainSums, spanOfMonths } from './rules.ts'

const BEFORE = 3
const AFTER = 2

/** So much of what waits is shown; the rest is counted. */
const FIRST = 6

/**
 * What a musician sees first: the next dates, this week, income by month, and what waits for them.
 * @param scope whose week and steps these are
 * @param view.only of this project alone; else of all that they act for
 * @param view.active the project that they act as: its steps can be done
 */
export async function musicHomeOf(
  db: Db,
  scope: ProjectScope,
  now: Date,
  { only, active }: { only: boolean; active: number | null },
): Promise<MusicHome> {
  const mine = { user_id: scope.user_id, project_id: only ? scope.project_id : undefined }
  const project = await projectOf(db, scope)
  const { zone } = project
  const today = wallClock(now, zone)
  const monday = addDays(today.day, 1 - today.weekday)
  const month = today.day.slice(0, 7)
  const months = monthsAround(month, BEFORE, AFTER)
  const earned = await earningsByMonth(db, mine, zone, spanOfMonths(months))
  const income = mainSums(earned, months)
  const ahead = earned.filter((one) => one.month >= month && months.includes(one.month))
  const alone = !only || scope.project_type === 'INDIVIDUAL'
  const dates = await nextDates(db, mine, { zone, now, first: 4, alone })
  const week = await daysAhead(db, scope.project_id, now, { days: 7, first: monday })
  const { rows: asked, ...unanswered } = await unansweredOf(db, mine, FIRST)
  const { rows: agreed, ...unsettled } = await unsettledOf(db, mine, now, FIRST)
  const { played, done } = await together(db, {
    played: openMusicianSurveys(db, mine, now, FIRST),
    done: doneBy(db, project.id),
  })
  return {
    project: { id: project.id, name: project.name, project_type: project.project_type },
    zone,
    dates: dates.map((date) => ({
      key: date.key,
      kind: date.kind === 'gig' ? 'gig' : 'hold',
      title: date.title,
      type: date.type,
      city: date.city,
      starts_at: date.starts_at,
      zone: date.zone,
      project_id: date.project_id,
      project_name: date.project_name,
      event_id: date.event_id,
      request_id: date.request_id,
    })),
    next: dates[0] ? await onStageOf(db, scope.user_id, dates[0]) : null,
    week: week?.days ?? null,
    income: {
      currency: Currency.parse(income?.currency ?? DEFAULT_CURRENCY),
      months: (income?.months ?? months.map((name) => ({ month: name, amount: 0 }))).map((one) => ({
        ...one,
        current: one.month === month,
      })),
      gigs: ahead.reduce((sum, { gigs }) => sum + gigs, 0),
      unsaid: ahead.reduce((sum, { unsaid }) => sum + unsaid, 0),
    },
    waiting: {
      ...unanswered,
      ...unsettled,
      surveys: played[0]?.surveys ?? 0,
      first: [
        ...inOrder([...asked.map((row) => ({ ...row, title: null, refund: null })), ...agreed]),
        ...played.map(({ surveys: _, ...row }) => ({
          ...row,
          ...{ kind: 'survey' as const, until: null, refund: null },
        })),
      ].slice(0, FIRST),
    },
    ...(scope.role === 'OWNER' && scope.project_id === active
      ? toDoOf(project, done[0])
      : { steps: null, shares_open: false }),
  }
}

/** More of somebody's next date: of a gig what its event says and what they get, of a hold what they asked for it. */
async function onStageOf(db: Db, user_id: number, date: CalendarEntry): Promise<OnStage> {
  const mine = actsFor({ user_id, project_id: date.project_id })
  const { rows } = await db.execute<
    Omit<OnStage, 'pay'> & { amount: number | null; currency: Currency; owns: boolean }
  >(
    date.event_id === null
      ? sql`select null as call_at, null as place, null as lat, null as lng, b.payout as amount, b.currency, mine.owns
          from ${mine} join ${budgets} b on b.project_id = mine.project_id and b.request_id = ${date.request_id}
          where mine.owns and b.latest`
      : sql`select min(p.schedule ->> 'call_at') as call_at, e.place, e.lat, e.lng, c.currency, mine.owns,
            -- Who isn't told of one part isn't told of their sum.
            case when bool_and(${earnedBy} is not null) then sum(${earnedBy})::bigint end as amount
          from ${mine} join ${event_performers} p on p.project_id = mine.project_id
            join ${events} e on e.id = p.event_id and e.starts_at >= mine.since
            join ${contracts} c on c.id = p.contract_id
          where e.id = ${date.event_id}
          group by e.id, c.currency, mine.owns limit 1`,
  )
  const [
    { amount = null, currency, owns, ...known } = {
      owns: false,
      call_at: null,
      place: null,
      lat: null,
      lng: null,
      currency: DEFAULT_CURRENCY,
    },
  ] = rows
  // Of a gig an agreement is in force; a band's collaborators read where it is without contact details.
  return readBy(
    { side: 'artist', open: owns },
    { ...known, pay: amount === null ? null : { amount, currency } },
  )
}

const offers = (project_id: number, category: Category, ...statuses: ServiceStatus[]) =>
  sql`exists (select from ${services} where ${and(
    eq(services.project_id, project_id),
    eq(services.category, category),
    inArray(services.status, statuses),
  )})`

/** What a project has of what lets the search find and book it, and whether its shares add up: a select, to be read with others. */
const doneBy = (db: Db, project_id: number) =>
  db
    .select({
      availability: music_projects.has_availability,
      // Music for events; who offers none of it and teaches is found by students.
      service: sql<boolean>`(${offers(project_id, 'MUSIC_SETTING', 'active')}
        or ${offers(project_id, 'MUSIC_LEARNING', 'active')}
          and not ${offers(project_id, 'MUSIC_SETTING', 'draft', 'active', 'inactive')})`,
      shares_open: sharesOpen(music_projects.id),
    })
    .from(music_projects)
    .where(eq(music_projects.id, project_id))

/** What is done of what it takes for the search to find a project, and to book it; and whether its shares add up. */
const toDoOf = (
  project: Project,
  done: { availability: boolean; service: boolean; shares_open: boolean } | undefined,
): Pick<MusicHome, 'steps' | 'shares_open'> => ({
  steps: {
    profile: missingOfProject(project).length === 0,
    place: project.lat !== null && project.lng !== null,
    availability: done?.availability ?? false,
    service: done?.service ?? false,
  },
  shares_open: done?.shares_open ?? false,
})
