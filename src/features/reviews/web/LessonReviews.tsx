import { useInfiniteQuery } from '@tanstack/react-query'
import { askPages } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { listReviewRounds } from '../contract.ts'
import { RoundCard } from './RoundCard.tsx'
import { ownReviewTexts } from './texts.ts'

const spoken = texts(ownReviewTexts)

/** What the two sides of a lesson say of each other, where they are asked: nothing beside most lessons. */
export function LessonReviews({ lesson_id }: { lesson_id: number }) {
  const { t } = useTexts(spoken)
  const rounds = useInfiniteQuery({
    ...askPages(listReviewRounds, { query: { lesson: lesson_id } }),
    refetchOnMount: 'always',
  })
  return (
    <LoadedPages query={rounds} waiting={null} failed={t('own_reviews.failed')}>
      {(rows) =>
        rows.length > 0 && (
          <Card title={t('own_reviews.after')}>
            {rows.map((round) => (
              <RoundCard key={round.id} round={round} />
            ))}
            <LinkButton to="/reviews" variant="quiet" size="sm" className="mt-3">
              {t('own_reviews.see_all')}
            </LinkButton>
          </Card>
        )
      }
    </LoadedPages>
  )
}
