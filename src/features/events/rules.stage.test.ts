import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import { INTENTS, type Intent } from '#features/hiring/plan/contract.ts'
import { FORMATS } from '#features/services/contract.ts'
import type { StageBlock, StagePlan } from './contract.ts'
import {
  isOpening,
  planStage,
  type StageFacts,
  type StageMoment,
  type StageProject,
  usualOpening,
} from './rules.stage.ts'

const ZONE = 'America/Guatemala'
/** Hours and minutes of a Saturday, in UTC to be read easily; hours from 24 on are Sunday's. */
const at = (clock: string): string => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return new Date(Date.UTC(2026, 3, 18) + hours * HOUR + minutes * MINUTE).toISOString()
}
const clockOf = (instant: string): string => {
  const passed = (Date.parse(instant) - Date.UTC(2026, 3, 18)) / MINUTE
  return `${String(Math.floor(passed / 60)).padStart(2, '0')}:${String(passed % 60).padStart(2, '0')}`
}
const moment = (
  from: string,
  to: string,
  intent: Intent,
  more: Partial<Pick<StageMoment, 'live' | 'project_id' | 'title'>> = {},
): StageMoment => ({
  from: at(from),
  to: at(to),
  intent,
  title: null,
  project_id: null,
  ...more,
  live: more.live ?? typeof more.project_id === 'number',
})
const project = (project_id: number, more: Partial<StageProject> = {}): StageProject => ({
  project_id,
  format: 'duo',
  setup_minutes: 30,
  brings_sound: false,
  free_from: null,
  ...more,
})

/** A wedding: a duo for the ceremony, a trio for the meal and a band for the dance, with room to change over. */
const DUO = 1
const TRIO = 2
const BAND = 3
const WEDDING: StageFacts = {
  opens_at: at('10:00'),
  moments: [
    moment('16:00', '17:00', 'ceremony', { project_id: DUO }),
    moment('17:00', '18:00', 'cocktail'),
    moment('18:00', '20:00', 'meal', { project_id: TRIO }),
    moment('20:00', '20:20', 'speeches'),
    moment('20:20', '21:00', 'background'),
    moment('21:00', '24:00', 'dance', { project_id: BAND }),
  ],
  projects: [
    project(DUO),
    project(TRIO, { format: 'trio', setup_minutes: 45 }),
    project(BAND, { format: 'band', setup_minutes: 60, brings_sound: true }),
  ],
}
const lines = ({ blocks }: StagePlan) =>
  blocks.map(
    ({ from, to, kind, project_id, intent }) =>
      `${clockOf(from)}–${clockOf(to)} ${kind}${project_id ? ` ${project_id}` : ''}${kind === 'free' || kind === 'ceremony' ? ` ${intent ?? ''}`.trimEnd() : ''}`,
  )
const of = (plan: StagePlan, kind: StageBlock['kind']) => plan.blocks.filter((block) => block.kind === kind)

