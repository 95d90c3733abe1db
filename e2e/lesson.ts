/* Lessons that a teacher of these journeys offers. */

export const GUATEMALA = {
  city: 'Ciudad de Guatemala',
  country: 'GT',
  lat: 14.6,
  lng: -90.5,
  zone: 'America/Guatemala',
}

export const LESSON = {
  title: 'Guitarra desde cero',
  category: 'MUSIC_LEARNING',
  description: 'Clases de guitarra a tu ritmo, con las canciones que te gustan.',
  price: 2000,
  lead_time_days: 0,
  instrument: 'guitar',
  level: 'any',
  modality: 'online',
  lesson_minutes: 60,
  trial_price: 500,
  package_4_price: 7200,
} as const
