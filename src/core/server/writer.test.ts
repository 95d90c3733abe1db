import fastJsonStringify from 'fast-json-stringify'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'
import type { App } from './app.ts'
import { prepareWriters, schemaOf, writerOf } from './writer.ts'

const Person = z.object({ name: z.string(), age: z.nullable(z.int()) })
const reply = z.object({
  text: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  kind: z.nullable(z.enum(['one', 'other'])),
  fixed: z.nullable(z.literal('always')),
  person: z.nullable(Person),
  people: z.nullable(z.array(z.nullable(Person))),
  by_name: z.record(z.string(), z.nullable(Person)),
  left_out: z.optional(z.nullable(z.string())),
})
const call = endpoint({ method: 'GET', path: '/api/things/', access: 'public', summary: 'Things', reply })
const write = writerOf({ config: { env: 'production' } } as App, call)

const ana = { name: 'Ana', age: null }
const full = {
  text: 'said',
  amount: 1.5,
  kind: 'other',
  fixed: 'always',
  person: { name: 'Beto', age: 30 },
  people: [ana, null],
  by_name: { ana, nobody: null },
}
const empty = {
  text: null,
  amount: null,
  kind: null,
  fixed: null,
  person: null,
  people: null,
  by_name: {},
  left_out: null,
}

describe('an answer in production', () => {
  it('says null where there is nothing, and what there is elsewhere', () => {
    expect(JSON.parse(write(full))).toEqual(full)
    expect(JSON.parse(write(empty))).toEqual(empty)
  })
  it('says nothing that its contract lacks, also inside what may be null', () => {
    const more = {
      ...full,
      secret: 1,
      person: { ...full.person, secret: 1 },
      people: [{ ...ana, secret: 1 }],
    }
    expect(JSON.parse(write(more))).toEqual({ ...full, people: [ana] })
  })
  it('is validated by nothing, which would have to be compiled at the first one', () => {
    const { code } = fastJsonStringify(schemaOf(call), { mode: 'debug' }) as unknown as { code: string }
    expect(code).not.toContain('getSchemaValidator')
  })
  it('is compiled once for each endpoint, and others go on between two', async () => {
    const production = { config: { env: 'production' } } as App
    const other = { ...call }
    let turns = 0
    const turn = () => {
      turns++
      counting = setImmediate(turn)
    }
    let counting = setImmediate(turn)
    await prepareWriters(production, [other, call])
    clearImmediate(counting)
    expect(turns).toBeGreaterThanOrEqual(2)
    expect(writerOf(production, call)).toBe(write)
    expect(writerOf(production, other)).toBe(writerOf(production, other))
  })
  it('still finds out which of several shapes it has', () => {
    const one = z.union([
      z.object({ kind: z.literal('a'), a: z.string() }),
      z.object({ b: z.number() }),
      z.null(),
    ])
    const either = writerOf({ config: { env: 'production' } } as App, { ...call, reply: z.array(one) })
    const answer = [{ kind: 'a', a: 'x' }, { b: 2 }, null]
    expect(JSON.parse(either(answer))).toEqual(answer)
  })
})
