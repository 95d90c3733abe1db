import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANTIGUA } from '#app/server/scenes/brief.ts'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { transaction } from '#core/server/work.ts'
import { decideProfile } from './commands.reports.ts'
import { type Playing, playing } from './playing.fixture.ts'
import { reportedProfile, reportedProfiles } from './queries.reports.ts'

let t: TestApp
let ana: Person
let trio: Playing
beforeAll(async () => {
  t = await testApp({ now: '2026-11-20T15:00:00Z' })
  ana = await t.person('TALENT_HUNTER')
  trio = await playing(t, 'Trío Reportado', ANTIGUA, {})
})
afterAll(() => t.close())

const path = (id: number) => `/api/directory/projects/${id}/`
const report = (who: Pick<Person, 'post'>, id: number, body: object = { reason: 'scam' }) =>
  who.post(`${path(id)}report/`, body)
const decide = (id: number, reason: string | null) =>
  transaction(t.app, t.clock.now(), (work) => decideProfile(work, id, 'Carla', reason))
const found = async () =>
  (await t.anonymous.get('/api/directory/projects/')).body.results.map(({ id }: { id: number }) => id)

describe('a public profile', () => {
  it('is reported once by each person, with a reason that staff reads', async () => {
    expect((await report(t.anonymous, trio.project_id)).status).toBe(401)
    expect((await report(ana, trio.project_id, { reason: 'ugly' })).status).toBe(422)
    const bare = await report(ana, trio.project_id, { reason: 'other' })
    expect([bare.status, Object.keys(bare.body.fields)]).toEqual([422, ['note']])
    expect((await report(ana, trio.project_id, { reason: 'other', note: 'Son mis fotos' })).body).toEqual({
      reported: true,
    })
    expect((await report(ana, trio.project_id)).body.code).toBe('directory.reported')
    expect((await report(trio, trio.project_id)).body.code).toBe('directory.report_own')
    expect((await report(ana, 999_999)).status).toBe(404)
    expect(await reportedProfiles(t.db)).toMatchObject([
      { project_id: trio.project_id, reports: [{ reason: 'other', note: 'Son mis fotos' }] },
    ])
  })

  it('is hidden by staff from everybody but its owner, who reads why, and shown again', async () => {
    expect(await found()).toContain(trio.project_id)
    await decide(trio.project_id, 'Las fotos son de otra persona.')
    expect(await reportedProfile(t.db, trio.project_id)).toBeNull()
    expect(await found()).not.toContain(trio.project_id)
    for (const who of [t.anonymous, ana, trio])
      expect((await who.get(path(trio.project_id))).status).toBe(404)
    // Nothing new can be asked of it.
    const question = await ana.post('/api/threads/', { project_id: trio.project_id })
    expect(question.status).toBeGreaterThanOrEqual(400)
    const own = (await trio.get(`/api/projects/${trio.project_id}/`)).body
    expect(own.hidden).toMatchObject({ reason: 'Las fotos son de otra persona.' })
    const [letter] = await t.mails(trio.email)
    expect(letter).toMatchObject({ kind: 'profile_hidden' })
    expect(letter?.text).toContain('Las fotos son de otra persona.')
    expect((await report(ana, trio.project_id)).status).toBe(404)

    await decide(trio.project_id, null)
    expect(await found()).toContain(trio.project_id)
    expect((await trio.get(`/api/projects/${trio.project_id}/`)).body.hidden).toBeNull()
    expect((await t.mails(trio.email))[0]).toMatchObject({ kind: 'profile_shown' })
    await expect(decide(999_999, 'Nada')).rejects.toMatchObject({ status: 404 })
  })

  it('isn’t reported more than ten times a day by one person', async () => {
    const busy = await t.person('STUDENT')
    const ids = []
    for (let n = 0; n < 11; n++) ids.push((await t.person('MUSICIAN')).project_id ?? 0)
    const statuses = []
    for (const id of ids) statuses.push((await report(busy, id)).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })
})
