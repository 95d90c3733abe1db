import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { Refusal } from '#core/contract/errors.ts'
import type { StepRow } from '#core/contract/steps.ts'
import { titleOf } from '#core/server/openapi.ts'
import { JOURNEY } from '#features/hiring/journey/rules.ts'
import { LESSON_STEPS } from '#features/lessons/rules.ts'
import { NOTIFICATION_TYPES } from '#features/notifications/contract.ts'
import { routes } from '../features.ts'
import { testApp } from '../testing.ts'
import { apiDocument } from './document.ts'
import { EXAMPLES } from './examples.ts'
import { ALSO, TAGS, TELLS } from './guide.ts'

/* What a stranger who writes a program finds in /api/openapi.json. */

let made: Awaited<ReturnType<typeof apiDocument>>
beforeAll(async () => {
  made = await apiDocument({ url: 'https://tarima.example' })
})

/** As much of OpenAPI's operation object as is read here. */
interface Operation {
  description: string
  parameters: unknown[]
  requestBody: { required: boolean; content: { 'application/json': object } }
  responses: Record<string, { $ref?: string; content?: object }>
}
const call = (method: string, path: string) => made.document.paths[path]?.[method] as Operation
const schema = (name: string) =>
  made.document.components.schemas[name] as Record<string, Record<string, unknown>>
const titles = routes.map(({ endpoint }) => titleOf(endpoint))

/** The steps of a table that somebody takes, in order; the others come by themselves. */
const takenByPeople = (steps: Record<string, StepRow<string, string>>) =>
  Object.entries(steps)
    .filter(([, { by }]) => [by].flat().some((actor) => actor !== 'system' && actor !== 'clock'))
    .map(([name]) => name)
    .toSorted()

/** By which call each of them is taken. */
const HIRING_CALLS = {
  start: 'POST /api/orders/',
  edit_brief: 'PATCH /api/orders/:id/brief/',
  submit: 'POST /api/orders/:id/submit/',
  continue: 'POST /api/orders/:id/continue/',
  publish_plan: 'POST /api/orders/:id/plan/',
  approve_plan: 'POST /api/orders/:id/approve/',
  scout: 'POST /api/orders/:id/scout/',
  ask_change: 'POST /api/orders/:id/change/',
  adjust: 'POST /api/orders/:id/adjust/',
  accept_budgets: 'POST /api/budgets/:id/accept/',
  cancel: 'POST /api/orders/:id/cancel/',
  postpone: 'POST /api/orders/:id/postpone/',
  reschedule: 'POST /api/orders/:id/reschedule/',
  ask_again: 'POST /api/orders/:id/reschedule/',
}
const LESSON_CALLS = {
  request: 'POST /api/lessons/',
  accept: 'POST /api/lessons/:id/steps/',
  decline: 'POST /api/lessons/:id/steps/',
  reschedule: 'POST /api/lessons/:id/move/',
  cancel_as_student: 'POST /api/lessons/:id/steps/',
  cancel_as_teacher: 'POST /api/lessons/:id/steps/',
  confirm: 'POST /api/lessons/:id/steps/',
  miss_as_student: 'POST /api/lessons/:id/steps/',
  miss_as_teacher: 'POST /api/lessons/:id/steps/',
}
/** What else the main jobs of who hires, who plays and who learns are made of. */
const MORE_CALLS = [
  'POST /api/auth/register/talent-hunter/',
  'POST /api/auth/register/musician/',
  'POST /api/auth/signup/',
  'POST /api/auth/verify-email/',
  'POST /api/auth/login/',
  'POST /api/projects/',
  'PATCH /api/projects/:id/',
  'PUT /api/availability/',
  'POST /api/services/',
  'PATCH /api/orders/:id/plan/:variant/',
  'POST /api/orders/ask/',
  'POST /api/requests/:id/available/',
  'POST /api/requests/:id/unavailable/',
  'POST /api/budgets/:id/changes/',
  'POST /api/budgets/:id/revise/',
  'POST /api/budgets/:id/decline/',
  'POST /api/contracts/:id/sign/',
  'POST /api/contracts/:id/payments/:kind/',
  'POST /api/contracts/:id/extras/',
  'POST /api/lessons/packages/',
  'POST /api/lessons/series/',
  'POST /api/lessons/series/:id/answer/',
  'POST /api/lessons/payments/:of/:id/',
  'POST /api/lessons/practice/',
  'POST /api/threads/',
  'POST /api/threads/:id/messages/',
  'POST /api/reviews/rounds/:id/',
]

