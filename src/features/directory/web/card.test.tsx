import { expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { DirectoryProject } from '../contract.ts'
import { ProjectCard } from './ProjectCard.tsx'

inSpanish()

const FOUND: DirectoryProject = {
  id: 7,
  name: 'Los Vargas',
  project_type: 'GROUP',
  profile_image: null,
  city: 'Cobán',
  country: 'GT',
  genres: ['marimba'],
  instruments: [],
  formats: ['band'],
  excerpt: '',
  rating: 4.6,
  rating_count: 12,
  gigs_played: 20,
  has_sound: false,
  checks: { email_at: null, phone_at: null, identity_at: null },
  reliability: null,
  promises: 0,
  reply_minutes: null,
  replies: 0,
  price_from: 90_000,
  price_mode: 'fixed',
  price_for: null,
  currency: 'USD',
  distance_km: null,
}

/** A card among results for a day. */
const card = (change: Partial<DirectoryProject>) =>
  drawn(<ProjectCard project={{ ...FOUND, ...change }} event={{ date: '2126-12-12' }} />)

test('a result has its photo in place of a cover made of the name, and its rating with how many gave it', async () => {
  const rated = await card({ profile_image: '/api/files/abc/?t=x' })
  // The photo itself is fetched when it comes near the screen.
  expect(rated).toContain('data-loading')
  expect(textOf(rated)).toContain('4.6 (12)')
  const fresh = await card({ rating: null, rating_count: 0 })
  expect(fresh).not.toContain('data-loading')
  expect(textOf(fresh)).not.toMatch(/\d\.\d \(\d+\)/)
})

test('who says no price is asked a question, not for a date', async () => {
  const priced = await card({})
  expect(priced).toContain('aria-label="Pedir fecha a Los Vargas"')
  expect(priced).toContain(
    `/signup-client?${new URLSearchParams({ next: '/order?date=2126-12-12&musician=7' })}`,
  )
  const open = await card({ price_from: null, price_mode: 'on_request' })
  expect(open).not.toContain('Pedir fecha')
  expect(open).toContain('aria-label="Preguntar a Los Vargas"')
  expect(open).toContain(`/signup-client?${new URLSearchParams({ next: '/messages?project=7' })}`)
})