describe('the stage of an event', () => {
  it('has one thing at a time: checked from the last to play to the first, before the guests, changed over while it is free', () => {
    expect(lines(planStage(WEDDING).plan)).toEqual([
      '12:05–13:05 set_up 3',
      '13:05–13:35 soundcheck 3',
      '13:35–14:20 set_up 2',
      '14:20–14:40 soundcheck 2',
      '14:40–15:10 set_up 1',
      '15:10–15:30 soundcheck 1',
      '15:30–16:00 free',
      '16:00–17:00 set 1',
      '17:00–17:45 free cocktail',
      '17:45–18:00 changeover 2',
      '18:00–20:00 set 2',
      '20:00–20:20 ceremony speeches',
      '20:20–20:35 free background',
      '20:35–21:00 changeover 3',
      '21:00–24:00 set 3',
    ])
  })
  it('gives each project one call, load-in, soundcheck and load-out', () => {
    const { plan, schedules } = planStage(WEDDING)
    expect(plan.problems).toEqual([])
    expect(schedules.get(BAND)).toEqual({
      call_at: at('11:50'),
      load_in_at: at('12:05'),
      soundcheck_at: at('13:05'),
      sets: [{ starts_at: at('21:00'), ends_at: at('24:00') }],
      ends_at: at('24:00'),
      load_out_at: at('25:00'),
    })
  })
  it('gives a project with several sets one of each too, and no changeover while nobody else comes on', () => {
    const { plan, schedules } = planStage({
      ...WEDDING,
      moments: [
        moment('16:00', '17:00', 'ceremony', { project_id: DUO }),
        moment('17:00', '17:15', 'speeches'),
        moment('17:15', '18:00', 'cocktail', { project_id: DUO }),
        moment('18:00', '20:00', 'meal'),
        moment('20:00', '22:00', 'dance', { project_id: DUO }),
      ],
      projects: [project(DUO)],
    })
    expect(plan.blocks.filter((block) => block.project_id === DUO).map(({ kind }) => kind)).toEqual([
      'set_up',
      'soundcheck',
      'set',
      'set',
      'set',
    ])
    expect(schedules.get(DUO)).toMatchObject({
      call_at: at('14:25'),
      soundcheck_at: at('15:10'),
      ends_at: at('22:00'),
      load_out_at: at('22:30'),
    })
    expect(schedules.get(DUO)?.sets).toHaveLength(3)
  })
  it('changes over each time that somebody else comes on, back to the first too', () => {
    const { plan } = planStage({
      ...WEDDING,
      moments: [
        moment('16:00', '17:00', 'ceremony', { project_id: DUO }),
        moment('17:00', '18:00', 'cocktail'),
        moment('18:00', '19:00', 'meal', { project_id: TRIO }),
        moment('19:00', '20:00', 'background'),
        moment('20:00', '21:00', 'dance', { project_id: DUO }),
      ],
      projects: [project(DUO), project(TRIO)],
    })
    expect(of(plan, 'changeover').map(({ project_id }) => project_id)).toEqual([TRIO, DUO])
  })
  it('waits with a changeover while speeches or a ceremony need the stage, though nobody of ours plays them', () => {
    const { plan } = planStage({
      ...WEDDING,
      moments: [
        moment('18:00', '19:00', 'meal', { project_id: DUO }),
        moment('19:00', '19:15', 'background'),
        moment('19:15', '19:45', 'speeches'),
        moment('19:45', '21:00', 'dance', { project_id: TRIO }),
      ],
      projects: [project(DUO), project(TRIO)],
    })
    expect(lines({ ...plan, blocks: of(plan, 'changeover') })).toEqual(['19:05–19:15 changeover 2'])
    expect(plan.problems).toEqual([])
  })
  it('shows a moment whose musicians are still looked for as a set of nobody', () => {
    const { plan } = planStage({
      ...WEDDING,
      moments: [
        moment('18:00', '19:00', 'meal', { project_id: DUO }),
        moment('19:00', '21:00', 'dance', { live: true }),
      ],
      projects: [project(DUO)],
    })
    expect(lines(plan).at(-1)).toBe('19:00–21:00 set')
    expect(plan.problems).toEqual([])
  })
})

describe('what doesn’t fit on a stage', () => {
  it('is a changeover without a pause: so many minutes are missing', () => {
    const { plan } = planStage({
      ...WEDDING,
      moments: [
        moment('18:00', '20:00', 'meal', { project_id: TRIO }),
        moment('20:00', '20:10', 'break'),
        moment('20:10', '23:00', 'dance', { project_id: BAND }),
      ],
    })
    expect(plan.problems).toEqual([
      {
        kind: 'changeover',
        project_id: BAND,
        after_project_id: TRIO,
        at: at('20:10'),
        needs: 25,
        lacks: 15,
      },
    ])
    expect(lines({ ...plan, blocks: of(plan, 'changeover') })).toEqual(['20:00–20:10 changeover 3'])
  })
  it('is the soundcheck of those who open, when the place opens late: only their lines are checked', () => {
    // 205 minutes are wanted before half past three.
    const { plan, schedules } = planStage({ ...WEDDING, opens_at: at('12:05') })
    expect(plan.problems).toEqual([])
    const late = planStage({ ...WEDDING, opens_at: at('12:20') })
    expect(late.plan.problems).toEqual([
      {
        kind: 'line_check',
        project_id: DUO,
        after_project_id: null,
        at: at('16:00'),
        needs: 20,
        lacks: 15,
      },
    ])
    expect(late.schedules.get(DUO)).toMatchObject({ load_in_at: at('15:00'), soundcheck_at: null })
    expect(schedules.get(DUO)?.soundcheck_at).toBe(at('15:10'))
  })
  it('lets whoever can’t set up before the guests do so in the changeover, with a longer one', () => {
    const { plan, schedules } = planStage({ ...WEDDING, opens_at: at('14:00') })
    // An hour and a half: the duo sets up first of all, and the band after it has no time for a check.
    expect(lines(plan).slice(0, 2)).toEqual(['14:00–15:00 set_up 3', '15:00–15:30 set_up 1'])
    expect(lines({ ...plan, blocks: of(plan, 'changeover') })[0]).toBe('17:10–18:00 changeover 2')
    expect(schedules.get(TRIO)).toMatchObject({ call_at: at('16:55'), load_in_at: at('17:10') })
    expect(plan.problems.map(({ kind, project_id }) => [kind, project_id])).toEqual([
      ['line_check', DUO],
      ['line_check', TRIO],
      ['line_check', BAND],
    ])
  })
  it('is the soundcheck of somebody who still plays elsewhere, however early the place opens', () => {
    const { plan, schedules } = planStage({
      ...WEDDING,
      projects: [project(DUO), project(TRIO, { free_from: at('15:00') }), project(BAND, { format: 'band' })],
    })
    expect(plan.problems).toEqual([
      {
        kind: 'line_check',
        project_id: TRIO,
        after_project_id: null,
        at: at('18:00'),
        needs: 20,
        lacks: null,
      },
    ])
    expect(Date.parse(schedules.get(TRIO)?.call_at ?? '')).toBeGreaterThanOrEqual(Date.parse(at('15:00')))
  })
})

