import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { subject } from '#core/contract/subject.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { project_members } from '#features/projects/table.ts'
import { holdTime } from './commands.ts'

const week = {
  zone: 'America/Guatemala',
  buffer_before_minutes: 60,
  buffer_after_minutes: 30,
  minimum_notice_days: 2,
  maximum_gigs_a_day: 1,
  rules: [
    { weekday: 6, from: '18:00', to: '00:00' },
    { weekday: 5, from: '18:00', to: '02:00' },
  ],
}

let t: TestApp
let marisol: Person

beforeAll(async () => {
  t = await testApp({ now: '2026-11-20T12:00:00Z' })
  marisol = await t.person('MUSICIAN')
})
afterAll(() => t.close())

const save = (person: Pick<Person, 'call'>, change: object = {}) =>
  person.call('PUT', '/api/availability/', { ...week, ...change })

describe('the week', () => {
  it('is a proposal until somebody says it, then what they said', async () => {
    expect((await marisol.get('/api/availability/')).body).toMatchObject({
      saved: false,
      editable: true,
      rules: [],
      minimum_notice_days: 2,
    })
    const saved = await save(marisol)
    expect(saved.body).toMatchObject({ ...week, saved: true, rules: [week.rules[1], week.rules[0]] })
    expect((await save(marisol, { rules: [] })).body.rules).toEqual([])
  })

  it('counts as a step of the profile', async () => {
    const person = await t.person('MUSICIAN')
    await save(person)
    const { body } = await person.get('/api/auth/profile/')
    expect(body.completed_steps.isAvailabilityCompleted).toBe(true)
  })

  it('is refused where two times overlap, by field', async () => {
    const answer = await save(marisol, {
      rules: [
        { weekday: 1, from: '08:00', to: '12:00' },
        { weekday: 1, from: '11:00', to: '13:00' },
      ],
    })
    expect(answer).toMatchObject({
      status: 422,
      body: { fields: { 'rules.1.from': 'Se cruza con otro horario' } },
    })
    for (const zone of ['Mars/Olympus', 'CAT', '+05:30', 'IST', 'US/Pacific-New'])
      expect((await save(marisol, { zone })).status, zone).toBe(422)
  })

  it('is 401 for nobody, 403 for hunters, one’s own for students, and read-only for collaborators', async () => {
    expect((await t.anonymous.get('/api/availability/')).status).toBe(401)
    expect((await (await t.person('TALENT_HUNTER')).get('/api/availability/')).status).toBe(403)
    expect((await (await t.person('STUDENT')).get('/api/availability/')).body.project_id).toBeNull()
    const band = await t.project(marisol.id, 'GROUP', 'La Candela')
    const friend = await t.person('MUSICIAN')
    await t.db.insert(project_members).values({ project_id: band, user_id: friend.id, role: 'COLLABORATOR' })
    const member = t.as({ token: await t.session(friend.id, band) })
    expect((await member.get('/api/availability/')).body.editable).toBe(false)
    expect((await save(member)).status).toBe(403)
  })
})

describe('exceptions and the month', () => {
  it('show in the month, and only their own people may take them back', async () => {
    const person = await t.person('MUSICIAN')
    await save(person)
    const made = await person.post('/api/availability/exceptions/', {
      kind: 'blocked',
      from: '2026-12-05T06:00:00Z',
      to: '2026-12-06T06:00:00Z',
      reason: 'Viaje',
    })
    expect(made.status).toBe(201)
    const month = (await person.get('/api/availability/month/', { query: { month: '2026-12' } })).body
    expect(month.days).toHaveLength(31)
    const parts = Object.fromEntries(
      month.days.map((d: { day: string; parts: string[] }) => [d.day, d.parts]),
    )
    expect(parts['2026-12-04']).toEqual(['off', 'off', 'free'])
    expect(parts['2026-12-05']).toEqual(['off', 'off', 'off'])
    expect(parts['2026-12-12']).toEqual(['off', 'off', 'free'])
    expect(month.busy).toMatchObject([{ kind: 'blocked', from: '2026-12-05T06:00:00.000Z' }])
    const at = `/api/availability/exceptions/${made.body.id}/`
    expect((await marisol.delete(at)).status).toBe(404)
    expect((await person.delete(at)).status).toBe(200)
    expect((await person.get('/api/availability/')).body.exceptions).toEqual([])
  })

  it('are refused when they are over or run backwards', async () => {
    const post = (from: string, to: string) =>
      marisol.post('/api/availability/exceptions/', { kind: 'blocked', from, to, reason: '' })
    expect((await post('2026-11-01T06:00:00Z', '2026-11-02T06:00:00Z')).status).toBe(422)
    expect((await post('2026-12-05T06:00:00Z', '2026-12-04T06:00:00Z')).body.fields).toHaveProperty('to')
  })
})

