import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect } from 'react'
import { useQueryChanges } from '#core/web/address.ts'
import { askPages, refresh, tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { useNews } from '#features/notifications/web/news.ts'
import { listThreads, openThread, type ThreadSubject } from '../contract.ts'
import { ThreadRow } from './ThreadRow.tsx'
import { threadTexts } from './texts.ts'

const spoken = texts(threadTexts)

const ThreadPanel = later(async () => (await import('./ThreadPanel.tsx')).ThreadPanel)

/** How somebody without a conversation comes by one. */
const FROM = {
  TALENT_HUNTER: { empty: 'threads.empty_hunter', find: 'threads.find', to: '/musics' },
  MUSICIAN: { empty: 'threads.empty_artist', find: null, to: '' },
  STUDENT: { empty: 'threads.empty_student', find: 'threads.find_teacher', to: '/student' },
} as const

const idOf = (value: string | null): number | undefined =>
  value && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined

/**
 * /messages: all conversations, and the one that is read (`thread`). `project`, `order`, `event` and `lesson` lead to the one
 * about that, which is begun if need be.
 */
export function MessagesPage() {
  const { t } = useTexts(spoken)
  const [query, setQuery] = useQueryChanges()
  const client = useQueryClient()
  const account = useSession(({ user }) => user?.accountType)
  const from = FROM[account ?? 'MUSICIAN']
  const id = idOf(query.get('thread'))
  const isUnread = query.has('unread')
  const list = useInfiniteQuery(askPages(listThreads, { query: isUnread ? { unread: 'true' } : {} }))
  useNews(useCallback(() => void refresh(client, [listThreads]), [client]))

  const project_id = idOf(query.get('project'))
  const order_id = idOf(query.get('order'))
  const event_id = idOf(query.get('event'))
  const lesson_id = idOf(query.get('lesson'))
  const about: ThreadSubject | null =
    id === undefined && (project_id || event_id || lesson_id)
      ? {
          ...(project_id ? { project_id } : {}),
          ...(order_id ? { order_id } : {}),
          ...(event_id ? { event_id } : {}),
          ...(lesson_id ? { lesson_id } : {}),
        }
      : null
  const begin = useMutation(tell(openThread))
  const { mutate } = begin
  const key = about && JSON.stringify(about)
  // Once for what the address asks for: what changes it comes from the answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: setQuery is another at each render
  useEffect(() => {
    if (key)
      mutate(
        { body: JSON.parse(key) as ThreadSubject },
        {
          onSuccess: (thread) =>
            setQuery(
              { thread: String(thread.id), project: null, order: null, event: null, lesson: null },
              { replace: true },
            ),
        },
      )
  }, [key, mutate])

  const isReading = id !== undefined || about !== null
  return (
    <div className="page-width flex flex-col gap-5">
      <div className={isReading ? 'max-lg:sr-only' : ''}>
        <PageHeader title={t('threads.title')} />
        <p className="mt-2 text-ink-2">
          {t(account === 'STUDENT' ? 'threads.intro_student' : 'threads.intro')}
        </p>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(18rem,1fr)_2fr]">
        <section
          aria-label={t('threads.list')}
          className={`min-w-0 flex-col gap-3 ${isReading ? 'hidden lg:flex' : 'flex'}`}
        >
          <SegmentedControl
            label={t('threads.show')}
            options={[
              { value: 'all', label: t('threads.all') },
              { value: 'unread', label: t('threads.unread_only') },
            ]}
            value={isUnread ? 'unread' : 'all'}
            onChange={(value) => setQuery({ unread: value === 'unread' ? '1' : null })}
          />
          <LoadedPages
            query={list}
            failed={t('threads.failed')}
            waiting={<Skeleton lines={8} />}
            empty={
              <EmptyState
                title={isUnread ? t('threads.empty_unread') : t('threads.empty')}
                action={from.find && !isUnread && <LinkButton to={from.to}>{t(from.find)}</LinkButton>}
              >
                {!isUnread && t(from.empty)}
              </EmptyState>
            }
          >
            {(rows, foot) => (
              <>
                <ul className="flex flex-col gap-1">
                  {rows.map((thread) => (
                    <li key={thread.id}>
                      <ThreadRow thread={thread} isOpen={thread.id === id} isUnread={isUnread} />
                    </li>
                  ))}
                </ul>
                {foot}
              </>
            )}
          </LoadedPages>
        </section>
        <div className={`min-w-0 ${isReading ? '' : 'hidden lg:block'}`}>
          {begin.error && about ? (
            <ErrorState
              title={t('threads.thread_failed')}
              retryLabel={t('boundary.retry')}
              onRetry={() => mutate({ body: about })}
              isRetrying={begin.isPending}
            >
              {begin.error.message}
            </ErrorState>
          ) : id !== undefined ? (
            <Suspense fallback={<Skeleton className="h-96" />}>
              <ThreadPanel key={id} id={id} back={isUnread ? '/messages?unread=1' : '/messages'} />
            </Suspense>
          ) : about ? (
            <Skeleton className="h-96" />
          ) : (
            <p className="rounded-card border border-line bg-surface p-10 text-center text-ink-2">
              {t('threads.choose')}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
