import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEFAULT_ZONE, wallClock } from '#core/contract/time.ts'
import { storeOf } from '#core/server/files.ts'
import type { StagePlan } from '#features/events/contract.ts'
import { documentFormatOf, documentPart } from '#features/files/rules.ts'
import { inspectSound } from '#features/files/worker.ts'
import { storedAssignmentFiles } from '#features/lessons/assignments/queries.ts'
import { PIECE_STATUSES } from '#features/lessons/contract.ts'
import { streakOf } from '#features/lessons/progress/rules.ts'
import { storedRecordings } from '#features/lessons/recordings/queries.ts'
import { storedScores } from '#features/lessons/scores/queries.ts'
import { insightsOf } from '#features/results/queries.insights.ts'
import { type TestApp, testApp } from '../testing.ts'
import { emptyStore, emptyTables } from './fill.ts'
import { loadDemo } from './load.ts'

let t: TestApp
beforeAll(async () => {
  // Late on a Saturday in Guatemala: the weekend that the demo's dates lie on is nearly over.
  t = await testApp({ now: '2026-11-22T04:30:00Z' })
  await loadDemo(t.app, () => {})
}, 240_000)
afterAll(() => t?.close())

const count = async (from: ReturnType<typeof sql>) =>
  Number((await t.db.execute(sql`select count(*) as n from ${from}`)).rows[0]?.n)

it('has at least 400 musicians and 60 bands, all with something to hire', async () => {
  expect(await count(sql`music_projects where project_type = 'INDIVIDUAL'`)).toBeGreaterThanOrEqual(400)
  expect(await count(sql`music_projects where project_type = 'GROUP'`)).toBeGreaterThanOrEqual(60)
  expect(
    await count(
      sql`music_projects p where not exists (select 1 from services s where s.project_id = p.id and s.status = 'active')`,
    ),
  ).toBe(0)
})

it('gives people believable prices: a band asks more than one person', async () => {
  const { rows } = await t.db.execute(
    sql`select format, percentile_cont(0.5) within group (order by price) as median from services where category = 'MUSIC_SETTING' group by format`,
  )
  const median = Object.fromEntries(rows.map((row) => [row.format, Number(row.median)]))
  expect(median.solo).toBeLessThan(median.trio ?? 0)
  expect(median.trio).toBeLessThan(median.band ?? 0)
})

it('leaves the demo hunter with orders all along the journey', async () => {
  const { rows } = await t.db.execute(sql`select stage from orders o join users u on u.id = o.hunter_id
    where u.email = 'hunter@tarima.demo' order by o.id`)
  expect(rows.map((row) => row.stage).sort()).toEqual(
    [
      'available',
      'changes_needed',
      'contracting',
      'delivered',
      // One of its own and three of a series; of which the first date is planned.
      ...['draft', 'draft', 'draft', 'draft'],
      ...['planned', 'planned'],
      ...['results', 'results', 'results'],
      'scouting',
      'tracking',
    ].sort(),
  )
})

it('gives the demo student three months of lessons, and credits that run out soon', async () => {
  const { rows } = await t.db.execute<{ state: string; times: number }>(sql`
    select l.state, count(*)::int as times from lessons l join users u on u.id = l.student_id
    where u.email = 'estudiante@tarima.demo' group by l.state`)
  const times = Object.fromEntries(rows.map((row) => [row.state, row.times]))
  expect(times.confirmed).toBeGreaterThanOrEqual(10)
  expect(times.no_show_student).toBe(1)
  expect((times.scheduled ?? 0) + (times.rescheduled ?? 0)).toBeGreaterThanOrEqual(1)
  expect(
    await count(sql`lesson_packages p join users u on u.id = p.student_id
      where u.email = 'estudiante@tarima.demo' and p.state = 'active'
        and p.expires_at < ${t.clock.now().toISOString()}::timestamptz + interval '30 days'`),
  ).toBe(1)
})

it('has two teachers most of whose open hours of the next week are taken, by weekly lessons', async () => {
  const now = sql`${t.clock.now().toISOString()}::timestamptz`
  const { rows } = await t.db.execute<{ open: number; taken: number; weekly: number; asked: number }>(sql`
    select l.project_id,
      (select sum(left(r."to", 2)::int - left(r."from", 2)::int) from availability_rules r
        where r.project_id = l.project_id)::int as open,
      (sum(extract(epoch from l.ends_at - l.starts_at) / 3600)
        filter (where l.state in ('scheduled', 'rescheduled')))::float as taken,
      (count(*) filter (where l.kind = 'weekly' and l.state = 'scheduled'))::int as weekly,
      (count(*) filter (where l.state = 'requested'))::int as asked
    from lessons l where l.starts_at > ${now} and l.starts_at < ${now} + interval '7 days'
    group by l.project_id order by taken desc`)
  const full = rows.filter(({ open, taken }) => taken > open * 0.6)
  expect(full, JSON.stringify(rows)).toHaveLength(2)
  for (const { open, taken, weekly, asked } of full) {
    // Somebody can still be asked for, and is.
    expect(taken).toBeLessThan(open)
    expect(weekly).toBeGreaterThan(open * 0.5)
    expect(asked).toBeGreaterThan(0)
  }
})

