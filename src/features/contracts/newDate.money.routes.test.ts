import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayOf, newDateScene } from './newDate.fixture.ts'
import { sign } from './scene.fixture.ts'

/* What was paid for a date that an event no longer has counts for the new one. */

type Scene = Awaited<ReturnType<typeof newDateScene>>
let scene: Scene
let t: Scene['t']
let hunter: Scene['hunter']
let rosa: Scene['rosa']
let contractsOf: Scene['contractsOf']
let pairOf: Scene['pairOf']
let putOff: Scene['putOff']
let preview: Scene['preview']
let sayAgain: Scene['sayAgain']
let accept: Scene['accept']

beforeAll(async () => {
  scene = await newDateScene()
  ;({ t, hunter, rosa, contractsOf, pairOf, putOff, preview, sayAgain, accept } = scene)
})
afterAll(() => t.close())

describe('the money', () => {
  /** One musician says yes with another price for the new date, and is accepted. */
  async function again(change: object) {
    const { order_id, url, day } = await putOff([rosa])
    await hunter.post(`${url}/reschedule/`, { day })
    await accept((await sayAgain(order_id, rosa, change)).id)
    return { order_id, ...(await pairOf(order_id, rosa)) }
  }
  const line = (unit_price: number) => ({
    ...{ kind: 'performance', description: 'Dos horas de música', qty: 1, optional: false, unit_price },
  })

  test('a larger deposit leaves the rest to be paid', async () => {
    const { order_id, old, fresh } = await again({ items: [line(80_000)] })
    const paid = old.terms.fees?.deposit ?? 0
    const deposit = fresh.terms.fees?.deposit ?? 0
    expect([fresh.terms.replaces?.carried, deposit > paid, fresh.deposit]).toEqual([paid, true, null])
    for (const person of [hunter, rosa]) await sign(person, fresh)
    expect(await scene.stageOf(order_id)).toBe('contracting')
    await t.app.jobs.drain()
    const due = (await t.mails(hunter.email)).find(({ kind }) => kind === 'agreement_deposit_due')
    expect(due?.text).toContain(((deposit - paid) / 100).toFixed(2))
    expect((await scene.pay(fresh, rosa)).body).toMatchObject({
      state: 'active',
      deposit: { source: 'paid' },
    })
  })

  test('and what was carried is told of where the rest was never paid', async () => {
    const { order_id, old, fresh } = await again({ items: [line(80_000)] })
    const paid = old.terms.fees?.deposit ?? 0
    for (const person of [hunter, rosa]) await sign(person, fresh)
    await hunter.post(`/api/orders/${order_id}/cancel/`, { confirm: true })
    const now = await pairOf(order_id, rosa)
    expect(now.old.deposit_outcome).toMatchObject({ carried: paid, by: 'carried' })
    expect(now.fresh).toMatchObject({
      deposit: null,
      deposit_outcome: { paid, carried: 0, refund: paid, by: 'terms' },
    })
  })

  test('a smaller one is paid, and less is left of the balance', async () => {
    const { order_id, old, fresh } = await again({ items: [line(20_000)] })
    const paid = old.terms.fees?.deposit ?? 0
    const { total = 0, deposit, balance } = fresh.terms.fees ?? {}
    expect([deposit, balance]).toEqual([paid, total - paid])
    for (const person of [hunter, rosa]) await sign(person, fresh)
    expect(await scene.stageOf(order_id)).toBe('tracking')
  })

  test('comes back to the old agreement when the new one is turned down', async () => {
    const { old, fresh, order_id } = await again({})
    expect(old.deposit_outcome?.by).toBe('carried')
    await rosa.post(`/api/contracts/${fresh.id}/reject/`, { reason: 'Ya no puedo' })
    const now = await pairOf(order_id, rosa)
    expect(now.old).toMatchObject({ replaced_by: null, deposit_outcome: { carried: 0, by: 'terms' } })
    expect(now.fresh).toMatchObject({ state: 'rejected', deposit_outcome: null })
  })

  test('is said before cancelling, also while nobody has signed the new agreement', async () => {
    const { order_id, url, day } = await putOff([rosa])
    const leaving = async () => {
      const { body } = await hunter.get(`${url}/cancel-preview/`)
      return [body.paid, body.refund, body.unconfirmed]
    }
    const deposit = (await contractsOf(order_id))[0]?.terms.fees?.deposit ?? 0
    expect(deposit).toBeGreaterThan(0)
    // Put off, asked again, quoted and agreed: it waits for what comes of it all the way.
    expect(await leaving()).toEqual([deposit, deposit, 0])
    await hunter.post(`${url}/reschedule/`, { day })
    expect(await leaving()).toEqual([deposit, deposit, 0])
    await accept((await sayAgain(order_id, rosa)).id)
    expect(await leaving()).toEqual([deposit, deposit, 0])
    const { fresh } = await pairOf(order_id, rosa)
    for (const person of [hunter, rosa]) await sign(person, fresh)
    // Now it is the new agreement's, once.
    expect(await leaving()).toEqual([deposit, deposit, 0])
  })

  test('isn’t said to come back of who has said no to the new date: that is over', async () => {
    const { order_id, url, day } = await putOff([rosa])
    await hunter.post(`${url}/reschedule/`, { day })
    const { id } = await scene.openOf(order_id, rosa)
    await rosa.post(`/api/requests/${id}/unavailable/`, { reason: 'busy' })
    expect((await hunter.get(`${url}/cancel-preview/`)).body).toMatchObject({ paid: 0, refund: 0 })
  })

  test('goes on to the third date when the second never was signed', async () => {
    const { order_id, old } = await again({})
    const url = `/api/orders/${order_id}`
    await hunter.post(`${url}/postpone/`, { confirm: true })
    const day = dayOf(scene.nextEvening())
    const { musicians } = await preview(url, day)
    expect(musicians.map(({ numbers, paid }) => [numbers, paid])).toEqual([
      [[old.number], old.terms.fees?.deposit],
    ])
    expect((await hunter.post(`${url}/reschedule/`, { day })).body.stage).toBe('scouting')
    await accept((await sayAgain(order_id, rosa)).id)
    const all = (await contractsOf(order_id)).sort((a, b) => a.id - b.id)
    expect(all.map(({ deposit_outcome }) => deposit_outcome?.by ?? null)).toEqual(['carried', null, null])
    expect(all[2]?.terms.replaces?.agreements.map(({ number }) => number)).toEqual([old.number])
    expect(all[0]?.replaced_by?.id).toBe(all[2]?.id)
  })

  test('goes on from the second date when that one was signed', async () => {
    const { order_id, old, fresh } = await again({})
    for (const person of [hunter, rosa]) await sign(person, fresh)
    const url = `/api/orders/${order_id}`
    expect(await scene.stageOf(order_id)).toBe('tracking')
    await hunter.post(`${url}/postpone/`, { confirm: true })
    const day = dayOf(scene.nextEvening())
    expect((await preview(url, day)).musicians.map(({ numbers }) => numbers)).toEqual([[fresh.number]])
    await hunter.post(`${url}/reschedule/`, { day })
    await accept((await sayAgain(order_id, rosa)).id)
    const all = (await contractsOf(order_id)).sort((a, b) => a.id - b.id)
    expect(all.map(({ deposit_outcome }) => deposit_outcome?.by ?? null)).toEqual([
      'carried',
      'carried',
      null,
    ])
    expect(all[2]?.terms.replaces?.carried).toBe(old.terms.fees?.deposit)
  })

  test('a collaborator of the band reads no sums of it', async () => {
    const { fresh } = await again({})
    const { termsForCollaborator } = await import('./rules.audience.ts')
    const shown = termsForCollaborator(fresh.terms as never, { isSigned: true, isOpen: true })
    expect(shown).not.toHaveProperty('replaces')
  })
})
