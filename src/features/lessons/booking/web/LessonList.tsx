import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askPages } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { ownZone } from '../../web/ownZone.ts'
import { oneLessonTexts } from '../../web/texts.ts'
import { listLessons } from '../contract.ts'
import { LessonCard } from './LessonCard.tsx'

const spoken = texts(oneLessonTexts)
const WHEN = ['upcoming', 'past'] as const

/**
 * Somebody's lessons: those to come, and those that are over.
 * @param above those that stand on the same page already
 */
export function LessonList({
  student,
  above = [],
}: {
  student?: number | undefined
  above?: readonly { id: number }[]
}) {
  const { t } = useTexts(spoken)
  const [when, setWhen] = useState<(typeof WHEN)[number]>('upcoming')
  const list = useInfiniteQuery(
    askPages(listLessons, { query: { when, limit: 20, ...(student ? { student } : {}) } }),
  )
  return (
    <div className="flex flex-col gap-4">
      <SegmentedControl
        label={t('lessons.list.when')}
        options={WHEN.map((value) => ({ value, label: t(`lessons.list.${value}`) }))}
        value={when}
        onChange={setWhen}
        className="self-start"
      />
      <LoadedPages
        query={list}
        waiting={<Skeleton className="h-72 rounded-card" />}
        failed={t('lessons.list.failed')}
        empty={
          <EmptyState title={t(`lessons.list.no_${when}`)} as="h3">
            {t('lessons.list.none_text')}
          </EmptyState>
        }
      >
        {(lessons, foot) => {
          const others = lessons.filter(({ id }) => above.every((one) => one.id !== id))
          return (
            <>
              {others.length === 0 && <p className="text-ink-2">{t('lessons.list.all_above')}</p>}
              <ul className="grid gap-4 lg:grid-cols-2">
                {others.map((lesson) => (
                  <li key={lesson.id} className="min-w-0">
                    <LessonCard lesson={lesson} zone={ownZone()} />
                  </li>
                ))}
              </ul>
              {foot}
            </>
          )
        }}
      </LoadedPages>
    </div>
  )
}
