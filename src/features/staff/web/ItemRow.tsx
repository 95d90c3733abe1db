import { clsx } from 'clsx'
import { Link } from 'react-router'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import type { DeskItem } from '../contract.ts'
import { staffTexts } from './texts.ts'

const spoken = texts(staffTexts)

/** One of a list of the desk, which leads to its sheet. @param search what the address says besides */
export function ItemRow({
  item,
  isOpen,
  search,
}: {
  item: DeskItem
  isOpen: boolean
  search: URLSearchParams
}) {
  const { t } = useTexts(spoken)
  const { date, time, nameOf } = useFormat()
  const to = new URLSearchParams(search)
  to.set('item', `${item.kind}:${item.id}`)
  return (
    <Link
      to={`?${to}`}
      preventScrollReset
      aria-current={isOpen || undefined}
      className={clsx(
        'flex flex-col gap-1.5 rounded-card border bg-surface p-4 text-ink no-underline transition-colors hover:border-line-strong',
        isOpen ? 'border-accent' : 'border-line',
      )}
    >
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-ink-2">
        <span>{item.kind_label}</span>
        <time dateTime={item.since} className="tabular-nums">
          {date(item.since, undefined, 'day')}, {time(item.since)}
        </time>
      </span>
      <span className="line-clamp-2 font-semibold wrap-anywhere">{item.title}</span>
      <span className="flex flex-wrap items-center gap-2 text-sm">
        <span className="min-w-0 wrap-anywhere text-ink-2">{nameOf(item.who)}</span>
        {item.urgent && <Badge tone="warn">{t('staff.queue.urgent')}</Badge>}
        {item.taken_by !== null && (
          <Badge tone={item.taken_by_me ? 'ok' : 'neutral'} className="whitespace-normal!">
            {item.taken_by_me ? t('staff.queue.yours') : t('staff.queue.taken_by', { name: item.taken_by })}
          </Badge>
        )}
      </span>
    </Link>
  )
}
