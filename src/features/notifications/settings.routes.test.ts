import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'

/* Which notifications somebody gets as letters and pushes, and when. */

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const SETTINGS = '/api/notifications/settings/'

describe('the settings', () => {
  it('are sensible before anything is chosen', async () => {
    const ana = await t.person('TALENT_HUNTER')
    const { status, body } = await ana.get(SETTINGS)
    expect(status).toBe(200)
    expect(body).toMatchObject({ zone: null, quiet_from: '22:00', quiet_to: '07:00', browsers: [] })
    expect(body.types).toContainEqual({ type: 'EVENT_REMINDER_SENT', email: 'daily', push: true })
    const types = body.types.map(({ type }: { type: string }) => type)
    expect(types).not.toContain('INVITE_BAND_MEMBER')
    expect(types).toContain('SUBSCRIPTION_UPSELL')
    expect(body.types).toContainEqual({
      type: 'TALENT_AVAILABILITY_CONFIRMED',
      email: 'now',
      push: true,
    })
    expect(body.push_key).toMatch(/^[\w-]{87}$/)
    expect((await (await t.person('MUSICIAN')).get(SETTINGS)).body.push_key).toBe(body.push_key)
  })

  it('change one by one, and the rest stays', async () => {
    const [ana, beto] = [await t.person('TALENT_HUNTER'), await t.person('TALENT_HUNTER')]
    await ana.patch(SETTINGS, { types: [{ type: 'EVENT_REMINDER_SENT', email: 'now' }] })
    await ana.patch(SETTINGS, { zone: 'Europe/Madrid' })
    await ana.patch(SETTINGS, { quiet: { from: '23:30', to: '06:15' } })
    const { body } = await ana.patch(SETTINGS, { types: [{ type: 'EVENT_REMINDER_SENT', push: false }] })
    expect(body).toMatchObject({ zone: 'Europe/Madrid', quiet_from: '23:30', quiet_to: '06:15' })
    expect(body.types).toContainEqual({ type: 'EVENT_REMINDER_SENT', email: 'now', push: false })
    expect((await ana.patch(SETTINGS, { quiet: null })).body).toMatchObject({
      quiet_from: null,
      quiet_to: null,
    })
    expect((await ana.get(SETTINGS)).body).toMatchObject({ zone: 'Europe/Madrid', quiet_from: null })
    expect((await beto.get(SETTINGS)).body).toMatchObject({ zone: null, quiet_from: '22:00' })
  })

  it('take what is said last of a type that is named twice', async () => {
    const ana = await t.person('TALENT_HUNTER')
    const type = 'EVENT_REMINDER_SENT'
    const { status, body } = await ana.patch(SETTINGS, {
      types: [
        { type, email: 'now', push: false },
        { type, email: 'daily' },
      ],
    })
    expect(status).toBe(200)
    expect(body.types).toContainEqual({ type, email: 'daily', push: false })
  })

  it.each([
    [{ zone: 'Luna/Tranquilidad' }, 'zone'],
    // JavaScript's for Central Africa; the database knows none of that name.
    [{ zone: 'CAT' }, 'zone'],
    [{ quiet: { from: '25:00', to: '07:00' } }, 'quiet.from'],
    [{ quiet: { from: '07:00', to: '07:00' } }, 'quiet'],
    [{ types: [{ type: 'NONSENSE', email: 'now' }] }, 'types.0.type'],
    [{ types: [{ type: 'EVENT_REMINDER_SENT', email: 'hourly' }] }, 'types.0.email'],
  ])('refuse %j and keep what was', async (wrong, field) => {
    const ana = await t.person('TALENT_HUNTER')
    const before = (await ana.get(SETTINGS)).body
    const answer = await ana.patch(SETTINGS, wrong)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.fields)).toEqual([field])
    expect((await ana.get(SETTINGS)).body).toEqual(before)
  })
})
