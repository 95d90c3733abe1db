import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { leftBehind } from '#app/server/leftBehind.fixture.ts'
import type { Person } from '#app/server/testing.ts'
import { subject } from '#core/contract/subject.ts'
import { DAY, HOUR, MINUTE } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { settlePayment } from './commands.payments.ts'
import type { AgreementExtra } from './contract.ts'
import { base, extrasScene, HOUR_MORE, lastOf } from './extras.fixture.ts'
import { own } from './scene.fixture.ts'

/* What is paid beyond an agreement: extras that both agree to, and tips; by hand and by card. */

let s: Awaited<ReturnType<typeof extrasScene>>
beforeAll(async () => {
  s = await extrasScene()
})
afterEach(() => s.backToStart())
afterAll(() => s.close())

describe('an extra', () => {
  test('is proposed by one side and agreed to by the other; both are told, and it waits at the musician’s', async () => {
    const agreement = await s.firm()
    const proposed = await s.hunter.post(`${base(agreement)}/extras/`, HOUR_MORE)
    expect([proposed.status, proposed.body.extras.length]).toEqual([200, 1])
    const { platform_fee = 0, total = 1 } = agreement.terms.fees ?? {}
    const fee = Math.round((platform_fee * HOUR_MORE.amount) / total)
    const extra = lastOf(proposed.body)
    expect(extra).toMatchObject({
      ...{ kind: 'extra', ...HOUR_MORE, payout: HOUR_MORE.amount - fee, state: 'proposed' },
      ...{ proposed_by: 'hunter', payment: null },
    })
    expect(fee).toBeGreaterThan(0)
    expect((await s.rosa.get('/api/home/music/')).body.waiting.to_confirm).toBe(1)
    expect(await s.kinds(s.rosa)).toContain('agreement_extra_proposed')
    const path = `${base(agreement)}/extras/${extra?.id}/`
    const alone = await s.hunter.post(`${path}accept/`)
    expect([alone.status, alone.body.code]).toEqual([409, 'contracts.other_side_agrees'])
    const second = await s.rosa.post(`${base(agreement)}/extras/`, HOUR_MORE)
    expect([second.status, second.body.code]).toEqual([409, 'contracts.extra_open'])
    const { body } = await s.rosa.post(`${path}accept/`)
    const due_at = new Date(Date.parse(agreement.terms.event.ends_at) + 72 * HOUR).toISOString()
    expect(lastOf(body)).toMatchObject({
      state: 'agreed',
      payment: { kind: 'extra', state: 'due', amount: HOUR_MORE.amount, due_at },
    })
    expect(await s.kinds(s.hunter)).toContain('agreement_extra_agreed')
    expect((await s.rosa.get('/api/home/music/')).body.waiting.to_confirm).toBe(0)
    expect((await s.rosa.post(`${path}accept/`)).body.code).toBe('contracts.extra_moved_on')
    // The agreement's own payments are what they were.
    expect(body.payments.map(({ kind }: { kind: string }) => kind)).toEqual(['deposit', 'balance'])
    expect(await leftBehind(s.t.db, s.t.clock.now())).toEqual([])
  })

  test('is paid by the same steps, has its receipt with the agreement’s, and is theirs once it was played, less the fee', async () => {
    const agreement = await s.firm()
    const extra = await s.agreed(agreement)
    const path = `${base(agreement)}/payments/extra/`
    expect((await s.rosa.post(`${path}confirm/`)).body.code).toBe('contracts.no_payment')
    const said = await s.hunter.post(path, { method: 'transfer', reference: 'BI 77' })
    expect(lastOf(said.body)?.payment).toMatchObject({ state: 'processing', reference: 'BI 77' })
    expect((await s.rosa.get('/api/home/music/')).body.waiting.to_confirm).toBe(1)
    expect(await s.kinds(s.rosa)).toContain('agreement_payment_recorded')
    expect((await s.hunter.post(`${path}confirm/`)).body.code).toBe('contracts.other_side_confirms')
    const contested = await s.rosa.delete(path)
    expect(lastOf(contested.body)?.payment?.state).toBe('disputed')
    await s.rosa.post(path, { method: 'cash' })
    const paid = lastOf((await s.hunter.post(`${path}confirm/`)).body)?.payment
    expect(paid).toMatchObject({ state: 'held', receipt_id: expect.any(Number) })
    expect((await s.hunter.post(path, { method: 'cash' })).body.code).toBe('contracts.payment_recorded')
    const receipts = (await s.hunter.get(`/api/receipts/?contract=${agreement.id}`)).body.results
    expect(receipts[0]).toMatchObject({ kind: 'extra', amount: HOUR_MORE.amount, direction: 'got' })
    const pdf = await s.t.server.inject({
      method: 'GET',
      url: `/api/receipts/${paid?.receipt_id}/document/`,
      headers: { authorization: `Bearer ${s.rosa.token}` },
    })
    expect([pdf.statusCode, pdf.rawPayload.subarray(0, 4).toString()]).toEqual([200, '%PDF'])
    expect(await s.bookedOf(extra)).toEqual({ hand: -HOUR_MORE.amount, held: HOUR_MORE.amount })
    await s.playedFor(agreement, 2 * DAY)
    const rosa = await s.now(s.rosa)
    expect(lastOf(await s.read(rosa, agreement))?.payment?.state).toBe('released')
    const { payout, amount } = extra
    expect(await s.bookedOf(extra)).toEqual({ hand: -amount, earned: payout, fees: amount - payout })
    const { results } = (await rosa.get('/api/contracts/money/months/')).body
    const received = results.reduce((sum: number, one: { received: number }) => sum + one.received, 0)
    expect(received).toBe((await rosa.get('/api/contracts/money/')).body.results[0].earned)
    expect(await leftBehind(s.t.db, s.t.clock.now())).toEqual([])
  })

  test('is declined by the other side, taken back by its own, and agreed let go by the artist alone', async () => {
    const agreement = await s.firm()
    const propose = async (who: Person) => {
      const { body } = await who.post(`${base(agreement)}/extras/`, HOUR_MORE)
      return `${base(agreement)}/extras/${lastOf(body)?.id}/`
    }
    expect(lastOf((await s.rosa.delete(await propose(s.hunter))).body)?.state).toBe('declined')
    expect(await s.kinds(s.hunter)).toContain('agreement_extra_ended')
    expect(lastOf((await s.hunter.delete(await propose(s.hunter))).body)?.state).toBe('withdrawn')
    const { id } = await s.agreed(agreement)
    const path = `${base(agreement)}/extras/${id}/`
    const owes = await s.hunter.delete(path)
    expect([owes.status, owes.body.code]).toEqual([403, 'contracts.artist_lets_go'])
    await s.hunter.post(`${base(agreement)}/payments/extra/`, { method: 'cash' })
    const paid = await s.rosa.delete(path)
    expect([paid.status, paid.body.code]).toEqual([409, 'contracts.payment_recorded'])
    await s.hunter.delete(`${base(agreement)}/payments/extra/`)
    const gone = lastOf((await s.rosa.delete(path)).body)
    expect([gone?.state, gone?.payment?.state]).toEqual(['withdrawn', 'cancelled'])
    expect((await s.rosa.delete(path)).body.code).toBe('contracts.extra_moved_on')
    expect(await leftBehind(s.t.db, s.t.clock.now())).toEqual([])
  })

  test('is asked for when it is late, and staff settles what the two don’t agree on', async () => {
    const agreement = await s.firm()
    const { payment } = await s.agreed(agreement)
    await s.playedFor(agreement, 80 * HOUR)
    for (const who of [s.hunter, s.rosa]) expect(await s.asked(who), who.name).toBeGreaterThan(0)
    const [hunter, rosa] = [await s.now(s.hunter), await s.now(s.rosa)]
    await hunter.post(`${base(agreement)}/payments/extra/`, { method: 'transfer', reference: 'BI 78' })
    await rosa.delete(`${base(agreement)}/payments/extra/`)
    const settled = await transaction(s.t.app, s.t.clock.now(), (work) =>
      settlePayment(work, payment?.id ?? 0, 'Marta', { failed: 'No aparece' }),
    )
    expect(settled.state).toBe('failed')
    await hunter.post(`${base(agreement)}/payments/extra/`, { method: 'cash' })
    await transaction(s.t.app, s.t.clock.now(), (work) => settlePayment(work, payment?.id ?? 0, 'Marta'))
    expect(lastOf(await s.read(hunter, agreement))?.payment?.state).toBe('released')
  })

  test('that was paid comes back whole when the agreement ends without the gig, with the rest', async () => {
    const agreement = await s.firm()
    await s.agreed(agreement)
    const path = `${base(agreement)}/payments/extra/`
    await s.hunter.post(path, { method: 'cash' })
    await s.rosa.post(`${path}confirm/`)
    await s.hunter.post(`${base(agreement)}/extras/`, { ...HOUR_MORE, title: 'Parqueo' })
    await s.rosa.post(`${base(agreement)}/withdraw/`, { reason: 'Me enfermé' })
    const ended = await s.read(s.hunter, agreement)
    expect(ended.extras.map(({ state, payment }) => [state, payment?.state])).toEqual([
      ['lapsed', 'refunded'],
      ['lapsed', undefined],
    ])
    const refunds = ended.payments.filter(({ kind }) => kind === 'refund')
    expect(refunds.map(({ amount }) => amount)).toEqual([
      (agreement.terms.fees?.deposit ?? 0) + HOUR_MORE.amount,
    ])
    const again = await s.hunter.post(`${base(agreement)}/extras/`, HOUR_MORE)
    expect([again.status, again.body.code]).toEqual([409, 'contracts.moved_on'])
    expect(await leftBehind(s.t.db, s.t.clock.now())).toEqual([])
  })

  test('that was paid is said before the order is cancelled, and comes back whole whatever the terms give back', async () => {
    const agreement = await s.firm()
    const preview = async () =>
      (await (await s.now(s.hunter)).get(`/api/orders/${agreement.order_id}/cancel-preview/`)).body
    const before = await preview()
    expect(before.paid_beyond).toBe(0)
    await s.agreed(agreement)
    expect(await preview()).toEqual(before)
    const path = `${base(agreement)}/payments/extra/`
    await s.hunter.post(path, { method: 'cash' })
    expect(await preview()).toEqual({ ...before, paid_beyond: HOUR_MORE.amount })
    await s.rosa.post(`${path}confirm/`)
    // So close to the music that nothing of the deposit comes back.
    s.t.clock.set(new Date(Date.parse(agreement.terms.event.starts_at) - HOUR))
    expect(await preview()).toMatchObject({ refund: 0, paid_beyond: HOUR_MORE.amount })
    const { order_id } = agreement
    await (await s.now(s.hunter)).post(`/api/orders/${order_id}/cancel/`, { confirm: true })
    const ended = await s.read(await s.now(s.hunter), agreement)
    const refunds = ended.payments.filter(({ kind }) => kind === 'refund')
    expect(refunds.map(({ amount }) => amount)).toEqual([HOUR_MORE.amount])
    expect(await leftBehind(s.t.db, s.t.clock.now())).toEqual([])
  })

  test('is recorded once, however many say at once that it was paid; and confirmed once', async () => {
    const agreement = await s.firm()
    const extra = await s.agreed(agreement)
    const path = `${base(agreement)}/payments/extra/`
    const many = (say: (who: Person) => Promise<{ status: number }>) =>
      Promise.all(Array.from({ length: 20 }, (_, n) => say(n % 2 ? s.rosa : s.hunter)))
    const done = (said: { status: number }[]) => said.filter(({ status }) => status === 200).length
    expect(done(await many((who) => who.post(path, { method: 'cash' })))).toBe(1)
    expect(done(await many((who) => who.post(`${path}confirm/`)))).toBe(1)
    expect(await s.bookedOf(extra)).toEqual({ hand: -HOUR_MORE.amount, held: HOUR_MORE.amount })
  })

  test('has an end: after twenty of them there is no other, and none costs more than a card pays', async () => {
    const agreement = await s.firm()
    await s.t.db.execute(sql`
      insert into contract_extras (contract_id, project_id, kind, title, amount, fee, currency, state, proposed_by)
      select ${agreement.id}, ${own(s.rosa)}, kind, 'Parqueo', 100, 0, 'USD', 'declined', 'hunter'
      from generate_series(1, 19), (values ('extra'), ('tip')) kinds (kind)`)
    const { body } = await s.rosa.post(`${base(agreement)}/extras/`, HOUR_MORE)
    await s.hunter.delete(`${base(agreement)}/extras/${lastOf(body)?.id}/`)
    const more = await s.hunter.post(`${base(agreement)}/extras/`, HOUR_MORE)
    expect([more.status, more.body.code]).toEqual([409, 'contracts.extras_full'])
    for (const [amount, status] of [
      [100_000_000, 422],
      [99_999_999, 409],
    ])
      expect((await s.rosa.post(`${base(agreement)}/extras/`, { ...HOUR_MORE, amount })).status).toBe(status)
  })

  test('is the two sides’: 401 for nobody, 404 for others and another agreement’s, 403 for who doesn’t act, 422, 409 too late', async () => {
    const agreement = await s.firm()
    const other = await s.firm()
    const { body } = await s.rosa.post(`${base(agreement)}/extras/`, HOUR_MORE)
    const id = lastOf(body)?.id
    for (const [who, status] of [
      [s.stranger, 404],
      [s.luis, 404],
      [s.t.anonymous, 401],
    ] as const)
      for (const answer of [
        await who.post(`${base(agreement)}/extras/`, HOUR_MORE),
        await who.post(`${base(agreement)}/extras/${id}/accept/`),
        await who.delete(`${base(agreement)}/extras/${id}/`),
        await who.post(`${base(agreement)}/tips/`, { amount: 5_000 }),
        await who.post(`${base(agreement)}/payments/extra/`, { method: 'cash' }),
      ])
        expect(answer.status).toBe(status)
    expect((await s.hunter.post(`${base(other)}/extras/${id}/accept/`)).status).toBe(404)
    const sara = await s.t.person('MUSICIAN')
    await s.t.db.execute(sql`insert into project_members (project_id, user_id, role, joined_at)
      values (${own(s.rosa)}, ${sara.id}, 'COLLABORATOR', ${s.began.toISOString()}::timestamptz)`)
    expect((await s.read(sara, agreement)).extras).toEqual([])
    const acted = await sara.post(`${base(agreement)}/extras/`, HOUR_MORE)
    expect([acted.status, acted.body.code]).toEqual([403, 'contracts.owner_only'])
    for (const wrong of [
      { title: 'x', amount: 20_000 },
      { title: 'Una hora más', amount: 99 },
      { title: 'Una hora más', amount: -20_000 },
      { title: 'Una hora más', amount: 200.5 },
    ])
      expect((await s.rosa.post(`${base(agreement)}/extras/`, wrong)).status).toBe(422)
    await s.playedFor(agreement, 14 * DAY)
    expect(lastOf(await s.read(await s.now(s.rosa), agreement))?.state).toBe('unanswered')
    const over = await (await s.now(s.rosa)).post(`${base(agreement)}/extras/`, HOUR_MORE)
    expect([over.status, over.body.code]).toEqual([409, 'contracts.extras_over'])
    await s.playedFor(agreement, 30 * DAY)
    const late = await (await s.now(s.hunter)).post(`${base(agreement)}/tips/`, { amount: 5_000 })
    expect([late.status, late.body.code]).toEqual([409, 'contracts.extras_over'])
  })

  test('agreed to and taken back by fifty at once has one outcome', async () => {
    const agreement = await s.firm()
    const { body } = await s.hunter.post(`${base(agreement)}/extras/`, HOUR_MORE)
    const path = `${base(agreement)}/extras/${lastOf(body)?.id}/`
    const said = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? s.rosa.post(`${path}accept/`) : s.hunter.delete(path))),
    )
    expect(said.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await leftBehind(s.t.db, s.t.clock.now())).toEqual([])
  })
})

