import { rmSync } from 'node:fs'
import sharp from 'sharp'
import { DAY, DEFAULT_ZONE, wallClock } from '#core/contract/time.ts'
import { saveClient } from '#features/accounts/contract.ts'
import { listNotifications, type Notification } from '#features/notifications/contract.ts'
import { createProject, saveProject } from '#features/projects/contract.ts'
import { readSurvey, saveSurvey, sendSurvey } from '#features/results/contract.ts'
import { briefWith } from './scenes/brief.ts'
import type { Hunter, Musician } from './scenes/cast.ts'
import {
  contractsOf,
  offerFor,
  orderAt,
  payDeposit,
  receiveDeposit,
  sendBudget,
  sign,
} from './scenes/order.ts'
import { musicianOf, NOW } from './scenes/wedding.fixture.ts'
import { type Person, testApp } from './testing.ts'

/** One line of what somebody was told, as they read it. */
export interface Told extends Notification {
  who: string
}

/** So many evenings Ana's is compared with: of each host two at most, all of them over by then. */
const EVENINGS = 10
const OVER_BY = 16 * DAY

/** What a host says of an evening: each of its moments got that mark. */
export async function answerSurvey({ api }: Hunter, order_id: number, mark: number): Promise<void> {
  const params = { id: order_id }
  const { moments, performers } = await api(readSurvey, { params })
  await api(saveSurvey, {
    params,
    body: {
      nps: mark + 5,
      satisfaction: moments.map(({ slot_id }) => ({ slot_id, mark })),
      actual: mark * 15,
      punctuality: performers.map(({ project_id }) => ({ project_id, arrival: 'on_time' as const })),
    },
  })
  await api(sendSurvey, { params })
}

/** The agreements of an order that somebody plays by: both sign, and the deposit is paid. */
export async function agree(host: Hunter, who: Musician, order_id: number): Promise<number> {
  const agreement = (await contractsOf(host, order_id)).find(
    ({ project_id, state }) => project_id === who.project_id && state === 'sent',
  )
  if (!agreement) throw new Error(`${who.name} has nothing to sign for order ${order_id}`)
  for (const side of [who, host]) await sign(side, agreement, side.name)
  await payDeposit(host, agreement.id)
  await receiveDeposit(who, agreement.id)
  return agreement.id
}

