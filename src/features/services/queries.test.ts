import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Work } from '#core/server/app.ts'
import { contribute, reactionsOf } from '#core/server/events.ts'
import { testDatabase } from '#core/server/testing.ts'
import { users } from '#features/accounts/table.ts'
import { addFile } from '#features/files/commands.ts'
import { files } from '#features/files/table.ts'
import type { OwnerScope } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import { addService, rewriteService, serviceBookings } from './commands.ts'
import { serviceOf } from './queries.ts'

const now = new Date('2026-11-20T12:00:00Z')
let database: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

it('follows a booked service by its next version and leaves the agreed one as it was', async () => {
  const { db } = database
  const [user] = await db
    .insert(users)
    .values({
      name: 'Marisol',
      email: 'm@tarima.test',
      account_type: 'MUSICIAN',
      terms_accepted_at: now.toISOString(),
    })
    .returning()
  const [project] = await db
    .insert(music_projects)
    .values({ name: 'Marisol', owner_id: user?.id ?? 0, project_type: 'INDIVIDUAL' })
    .returning()
  const scope = {
    project_id: project?.id,
    project_type: 'INDIVIDUAL',
    role: 'OWNER',
    user_id: user?.id,
  } as unknown as OwnerScope
  const booked = contribute(serviceBookings, async () => [{ by: 'test' }])
  const work = { db, now, app: { reactions: reactionsOf([booked]) } } as unknown as Work
  const draft = {
    title: 'Boleros',
    category: 'MUSIC_SETTING' as const,
    description: 'Dos horas de boleros con guitarra y voz.',
    genres: ['bolero' as const],
    event_types: [],
    format: 'solo' as const,
    duration_minutes: 120,
    price_mode: 'fixed' as const,
    price: 30_000,
    currency: 'USD' as const,
    travel_radius_km: 80,
    travel_fee_per_km: 0,
    includes_sound: true,
    setup_minutes: 45,
    lead_time_days: 3,
    languages: ['es' as const],
    media: [],
    extras: [],
    instrument: null,
    level: null,
    modality: null,
    lesson_minutes: null,
    trial_price: null,
    package_4_price: null,
    package_8_price: null,
    package_12_price: null,
  }
  const picture = await addFile(work, scope.user_id, 'a'.repeat(32), {
    width: 9,
    height: 9,
    parts: new Map(),
  })
  const uses = async () => (await db.select({ uses: files.uses }).from(files))[0]?.uses
  const media = [{ kind: 'image' as const, url: picture.url, title: '' }]
  const first = await addService(work, scope, { ...draft, media, activate: true })
  expect(await uses()).toBe(1)
  const second = await rewriteService(work, scope, first.id, {
    ...draft,
    media,
    price: 45_000,
    activate: false,
  })
  // Both versions show it: the agreed one would keep it if the new one let it go.
  expect(await uses()).toBe(2)
  expect(second).toMatchObject({ version: 2, price: 45_000, status: 'active' })
  expect(second.id).not.toBe(first.id)
  expect(await serviceOf(db, scope, first.id)).toMatchObject({
    version: 1,
    price: 30_000,
    status: 'archived',
  })
})
