import { inArray } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { addDays, DAY, HOUR, wallClock } from '#core/contract/time.ts'
import type { App } from '#core/server/app.ts'
import { transaction } from '#core/server/work.ts'
import { actAs, startSession } from '#features/accounts/commands.ts'
import { answerAvailable, answerUnavailable, type Offer, readRequest } from '#features/budgets/contract.ts'
import { savePayTo } from '#features/contracts/commands.payments.ts'
import { type BriefDraft, saveBrief } from '#features/hiring/brief/contract.ts'
import { type Order, readOrder, startOrder } from '#features/hiring/desk/contract.ts'
import { readCandidates } from '#features/hiring/talent/contract.ts'
import { authenticate } from '#features/projects/commands.viewer.ts'
import { music_projects } from '#features/projects/table.ts'
import { ANTIGUA, briefWith } from '../scenes/brief.ts'
import { callsOver } from '../scenes/calls.ts'
import type { Hunter, Musician } from '../scenes/cast.ts'
import {
  acceptOneEach,
  approve,
  ask,
  contractsOf,
  leavePauses,
  offerFor,
  payDeposit,
  plan,
  receiveDeposit,
  sign,
  submit,
} from '../scenes/order.ts'
import { BIRTHDAY, BRUNCH, DINNER, GALA, HURRIED, PAST, type Wanted, WEDDING } from './events.ts'
import type { DemoPeople } from './people.ts'

/** A whole brief of what sets an event apart. */
export const briefOf = ({ event, objective, sound, budget, formats = [], notes }: Wanted): BriefDraft => ({
  ...briefWith({
    event: { address: undefined, setting: 'both', ages: ['young', 'adults'], ...event },
    technical: { formats: [...formats], stage_m2: 24 },
    budget: { ...budget, includes_sound: true },
    constraints: { notes: notes ?? null },
  }),
  objective,
  sound: { genres_forbidden: [], languages: ['es'], ...sound },
})

/**
 * Takes the demo hunter's orders as far as each is meant to be, through the same calls that people make, at moved
 * times: every row, notification and document is one the product wrote itself.
 */
