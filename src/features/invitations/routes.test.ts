import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { project_members } from '#features/projects/table.ts'
import { invitations } from './table.ts'

let t: TestApp
let owner: Person
let band: number
let n = 0

beforeAll(async () => {
  t = await testApp({ max: 20 })
})
afterAll(() => t.close())
beforeEach(async () => {
  owner = await t.person('MUSICIAN', { name: 'Olga Dueña' })
  band = await t.project(owner.id, 'GROUP', 'Los Faroles')
})

const invite = (email: string, more: object = {}) =>
  owner.post(`/api/projects/${band}/invitations/`, { email, ...more })

/** A musician with an open invitation to the band. */
async function invited(more: object = {}) {
  const invitee = await t.person('MUSICIAN', { name: 'Iván' })
  const { status, body } = await invite(invitee.email, more)
  expect(status).toBe(201)
  return { invitee, id: body.id as number }
}
const noticeOf = async (person: Person, type = 'INVITE_BAND_MEMBER') =>
  (await person.get(`/notifications/?notification_type=${type}`)).body.results
const membersOf = async () =>
  (await owner.get(`/api/projects/${band}/members/`)).body.results.map(
    (m: { user: { id: number } }) => m.user.id,
  )

describe('inviting', () => {
  it('tells a musician in the product and by mail', async () => {
    const { invitee, id } = await invited({ function: 'Bajo', message: 'Te esperamos' })
    const [notice] = await noticeOf(invitee)
    expect(notice).toMatchObject({
      type: 'INVITE_BAND_MEMBER',
      value: String(id),
      invitation_status: 'in_process',
      read: false,
      title: 'Invitación a una banda',
      message: 'Olga Dueña te invita a tocar en Los Faroles.',
    })
    const [mail] = await t.mails(invitee.email)
    expect(mail?.subject).toBe('Olga Dueña te invita a Los Faroles')
    expect(mail?.text).toContain('Te esperamos')
    expect(mail?.text).toMatch(/\/invitation\?token=[\w-]{43}/)
  })

  it('tells of a band and its owner by their names, even by ones that begin like a time', async () => {
    owner = await t.person('MUSICIAN', { name: '2026-01-01T00:00:00.000Z' })
    band = await t.project(owner.id, 'GROUP', '2026-01-01T00:00 Los Tercos')
    const { invitee } = await invited()
    const [notice] = await noticeOf(invitee)
    expect(notice.message).toBe('2026-01-01T00:00:00.000Z te invita a tocar en 2026-01-01T00:00 Los Tercos.')
  })

  it('mails a stranger a way to sign up', async () => {
    const email = `nueva${++n}@tarima.test`
    const { body } = await invite(email)
    expect(body).toMatchObject({ email, status: 'pending', name: null })
    const [mail] = await t.mails(email)
    expect(mail?.text).toMatch(/\/invitation\?token=[\w-]{43}/)
    expect(mail?.text).toContain('Crea tu cuenta desde aquí')
  })

  it('is open once per e-mail and band, in any case', async () => {
    const { invitee } = await invited()
    const again = await invite(invitee.email.toUpperCase())
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({
      code: 'invitations.open_already',
      message: 'Ese correo ya tiene una invitación abierta.',
    })
  })

  it('is once under 20 parallel tries', async () => {
    const email = `carrera${++n}@tarima.test`
    const answers = await Promise.all(Array.from({ length: 20 }, () => invite(email)))
    expect(answers.map((a) => a.status).sort()).toEqual([201, ...Array(19).fill(409)])
  })

  it('is refused for a member, a personal project, a long message and a wrong e-mail', async () => {
    expect((await invite(owner.email)).body.code).toBe('invitations.already_member')
    const personal = await owner.post(`/api/projects/${owner.project_id}/invitations/`, { email: 'x@y.test' })
    expect([personal.status, personal.body.code]).toEqual([409, 'invitations.not_a_band'])
    expect((await invite('a@b.test', { message: 'x'.repeat(500) })).status).toBe(201)
    const long = await invite('c@d.test', { message: 'x'.repeat(501) })
    expect([long.status, long.body.fields.message]).toEqual([422, 'Debe tener como máximo 500 caracteres'])
    expect((await invite('nobody')).body.fields.email).toBe('Escribe un correo válido')
  })

  it('is the owner’s: 403 for a collaborator, 404 for a stranger', async () => {
    const { invitee, id } = await invited()
    const calls = (who: Person) => [
      who.get(`/api/projects/${band}/invitations/`),
      who.post(`/api/projects/${band}/invitations/`, { email: 'z@z.test' }),
      who.post(`/api/projects/${band}/invitations/${id}/resend/`),
      who.post(`/api/projects/${band}/invitations/${id}/revoke/`),
    ]
    for (const answer of await Promise.all(calls(invitee))) expect(answer.status).toBe(404)
    await invitee.patch(`/api/invitations/${id}/accept/`, { action: 'accept' })
    for (const answer of await Promise.all(calls(invitee))) expect(answer.status).toBe(403)
    const other = await t.project(invitee.id, 'GROUP', 'Otra')
    expect((await invitee.post(`/api/projects/${other}/invitations/${id}/revoke/`)).status).toBe(404)
  })
})

