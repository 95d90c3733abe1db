import { useInfiniteQuery } from '@tanstack/react-query'
import { askPages } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { serviceTerms } from '#features/services/web/texts.ts'
import { listReceivedReviews, listReviewRounds } from '../contract.ts'
import { ReviewView } from './ReviewView.tsx'
import { RoundCard } from './RoundCard.tsx'
import { ownReviewTexts } from './texts.ts'

const spoken = texts(ownReviewTexts, serviceTerms, instrumentNames)

/** /reviews: what clients and students say of a musician's projects, or teachers of a student, and what one has yet to say of them. */
export function ReviewsPage() {
  const { t } = useTexts(spoken)
  const { calendarDay, nameOf } = useFormat()
  const isStudent = useSession(({ user }) => user?.accountType === 'STUDENT')
  const waiting = useInfiniteQuery(askPages(listReviewRounds, { query: { waiting: '1' } }))
  const received = useInfiniteQuery(askPages(listReceivedReviews))
  return (
    <div className="page-width flex flex-col gap-5">
      <PageHeader title={t('own_reviews.page.title')} />
      <p className="-mt-3 text-ink-2">
        {t(isStudent ? 'own_reviews.page.text_student' : 'own_reviews.page.text')}
      </p>
      <Card title={t('own_reviews.page.to_write')}>
        <LoadedPages
          query={waiting}
          waiting={<Skeleton lines={2} />}
          failed={t('own_reviews.failed')}
          errorClassName="border-0"
          empty={<p className="text-ink-2">{t('own_reviews.page.nothing_to_write')}</p>}
        >
          {(rows, foot) => (
            <>
              <div className="grid divide-y divide-line">
                {rows.map((round) => (
                  <RoundCard key={round.id} round={round} />
                ))}
              </div>
              {foot}
            </>
          )}
        </LoadedPages>
      </Card>
      <Card title={t('own_reviews.page.received')}>
        <LoadedPages
          query={received}
          waiting={<Skeleton lines={5} />}
          failed={t('own_reviews.failed')}
          errorClassName="border-0"
          empty={
            <EmptyState as="h3" title={t('own_reviews.page.none')}>
              {t(isStudent ? 'own_reviews.page.none_text_student' : 'own_reviews.page.none_text')}
            </EmptyState>
          }
        >
          {(rows, foot) => (
            <>
              <ul className="grid divide-y divide-line">
                {rows.map((review) => (
                  <li key={review.id} className="py-5 first:pt-0 last:pb-0">
                    <p className="font-semibold wrap-anywhere">
                      {review.author ?? (review.instrument ? nameOf(null) : t('own_reviews.page.somebody'))}
                    </p>
                    <p className="mb-1 text-sm text-ink-2 wrap-anywhere">
                      {[
                        nameOf(review.project_name),
                        review.event_type && t(`business:terms.event_types.${review.event_type}`),
                        review.instrument && t('own_reviews.lessons'),
                        review.instrument && t(`business:terms.instruments.${review.instrument}`),
                        review.city,
                        calendarDay(review.played_on, 'month'),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </p>
                    <ReviewView review={review} answerer={nameOf(review.project_name)} />
                  </li>
                ))}
              </ul>
              {foot}
            </>
          )}
        </LoadedPages>
      </Card>
    </div>
  )
}
