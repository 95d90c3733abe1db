import type { FastifyInstance } from 'fastify'
import { addDays, DAY, HOUR, wallClock } from '#core/contract/time.ts'
import type { App } from '#core/server/app.ts'
import { buildContinuous } from '#features/hiring/continuous/contract.ts'
import { datesOf } from '#features/hiring/continuous/rules.ts'
import { readOrder, submitBrief } from '#features/hiring/desk/contract.ts'
import { readCandidates } from '#features/hiring/talent/contract.ts'
import { readAllNotifications } from '#features/notifications/contract.ts'
import {
  type HostAnswers,
  listSurveys,
  readSurvey,
  saveMusicianSurvey,
  saveSurvey,
  sendMusicianSurvey,
  sendSurvey,
} from '#features/results/contract.ts'
import { listReviewRounds, writeReview } from '#features/reviews/contract.ts'
import { ANTIGUA } from '../scenes/brief.ts'
import type { Hunter } from '../scenes/cast.ts'
import {
  acceptOneEach,
  approve,
  ask,
  contractsOf,
  payDeposit,
  plan,
  rearrange,
  receiveDeposit,
  sendBudget,
  sign,
  submit,
} from '../scenes/order.ts'
import { HOSTED, PLAYED, SERIES, type Wanted } from './events.ts'
import { briefOf, callsOf, offerAround, ownersOf } from './orders.ts'
import type { DemoPeople } from './people.ts'
import { SAID } from './words.reviews.ts'

const pick = (words: readonly string[], n: number) => words[n % words.length] ?? ''

/** An event that is over, whose it was, and what was said of it. */
interface Finished {
  host: { user_id: number; name: string }
  wanted: Wanted
  /** In how many days after it is agreed. */
  days: number
  cost: number
  mark: number
  said: Partial<HostAnswers>
  late?: boolean
}

/**
 * Makes events that are over: some of the demo's hunter, with what follows from their results, and those of others in the
 * same town that they are compared with. Through the same calls that people make, at moved times.
 */
