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
const holds = (property: (facts: StageFacts, planned: ReturnType<typeof planStage>) => void) =>
  fc.assert(
    fc.property(evenings, (facts) => property(facts, planStage(facts))),
    { numRuns: 400 },
  )

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
