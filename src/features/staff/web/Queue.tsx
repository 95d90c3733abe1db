import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Suspense } from 'react'
import { parseSubject } from '#core/contract/subject.ts'
import { useQueryChanges } from '#core/web/address.ts'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { DONE, listQueue, TAKEN } from '../contract.ts'
import { ItemRow } from './ItemRow.tsx'
import { staffTexts } from './texts.ts'

const spoken = texts(staffTexts)

const DoneList = later(async () => (await import('./DoneList.tsx')).DoneList)
const ItemPanel = later(async () => (await import('./ItemPanel.tsx')).ItemPanel)

const ALL = 'all'
const STATES = ['waiting', ...DONE] as const
/** How often it is looked whether something new waits. */
const LOOK_MS = 60_000

/** What waits, or was done, and the one that is open beside it; on a phone one after the other. */
export function Queue() {
  const { t } = useTexts(spoken)
  const [query, setQuery] = useQueryChanges()
  const kind = query.get('kind') ?? ALL
  const taken = TAKEN.find((one) => one === query.get('taken')) ?? 'any'
  const state = STATES.find((one) => one === query.get('state')) ?? 'waiting'
  const open = parseSubject(query.get('item') ?? '')
  const isOpen = (item: { kind: string; id: number }) => open?.kind === item.kind && open.id === item.id
  const list = useQuery({
    ...ask(listQueue, {
      query: { ...(kind === ALL ? {} : { kind }), ...(taken === 'any' ? {} : { taken }) },
    }),
    placeholderData: (before) => before,
    refetchInterval: LOOK_MS,
  })
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(20rem,2fr)_3fr]">
      <section aria-label={t('staff.queue.list')} className={clsx('min-w-0', open && 'hidden lg:block')}>
        <Loaded query={list} failed={t('staff.queue.failed')} waiting={<Skeleton className="h-96" />}>
          {({ kinds, results }) => {
            const waiting = kinds.reduce((sum, { count }) => sum + count, 0)
            const chosen = kinds.find((one) => one.kind === kind)
            const ofChosen = chosen?.count ?? waiting
            const done = chosen?.done && state !== 'waiting' ? state : null
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
                  onChange={(next) =>
                    setQuery({ kind: next === ALL ? null : next, state: null }, { replace: true })
                  }
                />
                {chosen?.done && (
                  <SegmentedControl
                    label={t('staff.queue.state')}
                    options={STATES.map((value) => ({ value, label: t(`staff.queue.state_${value}`) }))}
                    value={state}
                    onChange={(next) =>
                      setQuery({ state: next === 'waiting' ? null : next }, { replace: true })
                    }
                  />
                )}
                {done ? (
                  <Suspense fallback={<Skeleton className="h-96" />}>
                    <DoneList key={done} kind={kind} done={done} isOpen={isOpen} search={query} />
                  </Suspense>
                ) : (
                  <>
                    <SegmentedControl
                      label={t('staff.queue.taken')}
                      options={TAKEN.map((value) => ({ value, label: t(`staff.queue.taken_${value}`) }))}
                      value={taken}
                      onChange={(next) =>
                        setQuery({ taken: next === 'any' ? null : next }, { replace: true })
                      }
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
                            <ItemRow item={item} isOpen={isOpen(item)} search={query} />
                          </li>
                        ))}
                      </ul>
                    )}
                    {taken === 'any' && results.length < ofChosen && (
                      <p className="text-sm text-ink-2">
                        {t('staff.queue.shown', { count: results.length, of: ofChosen })}
                      </p>
                    )}
                  </>
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