it('has another teacher give a lesson of the demo student in place of one who can’t', async () => {
  expect(
    await count(sql`lessons l join users u on u.id = l.student_id and u.email = 'estudiante@tarima.demo'
      join lesson_substitute_lessons s on s.lesson_id = l.id
      join lesson_substitutes p on p.id = s.substitute_id and p.state = 'accepted' and p.user_id = l.teacher_id
      where l.handed_over_at is not null and l.starts_at > ${t.clock.now().toISOString()}::timestamptz`),
  ).toBe(1)
})

it('lets the demo student and their teacher talk about a lesson that was moved', async () => {
  const { rows } = await t.db.execute<{ side: string; state: string }>(sql`
    select m.side, (select l.state from lessons l where l.series_id = h.series_id order by l.id desc limit 1) as state
    from threads h join users u on u.id = h.hunter_id and u.email = 'estudiante@tarima.demo'
      join thread_messages m on m.thread_id = h.id and m.event is null order by m.seq`)
  expect(rows.map(({ side }) => side)).toEqual(['hunter', 'artist', 'hunter'])
  expect(rows[0]?.state).toBe('rescheduled')
})

it('gives the demo student three months of practice with a streak, a repertoire in all statuses, objectives, and a certificate of what their teacher confirmed', async () => {
  const { rows } = await t.db.execute<{ day: string }>(sql`
    select distinct p.day::text from practice_entries p join users u on u.id = p.user_id
    where u.email = 'estudiante@tarima.demo'`)
  const days = rows.map(({ day }) => day)
  expect(days.length).toBeGreaterThan(50)
  expect(streakOf(days, wallClock(t.clock.now(), DEFAULT_ZONE).day)).toBeGreaterThan(25)
  const theirs = sql`of_them join users u on u.id = of_them.student_id and u.email = 'estudiante@tarima.demo'`
  const pieces = await t.db.execute<{ status: string; rose: number }>(sql`
    select of_them.status, (select count(*) from piece_tempos p where p.piece_id = of_them.id)::int as rose
    from learner_pieces ${theirs}`)
  expect(pieces.rows).toHaveLength(8)
  expect(new Set(pieces.rows.map(({ status }) => status))).toEqual(new Set(PIECE_STATUSES))
  expect(Math.max(...pieces.rows.map(({ rose }) => rose))).toBeGreaterThan(5)
  expect(await count(sql`learner_objectives ${theirs}`)).toBe(4)
  expect(await count(sql`learner_objectives ${theirs} where of_them.reached_at is not null`)).toBe(1)
  expect(await count(sql`learner_objectives ${theirs} where of_them.vouched_by is not null`)).toBe(1)
  expect(await count(sql`certificates ${theirs}`)).toBe(1)
})

it('gives the demo student an assignment that was turned in, with remarks at places of a recording that is there, and one to do', async () => {
  const { rows } = await t.db.execute<{
    state: string
    is_ahead: boolean
    places: number
    key: string | null
  }>(sql`
    select a.state, a.due > ${wallClock(t.clock.now(), DEFAULT_ZONE).day}::date as is_ahead, f.key,
      (select count(*)::int from assignment_remarks r where r.assignment_id = a.id and r.at_ms is not null) as places
    from assignments a join users u on u.id = a.student_id left join assignment_files f on f.assignment_id = a.id
    where u.email = 'estudiante@tarima.demo' order by a.id`)
  expect(rows).toEqual([
    { state: 'done', is_ahead: false, places: 3, key: expect.any(String) },
    { state: 'given', is_ahead: true, places: 0, key: null },
  ])
  const recording = await storeOf(t.app.config).read(rows[0]?.key ?? '', documentPart('wav'))
  expect((await recording?.toArray())?.length).toBeGreaterThan(0)
})

it('leaves the demo student a lesson with its sound and a score, whose bytes are there', async () => {
  const { rows } = await t.db.execute<{
    sound: string
    score: string
    learned: boolean
    seconds: number
  }>(sql`
    select r.key as sound, s.key as score, r.seconds, r.answered_by = l.student_id as learned
    from lesson_recordings r join lessons l on l.id = r.lesson_id join lesson_scores s on s.lesson_id = l.id
      join users u on u.id = l.student_id
    where u.email = 'estudiante@tarima.demo' and r.state = 'kept'
      and r.expires_at > ${t.clock.now().toISOString()}::timestamptz`)
  expect(rows).toEqual([
    { sound: expect.any(String), score: expect.any(String), learned: true, seconds: expect.any(Number) },
  ])
  const read = async (key: string | undefined, part: string) =>
    Buffer.concat((await (await storeOf(t.app.config).read(key ?? '', part))?.toArray()) ?? [])
  const sound = await inspectSound({ bytes: await read(rows[0]?.sound, documentPart('wav')) })
  expect(sound).toMatchObject({ format: 'wav', seconds: expect.closeTo(rows[0]?.seconds ?? 0, 1) })
  expect(documentFormatOf(await read(rows[0]?.score, documentPart('pdf')))).toBe('pdf')
})