export async function makeFinished(
  app: App,
  server: FastifyInstance,
  people: DemoPeople,
  say: (line: string) => void,
): Promise<void> {
  const real = app.clock.now().getTime()
  const begun = Date.now()
  const at = (days: number) => app.clock.set(new Date(real + days * DAY))
  const owners = await ownersOf(app, people)
  // Those whose own story the demo tells.
  const told = new Set([people.musicians[0]?.project_id, people.bands[0]?.project_id])
  const hunterOf = async ({ user_id, name }: Finished['host']): Promise<Hunter> => ({
    name,
    api: await callsOf(app, server, user_id),
  })

  /** From the brief to the paid deposit: one moment, whoever the match finds for it. @returns the order and who plays */
  async function agreed({ host, wanted, days, cost }: Finished) {
    const boss = await hunterOf(host)
    const day = addDays(wallClock(app.clock.now(), ANTIGUA.zone).day, days)
    const event = { ...wanted.event, day }
    const order = await plan(boss, await submit(boss, briefOf({ ...wanted, event })))
    const genre = wanted.sound.genres_liked?.[0] ?? 'jazz'
    await rearrange(boss, order, [{ intent: 'show', genre, format: 'solo', cost }])
    await approve(boss, order.id)
    const { slots } = await boss.api(readCandidates, { params: { id: order.id } })
    const slot = slots[0]
    const candidate = slot?.candidates.find(({ project_id }) => !told.has(project_id))
    const owner = candidate && owners.get(candidate.project_id)
    if (!slot || !candidate || !owner) throw new Error(`nobody plays ${wanted.event.title}`)
    const { project_id } = candidate
    const now = app.clock.now()
    const { requests } = await ask(boss, order.id, [{ slot_id: slot.slot_id, project_ids: [project_id] }], {
      now,
    })
    const api = await callsOf(app, server, owner, project_id)
    const offer = offerAround([{ slot_id: slot.slot_id, price: candidate.price }], {
      now,
      starts_at: order.starts_at ?? '',
    })
    await sendBudget({ name: '', project_id, api }, requests[0]?.id ?? 0, offer)
    await acceptOneEach(boss, order.id)
    for (const contract of await contractsOf(boss, order.id)) {
      const artist = { name: contract.terms.artist.signer ?? '', project_id, api }
      await sign(boss, contract, boss.name)
      await sign(artist, contract, artist.name)
      await payDeposit(boss, contract.id, `TR-${9100 + contract.id}`)
      await receiveDeposit(artist, contract.id)
    }
    return { order_id: order.id, owner, project_id }
  }

  /** What both sides say of it. */
  async function answered(
    one: Finished,
    { order_id, owner, project_id }: Awaited<ReturnType<typeof agreed>>,
  ) {
    const { api } = await hunterOf(one.host)
    const params = { id: order_id }
    const { moments, starts_at } = await api(readSurvey, { params })
    const arrival = one.late ? 'late' : 'on_time'
    const satisfaction = moments.map(({ slot_id }) => ({ slot_id, mark: one.mark }))
    await api(saveSurvey, {
      params,
      body: { satisfaction, punctuality: [{ project_id, arrival }], ...one.said },
    })
    await api(sendSurvey, { params })
    const artist = await callsOf(app, server, owner, project_id)
    const { results } = await artist(listSurveys)
    const survey = results.find((each) => each.project_id === project_id && each.starts_at === starts_at)
    if (!survey) throw new Error(`who played order ${order_id} wasn’t asked`)
    await artist(saveMusicianSurvey, {
      params: { id: survey.id },
      body: { mark: one.mark, as_agreed: !one.late },
    })
    await artist(sendMusicianSurvey, { params: { id: survey.id } })
    // And of each other: with the second one both can be read.
    const { results: rounds } = await api(listReviewRounds, { query: { event: String(survey.event_id) } })
    for (const { id, project_id: about } of rounds) {
      if (about !== project_id) continue
      const body = { satisfaction: one.mark, professionalism: 5, communication: 4 }
      await api(writeReview, {
        params: { id },
        body: {
          ...body,
          punctuality: one.late ? 3 : 5,
          text: pick(one.mark > 4 ? SAID.best : SAID.good, id),
        },
      })
      await artist(writeReview, {
        params: { id },
        body: { ...body, satisfaction: 5, punctuality: 5, text: '' },
      })
    }
  }

  /** Some events from their briefs to their results. @param from and by when, in days from now */
  async function over(from: number, by: number, events: readonly Finished[]) {
    at(from)
    const orders = []
    for (const one of events) orders.push(await agreed(one))
    at(by)
    await app.jobs.runSweeps()
    for (const [n, one] of events.entries()) {
      const order = orders[n]
      if (order) await answered(one, order)
    }
    app.clock.move(HOUR)
    await app.jobs.runSweeps()
    return orders
  }

  const others = people.hosts.flatMap((host, n) =>
    [0, 1].map((k): Finished => {
      const at = n * 2 + k
      return {
        host,
        wanted: HOSTED(at, 45 + ((at * 17) % 55)),
        days: 12 + at * 2,
        cost: 30_000 + ((at * 7) % 5) * 6_000,
        mark: [4, 5, 3, 4, 5, 4][at % 6] ?? 4,
        said: { nps: [8, 9, 7, 10, 8, 6][at % 6] ?? 8, actual: [4.2, 4.6, 3.5, 4.4, 4.8, 4][at % 6] ?? 4.2 },
        late: at % 5 === 2,
      }
    }),
  )
  await over(-130, -85, others)
  say(`${others.length} events of others that are over, with what was said of them`)

  const host = { user_id: people.hunter_id, name: people.hunter_name }
  const [, , series] = await over(-60, -21, [
    { host, wanted: PLAYED.reunion, days: 14, cost: 36_000, mark: 5, said: { nps: 9, actual: 4.7 } },
    {
      ...{ host, wanted: PLAYED.boleros, days: 22, cost: 54_000, mark: 3, late: true },
      said: { nps: 7, actual: 3.6, comment: 'Empezó tarde y costó que la gente se acercara.' },
    },
    {
      ...{ host, wanted: SERIES, days: 29, cost: 42_000, mark: 5 },
      said: { nps: 10, actual: 130, declared: 145_000 },
    },
  ])
  if (!series) throw new Error('there is no series')
  const { api } = await hunterOf(host)
  const params = { id: series.order_id }
  const { starts_at } = await api(readOrder, { params })
  const first = wallClock(starts_at ?? '', ANTIGUA.zone).day
  const soon = addDays(wallClock(new Date(real), ANTIGUA.zone).day, 9)
  const { plan: built } = await api(buildContinuous, {
    params,
    body: {
      rhythm: 'weekly',
      days: datesOf(first, 'weekly', 4, soon),
      budget: 480_000,
      line_up: 'same',
      project_ids: [series.project_id],
    },
  })
  const next = await api(readOrder, { params: { id: built?.dates[0]?.order_id ?? 0 } })
  const body = { revision: next.revision }
  await plan({ name: host.name, api }, await api(submitBrief, { params: { id: next.id }, body }))
  // What was told of these evenings they have read long since.
  await api(readAllNotifications, { body: {} })
  say('three events of the hunter with their results, and a series of four dates of one of them')
  app.clock.set(new Date(real + Date.now() - begun))
}