describe('answering', () => {
  it('begins with the details', async () => {
    const { invitee, id } = await invited({ message: 'Ven', function: 'Voz' })
    const { status, body } = await invitee.get(`/api/musician/invitations/${id}/`)
    expect(status).toBe(200)
    const detail = {
      band_name: 'Los Faroles',
      status: 'pending',
      message: 'Ven',
      is_expired: false,
      expires_at: expect.stringMatching(/Z$/),
    }
    expect(body).toMatchObject({ id, ...detail, detail, invitation_status: 'in_process' })
    expect(Date.parse(body.expires_at) - t.clock.now().getTime()).toBeGreaterThan(14 * DAY - HOUR)
  })

  it('with yes makes a member, and tells the owner', async () => {
    const { invitee, id } = await invited({ function: 'Bajo', instruments: ['bass'], required: false })
    const { status, body } = await invitee.patch(`/api/invitations/${id}/accept/`, { action: 'accept' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'accepted', invitation_status: 'accepted' })
    expect((await noticeOf(invitee))[0]).toMatchObject({ read: true, invitation_status: 'accepted' })
    expect((await noticeOf(owner, 'INVITE_BAND_CONFIRMED'))[0]).toMatchObject({
      value: String(id),
      message: 'Iván aceptó y ya es parte de Los Faroles.',
    })
    const { results } = (await owner.get(`/api/projects/${band}/members/`)).body
    expect(results[1]).toMatchObject({
      role: 'COLLABORATOR',
      function: 'Bajo',
      instruments: ['bass'],
      required: false,
      user: { id: invitee.id },
    })
    const profile = (await invitee.get('/auth/profile')).body
    expect(profile.music_project.map((p: { name: string }) => p.name)).toContain('Los Faroles')
  })

  it.each(['accept', 'decline'])('with no, on the path /%s/, makes nobody a member', async (path) => {
    const { invitee, id } = await invited()
    const answer = await invitee.patch(`/api/invitations/${id}/${path}/`, { action: 'decline' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ status: 'rejected', invitation_status: 'canceled' })
    expect((await noticeOf(invitee))[0]).toMatchObject({ read: true, invitation_status: 'canceled' })
    expect(await noticeOf(owner, 'INVITE_BAND_CONFIRMED')).toEqual([])
    expect(await membersOf()).toEqual([owner.id])
    // The e-mail is free to be invited again.
    expect((await invite(invitee.email)).status).toBe(201)
  })

  it('is over when the invitation has expired, by the clock and before any sweep', async () => {
    const { invitee, id } = await invited()
    t.clock.move(14 * DAY + 1000)
    try {
      expect((await invitee.get(`/api/musician/invitations/${id}/`)).body).toMatchObject({
        status: 'pending',
        is_expired: true,
      })
      const late = await invitee.patch(`/api/invitations/${id}/accept/`, { action: 'accept' })
      expect([late.status, late.body.code, late.body.message]).toEqual([
        409,
        'invitations.expired',
        'La invitación venció.',
      ])
      expect((await owner.get(`/api/projects/${band}/invitations/`)).body.results[0].status).toBe('expired')
      await t.app.jobs.runSweeps()
      const [row] = await t.db.select().from(invitations).where(eq(invitations.id, id))
      expect(row?.status).toBe('expired')
      // The owner sends it again, and it counts anew.
      expect((await owner.post(`/api/projects/${band}/invitations/${id}/resend/`)).body.status).toBe(
        'pending',
      )
      expect((await invitee.patch(`/api/invitations/${id}/accept/`, { action: 'accept' })).status).toBe(200)
    } finally {
      t.clock.reset()
    }
  })

  it('is over when the owner took it back, or put the band away', async () => {
    const { invitee, id } = await invited()
    expect((await owner.post(`/api/projects/${band}/invitations/${id}/revoke/`)).body.status).toBe('revoked')
    const late = await invitee.patch(`/api/invitations/${id}/accept/`, { action: 'accept' })
    expect([late.status, late.body.code]).toEqual([409, 'invitations.revoked'])
    expect((await noticeOf(invitee))[0]).toMatchObject({ invitation_status: 'canceled' })
    expect((await owner.post(`/api/projects/${band}/invitations/${id}/revoke/`)).status).toBe(409)
    const other = await invited()
    await owner.post(`/api/projects/${band}/archive/`)
    expect((await other.invitee.patch(`/api/invitations/${other.id}/accept/`)).body.code).toBe(
      'invitations.revoked',
    )
  })

  it('comes to one outcome of 100 parallel accepts', async () => {
    const { invitee, id } = await invited()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        invitee.patch(`/api/invitations/${id}/accept/`, { action: 'accept' }),
      ),
    )
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
    expect(answers.filter((a) => a.status === 409)).toHaveLength(99)
    expect(await membersOf()).toEqual([owner.id, invitee.id])
    expect(await noticeOf(owner, 'INVITE_BAND_CONFIRMED')).toHaveLength(1)
  })

  it('comes to one outcome, consistent everywhere, of accepting while it is taken back', async () => {
    let accepted = 0
    for (let round = 0; round < 20; round++) {
      const { invitee, id } = await invited()
      const [accept, revoke] = await Promise.all([
        invitee.patch(`/api/invitations/${id}/accept/`, { action: 'accept' }),
        owner.post(`/api/projects/${band}/invitations/${id}/revoke/`),
      ])
      expect([accept.status, revoke.status].sort()).toEqual([200, 409])
      const won = accept.status === 200
      if (won) accepted++
      const members = await t.db.select().from(project_members).where(eq(project_members.user_id, invitee.id))
      expect(members.some((m) => m.project_id === band)).toBe(won)
      const [row] = await t.db.select().from(invitations).where(eq(invitations.id, id))
      expect(row?.status).toBe(won ? 'accepted' : 'revoked')
      expect((await noticeOf(invitee))[0].invitation_status).toBe(won ? 'accepted' : 'canceled')
    }
    expect(await noticeOf(owner, 'INVITE_BAND_CONFIRMED')).toHaveLength(accepted)
  })
})

