import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { parseSubject } from '#core/contract/subject.ts'
import { useQueryChanges } from '#core/web/address.ts'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type DeskItem, listQueue, TAKEN } from '../contract.ts'
import { staffTexts } from './texts.ts'

const spoken = texts(staffTexts)

const ItemPanel = later(async () => (await import('./ItemPanel.tsx')).ItemPanel)

const ALL = 'all'
/** How often it is looked whether something new waits. */
const LOOK_MS = 60_000

/** What waits, and the one that is open beside it; on a phone one after the other. */
export function Queue() {
  const { t } = useTexts(spoken)
  const [query, setQuery] = useQueryChanges()
  const kind = query.get('kind') ?? ALL
  const taken = TAKEN.find((one) => one === query.get('taken')) ?? 'any'
  const open = parseSubject(query.get('item') ?? '')
  const list = useQuery({
    ...ask(listQueue, { query: { ...(kind === ALL ? {} : { kind }), taken } }),
    placeholderData: (before) => before,
    refetchInterval: LOOK_MS,
  })
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(20rem,2fr)_3fr]">
      <section aria-label={t('staff.queue.list')} className={clsx('min-w-0', open && 'hidden lg:block')}>
        <Loaded query={list} failed={t('staff.queue.failed')} waiting={<Skeleton className="h-96" />}>
          {({ kinds, results }) => {
            const waiting = kinds.reduce((sum, { count }) => sum + count, 0)
            const ofChosen = kinds.find((one) => one.kind === kind)?.count ?? waiting
            return (
              <div className="flex flex-col gap-4">
                <SelectBox
                  label={t('staff.queue.kind')}
                  options={[
                    { value: ALL, label: t('staff.queue.all', { count: waiting }) },
                    ...kinds.map((one) => ({
                      value: one.kind,
                      label: t('staff.queue.of_kind', { label: one.label, count: one.count }),
                    })),
                  ]}
                  value={kind}
                  onChange={(next) => setQuery({ kind: next === ALL ? null : next }, { replace: true })}
                />
                <SegmentedControl
                  label={t('staff.queue.taken')}
                  options={TAKEN.map((value) => ({ value, label: t(`staff.queue.taken_${value}`) }))}
                  value={taken}
                  onChange={(next) => setQuery({ taken: next === 'any' ? null : next }, { replace: true })}
                />
                {results.length === 0 ? (
                  <EmptyState
                    title={t(waiting === 0 ? 'staff.queue.none' : 'staff.queue.none_here')}
                    className="rounded-card border border-line bg-surface"
                  >
                    {t(waiting === 0 ? 'staff.queue.none_text' : 'staff.queue.none_here_text')}
                  </EmptyState>
                ) : (
                  <ul className="flex flex-col gap-2">
                    {results.map((item) => (
                      <li key={`${item.kind}:${item.id}`}>
                        <Row
                          item={item}
                          isOpen={open?.kind === item.kind && open.id === item.id}
                          search={query}
                        />
                      </li>
                    ))}
                  </ul>
                )}
                {taken === 'any' && results.length < ofChosen && (
                  <p className="text-sm text-ink-2">
                    {t('staff.queue.shown', { count: results.length, of: ofChosen })}
                  </p>
                )}
              </div>
            )
          }}
        </Loaded>
      </section>
      <div className={clsx('min-w-0', !open && 'hidden lg:block')}>
        {open ? (
          <Suspense fallback={<Skeleton className="h-96" />}>
            <ItemPanel
              key={`${open.kind}:${open.id}`}
              kind={open.kind}
              id={open.id}
              onClose={() => setQuery({ item: null })}
            />
          </Suspense>
        ) : (
          <p className="rounded-card border border-line bg-surface p-10 text-center text-ink-2">
            {t('staff.queue.choose')}
          </p>
        )}
      </div>
    </div>
  )
}

function Row({ item, isOpen, search }: { item: DeskItem; isOpen: boolean; search: URLSearchParams }) {
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
