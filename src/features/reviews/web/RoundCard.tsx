import { type ComponentProps, Suspense, useState } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import type { ReviewRound } from '../contract.ts'
import { ownReviewTexts } from './texts.ts'

const spoken = texts(ownReviewTexts)

// A desk that says what may still be said carries neither the form nor what is done with what was said.
const ReviewForm = later(async () => (await import('./ReviewForm.tsx')).ReviewForm)
const ReviewView = later(async () => (await import('./ReviewView.tsx')).ReviewView)

/** What the two sides said of each other after an event or a lesson, or may still say. */
export function RoundCard({ round, as: Level = 'h3' }: { round: ReviewRound; as?: 'h3' | 'h4' }) {
  const { t } = useTexts(spoken)
  const { date, nameOf } = useFormat()
  const [isWriting, setWriting] = useState(false)
  const { side, mine, theirs, closes_at, zone } = round
  const [project, hunter] = [nameOf(round.project_name), nameOf(round.hunter_name)]
  const other = side === 'hunter' ? project : hunter
  const isOver = !round.can_write && !mine
  return (
    <div className="py-4 first:pt-0 last:pb-0">
      <Level className="font-semibold wrap-anywhere">
        {side === 'hunter'
          ? t('own_reviews.about', { name: other })
          : t(round.lesson_id === null ? 'own_reviews.about_client' : 'own_reviews.about_student', {
              name: other,
            })}
      </Level>
      {side === 'artist' && <p className="text-sm text-ink-2">{t('own_reviews.as', { name: project })}</p>}
      {isWriting ? (
        <div className="mt-4">
          <Suspense fallback={<Skeleton className="h-96" />}>
            <ReviewForm round={round} onClose={() => setWriting(false)} />
          </Suspense>
        </div>
      ) : (
        <>
          {round.can_write && (
            <>
              <p className="mt-1 text-ink-2">
                {round.other_wrote
                  ? t('own_reviews.other_wrote')
                  : t('own_reviews.private_until', { date: date(closes_at, zone, 'long') })}
              </p>
              <Button
                className="mt-3"
                onPress={() => setWriting(true)}
                aria-label={t('own_reviews.write_of', { name: other })}
              >
                {t('own_reviews.write')}
              </Button>
            </>
          )}
          {mine && mine.revealed_at === null && (
            <p className="mt-1 text-ink-2">
              {t('own_reviews.waiting', { date: date(closes_at, zone, 'long') })}
            </p>
          )}
          {isOver && <p className="mt-1 text-ink-2">{t('own_reviews.closed')}</p>}
          {theirs && (
            <div className="mt-3">
              <p className="mb-1 text-sm font-semibold">{t('own_reviews.theirs')}</p>
              <Said review={theirs} answerer={side === 'hunter' ? hunter : project} />
            </div>
          )}
          {mine && (
            <div className="mt-3">
              <p className="mb-1 text-sm font-semibold">{t('own_reviews.mine')}</p>
              <Said review={mine} answerer={other} />
              {mine.can_edit && (
                <Button variant="secondary" size="sm" className="mt-2" onPress={() => setWriting(true)}>
                  {t('own_reviews.change')}
                </Button>
              )}
            </div>
          )}
          {mine?.revealed_at && !theirs && <p className="mt-3 text-ink-2">{t('own_reviews.not_theirs')}</p>}
        </>
      )}
    </div>
  )
}

const Said = (props: ComponentProps<typeof ReviewView>) => (
  <Suspense fallback={<Skeleton className="h-24" />}>
    <ReviewView {...props} />
  </Suspense>
)
