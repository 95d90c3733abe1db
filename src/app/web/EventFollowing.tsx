import type { EventDetail } from '#features/events/contract.ts'
import { AfterEvent } from '#features/results/web/AfterEvent.tsx'
import { EventReviews } from '#features/reviews/web/EventReviews.tsx'

/** What follows an event that is over: its survey and results, and what both sides say of each other. */
export function EventFollowing(props: { event: EventDetail; as?: 'h2' | 'h3' }) {
  return (
    <>
      <AfterEvent {...props} />
      <EventReviews {...props} />
    </>
  )
}
