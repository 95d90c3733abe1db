import { useInfiniteQuery } from '@tanstack/react-query'
import { askPages } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type DeskItem, type DONE, listDone } from '../contract.ts'
import { ItemRow } from './ItemRow.tsx'
import { staffTexts } from './texts.ts'

const spoken = texts(staffTexts)

/** What doesn't wait any more of a kind, the latest first; it is opened to be read. */
export function DoneList({
  kind,
  done,
  isOpen,
  search,
}: {
  kind: string
  done: (typeof DONE)[number]
  isOpen: (item: DeskItem) => boolean
  search: URLSearchParams
}) {
  const { t } = useTexts(spoken)
  const list = useInfiniteQuery(askPages(listDone, { query: { kind, done } }))
  return (
    <LoadedPages
      query={list}
      failed={t('staff.queue.done_failed')}
      waiting={<Skeleton className="h-96" />}
      empty={
        <EmptyState title={t('staff.queue.done_none')} className="rounded-card border border-line bg-surface">
          {t('staff.queue.done_none_text')}
        </EmptyState>
      }
    >
      {(rows, foot) => (
        <>
          <ul className="flex flex-col gap-2">
            {rows.map((item) => (
              <li key={item.id}>
                <ItemRow item={item} isOpen={isOpen(item)} search={search} />
              </li>
            ))}
          </ul>
          {foot}
        </>
      )}
    </LoadedPages>
  )
}
