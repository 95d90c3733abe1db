import { inArray } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { BodyInput, Endpoint, ReplyOf } from '#core/contract/endpoint.ts'
import { addDays, DAY, HOUR, wallClock } from '#core/contract/time.ts'
import type { App } from '#core/server/app.ts'
import { transaction } from '#core/server/work.ts'
import { actAs, startSession } from '#features/accounts/commands.ts'
import {
  acceptBudget,
  answerAvailable,
  answerUnavailable,
  listBudgets,
  type Offer,
  readRequest,
} from '#features/budgets/contract.ts'
import {
  confirmDeposit,
  listOrderContracts,
  recordDeposit,
  savePayTo,
  signContract,
} from '#features/contracts/contract.ts'
import {
  approvePlan,
  type BriefDraft,
  continueOrder,
  drawPlan,
  readCandidates,
  readOrder,
  saveBrief,
  scoutTalent,
  startOrder,
  submitBrief,
} from '#features/hiring/contract.ts'
import { authenticate } from '#features/projects/commands.viewer.ts'
import { music_projects } from '#features/projects/table.ts'
import type { Format } from '#features/services/contract.ts'
import type { DemoPeople } from './people.ts'

type Section = Required<BriefDraft>
interface Wanted {
  event: Partial<NonNullable<Section['event']>> & { day: string }
  objective: NonNullable<Section['objective']>
  sound: NonNullable<Section['sound']>
  budget: { min: number; max: number }
  formats?: readonly Format[]
  notes?: string
}

/** Antigua, where most of the demo takes place. */
const ANTIGUA = {
  city: 'Antigua Guatemala',
  country: 'GT',
  lat: 14.5586,
  lng: -90.7295,
  zone: 'America/Guatemala',
}

