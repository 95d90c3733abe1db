import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVENING, NOW, offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import type { MusicianRequest } from '#features/budgets/contract.ts'
import { requestsOf } from '#features/budgets/queries.ts'
import type { Agreement } from '#features/contracts/contract.ts'
import { agreementsOf } from '#features/contracts/queries.ts'
import type { Notification } from '#features/notifications/contract.ts'
import { waitingOf } from '#features/notifications/queries.ts'
import { projectScope } from '#features/projects/queries.ts'
import { statementsOf } from '../../../bench/statements.ts'
import type { MusicHome } from './contract.ts'
import { musicHomeOf } from './queries.ts'

/*
 * The musician's desk: requests, agreements and the home over all projects that somebody acts for, whichever of them
 * their session is in. Rosa plays alone and owns a band in which Luis plays for a quarter of the money.
 */

let t: TestApp
let hunter: Person
let rosa: Person
let luis: Person
let stranger: Person
let alone: number
let band: number

beforeAll(async () => {
  t = await testApp({ now: NOW })
  hunter = await t.person('TALENT_HUNTER', { name: 'Ana Lucía Paz' })
  rosa = await t.person('MUSICIAN', { name: 'Rosa Ixchel' })
  luis = await t.person('MUSICIAN', { name: 'Luis Canel' })
  stranger = await t.person('MUSICIAN', { name: 'Marta Tzoc' })
  alone = rosa.project_id ?? 0
  band = await t.project(rosa.id, 'GROUP', 'La Ceiba')
  await joins(luis, band, 25)
  // Shares that don't add up would keep the band from quoting.
  await t.db.execute(sql`update project_members set share = 75 where project_id = ${band} and role = 'OWNER'`)
})
afterAll(() => t.close())

/** From now on somebody plays in a band, for so many percent. */
const joins = (who: Person, project_id: number, share: number | null) =>
  t.db.execute(sql`insert into project_members (project_id, user_id, role, required, share, joined_at)
    values (${project_id}, ${who.id}, 'COLLABORATOR', false, ${share}, ${NOW})`)

let week = 0
const nextEvening = () => new Date(Date.parse(EVENING) + week++ * 7 * DAY).toISOString()

/** A request to a project. */
async function asked(project_id: number, starts_at = nextEvening()) {
  const { order_id, request_ids } = await scouting(t, hunter, [{ project_ids: [project_id] }], { starts_at })
  return { order_id, starts_at, request_id: request_ids[0]?.[0] ?? 0 }
}

/** An agreement of a project of Rosa's that nobody has signed yet. */
async function agreed(project_id: number) {
  const { order_id, request_id, starts_at } = await asked(project_id)
  const { body } = await rosa.post(`/api/requests/${request_id}/available/`, { budget: offer() })
  await hunter.post(`/api/budgets/${body.budget.id}/accept/`, {})
  const [agreement] = (await hunter.get(`/api/orders/${order_id}/contracts/`)).body.results as [Agreement]
  return { agreement, order_id, starts_at }
}

const sign = (who: Person, { id, sha256 }: Agreement) =>
  who.post(`/api/contracts/${id}/sign/`, { typed_name: who.name, consent: true, sha256 })

const requests = async (who: Person, query: Record<string, string> = {}): Promise<MusicianRequest[]> =>
  (await who.get('/api/requests/', { query })).body.results
const contracts = async (who: Person, query: Record<string, string> = {}): Promise<Agreement[]> =>
  (await who.get('/api/contracts/', { query })).body.results
const home = async (who: Person, query: Record<string, string> = {}): Promise<MusicHome> =>
  (await who.get('/api/home/music/', { query })).body
const badges = async (who: Person): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await who.get('/api/notifications/counts/')).body.waiting.map(
      ({ page, count }: { page: string; count: number }) => [page, count],
    ),
  )
/** What somebody is told of an agreement, newest first. */
const toldOf = async (who: Person, { id }: Agreement): Promise<string[]> =>
  (await who.get('/api/notifications/', { query: { limit: '100' } })).body.results
    .filter(({ value }: Notification) => value === `contract:${id}`)
    .map(({ title }: Notification) => title)

