import { TEXT_FOLDERS } from '#app/server/texts.ts'
import type { ReplyOf } from '#core/contract/endpoint.ts'
import { readTexts } from '#core/server/texts.ts'
import type { PublicProfile } from '#features/directory/contract.ts'
import type { ProjectMedia } from '#features/media/contract.ts'
import type { listProjectReviews } from '#features/reviews/contract.ts'
import { draw, questionsOf } from './found.server.tsx'

/* A public profile as tests of drawn pages have it. */

export type ProjectReviews = ReplyOf<typeof listProjectReviews>

export const resources = readTexts(TEXT_FOLDERS)
export const PATH = '/profile/musician/:musicProjectId'
export const PROFILE: PublicProfile = {
  id: 7,
  name: 'Los Vargas </script><b>',
  project_type: 'GROUP',
  profile_image: null,
  bio: 'Tocamos </script> marimba.',
  city: 'Cobán',
  country: 'GT',
  zone: 'America/Guatemala',
  genres: ['marimba'],
  languages: ['es'],
  main_instrument: null,
  rating: null,
  rating_count: 0,
  gigs_played: 0,
  checks: { email_at: '2026-03-02T10:00:00.000Z', phone_at: null, identity_at: null },
  reliability: null,
  promises: 0,
  reply_minutes: null,
  replies: 0,
  since_year: 2026,
  services: [],
  instruments: [],
  members: [],
  free: null,
  week: null,
}

export const NO_REVIEWS: ProjectReviews = {
  results: [],
  next: null,
  summary: { rating: null, rating_count: 0, distribution: [], aspects: null, event_types: [], lessons: 0 },
}

export const NO_MEDIA: ProjectMedia = {
  pictures: [],
  sounds: [],
  links: [],
  songs: [],
  stage: { needs: '', rider: '' },
  has_rider_file: false,
}

export const drawn = (language: 'es' | 'en', profile = PROFILE, reviews = NO_REVIEWS, media = NO_MEDIA) => {
  const questions = questionsOf(PATH, { musicProjectId: '7' }, new URLSearchParams()) ?? []
  return draw({
    path: PATH,
    url: '/profile/musician/7',
    language,
    origin: 'https://tarima.test',
    resources,
    questions,
    answers: [profile, media, reviews],
  })
}
