import type { FieldValues, Resolver } from 'react-hook-form'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Problem } from '#core/contract/errors.ts'
import { resolverOf } from './form.ts'

const Gig = z.object({ title: z.string().check(z.minLength(3)), starts_at: z.iso.datetime() })
type Gig = z.output<typeof Gig>

const check = <Values extends FieldValues, Output>(
  resolver: Resolver<Values, unknown, Output>,
  values: Values,
) => resolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })

test('what is right goes out as the schema reads it', async () => {
  const gig = { title: 'Boda', starts_at: '2027-05-01T20:00:00Z' }
  expect(await check(resolverOf<Gig>(Gig), gig)).toEqual({ values: gig, errors: {} })
})

test('a form may hold something else than it sends, under its own names', async () => {
  const resolver = resolverOf<{ title: string; day: string | null }, Gig>(Gig, {
    from: ({ title, day }) => ({ title, starts_at: day && `${day}T20:00:00Z` }),
    nameOf: (field) => (field === 'starts_at' ? 'day' : field),
  })
  expect((await check(resolver, { title: 'Boda', day: '2027-05-01' })).values).toEqual({
    title: 'Boda',
    starts_at: '2027-05-01T20:00:00Z',
  })
  const { errors } = await check(resolver, { title: 'B', day: null })
  expect(errors).toMatchObject({
    title: { type: 'validation.min_length' },
    day: { type: 'validation.required' },
  })
})

test('a rule is asked once the schema is content', async () => {
  const resolver = resolverOf<Gig>(Gig, {
    rule: ({ title }): Record<string, Problem> =>
      title === 'Boda' ? { title: { key: 'validation.taken' } } : {},
  })
  const starts_at = '2027-05-01T20:00:00Z'
  expect((await check(resolver, { title: 'Boda', starts_at })).errors).toMatchObject({
    title: { type: 'validation.taken' },
  })
  expect((await check(resolver, { title: 'Feria', starts_at })).errors).toEqual({})
})