describe('requests of all projects', () => {
  let mine: Awaited<ReturnType<typeof asked>>
  let bands: Awaited<ReturnType<typeof asked>>
  beforeAll(async () => {
    mine = await asked(alone)
    bands = await asked(band)
  })

  test('are listed together, newest first, each with the name of its project', async () => {
    expect(
      (await requests(rosa)).map(({ id, project_id, project_name }) => [id, project_id, project_name]),
    ).toEqual([
      [bands.request_id, band, 'La Ceiba'],
      [mine.request_id, alone, 'Rosa Ixchel'],
    ])
    // Whichever project the session acts as.
    const asBand = t.as({ token: await t.session(rosa.id, band) })
    expect((await asBand.get('/api/requests/')).body.results).toHaveLength(2)
  })

  test('come in pages that neither repeat nor leave out a row', async () => {
    const first = (await rosa.get('/api/requests/', { query: { limit: '1' } })).body
    const second = (await rosa.get('/api/requests/', { query: { limit: '1', cursor: first.next } })).body
    expect([...first.results, ...second.results].map(({ id }) => id)).toEqual([
      bands.request_id,
      mine.request_id,
    ])
    expect(second.next).toBeNull()
  })

  test('are narrowed to one project', async () => {
    expect((await requests(rosa, { project: String(alone) })).map(({ id }) => id)).toEqual([mine.request_id])
    expect((await requests(rosa, { project: String(band) })).map(({ id }) => id)).toEqual([bands.request_id])
  })

  test('of a band are a collaborator’s too, without prices and for the owner to answer', async () => {
    const [seen, ...others] = await requests(luis)
    expect(others).toEqual([])
    expect(seen).toMatchObject({
      id: bands.request_id,
      project_name: 'La Ceiba',
      can_answer: false,
      budget: null,
      moments: [{ cost: null, offer: null }],
    })
    const answer = await luis.post(`/api/requests/${bands.request_id}/available/`, { budget: offer() })
    expect([answer.status, answer.body.code]).toEqual([403, 'budgets.owner_only'])
  })

  test('are nobody else’s, nor is their project', async () => {
    expect(await requests(stranger)).toEqual([])
    for (const path of ['/api/requests/', '/api/contracts/', '/api/home/music/']) {
      expect((await stranger.get(path, { query: { project: String(band) } })).status, path).toBe(404)
      expect((await rosa.get(path, { query: { project: String(stranger.project_id) } })).status, path).toBe(
        404,
      )
      expect((await rosa.get(path, { query: { project: 'ceiba' } })).status, path).toBe(400)
      expect((await hunter.get(path)).status, path).toBe(403)
      expect((await t.anonymous.get(path)).status, path).toBe(401)
    }
    expect((await stranger.get(`/api/requests/${bands.request_id}/`)).status).toBe(404)
  })

  test('are answered for their own project, whichever the session acts as', async () => {
    // Rosa's session is in her own project.
    const { status, body } = await rosa.post(`/api/requests/${bands.request_id}/available/`, {
      budget: offer(),
    })
    expect([status, body.project_id]).toEqual([200, band])
    const { rows } = await t.db.execute<{ project_id: number }>(
      sql`select project_id from budgets where id = ${body.budget.id}`,
    )
    expect(rows).toEqual([{ project_id: band }])
  })

  test('stand in one list each: what is to be changed waits for an answer', async () => {
    const [quoted] = await requests(rosa, { filter: 'quoted' })
    expect(quoted?.id).toBe(bands.request_id)
    expect(await badges(rosa)).toEqual({ budgets: 1 })
    await hunter.post(`/api/budgets/${quoted?.budget?.id}/changes/`, { note: 'Sin sonido, por favor' })
    expect(await requests(rosa, { filter: 'quoted' })).toEqual([])
    expect((await requests(rosa, { filter: 'open' })).map(({ id }) => id)).toEqual([
      bands.request_id,
      mine.request_id,
    ])
    expect(await badges(rosa)).toEqual({ budgets: 2 })
    await rosa.post(`/api/budgets/${quoted?.budget?.id}/revise/`, { budget: offer() })
    expect(await badges(rosa)).toEqual({ budgets: 1 })
  })

  test('wait for who owns the project, and on nobody else’s menu', async () => {
    for (const other of [luis, stranger, hunter]) expect(await badges(other), other.name).toEqual({})
  })

  test('are first on the home, each with its project and its time', async () => {
    const { waiting } = await home(rosa)
    const [open] = await requests(rosa, { filter: 'open' })
    expect(waiting).toMatchObject({ requests: 1, changes: 0, to_sign: 0, to_confirm: 0 })
    expect(waiting.first).toEqual([
      {
        kind: 'request',
        id: mine.request_id,
        project_id: alone,
        project_name: 'Rosa Ixchel',
        // The host's own words wait for an agreement.
        title: null,
        type: 'wedding',
        city: 'Antigua Guatemala',
        starts_at: mine.starts_at,
        zone: 'America/Guatemala',
        until: open?.reply_by,
        refund: null,
      },
    ])
    expect((await home(rosa, { project: String(band) })).waiting.first).toEqual([])
    expect((await home(luis)).waiting).toMatchObject({ requests: 0, first: [] })
  })

  test('hold a date: what was asked for it is for who asked it, and nothing else is firm', async () => {
    const { dates, next } = await home(rosa)
    expect(dates.map(({ kind, project_name }) => [kind, project_name])).toEqual([['hold', 'La Ceiba']])
    const pay = { amount: 40_000, currency: 'USD' }
    expect(next).toEqual({ call_at: null, place: null, lat: null, lng: null, pay })
    expect((await home(luis)).next).toEqual({ ...next, pay: null })
    const [quoted] = await requests(rosa, { filter: 'quoted' })
    await rosa.post(`/api/budgets/${quoted?.budget?.id}/withdraw/`)
    expect((await home(rosa)).next).toBeNull()
  })

  test('of an archived band are no longer listed', async () => {
    const gone = await t.project(rosa.id, 'GROUP', 'Los de antes')
    await asked(gone)
    expect(await requests(rosa)).toHaveLength(3)
    await t.db.execute(sql`update music_projects set status = 'archived' where id = ${gone}`)
    expect(await requests(rosa)).toHaveLength(2)
    expect(await badges(rosa)).toEqual({ budgets: 1 })
    expect((await rosa.get('/api/requests/', { query: { project: String(gone) } })).status).toBe(404)
  })
})

