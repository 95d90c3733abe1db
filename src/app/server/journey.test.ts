import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, DEFAULT_ZONE, HOUR, instantOf, MINUTE } from '#core/contract/time.ts'
import { acceptBudget } from '#features/budgets/contract.ts'
import { withdrawContract } from '#features/contracts/contract.leaving.ts'
import {
  acceptRisk,
  answerStandBy,
  askBackup,
  listStandBys,
  readContingency,
} from '#features/events/contract.backups.ts'
import { askReplacement } from '#features/events/contract.replacing.ts'
import { readOrderEvent } from '#features/events/contract.ts'
import { buildContinuous } from '#features/hiring/continuous/contract.ts'
import { type Order, readOrder } from '#features/hiring/desk/contract.ts'
import { acceptInvitation, invite } from '#features/invitations/contract.ts'
import {
  listNotifications,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '#features/notifications/contract.ts'
import { opensOrder } from '#features/notifications/rules.ts'
import { answerTransfer, transferProject } from '#features/projects/contract.transfer.ts'
import { listMembers } from '#features/projects/contract.ts'
import { listSurveys, saveMusicianSurvey, sendMusicianSurvey } from '#features/results/contract.ts'
import { listReviewRounds, writeReview } from '#features/reviews/contract.ts'
import { saveSubscription } from '#features/subscriptions/contract.ts'
import {
  agree,
  answerSurvey,
  type CompanyParty,
  companyParty,
  type Told,
  tableOf,
} from './journey.fixture.ts'
import type { Musician } from './scenes/cast.ts'
import { acceptOneEach, approve, ask, plan, rearrange, submit } from './scenes/order.ts'
import type { Person } from './testing.ts'

/*
 * Who is told what when, from the brief to the last offer: one evening of Ana's, with everything that may happen on the
 * way to it. People call, the clock is moved, and every notification comes of that; nothing is inserted.
 */

/** Ana's evening. */
const EVENING = '2026-04-25'
const STARTS = instantOf(EVENING, '18:00', DEFAULT_ZONE).getTime()
const ENDS = STARTS + 4 * HOUR

let party: CompanyParty
let ana: Person
let rosa: Musician
let eva: Musician
let trio: Musician
let order: Order
let event_id: number
let meal: number
let dance: number
let rosas: number

beforeAll(async () => {
  party = await companyParty()
  ana = party.ana
})
afterAll(() => party?.close())

const orderNow = () => ana.api(readOrder, { params: { id: order.id } })
const requestOf = async (who: Musician): Promise<number> => {
  const { requests } = await orderNow()
  const its = requests.find((one) => one.project_id === who.project_id && one.status === 'asked')
  if (!its) throw new Error(`${who.name} isn’t asked`)
  return its.id
}
const accept = (id: number) => ana.api(acceptBudget, { params: { id }, body: { chosen: [] } })
/** How often somebody was told that by now. */
const times = async (who: Pick<Person, 'api'>, notification_type: NotificationType) =>
  (await who.api(listNotifications, { query: { notification_type } })).results.length
/** How much oftener Ana was told that at an instant than a minute before it. */
async function dueAt(at: number, type: NotificationType): Promise<number> {
  await party.passTo(at - MINUTE)
  const before = await times(ana, type)
  await party.passTo(at)
  return (await times(ana, type)) - before
}

describe('before there is an order', () => {
  test('a profile is complete, once everything is said', async () => {
    rosa = await party.as(party.rosa)
    expect(await times(rosa, 'PROFILE_COMPLETED')).toBe(0)
    for (const who of [ana, party.rosa]) await party.completeProfile(who)
    expect([await times(ana, 'PROFILE_COMPLETED'), await times(rosa, 'PROFILE_COMPLETED')]).toEqual([1, 1])
  })

  test('a band invites, is joined, and is offered to who joined', async () => {
    const { luis, sara } = party
    trio = await party.band(luis, 'Trío Volcán')
    const params = { id: trio.project_id }
    await luis.api(invite, { params, body: { email: sara.email, required: false } })
    const [told] = (await sara.api(listNotifications)).results
    expect(told).toMatchObject({ type: 'INVITE_BAND_MEMBER', invitation_status: 'in_process' })
    await sara.api(acceptInvitation, { params: { id: Number(told?.value) }, body: {} })
    const { results } = await luis.api(listMembers, { params })
    const member = results.find(({ user }) => user.id === sara.id)
    await luis.api(transferProject, { params, body: { member_id: member?.id ?? 0 } })
    await sara.api(answerTransfer, { params, body: { action: 'decline' } })
    expect([await times(luis, 'INVITE_BAND_CONFIRMED'), await times(sara, 'OWNERSHIP_RECEIVED')]).toEqual([
      1, 1,
    ])
  })

  test('others have had such evenings; Marcos and Ana want to hear of a subscription', async () => {
    for (const { api } of [ana, party.marcos]) await api(saveSubscription, { body: { wants_offers: true } })
    await party.othersParties()
    expect(await times(party.marcos, 'EVENT_RESULTS_READY')).toBe(1)
  })
})

describe('from the brief to the agreements', () => {
  test('a brief that repeats becomes a plan, which is offered for all its dates', async () => {
    eva = await party.as(party.eva)
    await party.as(party.diego)
    const whole = party.brief(EVENING, {
      ends: '22:00',
      title: 'La noche de la empresa',
      recurrence: 'monthly',
    })
    order = await plan(ana, await submit(ana, whole, { first: { event: { type: 'corporate' } } }))
    const [first = 0, second = 0] = await rearrange(ana, order, [{ intent: 'meal' }, { intent: 'dance' }])
    meal = first
    dance = second
    expect(await times(ana, 'CONTINUOUS_PLAN_OFFERED')).toBe(1)
    await approve(ana, order.id)
  })

  test('who doesn’t answer in time leaves a moment without anybody: another way is looked for', async () => {
    const shortlist = [
      { slot_id: meal, project_ids: [trio.project_id] },
      { slot_id: dance, project_ids: [party.diego.project_id ?? 0] },
    ]
    await ask(ana, order.id, shortlist, { now: party.t.clock.now() })
    await party.quote(trio, order, await requestOf(trio))
    await party.pass(2 * DAY)
    expect(await times(ana, 'STRATEGY_ADJUSTMENT_REQUESTED')).toBe(0)
    await party.pass(DAY + MINUTE)
    expect((await orderNow()).stage).toBe('adjustment_requested')
    expect(await times(ana, 'STRATEGY_ADJUSTMENT_REQUESTED')).toBe(1)
  })

  test('somebody else is asked and answers: every date is held, then agreed', async () => {
    const shortlist = [{ slot_id: dance, project_ids: [rosa.project_id] }]
    await ask(ana, order.id, shortlist, { now: party.t.clock.now() })
    await party.quote(rosa, order, await requestOf(rosa))
    await party.pass(MINUTE)
    expect((await orderNow()).stage).toBe('available')
    await acceptOneEach(ana, order.id)
    await agree(ana, trio, order.id)
    expect(await times(ana, 'MUSICIANS_CONFIRMED')).toBe(0)
    rosas = await agree(ana, rosa, order.id)
    expect((await orderNow()).stage).toBe('tracking')
  })
})

describe('on the way to the evening', () => {
  test('somebody stands by, and one risk is accepted: there is a contingency plan', async () => {
    const { event } = await ana.api(readOrderEvent, { params: { id: order.id } })
    event_id = event?.id ?? 0
    await party.pass(MINUTE)
    const params = { id: event_id }
    const { moments } = await ana.api(readContingency, { params })
    const backups = moments.find(({ slot_id }) => slot_id === dance)?.backups ?? []
    await ana.api(acceptRisk, { params, body: { slot_id: meal } })
    expect(await times(ana, 'CONTINGENCY_PLAN_READY')).toBe(0)
    const backup = backups.find(({ project_id }) => project_id === eva.project_id)?.id ?? 0
    await ana.api(askBackup, { params: { ...params, backup } })
    expect(await times(ana, 'CONTINGENCY_PLAN_READY')).toBe(1)
    const [asked] = (await eva.api(listStandBys)).results
    await eva.api(answerStandBy, { params: { id: asked?.id ?? 0 }, body: { stands: true } })
  })

  test('fourteen days before, Ana is reminded of what is open', async () => {
    expect(await dueAt(STARTS - 14 * DAY, 'EVENT_REMINDER_SENT')).toBe(1)
  })

  test('somebody withdraws: the event is at risk until who stood by plays, and then has a plan again', async () => {
    await party.passTo(STARTS - 12 * DAY)
    await rosa.api(withdrawContract, { params: { id: rosas }, body: { reason: 'Me enfermé de la garganta' } })
    const stateNow = async () => (await ana.api(readOrderEvent, { params: { id: order.id } })).event?.state
    expect([await stateNow(), await times(ana, 'EVENT_AT_RISK')]).toEqual(['at_risk', 1])
    await party.pass(HOUR)
    const params = { id: event_id }
    await ana.api(askReplacement, { params, body: { project_id: eva.project_id, slot_ids: [dance] } })
    await accept(await party.quote(eva, order, await requestOf(eva)))
    await agree(ana, eva, order.id)
    expect([await stateNow(), await times(ana, 'EVENT_AT_RISK')]).toEqual(['confirmed', 2])
    expect(await times(ana, 'CONTINGENCY_PLAN_READY')).toBe(1)
    await ana.api(acceptRisk, { params, body: { slot_id: dance } })
    expect(await times(ana, 'CONTINGENCY_PLAN_READY')).toBe(2)
    // Nobody stands by now: it doesn't say so.
    const [ready] = (await ana.api(listNotifications)).results
    expect(ready?.message).toContain('decidiste seguir sin reserva')
  })

  test('thirty days after his results, Marcos hears of a subscription', async () => {
    const { marcos } = party
    const [{ created_at = '' } = {}] = (
      await marcos.api(listNotifications, { query: { notification_type: 'EVENT_RESULTS_READY' } })
    ).results
    const results_at = Date.parse(created_at)
    await party.passTo(results_at + 30 * DAY - MINUTE)
    expect(await times(marcos, 'SUBSCRIPTION_UPSELL')).toBe(0)
    await party.passTo(results_at + 30 * DAY + MINUTE)
    expect(await times(marcos, 'SUBSCRIPTION_UPSELL')).toBe(1)
  })

  test('Ana is reminded seven days and 48 hours before and on the morning, and not before', async () => {
    expect(await dueAt(STARTS - 7 * DAY, 'EVENT_REMINDER_SENT')).toBe(1)
    expect(await dueAt(STARTS - 48 * HOUR, 'EVENT_REMINDER_SENT')).toBe(1)
    const morning = instantOf(EVENING, '07:00', DEFAULT_ZONE).getTime()
    expect(await dueAt(morning, 'EVENT_REMINDER_SENT')).toBe(1)
    await party.passTo(STARTS + HOUR)
    expect(await times(ana, 'EVENT_REMINDER_SENT')).toBe(4)
  })
})

describe('after it', () => {
  let results_at: number
  /** The survey of who played, marked and sent. */
  async function answer({ api }: Musician) {
    const [survey] = (await api(listSurveys)).results
    const params = { id: survey?.id ?? 0 }
    await api(saveMusicianSurvey, { params, body: { mark: 5, as_agreed: true } })
    await api(sendMusicianSurvey, { params })
  }

  test('a day after its end everybody is asked how it was; who forgets, again after three days', async () => {
    expect(await dueAt(ENDS + DAY, 'POST_EVENT_SURVEY_SENT')).toBe(1)
    await answer(trio)
    await party.passTo(ENDS + 2 * DAY)
    await answerSurvey(ana, order.id, 5)
    results_at = party.t.clock.now().getTime()
    expect(await times(ana, 'EVENT_RESULTS_READY')).toBe(1)
    await party.pass(MINUTE)
    expect([await times(ana, 'BENCHMARKING_READY'), await times(ana, 'ROI_RECOMMENDATIONS_READY')]).toEqual([
      1, 1,
    ])
    await party.passTo(ENDS + 4 * DAY + MINUTE)
    const asked = async ({ api }: Musician) => times({ api }, 'POST_EVENT_SURVEY_SENT')
    expect([await asked(trio), await asked(eva), await asked(rosa)]).toEqual([1, 2, 0])
    await answer(eva)
  })

  test('host and trio review each other: the second review makes both of them readable', async () => {
    const body = { satisfaction: 5, professionalism: 5, communication: 4, punctuality: 5, text: '' }
    const write = async ({ api }: Pick<Person, 'api'>) => {
      const { results } = await api(listReviewRounds, { query: { waiting: '1' } })
      const round = results.find(({ project_id }) => project_id === trio.project_id)
      return api(writeReview, { params: { id: round?.id ?? 0 }, body })
    }
    expect((await write(trio)).theirs).toBeNull()
    expect(await times(ana, 'REVIEW_REQUESTED')).toBe(1)
    expect((await write(ana)).theirs).toMatchObject({ mark: 4.75 })
    expect([await times(ana, 'REVIEW_PUBLISHED'), await times(trio, 'REVIEW_PUBLISHED')]).toEqual([1, 1])
  })

  test('the plan for all dates is built; thirty days later the order closes, with nothing more to offer', async () => {
    const body = {
      rhythm: 'monthly' as const,
      days: ['2026-05-23', '2026-06-27', '2026-07-25'],
      budget: 900_000,
      line_up: 'same' as const,
      project_ids: [trio.project_id],
    }
    await ana.api(buildContinuous, { params: { id: order.id }, body })
    expect(await times(ana, 'CONTINUOUS_PLAN_READY')).toBe(1)
    await party.passTo(results_at + 15 * DAY)
    await party.passTo(results_at + 30 * DAY + MINUTE)
    expect((await orderNow()).stage).toBe('closed')
    expect(await times(ana, 'SUBSCRIPTION_UPSELL')).toBe(0)
  })
})

describe('who was told what when', () => {
  let told: Told[]
  beforeAll(async () => {
    told = await party.told()
    console.log(`\n${tableOf(told)}\n`)
  })
  const typesOf = (who: Person) => [
    ...new Set(told.filter((one) => one.who === who.name).map(({ type }) => type)),
  ]

  test('is every type there is', () => {
    // Plans, referrals, messages and lessons are no part of it: who has one is told in their own tests.
    const others: readonly NotificationType[] = [
      'MEMBERSHIP_CHANGED',
      'REFERRAL_REWARDED',
      'MESSAGE_RECEIVED',
      'SUPPORT_REPLIED',
      'IDENTITY_CHECKED',
      'LESSON_REQUESTED',
      'LESSON_CONFIRMED',
      'LESSON_CHANGED',
      'LESSON_REMINDER',
      'ASSIGNMENT_GIVEN',
      'MONTH_SUMMARY',
    ]
    const ofJourney = NOTIFICATION_TYPES.filter((type) => !others.includes(type))
    expect(new Set(told.map(({ type }) => type))).toEqual(new Set(ofJourney))
  })

  test('is in the order of the journey', () => {
    expect(typesOf(ana)).toEqual([
      ...['PROFILE_COMPLETED', 'BRIEF_INITIATED', 'BRIEF_VALIDATED', 'OBJECTIVE_SCORE_READY'],
      ...['PLAN_SONORO_CREATED', 'CONTINUOUS_PLAN_OFFERED', 'TALENT_RECOMMENDED', 'SCOUTING_INITIATED'],
      ...[
        'STRATEGY_ADJUSTMENT_REQUESTED',
        'TALENT_AVAILABILITY_CONFIRMED',
        'CONTRACT_READY',
        'PAYMENT_DUE',
        'PAYMENT_RECEIVED',
        'MUSICIANS_CONFIRMED',
      ],
      ...['PROGRESS_TRACKING_ACTIVE', 'CONTINGENCY_PLAN_READY', 'EVENT_REMINDER_SENT', 'EVENT_AT_RISK'],
      ...['POST_EVENT_SURVEY_SENT', 'EVENT_RESULTS_READY', 'BENCHMARKING_READY', 'ROI_RECOMMENDATIONS_READY'],
      ...['REVIEW_REQUESTED', 'REVIEW_PUBLISHED', 'CONTINUOUS_PLAN_READY'],
    ])
    // Too few evenings were over to compare his with; he has no plan.
    expect(typesOf(party.marcos).slice(-4)).toEqual([
      ...[
        'POST_EVENT_SURVEY_SENT',
        'EVENT_RESULTS_READY',
        'ROI_RECOMMENDATIONS_READY',
        'SUBSCRIPTION_UPSELL',
      ],
    ])
    const instants = told.map(({ created_at }) => created_at)
    expect(instants).toEqual([...instants].sort())
  })

  test('comes to each in words of their own: what opens an order only to who ordered', () => {
    const hunters = [ana, party.marcos].map(({ name }) => name)
    expect(told.filter(({ type, who }) => opensOrder(type) && !hunters.includes(who))).toEqual([])
    expect(typesOf(party.rosa)).toEqual([
      'PROFILE_COMPLETED',
      'SCOUTING_INITIATED',
      'TALENT_AVAILABILITY_CONFIRMED',
    ])
    expect(typesOf(party.sara)).toEqual(['INVITE_BAND_MEMBER', 'OWNERSHIP_RECEIVED'])
    expect(typesOf(party.diego)).toEqual(['SCOUTING_INITIATED'])
    expect(
      told.every(({ title, message }) => title !== '' && !/\{\{|notifications\./.test(title + message)),
    ).toBe(true)
  })

  test('comes once, but for what happened again', () => {
    const counted = new Map<string, number>()
    for (const { who, type, title, message, value } of told) {
      const key = JSON.stringify([who, type, value, title, message])
      counted.set(key, (counted.get(key) ?? 0) + 1)
    }
    const again = [...counted].filter(([, count]) => count > 1)
    const known = again.map(([key, count]) => [...(JSON.parse(key) as string[]).slice(0, 2), count])
    expect(known.sort()).toEqual([
      // After a loss was filled.
      [ana.name, 'CONTINGENCY_PLAN_READY', 2],
      [ana.name, 'EVENT_REMINDER_SENT', 4],
      // A second time for the moment that nobody answered for.
      [ana.name, 'SCOUTING_INITIATED', 2],
      // The stage, when somebody left it and when somebody came.
      [party.luis.name, 'TALENT_AVAILABILITY_CONFIRMED', 2],
    ])
  })
})

test('whoever writes a program reads of each call whom it tells', () =>
  expect([...party.t.untold]).toEqual([]))
