import { expect, test } from 'vitest'
import { drawn, inSpanish } from '#core/web/drawn.fixture.tsx'
import { eventIn } from '#features/directory/rules.event.ts'
import { tellPath } from './searchAddress.ts'
import { Closing } from './WelcomePage.tsx'

inSpanish()

const SEARCH = 'event_type=wedding&city=Antigua+Guatemala&date=2126-12-26&guests=80&sort=price'
const nextOf = (path: string) => new URL(path, 'http://here').searchParams.get('next') ?? ''

test('whoever searched tells of that event, and of no more than the event', () => {
  const next = nextOf(tellPath(new URLSearchParams(SEARCH)))
  expect(next).not.toContain('sort')
  expect(eventIn(new URL(next, 'http://here').searchParams)).toEqual({
    ...{ event_type: 'wedding', city: 'Antigua Guatemala', date: '2126-12-26', guests: 80 },
  })
})

test('without a search there is nothing to carry along', () => {
  for (const query of ['', 'sort=price', 'city=+&guests='])
    expect(nextOf(tellPath(new URLSearchParams(query)))).toBe('/order')
})

test('the call to tell of an event carries along what the landing was searched for', async () => {
  const markup = await drawn(<Closing />, { at: `/welcome?${SEARCH}` })
  const href = markup.match(/<a [^>]*href="([^"]*)"[^>]*>Contar mi evento/)?.[1] ?? ''
  expect(href).toBe(tellPath(new URLSearchParams(SEARCH)))
  expect(nextOf(href)).toContain('city=Antigua')
})