describe('an invitation by e-mail', () => {
  it('waits for the sign-up, is answered by it, and is claimed by the verified e-mail', async () => {
    const email = `espera${++n}@tarima.test`
    const { body: made } = await invite(email, { message: 'Ven' })
    const { status, body } = await t.anonymous.post('/auth/register/musician/', {
      name: 'Eva Nueva',
      email,
      password: 'una-clave-muy-larga',
      terms: true,
      city: 'Antigua Guatemala',
      main_instrument: 'voice',
      invitation: made.id,
    })
    expect(status).toBe(200)
    expect(body.pending_invitations).toEqual([
      {
        id: made.id,
        detail: {
          band_name: 'Los Faroles',
          status: 'pending',
          message: 'Ven',
          is_expired: false,
          expires_at: made.expires_at,
        },
      },
    ])
    const eva = t.as({ token: body.access })
    // Before the e-mail is verified it isn't theirs.
    expect((await eva.patch(`/api/invitations/${made.id}/accept/`)).status).toBe(403)
    const mail = (await t.mails(email)).find((one) => one.kind === 'verify_email')
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const verified = await t.anonymous.post('/auth/verify-email', { token })
    const sure = t.as({ token: verified.body.access })
    const { results } = (await sure.get('/notifications/')).body
    expect(results[0]).toMatchObject({ type: 'INVITE_BAND_MEMBER', value: String(made.id) })
    expect((await sure.patch(`/api/invitations/${made.id}/accept/`)).status).toBe(200)
    const profile = (await sure.get('/auth/profile')).body
    expect(profile.music_project.map((p: { name: string }) => p.name)).toEqual(['Eva Nueva', 'Los Faroles'])
  })

  it('is sent again at most once an hour', async () => {
    const { body } = await invite(`otra${++n}@tarima.test`)
    const path = `/api/projects/${band}/invitations/${body.id}/resend/`
    const early = await owner.post(path)
    expect(early.status).toBe(429)
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(3500)
    t.clock.move(HOUR + 1000)
    try {
      expect((await owner.post(path)).status).toBe(200)
      expect(await t.mails(body.email)).toHaveLength(2)
    } finally {
      t.clock.reset()
    }
  })
})
