import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askPages } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import type { EventType } from '#features/services/contract.ts'
import { serviceTerms } from '#features/services/web/texts.ts'
import { listProjectReviews, type PublicReview, type ReviewSummary } from '../contract.ts'
import { AnswerText } from './AnswerText.tsx'
import { firstReviews } from './firstReviews.ts'
import { Stars } from './Stars.tsx'
import { reviewTexts } from './texts.ts'

const spoken = texts(reviewTexts, serviceTerms, instrumentNames)

/** What is said of a project, on its public profile: figures, and what hosts and students wrote, newest first. */
export function ProfileReviews({ project_id, name }: { project_id: number; name: string }) {
  const { t } = useTexts(spoken)
  const [type, setType] = useState<EventType | 'lessons' | null>(null)
  const { params, query } = firstReviews(project_id)
  const reviews = useInfiniteQuery(
    askPages(listProjectReviews, {
      params,
      query: type === 'lessons' ? { ...query, lessons: '1' } : type ? { ...query, event_type: type } : query,
    }),
  )
  // The figures stay those of all while one kind of event is on its way.
  const all = useInfiniteQuery(askPages(listProjectReviews, { params, query }))
  const summary = all.data?.pages[0]?.summary
  return (
    <Card title={t('reviews.title')}>
      {summary && summary.rating_count > 0 && <Figures summary={summary} />}
      {summary && summary.event_types.length + Math.min(1, summary.lessons) > 1 && (
        <SelectBox
          label={t('reviews.filter')}
          className="mt-5 max-w-72"
          value={type ?? 'all'}
          onChange={(value) => setType(value === 'all' ? null : value)}
          options={[
            { value: 'all' as const, label: t('reviews.all_types') },
            ...summary.event_types.map(({ event_type, count }) => ({
              value: event_type,
              label: t('reviews.type', { type: t(`business:terms.event_types.${event_type}`), count }),
            })),
            ...(summary.lessons > 0
              ? [
                  {
                    value: 'lessons' as const,
                    label: t('reviews.type', { type: t('reviews.lessons'), count: summary.lessons }),
                  },
                ]
              : []),
          ]}
        />
      )}
      <LoadedPages
        query={reviews}
        waiting={<Skeleton lines={4} />}
        failed={t('reviews.failed')}
        errorClassName="border-0"
        empty={
          type ? (
            <p className="mt-5 text-ink-2">{t('reviews.none_of_type')}</p>
          ) : (
            <div>
              <p className="font-semibold">{t('reviews.none')}</p>
              <p className="text-ink-2">{t('reviews.none_text')}</p>
            </div>
          )
        }
      >
        {(rows, foot) => (
          <>
            <h3 className="sr-only">{t('reviews.list')}</h3>
            <ul className="mt-5 grid divide-y divide-line">
              {rows.map((review) => (
                <Said key={review.id} review={review} name={name} />
              ))}
            </ul>
            {foot}
          </>
        )}
      </LoadedPages>
    </Card>
  )
}

/** The rating, how many gave which mark, and how each of the four things that are asked came out. */
function Figures({ summary }: { summary: ReviewSummary }) {
  const { t } = useTexts(spoken)
  const { number } = useFormat()
  const most = Math.max(1, ...summary.distribution.map(({ count }) => count))
  return (
    <div className="grid items-start gap-x-8 gap-y-5 sm:grid-cols-2">
      <div>
        <p className="flex flex-wrap items-center gap-x-3">
          {summary.rating !== null && <Stars mark={summary.rating} className="text-lg" />}
          <span className="text-ink-2">{t('reviews.of', { count: summary.rating_count })}</span>
        </p>
        <ul aria-label={t('reviews.bars')} className="mt-3 grid gap-1.5">
          {summary.distribution.map(({ mark, count }) => (
            <li key={mark}>
              <span className="sr-only">{t('reviews.bar', { mark, count })}</span>
              <span aria-hidden className="flex items-center gap-2 text-sm tabular-nums">
                <span className="w-8 shrink-0">{mark} ★</span>
                <span className="h-2.5 min-w-0 flex-1 rounded-full bg-surface-2">
                  <span
                    className="block h-full rounded-full bg-accent"
                    style={{ width: `${(count / most) * 100}%` }}
                  />
                </span>
                <span className="w-9 shrink-0 text-right text-ink-2">{number(count)}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
      {summary.aspects && (
        <dl className="grid gap-1.5">
          {(['satisfaction', 'professionalism', 'communication', 'punctuality'] as const).map((aspect) => (
            <div key={aspect} className="flex flex-wrap items-center justify-between gap-x-3">
              <dt>{t(`reviews.aspects.${aspect}`)}</dt>
              <dd>
                <Stars mark={summary.aspects?.[aspect] ?? 0} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-sm text-ink-2 sm:col-span-2">{t('reviews.how')}</p>
    </div>
  )
}

function Said({ review, name }: { review: PublicReview; name: string }) {
  const { t } = useTexts(spoken)
  const { calendarDay } = useFormat()
  return (
    <li className="py-5 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="font-semibold">
          {review.author ?? t(review.instrument ? 'reviews.somebody_learned' : 'reviews.somebody')}
        </span>
        <Stars mark={review.mark} />
      </p>
      <p className="text-sm text-ink-2">
        {[
          review.event_type && t(`business:terms.event_types.${review.event_type}`),
          review.instrument && t('reviews.lessons'),
          review.instrument && t(`business:terms.instruments.${review.instrument}`),
          review.city,
          calendarDay(review.played_on, 'month'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {review.text && <p className="mt-2 wrap-anywhere whitespace-pre-line">{review.text}</p>}
      {review.answer && <AnswerText text={review.answer.text} name={name} />}
    </li>
  )
}