describe('from when a place can be entered', () => {
  it('is eight hours before the first moment, unless somebody says so', () => {
    expect(usualOpening('2026-04-19T00:00:00.000Z', ZONE)).toBe('2026-04-18T16:00:00.000Z')
  })
  it('is never before six in the morning there, but for what begins about then', () => {
    expect(usualOpening('2026-04-18T16:00:00.000Z', ZONE)).toBe('2026-04-18T12:00:00.000Z')
    expect(usualOpening('2026-04-18T11:00:00.000Z', ZONE)).toBe('2026-04-18T09:00:00.000Z')
  })
  it('lies before the event, by two days at most', () => {
    const starts_at = at('18:00')
    expect(isOpening(at('17:00'), starts_at)).toBe(true)
    expect(isOpening(at('-30:00'), starts_at)).toBe(true)
    expect(isOpening(at('18:00'), starts_at)).toBe(false)
    expect(isOpening(at('-31:00'), starts_at)).toBe(false)
  })
})

/* Any evening: moments one after the other with or without gaps, whoever plays them, any needs, any opening. */
const PROJECTS = [1, 2, 3, 4, 5]
const evenings: fc.Arbitrary<StageFacts> = fc
  .record({
    moments: fc.array(
      fc.record({
        gap: fc.constantFrom(0, 0, 0, 5, 20, 45),
        length: fc.integer({ min: 10, max: 180 }),
        intent: fc.constantFrom(...INTENTS),
        player: fc.option(fc.constantFrom(...PROJECTS)),
        wanted: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    needs: fc.array(
      fc.record({
        format: fc.option(fc.constantFrom(...FORMATS)),
        setup_minutes: fc.integer({ min: 0, max: 180 }),
        brings_sound: fc.boolean(),
        free_before: fc.option(fc.integer({ min: 0, max: 600 })),
      }),
      { minLength: PROJECTS.length, maxLength: PROJECTS.length },
    ),
    opens_before: fc.integer({ min: 30, max: 720 }),
  })
  .map(({ moments, needs, opens_before }) => {
    const start = Date.parse(at('18:00'))
    let until = start
    const drawn = moments.map(({ gap, length, intent, player, wanted }, i): StageMoment => {
      const from = until + (i === 0 ? 0 : gap * MINUTE)
      until = from + length * MINUTE
      return {
        from: new Date(from).toISOString(),
        to: new Date(until).toISOString(),
        intent,
        title: null,
        live: player !== null || wanted,
        project_id: player,
      }
    })
    const first = (project_id: number) =>
      Math.min(
        ...drawn.filter((one) => one.project_id === project_id).map(({ from }) => Date.parse(from)),
        until,
      )
    return {
      opens_at: new Date(start - opens_before * MINUTE).toISOString(),
      moments: drawn,
      projects: PROJECTS.flatMap((project_id, i) => {
        const { free_before = null, ...rest } = needs[i] ?? { ...project(project_id), free_before: null }
        return drawn.some((one) => one.project_id === project_id)
          ? {
              ...rest,
              project_id,
              // Nobody is booked before they are free.
              free_from:
                free_before === null
                  ? null
                  : new Date(first(project_id) - free_before * MINUTE).toISOString(),
            }
          : []
      }),
    }
  })
const holds = (property: (facts: StageFacts, planned: ReturnType<typeof planStage>) => void) =>
  fc.assert(
    fc.property(evenings, (facts) => property(facts, planStage(facts))),
    { numRuns: 400 },
  )
const ms = (instant: string) => Date.parse(instant)

describe('any stage', () => {
  it('is used for one thing at a time, without a hole, from the first set-up to the end', () => {
    holds(({ moments }, { plan: { blocks } }) => {
      blocks.forEach((block, i) => {
        expect(ms(block.to)).toBeGreaterThan(ms(block.from))
        expect(block.from).toBe(blocks[i - 1]?.to ?? block.from)
      })
      expect(blocks.at(-1)?.to).toBe(moments.at(-1)?.to)
    })
  })
  it('has every set just as it was agreed, and nothing aloud beside it', () => {
    holds(({ moments }, { plan, schedules }) => {
      const agreed = moments.filter(({ live }) => live)
      expect(of(plan, 'set').map(({ from, to, project_id }) => ({ from, to, project_id }))).toEqual(
        agreed.map(({ from, to, project_id }) => ({ from, to, project_id })),
      )
      for (const [project_id, { sets }] of schedules)
        expect(sets).toEqual(
          agreed
            .filter((one) => one.project_id === project_id)
            .map(({ from, to }) => ({ starts_at: from, ends_at: to })),
        )
      for (const { to } of [...of(plan, 'soundcheck'), ...of(plan, 'set_up')])
        expect(ms(to)).toBeLessThanOrEqual(ms(plan.doors_at))
    })
  })
  it('is checked once by each at most, who plays later before who plays earlier', () => {
    holds(({ moments }, { plan }) => {
      const order = [...new Set(moments.flatMap(({ project_id }) => project_id ?? []))]
      for (const kind of ['soundcheck', 'set_up'] as const) {
        const turns = of(plan, kind).map(({ project_id }) => order.indexOf(project_id ?? 0))
        expect(turns).toEqual([...turns].sort((a, b) => b - a))
        expect(new Set(turns).size).toBe(turns.length)
      }
    })
  })
  it('changes over right before somebody else plays, as far as there is time, or says what is missing', () => {
    holds(({ moments }, { plan }) => {
      const sets = moments.filter(({ live }) => live)
      const checked = plan.blocks.filter(({ kind }) => kind === 'set_up' || kind === 'soundcheck')
      sets.forEach((set, i) => {
        const before = i === 0 ? (checked.at(-1)?.project_id ?? null) : (sets[i - 1]?.project_id ?? null)
        const since = i === 0 ? plan.doors_at : (sets[i - 1]?.to ?? '')
        const changes = of(plan, 'changeover').filter(
          ({ from, to }) => ms(from) >= ms(since) && ms(to) <= ms(set.from),
        )
        const said = plan.problems.filter(({ kind, at: when }) => kind === 'changeover' && when === set.from)
        if (set.project_id === null || set.project_id === before)
          expect([...changes, ...said], 'nobody comes on').toEqual([])
        else if (said[0]) {
          const { needs, lacks } = said[0]
          const had = changes.reduce((sum, { from, to }) => sum + (ms(to) - ms(from)) / MINUTE, 0)
          expect(lacks).toBe(needs - had)
          expect(lacks).toBeGreaterThan(0)
        } else expect(changes.map(({ project_id }) => project_id)).toEqual([set.project_id])
      })
    })
  })
  it('has nobody in two places: called, in, checked, on stage and out, one after the other', () => {
    holds(({ projects }, { plan, schedules }) => {
      expect([...schedules.keys()].sort()).toEqual(projects.map(({ project_id }) => project_id).sort())
      for (const { project_id, free_from } of projects) {
        const schedule = schedules.get(project_id)
        if (!schedule) throw new Error('no schedule')
        const times = [
          schedule.call_at,
          schedule.load_in_at,
          ...(schedule.soundcheck_at ? [schedule.soundcheck_at] : []),
          ...schedule.sets.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]),
        ].map(ms)
        expect(times).toEqual([...times].sort((a, b) => a - b))
        expect(ms(schedule.load_out_at)).toBeGreaterThan(ms(schedule.ends_at))
        if (free_from) expect(ms(schedule.call_at)).toBeGreaterThanOrEqual(ms(free_from))
        const own = plan.blocks.filter((block) => block.project_id === project_id)
        expect(ms(own[0]?.from ?? '')).toBeGreaterThanOrEqual(ms(schedule.load_in_at))
      }
    })
  })
  it('lies inside what the place allows', () => {
    holds(({ opens_at }, { plan, schedules }) => {
      for (const { from, kind } of plan.blocks)
        if (kind !== 'free') expect(ms(from)).toBeGreaterThanOrEqual(ms(opens_at))
      for (const { call_at } of schedules.values()) expect(ms(call_at)).toBeGreaterThanOrEqual(ms(opens_at))
    })
  })
  it('says of everybody without a soundcheck that there is only a line check', () => {
    holds((_, { plan, schedules }) => {
      const without = [...schedules].filter(([, one]) => one.soundcheck_at === null).map(([id]) => id)
      const said = plan.problems
        .filter(({ kind }) => kind === 'line_check')
        .map(({ project_id }) => project_id)
      expect(said.sort()).toEqual(without.sort())
    })
  })
  it('is planned the same from the same facts, in whatever order they are told', () => {
    fc.assert(
      fc.property(evenings, (facts) => {
        const again = {
          ...facts,
          moments: facts.moments.toReversed(),
          projects: facts.projects.toReversed(),
        }
        const [one, other] = [planStage(facts), planStage(again)]
        expect(other.plan).toEqual(one.plan)
        expect(Object.fromEntries(other.schedules)).toEqual(Object.fromEntries(one.schedules))
      }),
    )
  })
})
