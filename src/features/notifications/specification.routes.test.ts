import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Bad,
  COMMON,
  invalid,
  noBody,
  nobody,
  type Row,
  rowName,
  testRows,
} from '#app/server/specified.fixture.ts'
import { type Answer, type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { transaction } from '#core/server/work.ts'
import { type Message, notify } from './commands.ts'

/*
 * Every call about notifications whose path is fixed (rule C-2), in every form of its path, with the answers to good and
 * bad requests, word for word in both languages. What follows from them is in routes.test.ts.
 */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ max: 8 })
})
afterAll(() => t?.close())

/** The fields that the specification fixes. */
const NOTIFICATION = ['id', 'type', 'title', 'message', 'created_at', 'read', 'value', 'invitation_status']

let n = 0
/** Somebody who was told of two orders, and their ids, newest first. */
async function reader() {
  const who = await t.person('TALENT_HUNTER')
  const order = (type: Message['type']): Message => ({
    user_id: who.id,
    type,
    subject: `order:${++n}`,
    value: String(n),
    params: { order_name: 'Boda' },
  })
  await transaction(t.app, t.clock.now(), async (work) =>
    notify(work, [order('BRIEF_INITIATED'), order('TALENT_RECOMMENDED')]),
  )
  const ids = (await listOf(who)).map(({ id }) => id)
  return { who, newest: ids[0] ?? 0, oldest: ids[1] ?? 0, unchanged: () => listOf(who) }
}
const listOf = async (who: Person): Promise<{ id: number; type: string; read: boolean }[]> =>
  (await who.get('/api/notifications/')).body.results
const readOf = async (who: Person) => (await listOf(who)).map(({ read }) => read)

const unverified: Bad = {
  what: 'an e-mail that isn’t verified',
  given: async () => ({
    by: await t.person('TALENT_HUNTER', { verified: false }),
    body: { read: true },
    id: 1,
  }),
  status: 403,
  code: 'access.unverified',
  message: COMMON.unverified,
}
const malformed = (query: Record<string, string>, fields?: Bad['fields']): Bad => ({
  what: new URLSearchParams(query).toString(),
  given: async () => ({ by: await t.person('MUSICIAN'), query }),
  status: 400,
  code: 'common.malformed',
  message: COMMON.malformed,
  ...(fields ? { fields } : {}),
})

/** A list as the specification fixes it, of exactly these types. */
const lists =
  (...types: string[]) =>
  ({ body }: Answer) => {
    expect(Object.keys(body)).toEqual(['results', 'next'])
    expect(body.results.map((one: { type: string }) => one.type)).toEqual(types)
    for (const one of body.results) {
      expect(Object.keys(one).sort()).toEqual([...NOTIFICATION].sort())
      expect(one).toMatchObject({
        id: expect.any(Number),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        read: false,
        value: expect.stringMatching(/^\d+$/),
      })
    }
  }

/** Marking all, sent in one of the ways in which a body can be empty. */
const markAll = (sent: string, given: object, bad: Bad[]): Row => ({
  method: 'PATCH',
  path: '/notifications/mark-all-read/',
  with: sent,
  async good() {
    const { who } = await reader()
    const other = await reader()
    return {
      given: { by: who, ...given },
      async check({ body }) {
        expect(body).toEqual({ marked: 2, read_at: expect.stringMatching(/Z$/) })
        expect(await readOf(who)).toEqual([true, true])
        expect(await readOf(other.who)).toEqual([false, false])
      },
    }
  },
  bad,
})