const briefOf = ({ event, objective, sound, budget, formats = [], notes }: Wanted): BriefDraft => ({
  objective,
  event: { ...ANTIGUA, setting: 'both', recurrence: 'none', ages: ['young', 'adults'], ...event },
  sound: { genres_forbidden: [], languages: ['es'], ...sound },
  technical: {
    formats: [...formats],
    sound_available: false,
    power_available: true,
    stage_m2: 24,
    noise_limit_db: 95,
  },
  budget: { ...budget, currency: 'USD', includes_sound: true },
  constraints: { notes: notes ?? null, consent: true },
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
  /** The Saturday (or another weekday) that many weeks away. */
  const weekend = (weeks: number, weekday = 6) =>
    addDays(today, ((weekday - weekday_today + 7) % 7) + weeks * 7)
  const real = app.clock.now().getTime()
  const begun = Date.now()
  const at = (days: number) => app.clock.set(new Date(real + days * DAY))
  const people_by_project = await ownersOf(app, people)
  const hunter = () => caller(app, server, people.hunter_id)

  /** A brief that is complete and handed in. */
  async function submitted(wanted: Wanted, musician?: number) {
    const call = await hunter()
    const first = await call(startOrder, {
      body: { brief: { event: { type: wanted.event.type ?? 'other' } }, musician: musician ?? null },
    })
    const saved = await call(saveBrief, {
      params: { id: first.id },
      body: { revision: first.revision, brief: briefOf(wanted) },
    })
    const order = await call(submitBrief, { params: { id: first.id }, body: { revision: saved.revision } })
    return { call, id: first.id, order }
  }

  /** On to a plan, a variant and the talent asked: the chosen line-up and one more for each slot. */
  async function scouted(wanted: Wanted, musician?: number) {
    const { call, id, order } = await submitted(wanted, musician)
    if (order.stage === 'changes_needed') await call(continueOrder, { params: { id } })
    await call(drawPlan, { params: { id } })
    const approved = await call(approvePlan, { params: { id }, body: { variant: 'recommended' } })
    if (approved.stage !== 'recommended') return { call, id, asked: false }
    const { slots } = await call(readCandidates, { params: { id } })
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
    await call(scoutTalent, {
      params: { id },
      body: {
        slots: shortlist.filter(({ project_ids }) => project_ids.length > 0),
        reply_by: new Date(app.clock.now().getTime() + 3 * DAY).toISOString(),
        message: 'Buscamos música que acompañe sin imponerse al inicio y que levante la pista después.',
      },
    })
    return { call, id, asked: true }
  }

  /** Those who were chosen say yes with a quote; the others wait. @returns how many answered */
  async function answered(
    order_id: number,
    options: { refuse?: number; skip?: number; open_slot?: boolean } = {},
  ) {
    const call = await hunter()
    const order = await call(readOrder, { params: { id: order_id } })
    const { slots } = await call(readCandidates, { params: { id: order_id } })
    const chosen = new Set(
      slots.flatMap((slot) =>
        slot.candidates.filter((one) => one.chosen).map((one) => `${slot.slot_id} ${one.project_id}`),
      ),
    )
    // Whoever was chosen answers first: a hold of a rival on the same hour would turn them away.
    const requests = [...order.requests]
      .filter(({ project_id }) => project_id !== options.skip)
      .sort(
        (a, b) =>
          Number(chosen.has(`${b.slot_id} ${b.project_id}`)) -
          Number(chosen.has(`${a.slot_id} ${a.project_id}`)),
      )
    // Somebody is still thinking about the first moment.
    const answering = options.open_slot
      ? requests.filter(({ slot_id }) => slot_id !== slots.find(({ required }) => required)?.slot_id)
      : requests
    for (const [n, { id, project_id, slot_id }] of answering.entries()) {
      app.clock.move(HOUR / 2)
      const owner = people_by_project.get(project_id)
      if (!owner) continue
      const musician = await caller(app, server, owner, project_id)
      if (!chosen.has(`${slot_id} ${project_id}`) && (options.refuse ?? 0) > n % 3) {
        await musician.maybe(answerUnavailable, {
          params: { id },
          body: { reason: 'busy', detail: 'Ese día tocamos en otra ciudad.' },
        })
        continue
      }
      const request = await musician.maybe(readRequest, { params: { id } })
      if (request?.status !== 'asked') continue
      const price =
        slots
          .find((slot) => slot.slot_id === slot_id)
          ?.candidates.find((one) => one.project_id === project_id)?.price ?? 30_000
      await musician.maybe(answerAvailable, {
        params: { id },
        body: { budget: offerOf(app, price, request.event.starts_at) },
      })
    }
  }

  /**
   * The hunter accepts a quote for each slot, a given project's before others, and both sides sign.
   * @param until `paid`: each deposit is recorded and confirmed; `recorded`: the first waits to be confirmed, the
   * others to be paid
   */
  async function agreed(order_id: number, until: 'recorded' | 'paid', project?: number) {
    const call = await hunter()
    const { slots } = await call(listBudgets, { params: { id: order_id } })
    for (const { budgets } of slots) {
      const open = budgets.filter(({ state }) => state === 'sent' || state === 'viewed')
      const best = open.find((one) => one.project.id === project) ?? open[0]
      if (best) await call(acceptBudget, { params: { id: best.id }, body: { chosen: [] } })
    }
    app.clock.move(2 * HOUR)
    const { results } = await call(listOrderContracts, { params: { id: order_id } })
    for (const [n, { id, sha256, project_id, terms }] of results.entries()) {
      const owner = people_by_project.get(project_id)
      if (!owner) continue
      const musician = await caller(app, server, owner, project_id)
      await call(signContract, {
        params: { id },
        body: { typed_name: 'Lucía Aguilar', consent: true, sha256, language: 'es' },
      })
      app.clock.move(HOUR)
      await musician(signContract, {
        params: { id },
        body: { typed_name: terms.artist.signer, consent: true, sha256, language: 'es' },
      })
      await musician(savePayTo, {
        params: { id },
        body: {
          pay_to: `Banco del Parque, cuenta monetaria 30-${41_000 + id}, a nombre de ${terms.artist.signer}`,
        },
      })
      if (until === 'recorded' && n > 0) continue
      app.clock.move(HOUR)
      await call(recordDeposit, {
        params: { id },
        body: { method: 'transfer', reference: `TR-${4200 + id}` },
      })
      if (until === 'paid') await musician(confirmDeposit, { params: { id } })
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
  if (dinner.order.stage === 'changes_needed') await dinner.call(continueOrder, { params: { id: dinner.id } })
  await dinner.call(drawPlan, { params: { id: dinner.id } })

  at(-0.2)
  await submitted(HURRIED(weekend(0)))

  at(-0.1)
  const call = await hunter()
  const draft = await call(startOrder, { body: { brief: { event: { type: 'quinceanera' } } } })
  await call(saveBrief, {
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

const PAST = (day: string): Wanted => ({
  objective: {
    kind: 'ambience',
    metric: 'satisfaction',
    target: 4.5,
    notes: 'Que la gente se quede a conversar.',
  },
  event: {
    type: 'private_party',
    title: 'Aniversario Café Paradiso',
    day,
    starts: '18:00',
    ends: '21:00',
    guests: 70,
    address: '5a Avenida Norte 12',
  },
  sound: { genres_liked: ['jazz', 'latin', 'pop', 'classical'], energy: 'calm' },
  budget: { min: 90_000, max: 420_000 },
  formats: ['solo'],
})
const WEDDING = (day: string): Wanted => ({
  objective: {
    kind: 'dance_floor',
    metric: 'dancing_share',
    target: 60,
    notes: 'Ceremonia íntima y una pista que no se vacíe.',
  },
  event: {
    type: 'wedding',
    title: 'Boda Aguilar',
    day,
    starts: '16:00',
    ends: '23:30',
    guests: 120,
    address: 'Finca San Cayetano, camino a Ciudad Vieja',
  },
  sound: {
    genres_liked: ['salsa', 'latin', 'classical', 'merengue', 'jazz'],
    energy: 'peak_late',
    references: 'Entrada con violín; primer baile: Sabor a mí.',
  },
  budget: { min: 300_000, max: 900_000 },
  notes: 'La novia entra a las 16:20. Sin anuncios por micrófono durante la cena.',
})
const BRUNCH = (day: string): Wanted => ({
  objective: { kind: 'ambience', metric: 'satisfaction', target: 4.7 },
  event: {
    type: 'private_party',
    title: 'Brunch de aniversario',
    day,
    starts: '11:00',
    ends: '14:00',
    guests: 50,
    address: 'Hotel Posada del Volcán',
  },
  sound: { genres_liked: ['jazz', 'latin', 'pop', 'bachata'], energy: 'calm' },
  budget: { min: 60_000, max: 300_000 },
  formats: ['solo'],
})
const GALA = (day: string): Wanted => ({
  objective: {
    kind: 'brand_impact',
    metric: 'mentions',
    target: 40,
    notes: 'Recaudar y que se recuerde el nombre.',
  },
  event: {
    type: 'corporate',
    title: 'Gala Fundación Ceiba',
    day,
    starts: '18:30',
    ends: '22:30',
    guests: 180,
    address: 'Casa Santo Domingo',
  },
  sound: { genres_liked: ['jazz', 'latin', 'classical', 'pop'], energy: 'rising' },
  budget: { min: 200_000, max: 600_000 },
})
const BIRTHDAY = (day: string): Wanted => ({
  objective: { kind: 'ambience', metric: 'satisfaction', target: 5 },
  event: {
    type: 'birthday',
    title: 'Los 60 de papá',
    day,
    starts: '17:00',
    ends: '22:00',
    guests: 60,
    address: 'Jocotenango',
  },
  sound: {
    genres_liked: ['jazz', 'latin', 'pop', 'bachata'],
    genres_forbidden: ['reggaeton'],
    energy: 'waves',
  },
  budget: { min: 120_000, max: 380_000 },
})
const DINNER = (day: string): Wanted => ({
  objective: { kind: 'sales', metric: 'stay_minutes', target: 110 },
  event: {
    type: 'restaurant_bar',
    title: 'Noches de patio',
    day,
    starts: '19:00',
    ends: '22:30',
    guests: 90,
    recurrence: 'weekly',
    address: '3a Calle Oriente 8',
  },
  sound: { genres_liked: ['jazz', 'latin'], energy: 'steady' },
  budget: { min: 40_000, max: 140_000 },
})
/** So soon and with so little that the score asks for changes. */
const HURRIED = (day: string): Wanted => ({
  objective: { kind: 'dance_floor' },
  event: {
    type: 'festival',
    title: 'Feria del barrio',
    day,
    starts: '14:00',
    ends: '23:00',
    guests: 2500,
    setting: 'outdoor',
  },
  sound: { genres_liked: ['electronic'], energy: 'waves' },
  budget: { min: 5_000, max: 20_000 },
})

/** A plain offer around the price that the match expected. */
function offerOf(app: App, price: number, starts_at: string): Offer {
  const now = app.clock.now().getTime()
  const start = Date.parse(starts_at)
  const performance = Math.round((price * 0.82) / 100) * 100
  return {
    items: [
      {
        kind: 'performance',
        description: 'Presentación en vivo',
        qty: 1,
        unit_price: performance,
        optional: false,
      },
      {
        kind: 'sound',
        description: 'Equipo de sonido y prueba',
        qty: 1,
        unit_price: Math.max(1000, price - performance),
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
    discount: 0,
    tax: 0,
    currency: 'USD',
    deposit_pct: 30,
    balance_due_at: new Date(start - DAY).toISOString(),
    valid_until: new Date(Math.min(start - DAY, now + 10 * DAY)).toISOString(),
    cancellation: [
      { hours_before: 720, refund_pct: 100 },
      { hours_before: 168, refund_pct: 50 },
    ],
    line_up: '',
    note: 'Llegamos noventa minutos antes para la prueba de sonido.',
  }
}

/** Who owns each project of the demo. */
async function ownersOf(app: App, people: DemoPeople): Promise<Map<number, number>> {
  const ids = [...people.musicians, ...people.bands].map(({ project_id }) => project_id)
  const rows = await app.db
    .select({ id: music_projects.id, owner_id: music_projects.owner_id })
    .from(music_projects)
    .where(inArray(music_projects.id, ids))
  return new Map(rows.map(({ id, owner_id }) => [id, owner_id]))
}

interface Calls {
  <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<ReplyOf<E>>
  /** Null where the state has moved on meanwhile, as happens between people. */
  maybe<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<ReplyOf<E> | null>
}
type Input<E> = { params?: Record<string, string | number>; body?: BodyInput<E> }

/** Calls as somebody, acting as a project of theirs where one is given. */
async function caller(
  app: App,
  server: FastifyInstance,
  user_id: number,
  project_id?: number,
): Promise<Calls> {
  const now = app.clock.now()
  const token = await transaction(app, now, (work) =>
    startSession(work, { user_id, remember: true, ip: null, user_agent: null }),
  )
  if (project_id) {
    const viewer = await authenticate(app.db, token, now)
    if (viewer) await actAs(app.db, viewer.session_id, project_id)
  }
  const send = async <E extends Endpoint>(endpoint: E, { params = {}, body }: Input<E>) =>
    server.inject({
      method: endpoint.method,
      url: endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params[name])),
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'es' },
      ...(endpoint.method === 'GET' ? {} : { payload: (body ?? {}) as object }),
    })
  const call = async <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<ReplyOf<E>> => {
    const answer = await send(endpoint, input)
    if (answer.statusCode >= 300)
      throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.statusCode}: ${answer.payload}`)
    return answer.json()
  }
  const maybe: Calls['maybe'] = async (endpoint, input) => {
    const answer = await send(endpoint, input)
    if (answer.statusCode >= 500 || answer.statusCode === 422)
      throw new Error(`${endpoint.path}: ${answer.payload}`)
    return answer.statusCode < 300 ? answer.json() : null
  }
  return Object.assign(call, { maybe })
}