export async function makeOrders(
  app: App,
  server: FastifyInstance,
  people: DemoPeople,
  say: (line: string) => void,
) {
  const { day: today, weekday: weekday_today } = wallClock(app.clock.now(), ANTIGUA.zone)
  /** The Saturday (or another weekday) that many weeks after the next one; never today, whose evening may be over. */
  const weekend = (weeks: number, weekday = 6) =>
    addDays(today, ((weekday - weekday_today + 6) % 7) + 1 + weeks * 7)
  const real = app.clock.now().getTime()
  const begun = Date.now()
  const at = (days: number) => app.clock.set(new Date(real + days * DAY))
  const people_by_project = await ownersOf(app, people)
  const hunter = async (): Promise<Hunter> => ({
    name: people.hunter_name,
    api: await callsOf(app, server, people.hunter_id),
  })

  /** A brief that is complete and handed in; the kind of event came first. */
  async function submitted(wanted: Wanted, musician?: number) {
    const boss = await hunter()
    const first = { event: { type: wanted.event.type ?? 'other' } }
    const order = await submit(boss, briefOf(wanted), { first, ...(musician ? { musician } : {}) })
    return { boss, order, id: order.id }
  }

  /** On to a plan, a variant and the talent asked: the chosen line-up and one more for each slot. */
  async function scouted(wanted: Wanted, musician?: number) {
    const { boss, order, id } = await submitted(wanted, musician)
    await plan(boss, order)
    if (wanted.pause) await leavePauses(boss, id, wanted.pause)
    const approved = await approve(boss, id)
    if (approved.stage !== 'recommended') return { id, asked: false }
    const { slots } = await boss.api(readCandidates, { params: { id } })
    const shortlist = slots.map(({ slot_id, candidates }) => ({
      slot_id,
      project_ids: [
        ...new Set([
          ...candidates.filter(({ chosen }) => chosen).map(({ project_id }) => project_id),
          ...candidates
            .filter(({ project_id }) => project_id === musician)
            .map(({ project_id }) => project_id),
          ...candidates.slice(0, 2).map(({ project_id }) => project_id),
        ]),
      ],
    }))
    const some = shortlist.filter(({ project_ids }) => project_ids.length > 0)
    const message = 'Buscamos música que acompañe sin imponerse al inicio y que levante la pista después.'
    await ask(boss, id, some, { now: app.clock.now(), message })
    return { id, asked: true }
  }

  /** Those who were chosen say yes with a budget; the others wait. @returns how many answered */
  async function answered(
    order_id: number,
    options: { refuse?: number; skip?: number; open_slot?: boolean } = {},
  ) {
    const { api } = await hunter()
    const order = await api(readOrder, { params: { id: order_id } })
    const { slots } = await api(readCandidates, { params: { id: order_id } })
    const chosen = new Set(
      slots.flatMap((slot) =>
        slot.candidates.filter((one) => one.chosen).map((one) => `${slot.slot_id} ${one.project_id}`),
      ),
    )
    /** Whether the line-up has them for anything that they are asked. */
    const isChosen = ({ project_id, moments }: Order['requests'][number]) =>
      moments.some(({ slot_id }) => chosen.has(`${slot_id} ${project_id}`))
    // Somebody is still thinking about the first moment.
    const thinking = options.open_slot ? slots.find(({ required }) => required)?.slot_id : undefined
    // Whoever was chosen answers first: a hold of a rival on the same hour would turn them away.
    const answering = order.requests
      .filter(({ project_id }) => project_id !== options.skip)
      .filter(({ moments }) => !moments.some(({ slot_id }) => slot_id === thinking))
      .sort((a, b) => Number(isChosen(b)) - Number(isChosen(a)))
    for (const [n, asked] of answering.entries()) {
      app.clock.move(HOUR / 2)
      const { id, project_id } = asked
      const owner = people_by_project.get(project_id)
      if (!owner) continue
      const api = await callsOf(app, server, owner, project_id)
      if (!isChosen(asked) && (options.refuse ?? 0) > n % 3) {
        await api.maybe(answerUnavailable, {
          params: { id },
          body: { reason: 'busy', detail: 'Ese día tocamos en otra ciudad.' },
        })
        continue
      }
      const request = await api.maybe(readRequest, { params: { id } })
      if (request?.status !== 'asked') continue
      const open = request.moments.filter(({ status }) => status === 'asked')
      // What the line-up has them for; who is only asked besides leaves the rest to others.
      const wanted = open.filter((moment) => chosen.has(`${moment.id} ${project_id}`))
      const priced = (wanted.length > 0 ? wanted : open.slice(0, 1)).map((moment) => ({
        slot_id: moment.id,
        price:
          slots
            .find((slot) => slot.slot_id === moment.id)
            ?.candidates.find((one) => one.project_id === project_id)?.price ?? 30_000,
      }))
      await api.maybe(answerAvailable, {
        params: { id },
        body: {
          budget: {
            ...offerAround(priced, { now: app.clock.now(), starts_at: request.event.starts_at }),
            slot_ids: priced.map(({ slot_id }) => slot_id),
          },
        },
      })
    }
  }

  /**
   * The hunter accepts a budget for each slot, a given project's before others, and both sides sign.
   * @param until `paid`: each deposit is recorded and confirmed; `recorded`: the first waits to be confirmed, the
   * others to be paid
   */
  async function agreed(order_id: number, until: 'recorded' | 'paid', project?: number) {
    const boss = await hunter()
    await acceptOneEach(boss, order_id, project)
    app.clock.move(2 * HOUR)
    for (const [n, contract] of (await contractsOf(boss, order_id)).entries()) {
      const { id, project_id, terms } = contract
      const owner = people_by_project.get(project_id)
      if (!owner) continue
      const api = await callsOf(app, server, owner, project_id)
      const artist: Musician = { name: terms.artist.signer ?? '', project_id, api }
      await sign(boss, contract, boss.name)
      app.clock.move(HOUR)
      await sign(artist, contract, artist.name)
      // Saying where money goes wants a second factor, and demo accounts have none, so that anybody can try them.
      const pay_to = `Banco del Parque, cuenta monetaria 30-${41_000 + id}, a nombre de ${artist.name}`
      await transaction(app, app.clock.now(), (work) => savePayTo(work, owner, id, pay_to))
      if (until === 'recorded' && n > 0) continue
      app.clock.move(HOUR)
      await payDeposit(boss, id, `TR-${4200 + id}`)
      if (until === 'paid') await receiveDeposit(artist, id)
    }
  }

  const marisol = people.musicians[0]?.project_id
  const candela = people.bands[0]?.project_id

  at(-40)
  const past = await scouted(PAST(weekend(-2)), marisol)
  if (past.asked) {
    await answered(past.id)
    await agreed(past.id, 'paid', marisol)
  }

  at(-9)
  const wedding = await scouted(WEDDING(weekend(1)), candela)
  if (wedding.asked) {
    await answered(wedding.id)
    await agreed(wedding.id, 'paid', candela)
  }
  say('a wedding that is confirmed and one party that has passed')

  at(-4)
  const gala = await scouted(GALA(weekend(5, 5)))
  if (gala.asked) await answered(gala.id)

  at(-1.5)
  const brunch = await scouted(BRUNCH(weekend(3, 7)), marisol)
  if (brunch.asked) {
    await answered(brunch.id)
    await agreed(brunch.id, 'recorded', marisol)
  }
  say('a brunch that is signed and waits for its deposit')

  at(-1)
  const birthday = await scouted(BIRTHDAY(weekend(4)), marisol)
  if (birthday.asked)
    await answered(birthday.id, { refuse: 1, open_slot: true, ...(marisol ? { skip: marisol } : {}) })

  at(-0.5)
  const dinner = await submitted(DINNER(weekend(6, 5)))
  await plan(dinner.boss, dinner.order)

  at(-0.2)
  await submitted(HURRIED(weekend(0)))

  at(-0.1)
  const { api } = await hunter()
  const draft = await api(startOrder, { body: { brief: { event: { type: 'quinceanera' } } } })
  await api(saveBrief, {
    params: { id: draft.id },
    body: {
      revision: draft.revision,
      brief: {
        objective: { kind: 'dance_floor' },
        event: {
          ...ANTIGUA,
          type: 'quinceanera',
          title: 'Quince de Ximena',
          day: weekend(9),
          starts: '17:00',
          guests: 140,
        },
        sound: { genres_liked: ['pop', 'reggaeton', 'latin'] },
      },
    },
  })
  app.clock.set(new Date(real + Date.now() - begun))
  await app.jobs.runSweeps()
  say('orders that wait for answers, for a decision, for a plan and for the rest of a brief')
}

