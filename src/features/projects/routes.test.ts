import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import type { Work } from '#core/server/app.ts'
import { transaction } from '#core/server/work.ts'
import { givePlan } from '#features/plans/plans.fixture.ts'
import { checkCompleted, markAvailability } from './commands.profile.ts'

let t: TestApp
let olga: Person
let beto: Person
let band: number

beforeAll(async () => {
  t = await testApp({ max: 10 })
})
afterAll(() => t.close())
beforeEach(async () => {
  olga = await t.person('MUSICIAN', { name: 'Olga' })
  beto = await t.person('MUSICIAN', { name: 'Beto' })
  band = await t.project(olga.id, 'GROUP', 'Los Faroles')
})

/** Beto joins the band by invitation. Answers the id of his membership. */
async function joined(person = beto): Promise<number> {
  const { body } = await olga.post(`/api/projects/${band}/invitations/`, { email: person.email })
  await person.patch(`/api/invitations/${body.id}/accept/`, { action: 'accept' })
  const { results } = (await olga.get(`/api/projects/${band}/members/?limit=100`)).body
  return results.find((m: { user: { id: number } }) => m.user.id === person.id).id
}

describe('the profile', () => {
  it.each(['/auth/profile', '/auth/profile/', '/api/auth/profile', '/api/auth/profile/'])(
    'answers GET %s',
    async (path) => {
      const { status, body } = await olga.get(path)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        id: olga.id,
        name: 'Olga',
        accountType: 'MUSICIAN',
        verified: true,
        music_project_id: olga.project_id,
        role: 'OWNER',
        is_owner: true,
        completed_steps: {
          isProfileInfoCompleted: false,
          isVerificationStepCompleted: true,
          isAvailabilityCompleted: false,
        },
      })
      expect(body.music_project).toEqual([
        {
          id: olga.project_id,
          name: 'Olga',
          profile_image: null,
          owner: { id: olga.id },
          project_type: { name: 'INDIVIDUAL' },
        },
        {
          id: band,
          name: 'Los Faroles',
          profile_image: null,
          owner: { id: olga.id },
          project_type: { name: 'GROUP' },
        },
      ])
      expect(body.permissions).toContain('read:members')
      expect(body).not.toHaveProperty('password_hash')
    },
  )

  it('is there for a hunter, a student and somebody unverified, and for nobody else', async () => {
    const hunter = await t.person('TALENT_HUNTER')
    expect((await hunter.get('/auth/profile')).body).toMatchObject({
      music_project: [],
      music_project_id: null,
      role: null,
    })
    const student = await t.person('STUDENT', { verified: false })
    expect((await student.get('/auth/profile')).body).toMatchObject({ verified: false })
    expect((await t.anonymous.get('/auth/profile')).status).toBe(401)
  })

  it('changes only what is sent', async () => {
    const hunter = await t.person('TALENT_HUNTER', { city: 'Cobán' })
    const { status, body } = await hunter.patch('/api/auth/profile/', {
      phone: '+502 5555 1234',
      language: 'en',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ phone: '+502 5555 1234', language: 'en', city: 'Cobán' })
    expect((await hunter.patch('/auth/profile', { name: 'x' })).body.fields.name).toBe(
      'Debe tener al menos 2 caracteres',
    )
    // What isn't theirs to change is left as it is.
    await hunter.patch('/auth/profile', { accountType: 'MUSICIAN', verified: false, email: 'a@b.test' })
    expect((await hunter.get('/auth/profile')).body).toMatchObject({
      accountType: 'TALENT_HUNTER',
      verified: true,
      email: hunter.email,
    })
  })

  it('tells once when everything is completed', async () => {
    const hunter = await t.person('TALENT_HUNTER', { city: 'Cobán' })
    const told = async (person: Person) =>
      (await person.get('/notifications/?notification_type=PROFILE_COMPLETED')).body.results.length
    await hunter.patch('/auth/profile', { language: 'es' })
    expect(await told(hunter)).toBe(0)
    await hunter.patch('/auth/profile', { phone: '5555 1234', client_kind: 'PERSONAL' })
    await hunter.patch('/auth/profile', { phone: '5555 1235' })
    expect(await told(hunter)).toBe(1)
    // Who hires isn't looked for: what comes next for them is an event.
    const say = t.app.texts.say
    expect((await hunter.get('/notifications/')).body.results[0]?.message).toBe(
      say('es', 'functionality:notifications.PROFILE_COMPLETED.message_hunter'),
    )

    const within = <T>(run: (work: Work) => Promise<T>) => transaction(t.app, t.clock.now(), run)
    await within((work) => markAvailability(work, Number(olga.project_id), true))
    await olga.patch(`/api/projects/${olga.project_id}/`, {
      bio: 'Toco el piano desde niña y acompaño bodas, restaurantes y ceremonias en toda Guatemala.',
      city: 'antigua guatemala',
      genres: ['jazz'],
    })
    expect(await told(olga)).toBe(0)
    expect((await olga.get('/auth/profile')).body.completed_steps.isProfileInfoCompleted).toBe(false)
    await within((work) => checkCompleted(work, olga.id))
    expect(await told(olga)).toBe(0)
  })
})

