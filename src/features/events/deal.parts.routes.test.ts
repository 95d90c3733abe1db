import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offer, scouting } from '#app/server/scenes/wedding.fixture.ts'
import type { Person, TestApp } from '#app/server/testing.ts'
import { DAY, MINUTE } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import type { MusicianRequest } from '#features/budgets/contract.ts'
import { askedForSlots } from '#features/budgets/queries.closing.ts'
import { request_moments, requests } from '#features/hiring/table.ts'
import { eraseProject } from '#features/hiring/talent/commands.ts'
import { notifications } from '#features/notifications/table.ts'
import { answer, dealScene, own, requestOf, statusesOf } from './deal.fixture.ts'

/* One moment of a deal ends, or is asked again, while the request goes on with another one. */

let t: TestApp
let hunter: Person
let rosa: Person
let luis: Person
let marta: Person
let nextWeek: () => string

beforeAll(async () => {
  ;({ t, hunter, rosa, luis, nextWeek } = await dealScene())
  marta = await t.person('MUSICIAN', { name: 'Marta Coy' })
})
afterAll(() => t.close())

const shown = (request: MusicianRequest) => [request.status, statusesOf(request), request.budget?.state]

/** Rosa has quoted the first moment and is asked for the second one besides; Marta was asked the second. */
async function askedForMore(first: Person[] = [rosa]) {
  const scene = await scouting(t, hunter, [{ project_ids: first.map(own) }, { project_ids: [own(marta)] }], {
    starts_at: nextWeek(),
  })
  const id = scene.request_ids[0]?.[0] ?? 0
  const { order_id, slot_ids } = scene
  const [, second] = slot_ids as [number, number]
  const { budget } = (await answer(rosa, id)).body
  const more = () =>
    hunter.post(`/api/orders/${order_id}/scout/`, {
      slots: [{ slot_id: second, project_ids: [own(rosa)] }],
      reply_by: new Date(t.clock.now().getTime() + 2 * DAY).toISOString(),
    })
  const takeBack = (slot_id: number) =>
    hunter.post(`/api/orders/${order_id}/requests/${id}/withdraw/`, { slot_ids: [slot_id] })
  expect((await more()).status).toBe(200)
  return { ...scene, id, slots: slot_ids as [number, number], budget, more, takeBack }
}

/** What somebody was told of a request, by voice. */
const toldOf = async (person: Person, id: number, voice: string) =>
  (await t.db.select().from(notifications).where(eq(notifications.user_id, person.id))).filter(
    ({ subject, params }) =>
      (subject === `request:${id}` || subject.startsWith(`request:${id}/`)) && params?.voice === voice,
  )

describe('all that was quoted is gone, while more is asked', () => {
  test('the quote is closed and its author told so: nothing is left to write it anew for', async () => {
    const { id, slots, budget, takeBack } = await askedForMore()
    expect((await takeBack(slots[0])).status).toBe(200)
    expect(shown(await requestOf(rosa, id))).toEqual(['asked', ['withdrawn', 'asked'], 'closed'])
    // No date is held any more, so nobody says that it is.
    expect(await toldOf(rosa, id, 'changes')).toEqual([])
    const mails = (await t.mails(rosa.email)).map(({ kind }) => kind)
    expect(mails[0]).toBe('budget_closed_some')
    expect(mails).not.toContain('budget_closed')
    const next = (await answer(rosa, id)).body as MusicianRequest
    expect(shown(next)).toEqual(['available', ['withdrawn', 'available'], 'sent'])
    expect(next.budget).toMatchObject({ version: budget.version + 1, slot_ids: [slots[1]] })
  })

  test('also where a rival gets it; and nothing of it runs out later', async () => {
    const { id, request_ids } = await askedForMore([rosa, luis])
    const theirs = (await answer(luis, request_ids[0]?.[1] ?? 0)).body.budget
    expect((await hunter.post(`/api/budgets/${theirs.id}/accept/`, {})).status).toBe(200)
    expect(shown(await requestOf(rosa, id))).toEqual(['asked', ['closed', 'asked'], 'closed'])
    const { status, body } = await rosa.post(`/api/requests/${id}/unavailable/`, { reason: 'busy' })
    expect([status, body.status, body.budget.state]).toEqual([200, 'closed', 'closed'])
    await t.app.jobs.runSweeps(new Date(Date.parse(offer().valid_until) + MINUTE))
    expect((await requestOf(rosa, id)).budget?.state).toBe('closed')
  })
})

