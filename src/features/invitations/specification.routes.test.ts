import { eq } from 'drizzle-orm'
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
  type Words,
} from '#app/server/specified.fixture.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { invitations } from './table.ts'

/*
 * Every call about band invitations whose path is fixed (rule C-3), in every form of its path, with the answers to good
 * and bad requests, word for word in both languages. What follows from them is in routes.test.ts.
 */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ max: 8 })
})
afterAll(() => t?.close())

/** The fields that the specification fixes. */
const DETAIL = ['band_name', 'status', 'expires_at', 'message', 'is_expired']
const INVITATION = [
  'id',
  'detail',
  ...DETAIL,
  'invitation_status',
  'project_id',
  'profile_image',
  'invited_by',
  'function',
]

/** A musician with an open invitation to a band. */
async function invited() {
  const owner = await t.person('MUSICIAN', { name: 'Olga' })
  const band = await t.project(owner.id, 'GROUP', 'Los Faroles')
  const invitee = await t.person('MUSICIAN')
  const body = { email: invitee.email, message: 'Ven' }
  const { id } = (await owner.post(`/api/projects/${band}/invitations/`, body)).body as { id: number }
  /** Whatever an answer changes. */
  const unchanged = async () => ({
    invitation: await t.db.select().from(invitations).where(eq(invitations.id, id)),
    notice: await noticeOf(invitee),
    told: (await owner.get('/api/notifications/')).body.results,
    members: (await owner.get(`/api/projects/${band}/members/`)).body.results,
  })
  return { owner, band, invitee, id, unchanged }
}
const noticeOf = async (who: Person) =>
  (await who.get('/api/notifications/?notification_type=INVITE_BAND_MEMBER')).body.results[0]

/** What all of these calls answer: an id and a detail object, whose fields stand beside them too. */
const isInvitation = (body: { detail: object }, id: number, status: string, invitation_status: string) => {
  expect(Object.keys(body).sort()).toEqual([...INVITATION].sort())
  expect(Object.keys(body.detail).sort()).toEqual([...DETAIL].sort())
  const detail = { band_name: 'Los Faroles', status, message: 'Ven', is_expired: false }
  expect(body).toMatchObject({ id, ...detail, detail, invitation_status })
}

/** Whose it isn't, and who isn't anybody: of every row. */
const others = (body?: object): Bad[] => [
  nobody(async () => {
    const { id, unchanged } = await invited()
    return { id, body, unchanged }
  }),
  {
    what: 'an e-mail that isn’t verified',
    given: async () => {
      const { id, unchanged } = await invited()
      return { by: await t.person('MUSICIAN', { verified: false }), id, body, unchanged }
    },
    status: 403,
    code: 'access.unverified',
    message: COMMON.unverified,
  },
  ...(
    [
      ['another musician’s', () => t.person('MUSICIAN'), (id) => id],
      ['one that oneself sent', ({ owner }) => owner, (id) => id],
      ['one that isn’t there', ({ invitee }) => invitee, () => 999_999_999],
      ['no id', ({ invitee }) => invitee, () => 'abc'],
    ] as [
      string,
      (of: { owner: Person; invitee: Person }) => Person | Promise<Person>,
      (id: number) => number | string,
    ][]
  ).map(
    ([what, by, idOf]): Bad => ({
      what,
      given: async () => {
        const { id, unchanged, ...of } = await invited()
        return { by: await by(of), id: idOf(id), body, unchanged }
      },
      status: 404,
      code: 'common.not_found',
      message: COMMON.not_found,
    }),
  ),
]