// On a busy machine a thread takes up to two minutes for it.
it('is served as it is made, in a thread of its own, once', { timeout: 300_000 }, async () => {
  const t = await testApp()
  // One that couldn't be made is made when it is asked for again. A thread loads all there is: one is enough here.
  const run = vi.spyOn(t.app.side_workers, 'run').mockRejectedValueOnce(new Refusal(503, 'common.busy'))
  try {
    expect((await t.anonymous.get('/api/openapi.json')).status).toBe(503)
    const first = await t.anonymous.get('/api/openapi.json')
    expect(first.status).toBe(200)
    const { document } = await apiDocument({ url: t.app.config.public_url })
    expect(first.body).toEqual(JSON.parse(JSON.stringify(document)))
    expect((await t.anonymous.get('/api/openapi.json')).text).toBe(first.text)
    expect(run).toHaveBeenCalledTimes(2)
  } finally {
    await t.close()
  }
})

describe('schemas', () => {
  it('that are shared are said once, by the names of the contracts', () => {
    expect(call('get', '/api/orders/{id}/').responses[200]?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Order' } },
    })
    expect(schema('Order').properties?.score_detail).toMatchObject({
      anyOf: [{ $ref: '#/components/schemas/Score' }, { type: 'null' }],
    })
    const text = JSON.stringify(made.document)
    // With everything inlined it was 980 KB, more than twice as much for each call.
    expect(text.length / routes.length).toBeLessThan(2_450)
    expect(text).not.toContain('__schema')
  })
  it('say what each field is, and nothing of fields that are gone', () => {
    expect(made.undescribed).toEqual({ missing: [], unused: [] })
  })
  it('say the unit of every kind of value', () => {
    expect(schema('Amount')).toMatchObject({ description: expect.stringContaining('minor units') })
    expect(schema('Instant')).toMatchObject({
      format: 'date-time',
      description: expect.stringContaining('UTC'),
    })
    expect(schema('WallTime')).toMatchObject({ description: expect.stringContaining('local to the `zone`') })
    expect(schema('Budget').properties?.platform_fee).toMatchObject({
      description: expect.stringContaining('minor units'),
    })
    expect(schema('Service').properties?.duration_minutes).toMatchObject({
      description: expect.stringContaining('minutes'),
    })
  })
})

