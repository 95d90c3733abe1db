/** Bodies of the calls that the main job is made of, one after the other: from a sign-up to an approved plan. */
export const EXAMPLES: Readonly<Record<string, object>> = {
  'POST /api/auth/register/talent-hunter/': {
    name: 'Ana Lucía Paz',
    email: 'ana.lucia@example.com',
    password: 'cinco-tablas-9',
    terms: true,
    language: 'es',
  },
  'POST /api/auth/login/': { username: 'ana.lucia@example.com', password: 'cinco-tablas-9' },
  'POST /api/orders/': { brief: { event: { type: 'wedding', title: 'Boda de Ana y Luis' } } },
  'PATCH /api/orders/:id/brief/': {
    revision: 1,
    brief: {
      objective: { kind: 'dance_floor', metric: 'dancing_share', target: 60 },
      event: {
        day: '2027-01-16',
        starts: '18:00',
        ends: '23:30',
        zone: 'America/Guatemala',
        city: 'Antigua Guatemala',
        country: 'GT',
        address: '5a avenida norte 12',
        lat: 14.5586,
        lng: -90.7295,
        setting: 'outdoor',
        guests: 120,
        recurrence: 'none',
      },
      sound: {
        genres_liked: ['bolero'],
        genres_forbidden: ['reggaeton'],
        energy: 'rising',
        languages: ['es'],
      },
      technical: { formats: [], sound_available: false, power_available: true, stage_m2: 20 },
      budget: { min: 100_000, max: 400_000, currency: 'USD', includes_sound: false },
      constraints: { consent: true },
    },
  },
  'POST /api/orders/:id/submit/': { revision: 2 },
  'POST /api/orders/:id/approve/': { variant: 'recommended' },
  'POST /api/orders/:id/cancel/': { confirm: true, reason: 'La fecha ya no es posible.' },
}