describe('agreements of all projects', () => {
  let gig: Awaited<ReturnType<typeof agreed>>
  beforeAll(async () => {
    await agreed(alone)
    gig = await agreed(band)
  })

  test('are listed together with the name of each project, or of one', async () => {
    expect((await contracts(rosa)).map(({ project_name }) => project_name)).toEqual([
      'La Ceiba',
      'Rosa Ixchel',
    ])
    expect((await contracts(rosa, { project: String(band) })).map(({ id }) => id)).toEqual([gig.agreement.id])
    expect((await contracts(luis)).map(({ id, can_act }) => [id, can_act])).toEqual([
      [gig.agreement.id, false],
    ])
    expect(await contracts(stranger)).toEqual([])
  })

  test('that wait for a signature are in the owner’s menu and bell at once, and open by themselves', async () => {
    expect((await badges(rosa)).contracts).toBe(2)
    expect(await toldOf(rosa, gig.agreement)).toEqual(['Te toca firmar'])
    expect(await toldOf(luis, gig.agreement)).toEqual([])
    const { first, to_sign } = (await home(rosa)).waiting
    expect(to_sign).toBe(2)
    expect(first).toContainEqual(
      expect.objectContaining({ kind: 'sign', id: gig.agreement.id, project_name: 'La Ceiba', until: null }),
    )
  })

  test('tell by one letter, not by two', async () => {
    const letters = await t.mails(rosa.email)
    expect(letters.filter(({ kind }) => kind === 'agreement_sent')).toHaveLength(2)
    expect(letters.map(({ text }) => text).filter((text) => text.includes('espera tu firma'))).toEqual([])
    // Nor with the letter of the day.
    t.clock.move(DAY)
    await t.app.jobs.runSweeps()
    const daily = (await t.mails(rosa.email)).filter(({ kind }) => kind.startsWith('notification'))
    expect(daily.filter(({ text }) => text.includes('espera tu firma'))).toEqual([])
  })

  test('that the other side changes wait for another signature', async () => {
    const path = `/api/contracts/${gig.agreement.id}/`
    await sign(rosa, gig.agreement)
    expect((await badges(rosa)).contracts).toBe(1)
    const changed = await hunter.patch(path, { special_terms: 'La entrada es por el jardín' })
    expect(changed.status).toBe(200)
    gig.agreement = changed.body
    expect((await badges(rosa)).contracts).toBe(2)
    expect(await toldOf(rosa, gig.agreement)).toEqual(['Te toca firmar', 'Te toca firmar'])
    // What she changes herself is no news to her.
    gig.agreement = (await rosa.patch(path, { special_terms: 'Entramos por el jardín' })).body
    expect(await toldOf(rosa, gig.agreement)).toHaveLength(2)
  })

  test('whose deposit was recorded wait for the word that it arrived, as long as it is recorded', async () => {
    const path = `/api/contracts/${gig.agreement.id}/payments/deposit/`
    await sign(rosa, gig.agreement)
    await sign(hunter, gig.agreement)
    expect((await badges(rosa)).contracts).toBe(1)
    const deposits = async () =>
      (await toldOf(rosa, gig.agreement)).filter((title) => title === 'Confirma el anticipo').length
    await hunter.post(path, { method: 'cash' })
    expect([await deposits(), (await badges(rosa)).contracts]).toEqual([1, 2])
    expect((await home(rosa)).waiting).toMatchObject({ to_sign: 1, to_confirm: 1 })
    await hunter.delete(path)
    expect([await deposits(), (await badges(rosa)).contracts]).toEqual([0, 1])
    const again = await hunter.post(path, { method: 'transfer' })
    expect(again.body.signatures.map(({ side }: { side: string }) => side).sort()).toEqual([
      'artist',
      'hunter',
    ])
    expect(again.body.signatures[0].signed_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect([await deposits(), (await badges(rosa)).contracts]).toEqual([1, 2])
    expect((await luis.post(`${path}confirm/`)).status).toBe(403)
    await rosa.post(`${path}confirm/`)
    expect((await badges(rosa)).contracts).toBe(1)
    expect((await toldOf(rosa, gig.agreement))[0]).toBe('Tu fecha está en firme')
  })

  test('are next on stage with call time, place and what each of the band gets', async () => {
    const { dates, next } = await home(rosa, { project: String(band) })
    expect(dates[0]).toMatchObject({ kind: 'gig', project_name: 'La Ceiba', starts_at: gig.starts_at })
    expect(next).toMatchObject({
      place: '5a avenida norte 12',
      pay: { amount: 40_000, currency: 'USD' },
    })
    expect(Date.parse(next?.call_at ?? '')).toBeLessThan(Date.parse(gig.starts_at))
    const his = await home(luis)
    expect(his.next).toMatchObject({
      call_at: next?.call_at,
      place: '5a avenida norte 12',
      pay: { amount: 10_000 },
    })
    // Of all of hers the next is the one that nobody signed yet.
    expect((await home(rosa)).dates.map(({ kind, project_name }) => [kind, project_name])).toEqual([
      ['hold', 'Rosa Ixchel'],
      ['gig', 'La Ceiba'],
    ])
  })

  test('tell a collaborator of their own part and of nothing else', async () => {
    const sums = ({ income }: MusicHome) => income.months.reduce((sum, { amount }) => sum + amount, 0)
    const his = await home(luis)
    expect([sums(his), his.income.gigs, his.income.unsaid]).toEqual([10_000, 1, 0])
    const said = JSON.stringify(his)
    for (const secret of ['40000', '43200', hunter.email, rosa.email, 'Lucía'])
      expect(said).not.toContain(secret)
    expect(sums(await home(rosa))).toBe(40_000)
    expect(sums(await home(rosa, { project: String(alone) }))).toBe(0)
    expect((await home(stranger)).income).toMatchObject({ gigs: 0, unsaid: 0 })
  })

  test('are counted for a collaborator whose part the band hasn’t said', async () => {
    const nora = await t.person('MUSICIAN', { name: 'Nora Batz' })
    await joins(nora, band, null)
    const { income, next } = await home(nora, { project: String(band) })
    expect(income).toMatchObject({ gigs: 1, unsaid: 1 })
    expect(income.months.every(({ amount }) => amount === 0)).toBe(true)
    expect(next?.pay).toBeNull()
  })

  test('end with membership', async () => {
    await t.db.execute(
      sql`update project_members set left_at = ${NOW} where project_id = ${band} and user_id = ${luis.id}`,
    )
    expect([await requests(luis), await contracts(luis)]).toEqual([[], []])
    expect((await home(luis)).income.gigs).toBe(0)
    expect((await luis.get('/api/contracts/', { query: { project: String(band) } })).status).toBe(404)
  })
})

describe('what is shown over all projects', () => {
  test('takes as many statements for ten projects as for one', async () => {
    for (const name of ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis', 'Siete', 'Ocho'])
      await t.project(rosa.id, 'GROUP', name)
    const mine = { user_id: rosa.id }
    const sent = async (run: (db: Db) => Promise<unknown>) => (await statementsOf(t.settings, run)).length
    expect(await sent((db) => requestsOf({ db, now: t.clock.now() }, mine, { limit: 20 }))).toBe(2)
    // With signatures, payments, their receipts, and how to reach whoever has an agreement in force.
    expect(await sent((db) => agreementsOf(db, mine, { limit: 20 }))).toBe(4)
    const viewer = { id: rosa.id, account_type: 'MUSICIAN' as const }
    const now = t.clock.now()
    expect(await sent((db) => waitingOf({ app: t.app, now, db }, viewer))).toBe(1)
    const scope = await projectScope(t.db, rosa, alone)
    const view = { only: false, active: alone }
    expect(await sent((db) => musicHomeOf(db, scope, now, view))).toBeLessThanOrEqual(11)
  })
})

describe('the steps to be found', () => {
  test('are those of the project that one acts as: they are done as that one', async () => {
    expect((await home(rosa)).steps).not.toBeNull()
    expect((await home(rosa, { project: String(alone) })).steps).not.toBeNull()
    expect((await home(rosa, { project: String(band) })).steps).toBeNull()
  })
})