test('saying no to a quote leaves what was asked besides as it is', async () => {
  const { id, slots, budget } = await askedForMore()
  expect((await hunter.post(`/api/budgets/${budget.id}/decline/`, { reason: 'Muy caro' })).status).toBe(200)
  expect(shown(await requestOf(rosa, id))).toEqual(['asked', ['closed', 'asked'], 'declined'])
  expect((await answer(rosa, id)).body.budget).toMatchObject({ version: 2, slot_ids: [slots[1]] })
})

test('a moment that is asked, or turned down, for the second time is news again', async () => {
  const { id, slots, more, takeBack } = await askedForMore()
  const no = () => rosa.post(`/api/requests/${id}/unavailable/`, { reason: 'busy', slot_ids: [slots[1]] })
  expect((await takeBack(slots[1])).status).toBe(200)
  t.clock.move(5 * MINUTE)
  expect((await more()).status).toBe(200)
  expect(await toldOf(rosa, id, 'musician')).toHaveLength(3)

  expect((await no()).status).toBe(200)
  t.clock.move(5 * MINUTE)
  expect((await more()).status).toBe(200)
  expect((await no()).status).toBe(200)
  await t.app.jobs.drain()
  expect(await toldOf(hunter, id, 'declined_some')).toHaveLength(2)
})

test('what the hunter wants changed is still to be changed when a moment is lost', async () => {
  const scene = await scouting(t, hunter, [{ project_ids: [own(rosa)] }, { project_ids: [own(rosa)] }], {
    starts_at: nextWeek(),
  })
  const id = scene.request_ids[0]?.[0] ?? 0
  const { budget } = (await answer(rosa, id)).body
  const note = 'Que incluya sonido, por favor'
  expect((await hunter.post(`/api/budgets/${budget.id}/changes/`, { note })).status).toBe(200)
  await hunter.post(`/api/orders/${scene.order_id}/requests/${id}/withdraw/`, {
    slot_ids: [scene.slot_ids[1]],
  })
  const { status, budget: now } = await requestOf(rosa, id)
  expect([status, now?.state, now?.reason]).toEqual(['available', 'changes_requested', note])
})

test('a quote’s part for a moment that it lost is no price of that moment', async () => {
  const scene = await scouting(
    t,
    hunter,
    [{ project_ids: [own(rosa)] }, { project_ids: [own(rosa), own(luis)] }],
    { starts_at: nextWeek() },
  )
  const [first, second] = scene.slot_ids as [number, number]
  const id = scene.request_ids[0]?.[0] ?? 0
  await answer(rosa, id)
  const theirs = (await answer(luis, scene.request_ids[1]?.[1] ?? 0)).body.budget
  await hunter.post(`/api/orders/${scene.order_id}/requests/${id}/withdraw/`, { slot_ids: [second] })
  const prices = new Map((await askedForSlots(t.db, scene.order_id)).map((one) => [one.slot_id, one.price]))
  // Rosa asks as much for both as Luis for one.
  expect([prices.get(first), prices.get(second)]).toEqual([theirs.total / 2, theirs.total])
})

test('why somebody said no to one moment goes with their account, whatever became of the others', async () => {
  const olga = await t.person('MUSICIAN', { name: 'Olga Tun' })
  const scene = await scouting(t, hunter, [{ project_ids: [own(olga)] }, { project_ids: [own(olga)] }], {
    starts_at: nextWeek(),
  })
  const id = scene.request_ids[0]?.[0] ?? 0
  const [first, second] = scene.slot_ids as [number, number]
  const withdraw = `/api/orders/${scene.order_id}/requests/${id}/withdraw/`
  expect((await hunter.post(withdraw, { slot_ids: [first] })).status).toBe(200)
  const detail = 'Mi hermana se casa ese día'
  const said = { reason: 'other', detail, slot_ids: [second] }
  expect((await olga.post(`/api/requests/${id}/unavailable/`, said)).body.status).toBe('withdrawn')
  await transaction(t.app, t.clock.now(), (work) => eraseProject(work, own(olga)))
  const [request] = await t.db.select().from(requests).where(eq(requests.id, id))
  const [moment] = await t.db
    .select()
    .from(request_moments)
    .where(and(eq(request_moments.request_id, id), eq(request_moments.slot_id, second)))
  expect([request?.reason, moment?.reason]).toEqual(['other', 'other'])
})
