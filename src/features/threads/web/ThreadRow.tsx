import { clsx } from 'clsx'
import { Link } from 'react-router'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { pictureUrl } from '#features/files/contract.ts'
import { serviceTerms } from '#features/services/web/texts.ts'
import type { ThreadSummary } from '../contract.ts'
import { threadTexts } from './texts.ts'
import { useHappened } from './useHappened.ts'

const spoken = texts(threadTexts, serviceTerms, instrumentNames)

/** What a conversation is about, in a line. */
export function useAbout() {
  const { t, word } = useTexts(spoken)
  const { date } = useFormat()
  return (
    it: Pick<
      ThreadSummary,
      'kind' | 'event_type' | 'instrument' | 'city' | 'starts_at' | 'zone' | 'project_name'
    >,
  ) =>
    [
      it.kind === 'question' && t('threads.question'),
      it.kind === 'series' && t('threads.lessons'),
      it.instrument && word('business:terms.instruments', it.instrument),
      it.event_type && word('business:terms.event_types', it.event_type),
      it.city,
      it.starts_at && date(it.starts_at, it.zone ?? undefined, 'day'),
      it.project_name && t('threads.as', { name: it.project_name }),
    ]
      .filter(Boolean)
      .join(' · ')
}

/** One conversation in the list: with whom, what about, what was said last. */
export function ThreadRow({
  thread,
  isOpen,
  isUnread,
}: {
  thread: ThreadSummary
  isOpen: boolean
  /** The list shows what is unread alone, and goes on doing so. */
  isUnread: boolean
}) {
  const { t, word } = useTexts(spoken)
  const { date, nameOf } = useFormat()
  const aboutOf = useAbout()
  const happened = useHappened()
  const { last } = thread
  const said = last
    ? last.event
      ? happened(last.event, last.params)
      : last.deleted
        ? t('threads.deleted')
        : last.text || t('threads.attached')
    : ''
  const title =
    thread.kind === 'event' && !thread.title
      ? word('business:terms.event_types', thread.event_type ?? 'other')
      : nameOf(thread.title || null)
  return (
    <Link
      to={`/messages?${isUnread ? 'unread=1&' : ''}thread=${thread.id}`}
      aria-current={isOpen ? 'true' : undefined}
      className={clsx('flex gap-3 rounded-control px-3 py-2.5 hover:bg-surface-2', isOpen && 'bg-surface-2')}
    >
      <Avatar name={title} src={pictureUrl(thread.picture, 'small')} size="md" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span className="min-w-0 font-semibold wrap-anywhere">{title}</span>
          <span className="shrink-0 text-xs text-ink-2">{date(thread.last_at, undefined, 'day')}</span>
        </span>
        <span className="block text-sm text-ink-2">{aboutOf(thread)}</span>
        <span className="flex items-center gap-2">
          <span className={clsx('line-clamp-2 min-w-0 flex-1 text-sm', thread.unread > 0 && 'font-semibold')}>
            {last?.mine && !last.deleted ? t('threads.you', { text: said }) : said}
          </span>
          {thread.unread > 0 && (
            <span className="shrink-0 rounded-full bg-primary px-2 text-xs font-bold text-on-primary tabular-nums">
              <span aria-hidden>{thread.unread}</span>
              <span className="sr-only">{t('threads.unread', { count: thread.unread })}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  )
}