describe('a tip', () => {
  const TIP = { amount: 7_500, title: '¡Qué noche!' }

  test('is given once it was played, by hand, whole and without a fee; until then the musician knows nothing', async () => {
    const agreement = await s.firm()
    const early = await s.hunter.post(`${base(agreement)}/tips/`, TIP)
    expect([early.status, early.body.code]).toEqual([409, 'contracts.not_played'])
    await s.playedFor(agreement, 2 * DAY)
    const [hunter, rosa] = [await s.now(s.hunter), await s.now(s.rosa)]
    const theirs = await rosa.post(`${base(agreement)}/tips/`, TIP)
    expect([theirs.status, theirs.body.code]).toEqual([403, 'contracts.buyer_tips'])
    const given = await hunter.post(`${base(agreement)}/tips/`, TIP)
    expect(lastOf(given.body)).toMatchObject({
      ...{ kind: 'tip', ...TIP, payout: TIP.amount, state: 'agreed' },
      payment: { kind: 'tip', state: 'due' },
    })
    expect((await hunter.post(`${base(agreement)}/tips/`, TIP)).body.code).toBe('contracts.tip_open')
    expect((await s.read(rosa, agreement)).extras).toEqual([])
    const money = async () => (await rosa.get('/api/contracts/money/')).body.results[0].due
    const due = await money()
    // Nobody has to give it, and nobody is asked for it.
    await s.playedFor(agreement, 20 * DAY)
    const about = subject('tip', lastOf(given.body)?.id ?? 0)
    const { rows } = await s.t.db.execute(sql`select remind_at from payments where subject = ${about}`)
    expect(rows).toEqual([{ remind_at: null }])
    const path = `${base(agreement)}/payments/tip/`
    const [later, artist] = [await s.now(s.hunter), await s.now(s.rosa)]
    const self = await artist.post(path, { method: 'cash' })
    expect([self.status, self.body.code]).toEqual([403, 'contracts.buyer_tips'])
    await later.post(path, { method: 'cash' })
    expect((await artist.get('/api/contracts/money/')).body.results[0].due).toBe(due + TIP.amount)
    const { body } = await artist.post(`${path}confirm/`)
    expect(lastOf(body)).toMatchObject({ payment: { state: 'released', receipt_id: expect.any(Number) } })
    expect(await s.bookedOf(lastOf(body) as AgreementExtra)).toEqual({
      hand: -TIP.amount,
      earned: TIP.amount,
    })
    expect(await leftBehind(s.t.db, s.t.clock.now())).toEqual([])
  })

  test('that isn’t paid is taken back by who gave it, and is nobody else’s', async () => {
    const agreement = await s.firm()
    await s.playedFor(agreement, HOUR)
    const [hunter, rosa] = [await s.now(s.hunter), await s.now(s.rosa)]
    const { body } = await hunter.post(`${base(agreement)}/tips/`, { amount: 5_000 })
    const path = `${base(agreement)}/extras/${lastOf(body)?.id}/`
    const asArtist = async () => [
      (await rosa.delete(path)).status,
      (await rosa.post(`${path}accept/`)).status,
    ]
    expect(await asArtist()).toEqual([404, 404])
    const gone = lastOf((await hunter.delete(path)).body)
    expect([gone?.state, gone?.payment?.state]).toEqual(['withdrawn', 'cancelled'])
    expect(await asArtist()).toEqual([404, 404])
    expect((await hunter.post(`${base(agreement)}/payments/tip/`, { method: 'cash' })).body.code).toBe(
      'contracts.no_payment',
    )
  })

  test('by card is paid on a page of the provider’s, once, and all of it goes on 48 hours after the music', async () => {
    await s.readyAccount(s.rosa)
    const agreement = await s.firm()
    await s.playedFor(agreement, HOUR)
    const hunter = await s.now(s.hunter)
    await hunter.post(`${base(agreement)}/tips/`, TIP)
    const url = s.path(agreement, 'tip')
    expect((await (await s.now(s.rosa)).post(url)).status).toBe(403)
    const pages = await Promise.all(Array.from({ length: 4 }, () => hunter.post(url)))
    expect(new Set(pages.map(({ body }) => body.url)).size).toBe(1)
    expect(await s.read(await s.now(s.rosa), agreement)).toMatchObject({ extras: [] })
    s.stripe.pay(/\/c\/pay\/(\w+)$/.exec(pages[0]?.body.url)?.[1] ?? '')
    await s.deliver()
    const checked = await hunter.post(`${url}check/`)
    expect(lastOf(checked.body)?.payment).toMatchObject({ state: 'held', method: 'card' })
    expect(await s.kinds(s.rosa)).toContain('agreement_card_paid')
    const sent = () =>
      s.stripe
        .all('transfer')
        .filter(({ metadata }) => {
          const { payment } = metadata as { payment: string }
          return payment === String(lastOf(checked.body)?.payment?.id)
        })
        .map((one) => (one as { amount?: number }).amount)
    await s.playedFor(agreement, 47 * HOUR)
    expect(sent()).toEqual([])
    for (const ms of [48 * HOUR + MINUTE, 49 * HOUR]) await s.playedFor(agreement, ms)
    expect(sent()).toEqual([TIP.amount])
    expect(lastOf(await s.read(await s.now(s.rosa), agreement))?.payment).toMatchObject({
      state: 'released',
      card: { sent: TIP.amount },
    })
  })

  test('whose page is left is due again, and may be taken back', async () => {
    const agreement = await s.firm()
    await s.playedFor(agreement, HOUR)
    const hunter = await s.now(s.hunter)
    const { body } = await hunter.post(`${base(agreement)}/tips/`, { amount: 5_000 })
    await hunter.post(s.path(agreement, 'tip'))
    const left = await hunter.delete(s.path(agreement, 'tip'))
    expect(lastOf(left.body)?.payment?.state).toBe('due')
    const gone = await hunter.delete(`${base(agreement)}/extras/${lastOf(body)?.id}/`)
    expect(lastOf(gone.body)?.state).toBe('withdrawn')
  })
})
