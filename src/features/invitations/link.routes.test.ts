import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { tokenHash } from '#core/server/secrets.ts'
import { project_members } from '#features/projects/table.ts'
import { invitation_links } from './table.ts'

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

/** An invitation to an e-mail, and the token of the link that its newest letter has. */
async function invited(email = `enlace${++n}@tarima.test`) {
  const { status, body } = await owner.post(`/api/projects/${band}/invitations/`, { email })
  expect(status).toBe(201)
  return { id: body.id as number, email, token: await tokenTo(email) }
}
async function tokenTo(email: string): Promise<string> {
  const [mail] = (await t.mails(email)).filter((one) => one.kind === 'band_invitation')
  return /\/invitation\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
const read = (token: string) => t.anonymous.get(`/api/invitations/link/?token=${token}`)
const take = (who: Person, token: string) => who.post('/api/invitations/link/', { token })
const membersOf = async () =>
  (await owner.get(`/api/projects/${band}/members/`)).body.results.map(
    (m: { user: { id: number } }) => m.user.id,
  )
const noticesOf = async (person: Person, type: string) =>
  (await person.get(`/notifications/?notification_type=${type}`)).body.results

describe('the link of an invitation', () => {
  it('tells whoever holds it the band, who invites and the invited e-mail, and no more', async () => {
    const { email, token } = await invited()
    const { status, body } = await read(token)
    expect(status).toBe(200)
    expect(body).toEqual({
      band_name: 'Los Faroles',
      invited_by: 'Olga Dueña',
      email,
      state: 'open',
      expires_at: expect.stringMatching(/Z$/),
    })
    // Only its hash is stored.
    const stored = await t.db
      .select()
      .from(invitation_links)
      .where(eq(invitation_links.token_hash, tokenHash(token)))
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it('is nothing to whoever guesses, and refused when it was cut', async () => {
    const guessed = await read('x'.repeat(43))
    expect([guessed.status, guessed.body.code]).toEqual([404, 'invitations.no_link'])
    expect((await read('short')).status).toBe(400)
    const musician = await t.person('MUSICIAN')
    expect((await take(musician, 'x'.repeat(43))).status).toBe(404)
    expect((await t.anonymous.post('/api/invitations/link/', { token: 'x'.repeat(43) })).status).toBe(401)
  })

  it('says that it has expired, was taken back, declined or put away with the band', async () => {
    const late = await invited()
    t.clock.move(14 * DAY + 1000)
    try {
      expect((await read(late.token)).body.state).toBe('expired')
      const musician = await t.person('MUSICIAN')
      expect((await take(musician, late.token)).body.code).toBe('invitations.expired')
    } finally {
      t.clock.reset()
    }
    const revoked = await invited()
    await owner.post(`/api/projects/${band}/invitations/${revoked.id}/revoke/`)
    expect((await read(revoked.token)).body.state).toBe('withdrawn')
    const musician = await t.person('MUSICIAN')
    expect((await take(musician, revoked.token)).body.code).toBe('invitations.revoked')
    const declined = await invited(musician.email)
    await musician.patch(`/api/invitations/${declined.id}/decline/`)
    expect((await read(declined.token)).body.state).toBe('declined')
    const open = await invited()
    await owner.post(`/api/projects/${band}/archive/`)
    expect((await read(open.token)).body.state).toBe('withdrawn')
  })

  it('lets an account of another e-mail join, once, and tells the owner who came', async () => {
    const { email, token } = await invited()
    const other = await t.person('MUSICIAN', { name: 'Rita Otra' })
    const { status, body } = await take(other, token)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'accepted', band_name: 'Los Faroles' })
    expect(await membersOf()).toEqual([owner.id, other.id])
    expect((await noticesOf(owner, 'INVITE_BAND_CONFIRMED'))[0]?.message).toBe(
      'Rita Otra aceptó con un correo distinto del que invitaste, y ya es parte de Los Faroles.',
    )
    const { results } = (await owner.get(`/api/projects/${band}/invitations/`)).body
    expect(results[0]).toMatchObject({ email, name: 'Rita Otra', status: 'accepted' })
    expect((await read(token)).body.state).toBe('taken')
    // A second press reads the same; somebody else comes too late.
    expect([(await take(other, token)).status, await membersOf()]).toEqual([200, [owner.id, other.id]])
    const late = await take(await t.person('MUSICIAN'), token)
    expect([late.status, late.body.code]).toEqual([409, 'invitations.answered'])
    expect(await noticesOf(owner, 'INVITE_BAND_CONFIRMED')).toHaveLength(1)
  })

  it('takes the notification from whom it was to, since it is no longer theirs', async () => {
    const invitee = await t.person('MUSICIAN')
    const { id, token } = await invited(invitee.email)
    expect(await noticesOf(invitee, 'INVITE_BAND_MEMBER')).toHaveLength(1)
    const other = await t.person('MUSICIAN')
    expect((await take(other, token)).status).toBe(200)
    expect(await noticesOf(invitee, 'INVITE_BAND_MEMBER')).toEqual([])
    expect((await invitee.get(`/api/musician/invitations/${id}/`)).status).toBe(404)
  })

  it('is no way in for a client, an unverified account or whoever is in the band', async () => {
    const { token } = await invited()
    const client = await take(await t.person('TALENT_HUNTER'), token)
    expect([client.status, client.body.code]).toEqual([403, 'invitations.musicians_only'])
    expect((await take(await t.person('MUSICIAN', { verified: false }), token)).status).toBe(403)
    const again = await take(owner, token)
    expect([again.status, again.body.code]).toEqual([409, 'invitations.already_member'])
    expect((await read(token)).body.state).toBe('open')
  })

  it('of an older letter is as good as that of the newest', async () => {
    const { id, email, token } = await invited()
    t.clock.move(DAY)
    try {
      expect((await owner.post(`/api/projects/${band}/invitations/${id}/resend/`)).status).toBe(200)
      const newer = await tokenTo(email)
      expect(newer).not.toBe(token)
      expect((await read(newer)).body.state).toBe('open')
      expect((await take(await t.person('MUSICIAN'), token)).status).toBe(200)
      expect((await read(newer)).body.state).toBe('taken')
    } finally {
      t.clock.reset()
    }
  })

  it('comes to one member of many who hold it at once', async () => {
    const { token } = await invited()
    const people = await Promise.all(Array.from({ length: 8 }, () => t.person('MUSICIAN')))
    const answers = await Promise.all(people.map((person) => take(person, token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    const members = await t.db.select().from(project_members).where(eq(project_members.project_id, band))
    expect(members).toHaveLength(2)
  })
})
