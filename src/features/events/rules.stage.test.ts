import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import type { Intent } from '#features/hiring/plan/contract.ts'
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
  it('is in the afternoon before for what begins after midnight', () => {
    expect(usualOpening('2026-04-19T06:30:00.000Z', ZONE)).toBe('2026-04-18T22:30:00.000Z')
    expect(usualOpening('2026-04-19T08:59:00.000Z', ZONE)).toBe('2026-04-19T00:59:00.000Z')
  })
  it('is so many hours that really pass, also where a clock changes in between', () => {
    expect(usualOpening('2026-10-25T02:00:00.000Z', 'Europe/Madrid')).toBe('2026-10-25T00:00:00.000Z')
    expect(usualOpening('2026-10-25T00:30:00.000Z', 'Europe/Madrid')).toBe('2026-10-24T16:30:00.000Z')
  })
  it('lies before the event, by two days at most', () => {
    const starts_at = at('18:00')
    expect(isOpening(at('17:00'), starts_at)).toBe(true)
    expect(isOpening(at('-30:00'), starts_at)).toBe(true)
    expect(isOpening(at('18:00'), starts_at)).toBe(false)
    expect(isOpening(at('-31:00'), starts_at)).toBe(false)
  })
})
