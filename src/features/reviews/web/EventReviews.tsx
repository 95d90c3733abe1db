import { useInfiniteQuery } from '@tanstack/react-query'
import { askPages } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { LoadedPages, rowsOf } from '#core/web/ui/Loaded.tsx'
import type { EventDetail } from '#features/events/contract.ts'
import { listReviewRounds } from '../contract.ts'
import { RoundCard } from './RoundCard.tsx'
import { ownReviewTexts } from './texts.ts'

const spoken = texts(ownReviewTexts)

/** What is said after an event, where it is shown: of each who played, or of the host. */
export function EventReviews({ event, as = 'h2' }: { event: EventDetail; as?: 'h2' | 'h3' }) {
  const { t } = useTexts(spoken)
  const rounds = useInfiniteQuery(askPages(listReviewRounds, { query: { event: event.id } }))
  // A band's collaborators are asked nothing: before it is known, nothing is announced.
  if (!rounds.error && rowsOf(rounds).length === 0) return null
  return (
    <Card title={t('own_reviews.after')} as={as}>
      <LoadedPages query={rounds} waiting={null} failed={t('own_reviews.failed')} errorClassName="border-0">
        {(rows, foot) => (
          <>
            <div className="grid divide-y divide-line">
              {rows.map((round) => (
                <RoundCard key={round.id} round={round} as={as === 'h2' ? 'h3' : 'h4'} />
              ))}
            </div>
            {foot}
            {event.side !== 'hunter' && (
              <LinkButton to="/reviews" variant="quiet" size="sm" className="mt-3">
                {t('own_reviews.see_all')}
              </LinkButton>
            )}
          </>
        )}
      </LoadedPages>
    </Card>
  )
}
