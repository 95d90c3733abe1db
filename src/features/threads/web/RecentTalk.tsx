import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Link } from 'react-router'
import { askPages, refresh } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useNews } from '#features/notifications/web/news.ts'
import { listThreads } from '../contract.ts'
import { ThreadRow } from './ThreadRow.tsx'
import { talkTexts, threadTexts } from './texts.ts'

const spoken = texts(talkTexts, threadTexts)

/** Conversations that a desk shows. */
const SHOWN = 3

/** Somebody's latest conversations, as a card of their desk. */
export function RecentTalk() {
  const { t } = useTexts(spoken)
  const client = useQueryClient()
  const list = useInfiniteQuery(askPages(listThreads, { query: { limit: SHOWN } }))
  useNews(useCallback(() => void refresh(client, [listThreads]), [client]))
  return (
    <Card
      title={t('talk.title')}
      action={
        <Link to="/messages" className="text-sm font-medium text-accent">
          {t('talk.all')}
        </Link>
      }
    >
      <LoadedPages
        query={list}
        waiting={<Skeleton lines={3} />}
        failed={t('threads.failed')}
        errorClassName="border-0"
        empty={<p className="text-ink-2">{t('talk.none')}</p>}
      >
        {(rows) => (
          <ul className="flex flex-col gap-1">
            {rows.slice(0, SHOWN).map((thread) => (
              <li key={thread.id}>
                <ThreadRow thread={thread} isOpen={false} isUnread={false} />
              </li>
            ))}
          </ul>
        )}
      </LoadedPages>
    </Card>
  )
}
