import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '#core/contract/time.ts'
import { readPaper } from '#core/server/papers.fixture.ts'
import type { Agreement } from '#features/contracts/contract.ts'
import { base, extrasScene, lastOf } from '#features/contracts/extras.fixture.ts'
import type { FeeStatement } from './contract.ts'
import { feesPaper } from './queries.paper.ts'
import { feeDataOf, paperFactsOf } from './queries.ts'

/* What a statement of fees says each of its lines is of: the agreement, an extra beyond it, or lessons. */

let s: Awaited<ReturnType<typeof extrasScene>>
let agreement: Agreement
let statement: FeeStatement
let extra_fee = 0
beforeAll(async () => {
  s = await extrasScene({ env: { TRANSFER_ACCOUNT: 'Banco Ejemplo|Cuenta 00-1' } })
  agreement = await s.firm()
  const { amount, payout } = await s.agreed(agreement)
  extra_fee = amount - payout
  await s.paidInCash(agreement, 'extra')
  await s.playedFor(agreement, 2 * DAY)
  const hunter = await s.now(s.hunter)
  const tip = await hunter.post(`${base(agreement)}/tips/`, { amount: 7_500 })
  if (lastOf(tip.body)?.kind !== 'tip') throw new Error('no tip was given')
  await s.paidInCash(agreement, 'tip')
  const [year = 0, month = 1] = s.t.clock.now().toISOString().split('-').map(Number)
  await s.at(new Date(Date.UTC(year, month, 2, 12)))
  const [closed] = (await (await s.now(s.rosa)).get('/api/fees/')).body.results
  statement = closed
})
afterAll(() => s?.close())

/** The part of the agreement's fee that was paid with the deposit, by hand. */
const depositFee = () => statement.amount - extra_fee

test('a statement counts the fees of extras among its payments; of a tip there is none', () => {
  expect(extra_fee).toBeGreaterThan(0)
  expect(depositFee()).toBeGreaterThan(0)
  expect(statement).toMatchObject({ payments: 2, extras: 1 })
})

test('its paper says in both languages which line is an extra’s', async () => {
  const token = await s.t.session(s.rosa.id, s.rosa.project_id ?? null)
  const { rawPayload } = await s.t.server.inject({
    method: 'GET',
    url: `/api/fees/${statement.id}/document/`,
    headers: { authorization: `Bearer ${token}` },
  })
  const { text } = await readPaper(rawPayload)
  const times = (words: string) => text.split(words).length - 1
  const { number } = agreement
  expect(times(`Extra del acuerdo ${number}: Boda`)).toBe(1)
  expect(times(`Extra of agreement ${number}: Wedding`)).toBe(1)
  expect([times(`Acuerdo ${number}: Boda`), times(`Agreement ${number}: Wedding`)]).toEqual([1, 1])
  expect(text).toContain('las propinas no llevan comisión')
})

test('the copy of one’s data says of what each line is', async () => {
  const [copy] = await feeDataOf(s.t.db, s.rosa.id)
  expect(copy?.lines.map(({ kind, amount, about }) => [kind, amount, about?.agreement])).toEqual([
    ['agreement', depositFee(), agreement.number],
    ['extra', extra_fee, agreement.number],
  ])
})

test('lessons are said as lessons, not as an agreement without a number', async () => {
  const facts = await paperFactsOf(s.t.db, s.rosa.id, statement.id)
  const [line] = facts.lines
  if (!line?.about) throw new Error('it has no lines')
  const about = { ...line.about, agreement: null, event_type: null, lessons: 4 }
  const paper = feesPaper(s.t.app.texts, {
    ...facts,
    lines: [{ ...line, subject: 'lesson_package:1', about }],
  })
  const rows = paper.parts.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map(([first]) => first) : [])),
  )
  expect(rows).toEqual(['4 clases de música', '4 music lessons'])
})
