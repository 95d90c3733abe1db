import { useMutation } from '@tanstack/react-query'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LessonTime } from '../../web/LessonTime.tsx'
import { oneLessonTexts, teachingTexts } from '../../web/texts.ts'
import { answerSeries } from '../contract.teaching.ts'
import type { Lesson } from '../contract.ts'
import { LessonCard } from './LessonCard.tsx'
import { LESSON_PAGES } from './refreshes.ts'

const spoken = texts(oneLessonTexts, teachingTexts)

/** What is asked of a teacher: one lesson by itself, a series as one. */
export function SeriesRequests({ requests, zone }: { requests: readonly Lesson[]; zone: string }) {
  const series = new Map<number, Lesson[]>()
  for (const one of requests) series.set(one.series_id, [...(series.get(one.series_id) ?? []), one])
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {[...series.values()].map((lessons) => {
        const [first] = lessons
        if (!first) return null
        return lessons.length === 1 ? (
          <LessonCard key={first.id} lesson={first} zone={zone} />
        ) : (
          <Series key={first.series_id} lessons={lessons} zone={zone} />
        )
      })}
    </div>
  )
}

function Series({ lessons, zone }: { lessons: readonly Lesson[]; zone: string }) {
  const { t } = useTexts(spoken)
  const answer = useMutation(
    tell(answerSeries, {
      refreshes: LESSON_PAGES,
      onTold: (_, { body }) => body && toast.success(t(`lessons.done.${body.answer}`)),
    }),
  )
  const [first] = lessons
  if (!first) return null
  const go = (value: 'accept' | 'decline') =>
    answer.mutate({ params: { id: first.series_id }, body: { answer: value } })
  return (
    <article className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <h3 className="font-semibold wrap-anywhere">
        {t('lessons.teaching.series', { name: first.student.name ?? '', count: lessons.length })}
      </h3>
      {first.note && <p className="whitespace-pre-line wrap-anywhere">“{first.note}”</p>}
      <ol className="flex flex-col gap-2">
        {lessons.map(({ id, starts_at, zone: other }) => (
          <li key={id}>
            <LessonTime starts_at={starts_at} zone={zone} other={other} />
          </li>
        ))}
      </ol>
      <FormError>{answer.error?.message}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button isPending={answer.isPending} onPress={() => go('accept')}>
          {t('lessons.teaching.accept_all')}
        </Button>
        <Button variant="secondary" isPending={answer.isPending} onPress={() => go('decline')}>
          {t('lessons.steps.decline')}
        </Button>
      </div>
    </article>
  )
}