/** A plain offer around the prices that the match expected: what is played moment by moment, the rest once. */
export function offerAround(
  moments: readonly { slot_id: number; price: number }[],
  when: { now: Date; starts_at: string },
): Offer {
  const price = moments.reduce((sum, one) => sum + one.price, 0)
  const performances = moments.map((one) => ({
    slot_id: moments.length > 1 ? one.slot_id : null,
    unit_price: Math.round((one.price * 0.82) / 100) * 100,
  }))
  const played = performances.reduce((sum, { unit_price }) => sum + unit_price, 0)
  return offerFor(when, {
    items: [
      ...performances.map((one) => ({
        kind: 'performance' as const,
        description: 'Presentación en vivo',
        qty: 1,
        optional: false,
        ...one,
      })),
      {
        kind: 'sound',
        description: 'Equipo de sonido y prueba',
        qty: 1,
        unit_price: Math.max(1000, price - played),
        optional: false,
      },
      {
        kind: 'other',
        description: 'Media hora adicional',
        qty: 1,
        unit_price: Math.round(price / 800) * 100,
        optional: true,
      },
    ],
    valid_until: new Date(
      Math.min(Date.parse(when.starts_at) - DAY, when.now.getTime() + 10 * DAY),
    ).toISOString(),
    line_up: '',
    note: 'Llegamos noventa minutos antes para la prueba de sonido.',
  })
}

/** Who owns each project of the demo. */
export async function ownersOf(app: App, people: DemoPeople): Promise<Map<number, number>> {
  const ids = [...people.musicians, ...people.bands].map(({ project_id }) => project_id)
  const rows = await app.db
    .select({ id: music_projects.id, owner_id: music_projects.owner_id })
    .from(music_projects)
    .where(inArray(music_projects.id, ids))
  return new Map(rows.map(({ id, owner_id }) => [id, owner_id]))
}

/** Calls as somebody, acting as a project of theirs where one is given. */
export async function callsOf(app: App, server: FastifyInstance, user_id: number, project_id?: number) {
  const now = app.clock.now()
  const token = await transaction(app, now, (work) =>
    startSession(work, { user_id, remember: true, ip: null, user_agent: null, device: null }),
  )
  if (project_id) {
    const viewer = await authenticate(app.db, token, now)
    if (viewer) await actAs(app.db, viewer.session_id, project_id)
  }
  return callsOver(async (method, url, payload) => {
    const answer = await server.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'es' },
      ...(payload ? { payload } : {}),
    })
    return { status: answer.statusCode, text: answer.payload }
  })
}