it('compares the hunter’s events with others, says what to do next, and has a series that runs', async () => {
  const { rows } = await t.db.execute(sql`
    select n.type, count(*)::int as times from notifications n join users u on u.id = n.user_id
    where u.email = 'hunter@tarima.demo' and n.type in ('EVENT_RESULTS_READY', 'BENCHMARKING_READY',
      'ROI_RECOMMENDATIONS_READY', 'CONTINUOUS_PLAN_READY') group by n.type order by n.type`)
  expect(rows).toEqual([
    // Two parties are like the others'; nobody else had a cultural evening.
    { type: 'BENCHMARKING_READY', times: 2 },
    { type: 'CONTINUOUS_PLAN_READY', times: 1 },
    { type: 'EVENT_RESULTS_READY', times: 3 },
    { type: 'ROI_RECOMMENDATIONS_READY', times: 3 },
  ])
  const [party] = (
    await t.db.execute<{ id: number; hunter_id: number }>(
      sql`select id, hunter_id from orders where title = 'Reunión de exalumnas'`,
    )
  ).rows
  const { benchmark, recommendations } = await insightsOf(
    t.db,
    { id: Number(party?.hunter_id) },
    Number(party?.id),
  )
  expect(benchmark.events).toBeGreaterThanOrEqual(10)
  expect(benchmark.figures.map(({ name }) => name)).toContain('satisfaction')
  expect(recommendations.length).toBeGreaterThan(0)
})

it('pays the demo musician: income of a past gig, and one deposit that waits for their word, each of two sets', async () => {
  const { rows } = await t.db.execute(sql`select c.state,
      (select d.declared_by from payments d where d.subject = 'contract:' || c.id and d.kind = 'deposit') as declared_by,
      jsonb_array_length(c.terms -> 'event' -> 'sets') as sets from contracts c
    join music_projects p on p.id = c.project_id join users u on u.id = p.owner_id
    where u.email = 'musico@tarima.demo' and p.project_type = 'INDIVIDUAL' order by c.id`)
  expect(rows).toEqual([
    { state: 'completed', declared_by: 'user', sets: 2 },
    { state: 'signed', declared_by: 'user', sets: 2 },
  ])
})

it('has a stage at the wedding to come that several share, and everything fits', async () => {
  const { rows } = await t.db.execute<{ stage_plan: StagePlan; performers: number }>(sql`
    select e.stage_plan, (select count(distinct p.project_id) from event_performers p where p.event_id = e.id)::int
      as performers
    from events e where e.starts_at > ${t.clock.now().toISOString()}::timestamptz`)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.performers).toBeGreaterThan(1)
  expect(rows[0]?.stage_plan.problems).toEqual([])
  const kinds = rows[0]?.stage_plan.blocks.map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['set_up', 'soundcheck', 'set', 'changeover']))
})

it('shows no rating without its reviews, and those of finished events from both sides', async () => {
  expect(await count(sql`reviews where round_id is null`)).toBeGreaterThan(2000)
  expect(await count(sql`reviews where round_id is not null and revealed_at is null`)).toBe(0)
  expect(await count(sql`reviews where round_id is not null and side = 'artist'`)).toBeGreaterThanOrEqual(10)
  expect(
    await count(sql`music_projects p where rating_count <> (select count(*) from reviews r
      where r.project_id = p.id and r.side = 'hunter' and r.revealed_at is not null and r.hidden_at is null)
      or (rating is null) <> (rating_count = 0)`),
  ).toBe(0)
})

it('tells most of the things that can be told', async () => {
  const { rows } = await t.db.execute(sql`select distinct type from notifications`)
  expect(rows.length).toBeGreaterThanOrEqual(12)
})

it('stands in the books as well, and begins anew when it is loaded again; then the books are kept as before', async () => {
  expect(await count(sql`ledger_postings`)).toBeGreaterThan(0)
  expect(
    await count(sql`(select from ledger_postings group by currency having sum(amount) <> 0) uneven`),
  ).toBe(0)
  const stored = await Promise.all(
    [storedAssignmentFiles, storedScores, storedRecordings].map((of) => of(t.db)),
  )
  expect(stored.map(({ length }) => length)).toEqual([1, 1, 1])
  await emptyStore(t.app)
  for (const { key, parts } of stored.flat())
    for (const part of parts) expect(await storeOf(t.app.config).read(key, part)).toBeNull()
  await emptyTables(t.db)
  expect([await count(sql`ledger_postings`), await count(sql`users`)]).toEqual([0, 0])
  await expect(t.db.execute(sql`truncate ledger_postings`)).rejects.toThrow()
})
