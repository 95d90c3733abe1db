import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronRight, CircleCheck, CircleDashed } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Checkbox } from '#core/web/ui/aria/Checkbox.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { later } from '#core/web/ui/later.tsx'
import { ProgressBar } from '#core/web/ui/ProgressBar.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type ChecklistItem, type EventDetail, updateItem } from '../contract.ts'
import { isOver, PAID_ITEM } from '../rules.ts'
import { eventTexts } from './texts.ts'

const spoken = texts(eventTexts)

const NewItemForm = later(async () => (await import('./NewItemForm.tsx')).NewItemForm)

/** What is still to do, who sees to it and by when: one's own items first, the others' folded by who they are. */
export function Checklist({
  event,
  refreshes,
  as,
}: {
  event: EventDetail
  refreshes: readonly Endpoint[]
  as: 'h2' | 'h3'
}) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const done = event.checklist.filter((item) => item.done_at).length
  const over = isOver(event.state)
  const groups = new Map<string, ChecklistItem[]>()
  for (const item of event.checklist.filter((item) => !item.mine)) {
    const who = item.owner === 'hunter' ? t('events.owner_hunter') : nameOf(item.project_name)
    groups.set(who, [...(groups.get(who) ?? []), item])
  }
  const list = (items: ChecklistItem[]) => (
    <ul className="flex flex-col divide-y divide-line">
      {[...items.filter((item) => !item.done_at), ...items.filter((item) => item.done_at)].map((item) => (
        <Item key={item.id} event={event} item={item} refreshes={refreshes} isDisabled={over} />
      ))}
    </ul>
  )
  return (
    <Card title={t('events.checklist_title')} as={as}>
      <ProgressBar
        label={t('events.progress')}
        value={done}
        max={Math.max(1, event.checklist.length)}
        valueText={`${done} / ${event.checklist.length}`}
      />
      <div className="mt-4">{list(event.checklist.filter((item) => item.mine))}</div>
      {event.side === 'hunter' && !over && (
        <Suspense fallback={<Skeleton className="mt-4 h-24" />}>
          <NewItemForm event={event} refreshes={refreshes} />
        </Suspense>
      )}
      {groups.size > 0 && (
        <div className="mt-5 flex flex-col gap-2 border-t border-line pt-5">
          {[...groups].map(([who, items]) => (
            <details key={who} className="group rounded-control bg-surface-2 px-4">
              <summary className="flex min-h-12 items-center justify-between gap-4 font-semibold">
                <span className="flex min-w-0 items-center gap-2">
                  <ChevronRight
                    aria-hidden
                    className="size-4 shrink-0 transition-transform group-open:rotate-90"
                  />
                  <span className="wrap-anywhere">{who}</span>
                </span>
                <span className="text-sm text-ink-2 tabular-nums">
                  {items.filter((item) => item.done_at).length} / {items.length}
                </span>
              </summary>
              <div className="pb-3">{list(items)}</div>
            </details>
          ))}
        </div>
      )}
    </Card>
  )
}

function Item({
  event,
  item,
  refreshes,
  isDisabled,
}: {
  event: EventDetail
  item: ChecklistItem
  refreshes: readonly Endpoint[]
  isDisabled: boolean
}) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const tick = useMutation(tell(updateItem, { refreshes }))
  const title = item.key ? t(`events.checklist.${item.key as 'set_list'}`) : item.title
  const late = !item.done_at && Date.parse(item.due_at) < Date.now()
  const done = tick.isPending ? tick.variables?.body?.done === true : Boolean(item.done_at)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-1">
      {item.mine && item.key === PAID_ITEM && !done ? (
        // Each balance is settled in its agreement, and ticks this.
        <Link
          className="flex min-h-9 items-center gap-3 underline"
          to={`/order?id=${event.order_id}&view=agreement`}
        >
          <CircleDashed aria-hidden className="size-5 shrink-0 text-ink-3" />
          {title}
        </Link>
      ) : item.mine && item.key !== PAID_ITEM ? (
        <Checkbox
          value={done}
          isDisabled={isDisabled}
          onChange={(value) =>
            tick.mutate(
              { params: { id: event.id, item: item.id }, body: { done: value } },
              { onError: (error) => toast.error(error.message) },
            )
          }
        >
          <span className={clsx(done && 'text-ink-2 line-through')}>{title}</span>
        </Checkbox>
      ) : (
        <span className="flex min-h-9 items-center gap-3">
          {done ? (
            <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" />
          ) : (
            <CircleDashed aria-hidden className="size-5 shrink-0 text-ink-3" />
          )}
          <span className={clsx(done && 'line-through')}>{title}</span>
          <span className="sr-only">{t(done ? 'events.item_done' : 'events.item_open')}</span>
        </span>
      )}
      <span className="flex flex-wrap items-center gap-2 pl-8 text-sm text-ink-2 sm:pl-0">
        {late ? (
          <Badge tone="warn">{t('events.due_now', { date: date(item.due_at, event.zone, 'day') })}</Badge>
        ) : (
          <span className="tabular-nums">{date(item.due_at, event.zone, 'day')}</span>
        )}
      </span>
    </li>
  )
}
