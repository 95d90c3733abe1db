import { and, eq, sql } from 'drizzle-orm'
import { Currency, DEFAULT_CURRENCY } from '#core/contract/money.ts'
import { addDays, wallClock } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { daysAhead } from '#features/availability/queries.ts'
import { nextToAnswer, openRequests } from '#features/budgets/queries.ts'
import { payoutsByMonth, waitingFor } from '#features/contracts/queries.ts'
import { nextDates } from '#features/events/queries.calendar.ts'
import type { Project } from '#features/projects/contract.ts'
import { type ProjectScope, projectOf } from '#features/projects/queries.ts'
import { missingOfProject } from '#features/projects/rules.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import type { MusicHome } from './contract.ts'
import { mainSums, monthsAround, spanOfMonths } from './rules.ts'

const BEFORE = 3
const AFTER = 2

/** What a project's people see first: the next dates, this week, income by month, and what waits for them. */
export async function musicHomeOf(db: Db, scope: ProjectScope, now: Date): Promise<MusicHome> {
  const project = await projectOf(db, scope)
  const { zone } = project
  const today = wallClock(now, zone)
  const monday = addDays(today.day, 1 - today.weekday)
  const month = today.day.slice(0, 7)
  const months = monthsAround(month, BEFORE, AFTER)
  const payouts =
    scope.role === 'OWNER' ? await payoutsByMonth(db, scope.project_id, zone, spanOfMonths(months)) : []
  const income = mainSums(payouts, months)
  const dates = await nextDates(db, scope, { zone, now, first: 4 })
  const week = await daysAhead(db, scope.project_id, now, { days: 7, first: monday })
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
    week: week?.days ?? null,
    income: {
      currency: Currency.parse(income?.currency ?? DEFAULT_CURRENCY),
      months: (income?.months ?? months.map((name) => ({ month: name, amount: 0 }))).map((one) => ({
        ...one,
        current: one.month === month,
      })),
    },
    requests: {
      open: await openRequests(db, scope.project_id),
      next: await nextToAnswer(db, scope),
    },
    ...(scope.role === 'OWNER' ? await waitingFor(db, scope.project_id) : { to_sign: 0, to_confirm: 0 }),
    steps: scope.role === 'OWNER' ? await stepsOf(db, project) : null,
  }
}

/** What is done of what it takes for the search to find a project, and to book it. */
async function stepsOf(db: Db, project: Project): Promise<NonNullable<MusicHome['steps']>> {
  const sells = and(
    eq(services.project_id, project.id),
    eq(services.status, 'active'),
    eq(services.category, 'MUSIC_SETTING'),
  )
  const [done] = await db
    .select({
      availability: music_projects.has_availability,
      service: sql<boolean>`exists (select from ${services} where ${sells})`,
    })
    .from(music_projects)
    .where(eq(music_projects.id, project.id))
  return {
    profile: missingOfProject(project).length === 0,
    place: project.lat !== null && project.lng !== null,
    availability: done?.availability ?? false,
    service: done?.service ?? false,
  }
}
