import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { askPages } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { listReviewRounds } from '../contract.ts'
import { RoundCard } from './RoundCard.tsx'
import { ownReviewTexts } from './texts.ts'

const spoken = texts(ownReviewTexts)

/** What somebody who learns may say of who teaches them, as a card of their desk; none where nobody waits for it. */
export function WaitingReviews() {
  const { t } = useTexts(spoken)
  const rounds = useInfiniteQuery(askPages(listReviewRounds, { query: { waiting: '1' } }))
  return (
    <LoadedPages query={rounds} waiting={null} failed={t('own_reviews.failed')}>
      {(rows) =>
        rows.length > 0 && (
          <Card
            title={t('own_reviews.waiting_for_you')}
            action={
              <Link to="/reviews" className="text-sm font-medium text-accent">
                {t('own_reviews.see_all')}
              </Link>
            }
          >
            <div className="grid divide-y divide-line">
              {rows.map((round) => (
                <RoundCard key={round.id} round={round} />
              ))}
            </div>
          </Card>
        )
      }
    </LoadedPages>
  )
}
