import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ArtistLink, type Asked, profilePath } from './ArtistLink.tsx'

const wedding: Asked = {
  type: 'wedding',
  city: 'Antigua Guatemala',
  starts_at: '2026-12-06T00:00:00.000Z',
  ends_at: '2026-12-06T06:30:00.000Z',
  zone: 'America/Guatemala',
}

test('a profile is looked at for the day, the hours and the town of the order, on its own clock', () => {
  expect(profilePath(7, wedding)).toBe(
    '/profile/musician/7?event_type=wedding&city=Antigua+Guatemala&date=2026-12-05&from=18%3A00&to=00%3A30',
  )
})

test('an order of which nothing is known yet leads to the plain profile', () => {
  const nothing = { type: null, city: null, starts_at: null, ends_at: null, zone: 'America/Guatemala' }
  expect(profilePath(7, nothing)).toBe('/profile/musician/7')
})

test('it opens beside the page, on which something may be typed', () => {
  const html = renderToStaticMarkup(
    <StaticRouter location="/order">
      <ArtistLink project_id={7} name="Rosa Ixchel" order={wedding} />
    </StaticRouter>,
  )
  expect(html).toContain('target="_blank"')
  expect(html).toContain('>Rosa Ixchel</a>')
})
