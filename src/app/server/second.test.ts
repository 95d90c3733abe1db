import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { eachSchema } from '#core/server/openapi.schemas.ts'
import type { AnyEndpoint } from '#core/server/route.ts'
import { STAFF } from '#features/access/rules.ts'
import { routes } from './features.ts'
import { type TestApp, testApp } from './testing.ts'

/* Staff's calls and those that say where money goes: a password alone doesn't do for them. */

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t?.close())

const endpoints = routes.map(({ endpoint }) => endpoint)
const guarded = endpoints.filter(({ access }) => access !== 'public')
const titleOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

/** Names of fields that say where somebody is paid. */
const WHERE_MONEY_GOES =
  /(^|_)(pay_?to|payee|payout|iban|clabe|bank|account|account_number|beneficiary)(?!_(type|id)\b)(_|$)/

describe('somebody without a second factor', () => {
  it('is let into nothing of staff’s', () =>
    expect(guarded.filter(({ access, second }) => access === STAFF && !second).map(titleOf)).toEqual([]))
  const protectedOnes = guarded.filter((endpoint) => endpoint.second && endpoint.access !== STAFF)
  it('finds what asks for it', () =>
    expect(protectedOnes.map(titleOf)).toEqual([
      'POST /api/payouts/:id/',
      'PATCH /api/contracts/:id/pay-to/',
      'PUT /api/lessons/settings/pay-to/',
    ]))
  it('changes nothing of where money goes', () => {
    const open = new Set<string>()
    const titles = new Set<string>()
    for (const endpoint of endpoints)
      eachSchema(z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }), ({ properties }) => {
        for (const name of Object.keys((properties as object | undefined) ?? {}))
          if (WHERE_MONEY_GOES.test(name)) {
            titles.add(titleOf(endpoint))
            if (!endpoint.second || !endpoint.fresh) open.add(`${titleOf(endpoint)} ${name}`)
          }
      })
    expect([...open]).toEqual([])
    // What is looked for is there at all.
    expect([...titles].sort()).toEqual([
      'PATCH /api/contracts/:id/pay-to/',
      'PUT /api/lessons/settings/pay-to/',
    ])
  })
  for (const endpoint of protectedOnes)
    it(`${titleOf(endpoint)} → 403, and with one no more`, async () => {
      const person = await t.person('MUSICIAN')
      const answer = await person.call(endpoint.method, endpoint.path.replace(/:\w+/g, '1'), {})
      expect([answer.status, answer.body]).toEqual([
        403,
        {
          code: 'access.second_needed',
          message: 'Para hacer esto, primero activa la verificación en dos pasos.',
        },
      ])
      await t.secondFactor(person)
      expect(
        (await person.call(endpoint.method, endpoint.path.replace(/:\w+/g, '1'), {})).body.code,
      ).not.toBe('access.second_needed')
    })
})
