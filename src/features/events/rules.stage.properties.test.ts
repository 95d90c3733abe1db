import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#core/contract/time.ts'
import { INTENTS } from '#features/hiring/plan/contract.ts'
import { FORMATS } from '#features/services/contract.ts'
import type { StageBlock, StagePlan } from './contract.ts'
import { planStage, type StageFacts, type StageMoment } from './rules.stage.ts'

const ms = (instant: string) => Date.parse(instant)
const of = (plan: StagePlan, kind: StageBlock['kind']) => plan.blocks.filter((block) => block.kind === kind)

/* Any evening: moments one after the other with or without gaps, whoever plays them, any needs, any opening. */
const PROJECTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
/** Most evenings have a few, who then play more than once. */
const players = fc.oneof(fc.constantFrom(1, 2, 3), fc.constantFrom(...PROJECTS))
const evenings: fc.Arbitrary<StageFacts> = fc
  .record({
    moments: fc.array(
      fc.record({
        gap: fc.constantFrom(0, 0, 0, 5, 20, 45),
        length: fc.integer({ min: 10, max: 180 }),
        intent: fc.constantFrom(...INTENTS),
        player: fc.option(players),
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
    const start = ms('2026-04-18T18:00:00.000Z')
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
        const wants = needs[i]
        if (!wants || !drawn.some((one) => one.project_id === project_id)) return []
        const { free_before, ...rest } = wants
        // Nobody is booked before they are free.
        const free_from =
          free_before === null ? null : new Date(first(project_id) - free_before * MINUTE).toISOString()
        return [{ ...rest, project_id, free_from }]
      }),
    }
  })
const RUNS = { numRuns: 400, seed: Date.now() }
const planned = (facts: StageFacts) => [facts, planStage(facts)] as const
/** Drawn and planned once, and judged by each of the sentences below. */
const drawn = fc.sample(evenings, RUNS).map(planned)
type Property = (facts: StageFacts, planned: ReturnType<typeof planStage>) => void
function holds(property: Property) {
  try {
    for (const one of drawn) property(...one)
  } catch (error) {
    // The same evenings again, for the smallest that shows it.
    fc.assert(
      fc.property(evenings, (facts) => property(...planned(facts))),
      RUNS,
    )
    throw error
  }
}
const isInOrder = (times: readonly number[]) => times.every((at, i) => at >= (times[i - 1] ?? at))

describe('any stage', () => {
  it('is used for one thing at a time, without a hole, from the first set-up to the end', () => {
    holds(({ moments }, { plan: { blocks } }) => {
      const wrong = blocks.filter(
        ({ from, to }, i) => ms(to) <= ms(from) || from !== (blocks[i - 1]?.to ?? from),
      )
      expect(wrong).toEqual([])
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
      const early = [...of(plan, 'soundcheck'), ...of(plan, 'set_up')]
      expect(early.filter(({ to }) => ms(to) > ms(plan.doors_at))).toEqual([])
    })
  })
  it('is checked once by each at most, who plays later before who plays earlier', () => {
    holds(({ moments }, { plan }) => {
      const order = [...new Set(moments.flatMap(({ project_id }) => project_id ?? []))]
      for (const kind of ['soundcheck', 'set_up'] as const) {
        const turns = of(plan, kind).map(({ project_id }) => order.indexOf(project_id ?? 0))
        expect([isInOrder(turns.toReversed()), new Set(turns).size]).toEqual([true, turns.length])
      }
    })
  })
  it('changes over right before somebody else plays, as far as there is time, or says what is missing', () => {
    holds(({ moments }, { plan }) => {
      const sets = moments.filter(({ live }) => live)
      const changeovers = of(plan, 'changeover')
      const checked = plan.blocks.filter(({ kind }) => kind === 'set_up' || kind === 'soundcheck')
      sets.forEach((set, i) => {
        const before = i === 0 ? (checked.at(-1)?.project_id ?? null) : (sets[i - 1]?.project_id ?? null)
        const since = i === 0 ? plan.doors_at : (sets[i - 1]?.to ?? '')
        const changes = changeovers.filter(({ from, to }) => ms(from) >= ms(since) && ms(to) <= ms(set.from))
        const said = plan.problems.filter(({ kind, at: when }) => kind === 'changeover' && when === set.from)
        if (set.project_id === null || set.project_id === before)
          expect([...changes, ...said], 'nobody comes on').toEqual([])
        else if (said[0]) {
          const { needs, lacks } = said[0]
          const had = changes.reduce((sum, { from, to }) => sum + (ms(to) - ms(from)) / MINUTE, 0)
          expect([lacks, needs > had]).toEqual([needs - had, true])
        } else expect(changes.map(({ project_id }) => project_id)).toEqual([set.project_id])
      })
    })
  })
  it('has nobody in two places: called, in, checked, on stage and out, one after the other', () => {
    holds(({ projects }, { plan, schedules }) => {
      expect(new Set(schedules.keys())).toEqual(new Set(projects.map(({ project_id }) => project_id)))
      for (const { project_id, free_from } of projects) {
        const schedule = schedules.get(project_id)
        if (!schedule) throw new Error('no schedule')
        const times = [
          schedule.call_at,
          schedule.load_in_at,
          ...(schedule.soundcheck_at ? [schedule.soundcheck_at] : []),
          ...schedule.sets.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]),
        ].map(ms)
        const own = plan.blocks.find((block) => block.project_id === project_id)
        const said = {
          one_after_the_other: isInOrder(times),
          out_after_the_end: ms(schedule.load_out_at) > ms(schedule.ends_at),
          free_by_then: !free_from || ms(schedule.call_at) >= ms(free_from),
          in_before_the_stage: ms(own?.from ?? '') >= ms(schedule.load_in_at),
        }
        if (Object.values(said).includes(false)) expect.fail(JSON.stringify({ project_id, ...said }))
      }
    })
  })
  it('lies inside what the place allows', () => {
    holds(({ opens_at }, { plan, schedules }) => {
      const isTooEarly = (at: string) => ms(at) < ms(opens_at)
      expect(plan.blocks.filter(({ from, kind }) => kind !== 'free' && isTooEarly(from))).toEqual([])
      expect([...schedules.values()].filter(({ call_at }) => isTooEarly(call_at))).toEqual([])
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