const OVER: [string, 'answered' | 'revoked' | 'expired', Words, (of: Invited) => Promise<unknown>][] = [
  [
    'one accepted before',
    'answered',
    { es: 'Esta invitación ya fue respondida.', en: 'This invitation has already been answered.' },
    ({ invitee, id }) => invitee.patch(`/api/invitations/${id}/accept/`, { action: 'accept' }),
  ],
  [
    'one declined before',
    'answered',
    { es: 'Esta invitación ya fue respondida.', en: 'This invitation has already been answered.' },
    ({ invitee, id }) => invitee.patch(`/api/invitations/${id}/decline/`),
  ],
  [
    'one that was taken back',
    'revoked',
    { es: 'La banda retiró la invitación.', en: 'The band withdrew the invitation.' },
    ({ owner, band, id }) => owner.post(`/api/projects/${band}/invitations/${id}/revoke/`),
  ],
  [
    'one whose time is up',
    'expired',
    { es: 'La invitación venció.', en: 'The invitation has expired.' },
    ({ id }) =>
      t.db.update(invitations).set({ expires_at: t.clock.now().toISOString() }).where(eq(invitations.id, id)),
  ],
]
type Invited = Awaited<ReturnType<typeof invited>>

/** One that can't be answered any more: of both answers. */
const over = (body: object): Bad[] =>
  OVER.map(([what, reason, message, ends]) => ({
    what,
    given: async () => {
      const one = await invited()
      await ends(one)
      return { by: one.invitee, id: one.id, body, unchanged: one.unchanged }
    },
    status: 409,
    code: `invitations.${reason}`,
    message,
  }))
const wrong = (...bodies: [string, object, Words][]): Bad[] => [
  ...noBody(async () => {
    const { invitee, id, unchanged } = await invited()
    return { by: invitee, id, unchanged }
  }),
  ...bodies.map(([what, body, says]) =>
    invalid(
      what,
      async () => {
        const { invitee, id, unchanged } = await invited()
        return { by: invitee, id, body, unchanged }
      },
      { action: says },
    ),
  ),
]

/** One way of answering, and what it comes to. */
const answering = (
  path: string,
  sent: string,
  body: object,
  outcome: 'accepted' | 'declined',
  bad: Bad[],
): Row => ({
  method: 'PATCH',
  path,
  with: sent,
  async good() {
    const { owner, band, invitee, id } = await invited()
    return {
      given: { by: invitee, id, body },
      async check(answer) {
        const accepted = outcome === 'accepted'
        const invitation_status = accepted ? 'accepted' : 'canceled'
        isInvitation(answer.body, id, accepted ? 'accepted' : 'rejected', invitation_status)
        expect(await noticeOf(invitee)).toMatchObject({ value: String(id), read: true, invitation_status })
        const { results } = (await owner.get(`/api/projects/${band}/members/`)).body
        expect(results).toHaveLength(accepted ? 2 : 1)
      },
    }
  },
  bad: [...others(body), ...over(body), ...bad],
})

const ROWS: Row[] = [
  answering(
    '/api/invitations/{id}/accept/',
    "{action:'accept'}",
    { action: 'accept' },
    'accepted',
    wrong(
      ['another action', { action: 'maybe' }, COMMON.option],
      ['an action that is no word', { action: 1 }, COMMON.option],
      ['no action at all', { action: null }, COMMON.required],
    ),
  ),
  answering('/api/invitations/{id}/accept/', "{action:'decline'}", { action: 'decline' }, 'declined', []),
  answering(
    '/invitations/{id}/decline/',
    '{}',
    {},
    'declined',
    wrong(['the other action', { action: 'accept' }, COMMON.option]),
  ),
  answering('/invitations/{id}/decline/', "{action:'decline'}", { action: 'decline' }, 'declined', []),
  {
    method: 'GET',
    path: '/api/musician/invitations/{id}/',
    async good() {
      const { invitee, id } = await invited()
      return {
        given: { by: invitee, id },
        async check({ body }) {
          isInvitation(body, id, 'pending', 'in_process')
          // Looking answers nothing.
          expect(await noticeOf(invitee)).toMatchObject({ read: false, invitation_status: 'in_process' })
        },
      }
    },
    bad: others(),
  },
]

testRows(() => t, ROWS)

test('the rows are the specification’s', () => {
  expect(ROWS.map(rowName)).toEqual([
    "PATCH /api/invitations/{id}/accept/ {action:'accept'}",
    "PATCH /api/invitations/{id}/accept/ {action:'decline'}",
    'PATCH /invitations/{id}/decline/ {}',
    "PATCH /invitations/{id}/decline/ {action:'decline'}",
    'GET /api/musician/invitations/{id}/',
  ])
})
