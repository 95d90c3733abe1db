import { useMutation } from '@tanstack/react-query'
import { ArrowLeft, Ban, Ellipsis } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded, LoadedPages } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Menu } from '#core/web/ui/Menu.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { serviceTerms } from '#features/services/web/texts.ts'
import { blockThread, type Thread, type ThreadMessage } from '../contract.ts'
import { MessageRow } from './MessageRow.tsx'
import { useAbout } from './ThreadRow.tsx'
import { threadTexts } from './texts.ts'
import { TALK, useThread } from './useThread.ts'

const spoken = texts(threadTexts, serviceTerms)

// Whoever may not write needs none.
const Composer = later(async () => (await import('./Composer.tsx')).Composer)

/**
 * A conversation: what was said and what happened, and a field to write in.
 * @param back where the list is; none where the conversation stands on another page
 */
export function ThreadPanel({ id, back = null }: { id: number; back?: string | null }) {
  const { t } = useTexts(spoken)
  const { thread, messages } = useThread(id)
  return (
    <Loaded query={thread} failed={t('threads.thread_failed')} waiting={<Skeleton className="h-96" />}>
      {(it) => (
        <section className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
          <Head thread={it} back={back} />
          <LoadedPages
            query={messages}
            failed={t('threads.thread_failed')}
            waiting={<Skeleton lines={6} className="p-4" />}
            empty={<p className="p-8 text-center text-ink-2">{t('threads.nothing')}</p>}
          >
            {(rows, foot) => <Messages thread={it} rows={rows} foot={foot} />}
          </LoadedPages>
          {it.writing === 'open' ? (
            <Suspense fallback={<Skeleton className="h-28" />}>
              <Composer thread={it} />
            </Suspense>
          ) : (
            <p className="border-t border-line bg-surface-2 px-4 py-3 text-ink-2">
              {t(`threads.writing.${it.writing}`)}
            </p>
          )}
        </section>
      )}
    </Loaded>
  )
}

/** Where the thing itself is that a conversation is about. */
function placeOf(
  thread: Thread,
): { to: string; label: 'order' | 'request' | 'event' | 'lesson' | 'profile' } | null {
  if (thread.lesson_id !== null) return { to: `/calendar?lesson=${thread.lesson_id}`, label: 'lesson' }
  if (thread.event_id !== null)
    return {
      to: `/${thread.side === 'hunter' ? 'events' : 'calendar'}?event=${thread.event_id}`,
      label: 'event',
    }
  if (thread.side === 'hunter')
    return thread.order_id === null
      ? { to: `/profile/musician/${thread.project_id}`, label: 'profile' }
      : { to: `/order?id=${thread.order_id}`, label: 'order' }
  return thread.request_id === null ? null : { to: `/budgets?request=${thread.request_id}`, label: 'request' }
}

function Head({ thread, back }: { thread: Thread; back: string | null }) {
  const { t, word } = useTexts(spoken)
  const { nameOf } = useFormat()
  const aboutOf = useAbout()
  const [asking, setAsking] = useState(false)
  const block = useMutation(
    tell(blockThread, {
      refreshes: TALK,
      onTold: ({ writing }) => {
        setAsking(false)
        toast.success(t(writing === 'blocking' ? 'threads.blocked_done' : 'threads.unblocked_done'))
      },
    }),
  )
  const set = (blocked: boolean) => block.mutate({ params: { id: thread.id }, body: { blocked } })
  const isBlocking = thread.writing === 'blocking'
  const place = placeOf(thread)
  const title =
    thread.kind === 'event' && !thread.title
      ? word('business:terms.event_types', thread.event_type ?? 'other')
      : nameOf(thread.title || null)
  const See = back === null ? null : place
  return (
    <header className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
      {back !== null && (
        <span className="lg:hidden">
          <LinkButton
            to={back}
            variant="quiet"
            size="sm"
            icon={<ArrowLeft aria-hidden />}
            aria-label={t('threads.back')}
          />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold wrap-anywhere">{title}</h2>
        <p className="text-sm text-ink-2">{aboutOf(thread)}</p>
      </div>
      {See && (
        <LinkButton to={See.to} variant="secondary" size="sm">
          {t(`threads.see_${See.label}`)}
        </LinkButton>
      )}
      {(thread.can_block || isBlocking) && (
        <Menu
          label={t('threads.conversation_actions')}
          trigger={
            <Button
              variant="quiet"
              size="sm"
              isIconOnly
              icon={<Ellipsis aria-hidden />}
              aria-label={t('threads.conversation_actions')}
            />
          }
          actions={[
            {
              id: 'block',
              label: t(isBlocking ? 'threads.unblock' : 'threads.block'),
              icon: <Ban aria-hidden />,
              isDangerous: !isBlocking,
              onAction: () => (isBlocking ? set(false) : setAsking(true)),
            },
          ]}
        />
      )}
      <ConfirmDialog
        title={t('threads.block_title', { name: title })}
        confirmLabel={t('threads.block')}
        cancelLabel={t('threads.cancel')}
        isOpen={asking}
        onOpenChange={setAsking}
        onConfirm={() => set(true)}
        isPending={block.isPending}
        isDangerous
      >
        <p>{t('threads.block_text')}</p>
        {block.error && (
          <p role="alert" className="mt-3 font-medium text-bad">
            {block.error.message}
          </p>
        )}
      </ConfirmDialog>
      {thread.copied && (
        <p className="w-full rounded-control bg-accent-tint px-3 py-2 text-sm">
          {t(`threads.copied_${thread.side}`)}
        </p>
      )}
    </header>
  )
}

/** Messages, oldest above; the newest is in sight when there is something new, unless somebody reads further up. */
function Messages({
  thread,
  rows,
  foot,
}: {
  thread: Thread
  rows: readonly ThreadMessage[]
  foot: ReactNode
}) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const newest = rows[0]?.seq
  useEffect(() => {
    const { current } = box
    if (newest !== undefined && current && isAtEnd.current) current.scrollTop = current.scrollHeight
  }, [newest])
  const oldestFirst = [...rows].reverse()
  const seen = rows.find(({ mine, seq, deleted }) => mine && !deleted && seq <= thread.seen_seq)?.seq
  const dayOf = (at: string) => date(at, undefined, 'long')
  return (
    // biome-ignore lint/a11y/useSemanticElements: no landmark, as an order's page has one for each open conversation
    <div
      ref={box}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
      tabIndex={0}
      aria-label={t('threads.messages')}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 80
      }}
      className="max-h-[60dvh] min-h-48 overflow-y-auto px-4 pb-4"
    >
      {foot}
      <ol aria-live="polite" aria-label={t('threads.messages')} className="flex flex-col gap-2 pt-4">
        {oldestFirst.map((message, i) => {
          const before = oldestFirst[i - 1]
          const isNewDay = !before || dayOf(before.created_at) !== dayOf(message.created_at)
          return (
            <MessageRow
              key={message.seq}
              thread={thread}
              message={message}
              day={isNewDay ? dayOf(message.created_at) : null}
              isSeen={message.seq === seen}
            />
          )
        })}
      </ol>
    </div>
  )
}