const ROWS: Row[] = [
  {
    method: 'GET',
    path: '/notifications/',
    async good() {
      const { who } = await reader()
      return { given: { by: who }, check: lists('TALENT_RECOMMENDED', 'BRIEF_INITIATED') }
    },
    bad: [nobody(), nobody(() => ({ by: t.as({ token: 'x'.repeat(43) }) })), unverified],
  },
  {
    method: 'GET',
    path: '/notifications/',
    with: '?last_event_id',
    async good() {
      const { who, oldest } = await reader()
      return {
        given: { by: who, query: { last_event_id: String(oldest) } },
        check: lists('TALENT_RECOMMENDED'),
      }
    },
    bad: [
      malformed({ last_event_id: 'x' }, { last_event_id: COMMON.number }),
      malformed(
        { last_event_id: '-1' },
        { last_event_id: { es: 'Debe ser 0 o más', en: 'Must be 0 or more' } },
      ),
      malformed({ last_event_id: '1.5' }, { last_event_id: COMMON.number }),
    ],
  },
  {
    method: 'GET',
    path: '/notifications/',
    with: '?notification_type',
    async good() {
      const { who } = await reader()
      return {
        given: { by: who, query: { notification_type: 'BRIEF_INITIATED' } },
        check: lists('BRIEF_INITIATED'),
      }
    },
    bad: [
      malformed({ notification_type: 'OTHER' }, { notification_type: COMMON.option }),
      malformed({ notification_type: 'brief_initiated' }, { notification_type: COMMON.option }),
    ],
  },
  {
    method: 'PATCH',
    path: '/api/notifications/{id}/',
    with: '{read:true}',
    async good() {
      const { who, oldest } = await reader()
      return {
        given: { by: who, id: oldest, body: { read: true } },
        async check({ body }) {
          expect(Object.keys(body).sort()).toEqual([...NOTIFICATION].sort())
          expect(body).toMatchObject({ id: oldest, read: true })
          expect(await readOf(who)).toEqual([false, true])
        },
      }
    },
    bad: [
      ...noBody(async () => {
        const { who, newest, unchanged } = await reader()
        return { by: who, id: newest, unchanged }
      }),
      nobody(async () => {
        const { newest, unchanged } = await reader()
        return { id: newest, body: { read: true }, unchanged }
      }),
      unverified,
      ...(
        [
          ['another’s', (id: number) => id],
          ['one that isn’t there', () => 999_999_999],
          ['no id', () => 'abc'],
        ] as const
      ).map(
        ([what, idOf]): Bad => ({
          what,
          given: async () => {
            const { newest, unchanged } = await reader()
            return { by: await t.person('TALENT_HUNTER'), id: idOf(newest), body: { read: true }, unchanged }
          },
          status: 404,
          code: 'common.not_found',
          message: COMMON.not_found,
        }),
      ),
      ...(
        [
          ['nothing', {}, COMMON.required],
          ['null', { read: null }, COMMON.required],
          ['a word', { read: 'true' }, COMMON.invalid_value],
        ] as const
      ).map(([what, body, says]) =>
        invalid(
          what,
          async () => {
            const { who, newest, unchanged } = await reader()
            return { by: who, id: newest, body, unchanged }
          },
          { read: says },
        ),
      ),
    ],
  },
  markAll('with {}', { body: {} }, [
    ...noBody(async () => {
      const { who, unchanged } = await reader()
      return { by: who, unchanged }
    }),
    nobody(async () => ({ unchanged: (await reader()).unchanged })),
    unverified,
    invalid(
      'a limit that is no id',
      async () => {
        const { who, unchanged } = await reader()
        return { by: who, body: { to_id: 'x' }, unchanged }
      },
      { to_id: COMMON.number },
    ),
  ]),
  markAll('with no body at all', { bodiless: true }, []),
  markAll('with JSON of no bytes', { raw: '' }, []),
]

testRows(() => t, ROWS)

test('the rows are the specification’s', () => {
  expect(ROWS.map(rowName)).toEqual([
    'GET /notifications/',
    'GET /notifications/ ?last_event_id',
    'GET /notifications/ ?notification_type',
    'PATCH /api/notifications/{id}/ {read:true}',
    'PATCH /notifications/mark-all-read/ with {}',
    'PATCH /notifications/mark-all-read/ with no body at all',
    'PATCH /notifications/mark-all-read/ with JSON of no bytes',
  ])
})