describe('projects', () => {
  it('begin with a personal one for a musician who signs up', async () => {
    const { body } = await t.anonymous.post('/auth/register/musician', {
      name: 'Nora Piano',
      email: 'nora@tarima.test',
      password: 'una-clave-muy-larga',
      terms: true,
      city: 'Quetzaltenango',
      main_instrument: 'piano',
    })
    const profile = (await t.as({ token: body.access }).get('/auth/profile')).body
    expect(profile.music_project).toHaveLength(1)
    expect(profile.music_project_id).toBe(profile.music_project[0].id)
    expect(profile.music_project[0]).toMatchObject({
      name: 'Nora Piano',
      project_type: { name: 'INDIVIDUAL' },
    })
  })

  it('are made as bands, each with its owner, and one personal only', async () => {
    // What she founds here is more than the free plan has room for.
    await givePlan(t.db, olga.id)
    const { status, body } = await olga.post('/api/projects/', {
      name: '  Marimba Viva ',
      project_type: 'GROUP',
      city: 'coban',
      genres: ['latin'],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Marimba Viva',
      role: 'OWNER',
      city: 'Cobán',
      country: 'GT',
      zone: 'America/Guatemala',
      member_count: 1,
      owner: { id: olga.id },
    })
    expect(body.lat).toBeCloseTo(15.47, 1)
    const second = await olga.post('/api/projects/', { name: 'Yo', project_type: 'INDIVIDUAL' })
    expect([second.status, second.body.code]).toEqual([409, 'projects.one_personal'])
    expect((await olga.post('/api/projects/', { name: 'x', project_type: 'DUO' })).status).toBe(422)
    const hunter = await t.person('TALENT_HUNTER')
    expect((await hunter.post('/api/projects/', { name: 'Band', project_type: 'GROUP' })).status).toBe(403)
  })

  it('are listed: the personal one, own bands, bands one works in; page by page', async () => {
    const theirs = await t.project(beto.id, 'GROUP', 'De Beto')
    const { body } = await beto.post(`/api/projects/${theirs}/invitations/`, { email: olga.email })
    await olga.patch(`/api/invitations/${body.id}/accept/`)
    const names: string[] = []
    let cursor: string | null = null
    do {
      const page: { results: { name: string }[]; next: string | null } = (
        await olga.get(`/api/projects/?limit=1${cursor ? `&cursor=${cursor}` : ''}`)
      ).body
      names.push(...page.results.map((p) => p.name))
      cursor = page.next
    } while (cursor)
    expect(names).toEqual(['Olga', 'Los Faroles', 'De Beto'])
  })

  it('are changed by their owner; a picked point wins over the town’s', async () => {
    const { body } = await olga.patch(`/api/projects/${band}/`, {
      city: 'Managua',
      lat: 12.1,
      lng: -86.2,
      bio: 'Somos',
    })
    expect(body).toMatchObject({
      city: 'Managua',
      country: 'NI',
      zone: 'America/Managua',
      lat: 12.1,
      lng: -86.2,
      bio: 'Somos',
    })
    expect((await olga.patch(`/api/projects/${band}/`, { lat: 1 })).status).toBe(422)
    expect((await olga.patch(`/api/projects/${band}/`, { genres: ['polka'] })).status).toBe(422)
    expect(
      (await olga.patch(`/api/projects/${band}/`, { profile_image: 'https://evil.test/x.png' })).status,
    ).toBe(422)
    expect((await beto.patch(`/api/projects/${band}/`, { bio: 'x' })).status).toBe(404)
    await joined()
    const refused = await beto.patch(`/api/projects/${band}/`, { bio: 'x' })
    expect([refused.status, refused.body.code]).toEqual([403, 'projects.owner_only'])
  })

  it('are switched to: role, ownership and permissions follow, in this session alone', async () => {
    await joined()
    const other = t.as({ token: await t.session(beto.id) })
    const { status, body } = await beto.post(`/api/projects/${band}/switch/`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ music_project_id: band, role: 'COLLABORATOR', is_owner: false })
    expect(body.permissions).not.toContain('read:members')
    expect(body.permissions).not.toContain('read:edit-profile')
    expect((await beto.get('/auth/profile')).body.music_project_id).toBe(band)
    expect((await other.get('/auth/profile')).body.music_project_id).toBe(beto.project_id)
    const owner = (await olga.post(`/api/projects/${band}/switch/`)).body
    expect(owner.permissions).toContain('read:members')
    expect((await beto.post(`/api/projects/${olga.project_id}/switch/`)).status).toBe(404)
  })

  it('have no point of a town they moved away from; a town that is known gets its own, however it is written', async () => {
    const move = async (change: object) => (await olga.patch(`/api/projects/${band}/`, change)).body
    expect(await move({ city: 'coban' })).toMatchObject({ city: 'Cobán', lat: expect.closeTo(15.47, 1) })
    // Not in the list: it stays as it is written, and isn't found where it isn't.
    expect(await move({ city: 'Aldea El Rosario' })).toMatchObject({
      city: 'Aldea El Rosario',
      lat: null,
      lng: null,
    })
    expect(await move({ city: 'Aldea El Rosario', lat: 15.1, lng: -90.2 })).toMatchObject({
      lat: 15.1,
      lng: -90.2,
    })
    // What has nothing to do with the place leaves the point alone.
    expect(await move({ city: 'Aldea El Rosario', bio: 'Marimba' })).toMatchObject({ lat: 15.1, lng: -90.2 })
  })

  it('are archived and brought back, the personal one never', async () => {
    await olga.post(`/api/projects/${band}/switch/`)
    expect((await olga.post(`/api/projects/${band}/archive/`)).body.status).toBe('archived')
    expect((await olga.get('/auth/profile')).body.music_project_id).toBe(olga.project_id)
    expect((await olga.post(`/api/projects/${band}/switch/`)).status).toBe(404)
    expect((await olga.get('/api/projects/?status=archived')).body.results).toHaveLength(1)
    expect((await olga.post(`/api/projects/${band}/restore/`)).body.status).toBe('active')
    expect((await olga.post(`/api/projects/${olga.project_id}/archive/`)).body.code).toBe(
      'projects.personal_stays',
    )
  })
})