describe('who leaves a band', () => {
  const joins = async (owner: Person, band: number, who: Person, more: object = {}) => {
    const { body } = await owner.post(`/api/projects/${band}/invitations/`, { email: who.email })
    await who.patch(`/api/invitations/${body.id}/accept/`, { action: 'accept' })
    const { results } = (await owner.get(`/api/projects/${band}/members/?limit=100`)).body
    const { id } = results.find((one: { user: { id: number } }) => one.user.id === who.id)
    await owner.patch(`/api/projects/${band}/members/${id}/`, more)
    return id as number
  }

  it('gives their part of its dates back to whoever stands in for them, one by one', async () => {
    const [olga, beto, carla, dora] = await Promise.all(
      ['Olga', 'Beto', 'Carla', 'Dora'].map((name) => t.person('MUSICIAN', { name })),
    )
    if (!olga || !beto || !carla || !dora) throw new Error('nobody')
    const band = await t.project(olga.id, 'GROUP', 'Los Faroles')
    const member = await joins(olga, band, beto, { required: true })
    await joins(olga, band, carla, { substitute_for: member, substitute_rank: 1 })
    await joins(olga, band, dora, { substitute_for: member, substitute_rank: 2 })
    const now = t.clock.now()
    const hold = (of: number, day: number, order: number) =>
      transaction(t.app, now, (work) =>
        holdTime(work, {
          project_id: of,
          starts_at: new Date(now.getTime() + day * DAY).toISOString(),
          ends_at: new Date(now.getTime() + day * DAY + 2 * HOUR).toISOString(),
          kind: 'gig',
          subject: subject('order', order),
        }),
      )
    const onStage = async (order: number) => {
      const { rows } = await t.db.$client.query<{ user_id: number }>(
        `select user_id::int from busy_times where subject = $1 and user_id is not null and released_at is null`,
        [`order:${order}`],
      )
      // In the order of this list: they signed up at the same time, so their ids are in any.
      return [olga, beto, carla, dora]
        .filter(({ id }) => rows.some(({ user_id }) => user_id === id))
        .map(({ name }) => name)
    }
    // On the second evening Carla plays for herself, on the third both who could stand in do.
    for (const [at, day] of [10, 20, 30].entries()) {
      await hold(band, day, 71 + at)
      expect(await onStage(71 + at)).toEqual(['Olga', 'Beto'])
    }
    await hold(carla.project_id ?? 0, 20, 81)
    await hold(carla.project_id ?? 0, 30, 82)
    await hold(dora.project_id ?? 0, 30, 83)
    expect((await beto.post(`/api/projects/${band}/switch/`)).status).toBe(200)
    expect((await beto.post(`/api/projects/${band}/leave/`)).status).toBe(200)
    expect([await onStage(71), await onStage(72), await onStage(73)]).toEqual([
      ['Olga', 'Carla'],
      ['Olga', 'Dora'],
      ['Olga'],
    ])
    // His evenings are his own again.
    await hold(beto.project_id ?? 0, 10, 91)
    expect(await onStage(91)).toEqual(['Beto'])
    // And Carla is on stage with the band that evening.
    await expect(hold(carla.project_id ?? 0, 10, 92)).rejects.toMatchObject({ code: 'availability.taken' })
  })
})