/** A company in Antigua has a party each month: who hosts it, who could play, and a clock that takes everybody along. */
export async function companyParty() {
  const t = await testApp({ now: NOW, told: true })
  const ana = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  const marcos = await t.person('TALENT_HUNTER', { name: 'Marcos Sic' })
  const luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
  const sara = await t.person('MUSICIAN', { name: 'Sara Poncio' })
  const rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  const eva = await t.person('MUSICIAN', { name: 'Eva Tzul' })
  const diego = await t.person('MUSICIAN', { name: 'Diego Cumes' })
  const people = [ana, marcos, luis, sara, rosa, eva, diego]
  /** Sessions of theirs: who acts as a band has another one. */
  const sessions: Pick<Person, 'api'>[] = [...people]
  const as = (who: Person) => musicianOf(t, who.project_id ?? 0)

  /** Time passes until then, and whatever is due happens. Everybody looks in, so that they stay signed in. */
  async function passTo(until: Date | number): Promise<void> {
    t.clock.set(new Date(until))
    await t.app.jobs.runSweeps()
    await t.app.jobs.drain()
    for (const { api } of sessions) await api(listNotifications)
  }
  const pass = (ms: number) => passTo(t.clock.now().getTime() + ms)

  /** Everything that people were told, by whom it was told to and in its order. */
  async function told(): Promise<Told[]> {
    const all: Told[] = []
    for (const who of people) {
      let cursor: string | null = ''
      while (cursor !== null) {
        const query: Record<string, string> = { limit: '100', ...(cursor ? { cursor } : {}) }
        const page = await who.api(listNotifications, { query })
        all.push(...page.results.map((one) => ({ ...one, who: who.name })))
        cursor = page.next
      }
    }
    return all.sort((a, b) => a.id - b.id)
  }

  /** Somebody completes what is said of them: a hunter for agreements, a musician for whoever looks for them. */
  async function completeProfile(who: Person): Promise<void> {
    if (who.project_id === null) {
      const body = { client_kind: 'PERSONAL' as const, phone: '+502 5555 1234', city: 'Antigua Guatemala' }
      await who.api(saveClient, { body })
      return
    }
    const picture = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#c90a47' } })
      .jpeg()
      .toBuffer()
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'rosa.jpg')
    const sent = new Response(form)
    const { body } = await t.inject({
      method: 'POST',
      url: '/api/files/',
      headers: {
        authorization: `Bearer ${who.token}`,
        'content-type': sent.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await sent.arrayBuffer()),
    })
    const bio =
      'Canto boleros y jazz desde hace diez años, sola o con guitarra, en fiestas y restaurantes de Antigua.'
    await who.api(saveProject, {
      params: { id: who.project_id },
      body: { bio, genres: ['bolero', 'jazz'], profile_image: body.url },
    })
  }

  /** A band of somebody's, which can be booked. */
  async function band(who: Person, name: string): Promise<Musician> {
    const { id } = await who.api(createProject, { body: { name, project_type: 'GROUP' } })
    const made = await musicianOf(t, id)
    sessions.push(made)
    return made
  }

  const brief = (day: string, more: { ends?: string; title?: string; recurrence?: 'monthly' } = {}) =>
    briefWith({ event: { type: 'corporate', day, starts: '18:00', ends: '20:00', ...more } })

  /** Ten such evenings of others, the first one Marcos's, from their briefs to what their hosts say of them. */
  async function othersParties(): Promise<void> {
    const marta = await as(await t.person('MUSICIAN', { name: 'Marta Juárez' }))
    const hosts: Person[] = []
    while (hosts.length < EVENINGS / 2) hosts.push(await t.person('TALENT_HUNTER'))
    const begun = t.clock.now().getTime()
    const theirs: { host: Person; order_id: number }[] = []
    for (let n = 0; n < EVENINGS; n++) {
      const host = (n > 0 && hosts[n % hosts.length]) || marcos
      const { day } = wallClock(new Date(begun + (5 + n) * DAY), DEFAULT_ZONE)
      const moments = [{ asks: [marta] }]
      const { order_id } = await orderAt('paid', {
        hunter: host,
        brief: brief(day),
        moments,
        now: t.clock.now(),
      })
      theirs.push({ host, order_id })
    }
    await t.app.jobs.drain()
    await passTo(begun + OVER_BY)
    for (const { host, order_id } of theirs) await answerSurvey(host, order_id, host === marcos ? 5 : 4)
  }

  /** Somebody who is asked answers with a quote, which the host accepts or not yet. */
  async function quote(
    who: Musician,
    order: { starts_at: string | null },
    request_id: number,
  ): Promise<number> {
    const offer = offerFor({ now: t.clock.now(), starts_at: order.starts_at ?? '' })
    const { id } = await sendBudget(who, request_id, offer)
    await t.app.jobs.drain()
    return id
  }

  return {
    ...{ t, ana, marcos, luis, sara, rosa, eva, diego, people },
    ...{ as, pass, passTo, told, completeProfile, band, brief, othersParties, quote },
    close: async () => {
      await t.close()
      rmSync(t.app.config.data_dir, { recursive: true, force: true })
    },
  }
}
export type CompanyParty = Awaited<ReturnType<typeof companyParty>>

/** The table of who was told what when, by the clock of the place. */
export const tableOf = (told: readonly Told[]): string =>
  told
    .map(({ created_at, who, type, title }) => {
      const { day, time } = wallClock(created_at, DEFAULT_ZONE)
      return `${day} ${time}  ${who.padEnd(14)}  ${type.padEnd(29)}  ${title}`
    })
    .join('\n')