describe('members', () => {
  it('see their own fee and share; the owner sees all', async () => {
    const carla = await t.person('MUSICIAN')
    const [b, c] = [await joined(), await joined(carla)]
    const { results } = (await olga.get(`/api/projects/${band}/members/`)).body
    const shares = results.map((m: { id: number }, i: number) => ({
      member_id: m.id,
      share: [40, 35, 25][i],
    }))
    expect((await olga.call('PUT', `/api/projects/${band}/shares/`, { shares })).status).toBe(200)
    const daniel = await t.person('MUSICIAN')
    const d = await joined(daniel)
    await olga.patch(`/api/projects/${band}/members/${d}/`, { fee: 12_500, function: 'Bajo' })
    const seenBy = async (who: Person) =>
      (await who.get(`/api/projects/${band}/members/`)).body.results.map(
        (m: { fee: number | null; share: number | null }) => [m.fee, m.share],
      )
    expect(await seenBy(olga)).toEqual([
      [null, 40],
      [null, 35],
      [null, 25],
      [12_500, null],
    ])
    const nothing = [null, null]
    expect(await seenBy(beto)).toEqual([nothing, [null, 35], nothing, nothing])
    expect(await seenBy(carla)).toEqual([nothing, nothing, [null, 25], nothing])
    expect(await seenBy(daniel)).toEqual([nothing, nothing, nothing, [12_500, null]])
    expect((await (await t.person('MUSICIAN')).get(`/api/projects/${band}/members/`)).status).toBe(404)
    expect(c).toBeGreaterThan(b)
  })

  it('are paid a sum or a share, never both', async () => {
    const b = await joined()
    const { results } = (await olga.get(`/api/projects/${band}/members/`)).body
    const own = results[0].id
    const put = (...shares: [number, number][]) =>
      olga.call('PUT', `/api/projects/${band}/shares/`, {
        shares: shares.map(([member_id, share]) => ({ member_id, share })),
      })
    const save = (fee: number | null) => olga.patch(`/api/projects/${band}/members/${b}/`, { fee })
    expect((await save(9000)).body).toMatchObject({ fee: 9000, share: null })
    // No share is no reason to lose one's fee.
    expect((await put([own, 100], [b, 0])).body.results[1]).toMatchObject({ fee: 9000, share: null })
    expect((await put([own, 60], [b, 40])).body.results[1]).toMatchObject({ fee: null, share: 40 })
    const refused = await save(9000)
    expect([refused.status, refused.body.fields.fee]).toEqual([
      422,
      'Tiene una parte del pago. Quítasela en «Repartir» para darle un pago por función',
    ])
    expect((await save(null)).body).toMatchObject({ fee: null, share: 40 })
    expect((await put([own, 100])).status).toBe(200)
    expect((await save(9000)).body).toMatchObject({ fee: 9000, share: null })
  })

  it('share 100 percent or not at all', async () => {
    const b = await joined()
    const put = (shares: object[]) => olga.call('PUT', `/api/projects/${band}/shares/`, { shares })
    const odd = await put([{ member_id: b, share: 99 }])
    expect([odd.status, odd.body.fields.shares]).toEqual([422, 'Las partes deben sumar 100 %'])
    expect((await put([{ member_id: 999_999, share: 100 }])).status).toBe(422)
    expect((await put([{ member_id: b, share: 100 }])).status).toBe(200)
    expect((await put([])).status).toBe(200)
  })

  it('have to be shared out again when one with a share leaves', async () => {
    const carla = await t.person('MUSICIAN')
    const [b, c] = [await joined(), await joined(carla)]
    await olga.post(`/api/projects/${band}/switch/`)
    const waits = async () => (await olga.get('/api/home/music/')).body.shares_open
    const own = (await olga.get(`/api/projects/${band}/members/`)).body.results[0].id
    const put = (parts: Record<number, number>) =>
      olga.call('PUT', `/api/projects/${band}/shares/`, {
        shares: Object.entries(parts).map(([id, share]) => ({ member_id: Number(id), share })),
      })
    expect((await put({ [own]: 33.34, [b]: 33.33, [c]: 33.33 })).status).toBe(200)
    expect(await waits()).toBe(false)
    expect((await carla.post(`/api/projects/${band}/leave/`)).status).toBe(200)
    expect(await waits()).toBe(true)
    // The others' parts aren't changed behind their backs.
    const { results } = (await olga.get(`/api/projects/${band}/members/`)).body
    expect(results.map(({ share }: { share: number }) => share)).toEqual([33.34, 33.33])
    expect((await put({ [own]: 50, [b]: 50 })).status).toBe(200)
    expect(await waits()).toBe(false)
    // It is the owner's to do: nobody else is asked.
    await olga.delete(`/api/projects/${band}/members/${b}/`)
    expect(await waits()).toBe(true)
    await joined()
    await beto.post(`/api/projects/${band}/switch/`)
    expect((await beto.get('/api/home/music/')).body.shares_open).toBe(false)
  })

  it('stand in for a required member, never in a circle', async () => {
    const carla = await t.person('MUSICIAN')
    const [b, c] = [await joined(), await joined(carla)]
    const save = (id: number, body: object) => olga.patch(`/api/projects/${band}/members/${id}/`, body)
    expect((await save(c, { substitute_for: b })).body).toMatchObject({
      required: false,
      substitute_for: b,
      substitute_rank: 1,
    })
    expect((await save(b, { substitute_for: c })).status).toBe(422)
    expect((await save(b, { substitute_for: b })).status).toBe(422)
    expect((await save(c, { required: true })).status).toBe(422)
    expect((await save(c, { substitute_for: null, required: true })).body).toMatchObject({
      substitute_for: null,
      substitute_rank: null,
      required: true,
    })
    expect((await beto.patch(`/api/projects/${band}/members/${b}/`, { fee: 1 })).status).toBe(403)
    expect((await save(999_999, { fee: 1 })).status).toBe(404)
  })

  it('leave, are taken out, and come back; the last owner stays', async () => {
    const b = await joined()
    expect((await beto.post(`/api/projects/${band}/switch/`)).status).toBe(200)
    expect((await beto.post(`/api/projects/${band}/leave/`)).status).toBe(200)
    expect((await beto.get('/auth/profile')).body.music_project_id).toBe(beto.project_id)
    expect((await beto.get(`/api/projects/${band}/`)).status).toBe(404)
    expect(await joined()).toBe(b)
    expect((await olga.delete(`/api/projects/${band}/members/${b}/`)).status).toBe(200)
    expect((await olga.get(`/api/projects/${band}/members/`)).body.results).toHaveLength(1)
    const stays = await olga.post(`/api/projects/${band}/leave/`)
    expect([stays.status, stays.body.code]).toEqual([409, 'projects.last_owner'])
  })
})
