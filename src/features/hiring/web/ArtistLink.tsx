import { Link } from 'react-router'
import { wallClock } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { eventQuery } from '#features/directory/rules.event.ts'
import type { Order } from '../desk/contract.ts'

/** When and where an order's event is, as far as it is known. */
export type Asked = Pick<Order, 'type' | 'city' | 'starts_at' | 'ends_at' | 'zone'>

/** A project's public profile, looked at for an order's event: its day, its hours and its town. */
export function profilePath(project_id: number, { type, city, starts_at, ends_at, zone }: Asked): string {
  const begins = starts_at && wallClock(new Date(starts_at), zone)
  const ends = ends_at && wallClock(new Date(ends_at), zone)
  const query = eventQuery({
    ...(type ? { event_type: type } : {}),
    ...(city ? { city } : {}),
    ...(begins ? { date: begins.day } : {}),
    ...(begins && ends ? { from: begins.time, to: ends.time } : {}),
  })
  return `/profile/musician/${project_id}${query.size > 0 ? `?${query}` : ''}`
}

/**
 * The name of a musician or band on a page of an order, leading to their public profile: in a tab of its own, so that
 * what is chosen and typed here stays. Whoever is gone has a name, and no page.
 */
export function ArtistLink({
  project_id,
  name,
  order,
}: {
  project_id: number
  /** None of a project that is gone. */
  name: string | null
  order: Asked
}) {
  const { nameOf } = useFormat()
  if (name === null) return nameOf(name)
  return (
    <Link
      to={profilePath(project_id, order)}
      target="_blank"
      rel="noopener"
      className="underline-offset-4 hover:underline"
    >
      {name}
    </Link>
  )
}