describe('calls', () => {
  it('say which statuses occur, and where Retry-After stands', () => {
    const { responses } = call('post', '/api/orders/')
    expect(Object.keys(responses)).toEqual(
      [201, 400, 401, 403, 408, 409, 413, 415, 422, 429, 503, 507].map(String),
    )
    expect(Object.keys(call('get', '/api/directory/projects/').responses)).toEqual([
      '200',
      '400',
      '429',
      '503',
    ])
    const shared: Record<string, object> = made.document.components.responses
    for (const status of [429, 503, 507])
      expect(shared[responses[status]?.$ref?.split('/').at(-1) ?? '']).toHaveProperty('headers.Retry-After')
    expect(call('post', '/api/auth/login/').responses).toHaveProperty('401')
  })
  it('list the Idempotency-Key where it is known, and nowhere else', () => {
    const key = { $ref: '#/components/parameters/IdempotencyKey' }
    expect(call('post', '/api/orders/').parameters).toContainEqual(key)
    for (const [method, path] of [
      ['get', '/api/orders/'],
      ['post', '/api/auth/login/'],
      ['post', '/api/files/'],
    ] as const)
      expect(call(method, path).parameters).not.toContainEqual(key)
  })
  it('name the content types of what is no JSON, and the parts of a form', () => {
    const typesOf = (path: string) => Object.keys(call('get', path).responses[200]?.content ?? {})
    expect(typesOf('/api/files/{id}/')).toEqual(['image/avif', 'image/webp', 'image/jpeg'])
    expect(typesOf('/api/notifications/stream/')).toEqual(['text/event-stream'])
    expect(call('get', '/api/notifications/unsubscribe/').responses[302]).toHaveProperty('headers.Location')
    expect(call('post', '/api/files/').requestBody).toMatchObject({
      content: { 'multipart/form-data': { schema: { required: ['file'] } } },
    })
    const takes = (contentType: string) => ({
      content: { 'multipart/form-data': { encoding: { file: { contentType } } } },
    })
    expect(call('post', '/api/files/').requestBody).toMatchObject(
      takes('image/jpeg, image/png, image/webp, image/avif, image/gif'),
    )
    expect(call('post', '/api/events/{id}/documents/').requestBody).toMatchObject(
      takes('application/pdf, image/jpeg, image/png, image/webp'),
    )
  })
  it('ask for a body only where one is read', () => {
    expect(call('post', '/api/orders/{id}/plan/')).not.toHaveProperty('requestBody')
    expect(call('delete', '/api/files/{id}/')).not.toHaveProperty('requestBody')
    expect(call('post', '/api/orders/{id}/submit/').requestBody.required).toBe(true)
    expect(call('post', '/api/orders/{id}/change/').requestBody.required).toBe(false)
  })
  it('say whom they tell, by notifications that there are', () => {
    expect(call('post', '/api/orders/{id}/scout/').description).toContain('SCOUTING_INITIATED')
    const named = Object.values(TELLS).flatMap((words) => words.match(/[A-Z]+(_[A-Z]+)+/g) ?? [])
    expect(named.filter((type) => !(NOTIFICATION_TYPES as readonly string[]).includes(type))).toEqual([])
  })
  it('are written about only where there are such', () => {
    for (const written of [TELLS, EXAMPLES, ALSO])
      expect(Object.keys(written).filter((title) => !titles.includes(title))).toEqual([])
    const groups = routes.map(({ endpoint }) => endpoint.path.split('/')[2] ?? '')
    expect(Object.keys(TAGS).filter((tag) => !groups.includes(tag))).toEqual([])
  })
  it('take the bodies that are given as examples', () => {
    for (const { endpoint } of routes) {
      const example = EXAMPLES[titleOf(endpoint)]
      if (!example) continue
      const { error, data } = z.safeParse(endpoint.body, example)
      expect(error, titleOf(endpoint)).toBeUndefined()
      // What a body doesn't know is passed over: a field that is gone would stay in its example.
      expect(data, titleOf(endpoint)).toMatchObject(example)
    }
  })
  it('have an example wherever a step of a main job takes a body', () => {
    expect(Object.keys(HIRING_CALLS).toSorted()).toEqual(takenByPeople(JOURNEY))
    expect(Object.keys(LESSON_CALLS).toSorted()).toEqual(takenByPeople(LESSON_STEPS))
    const calls = [...Object.values(HIRING_CALLS), ...Object.values(LESSON_CALLS), ...MORE_CALLS]
    expect(calls.filter((title) => !titles.includes(title))).toEqual([])
    const bodyOf = (title: string) => {
      const [method = '', path = ''] = title.split(' ')
      return call(method.toLowerCase(), path.replace(/:(\w+)/g, '{$1}')).requestBody
    }
    expect(
      calls.filter((title) => bodyOf(title) && !('example' in bodyOf(title).content['application/json'])),
    ).toEqual([])
  })
})

describe('the guide', () => {
  it('explains keys, cursors and waiting, and lists every step of the journey', () => {
    const { description } = made.document.info
    for (const word of ['Idempotency-Key', 'Retry-After', '`cursor`', 'minor units', 'Accept-Language'])
      expect(description).toContain(word)
    for (const [step, { to }] of Object.entries(JOURNEY))
      expect(description).toMatch(new RegExp(`^\\| \`${step}\` \\|.*\\| \`${to}\` \\|`, 'm'))
  })
})

describe('the linter', () => {
  it('finds one thing against Redocly’s recommended rules, and that is meant', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // A literal part of a path goes before a parameter: no address is served by two.
        'no-ambiguous-paths': 'off',
        // The specification writes its paths with one, and both forms are served.
        'no-path-trailing-slash': 'off',
      },
    })
    const found = await lintFromString({
      source: JSON.stringify(made.document),
      absoluteRef: 'openapi.json',
      config,
    })
    expect(found.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)).toEqual([
      // The link of a letter leads to a page and does nothing else.
      'operation-2xx-response #/paths/~1api~1notifications~1unsubscribe~1/get/responses',
    ])
  }, 120_000)
})
