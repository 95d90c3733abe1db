import { useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Inbox } from 'lucide-react'
import { type ComponentType, Suspense } from 'react'
import { Link } from 'react-router'
import { useQueryChanges } from '#core/web/address.ts'
import { askPages } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { later, useAhead } from '#core/web/ui/later.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { REQUEST_TONES } from '#features/hiring/talent/web/requestTone.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { useWaitingRefresh } from '#features/notifications/web/waiting.ts'
import { ProjectFilter, useHasSeveral, useProjectFilter } from '#features/projects/web/ProjectFilter.tsx'
import { listRequests, type MusicianRequest, REQUEST_FILTERS } from '../contract.ts'
import { inQuestion } from '../rules.question.ts'
import { Countdown } from './Countdown.tsx'
import { DetailSkeleton } from './DetailSkeleton.tsx'
import { useMomentName } from './momentName.ts'
import type { Talking } from './RequestDetail.tsx'
import { BUDGET_TONES } from './stateTone.ts'
import { budgetTexts } from './texts.ts'

const spoken = texts(budgetTexts)

/** Whoever looks at the list needs none of it; it is fetched ahead for the first choice. */
const RequestDetail = later(async () => (await import('./RequestDetail.tsx')).RequestDetail)
const AHEAD = [RequestDetail]

const PAGES = ['budgets']
const LISTS = [listRequests]

function RequestRow({
  request,
  isCurrent,
  search,
}: {
  request: MusicianRequest
  isCurrent: boolean
  search: string
}) {
  const { t } = useTexts(spoken)
  const { date, time, money, list, nameOf } = useFormat()
  const words = useWords()
  const momentName = useMomentName()
  const namesProject = useHasSeveral()
  const { event, budget, status } = request
  const open = budget && status === 'available'
  const moments = inQuestion(request.moments)
  const [first] = moments
  const planned = moments.reduce((sum, { cost }) => sum + (cost ?? 0), 0)
  const price = budget && status !== 'asked' ? budget.total : first?.cost === null ? null : planned
  return (
    <li>
      <Link
        to={`/budgets?${search}`}
        aria-current={isCurrent ? 'true' : undefined}
        className={clsx(
          'flex flex-col gap-2 rounded-card border p-4 no-underline transition-colors',
          isCurrent ? 'border-primary bg-surface' : 'border-line bg-surface hover:bg-surface-2',
        )}
      >
        <span className="flex items-start justify-between gap-3">
          <span className="font-semibold">
            {words.type(event.type)}
            {event.city ? ` · ${event.city}` : ''}
          </span>
          {price !== null && (
            <span className="shrink-0 font-semibold tabular-nums">
              {money(price, first?.currency ?? 'USD')}
            </span>
          )}
        </span>
        <span className="text-sm text-ink-2">
          {first && `${date(first.starts_at, event.zone, 'short')}, ${time(first.starts_at, event.zone)} · `}
          {list(moments.map(momentName))}
        </span>
        {namesProject && <span className="text-sm font-medium">{nameOf(request.project_name)}</span>}
        <span className="flex flex-wrap gap-2">
          {open ? (
            <Badge tone={BUDGET_TONES[budget.state]}>{t(`budgets.states.${budget.state}`)}</Badge>
          ) : (
            <Badge tone={REQUEST_TONES[status]}>{t(`budgets.requests.${status}`)}</Badge>
          )}
          {status === 'asked' && <Countdown until={request.reply_by} />}
        </span>
      </Link>
    </li>
  )
}

/** The musician's inbox over all projects: requests to answer, budgets that wait, dates won and what is over. */
export function BudgetsPage({ standBy: StandBy, Talk }: { standBy?: ComponentType } & Talking) {
  const { t } = useTexts(spoken)
  const [params, setParams] = useQueryChanges()
  const filter = REQUEST_FILTERS.find((one) => one === params.get('filter')) ?? 'open'
  const id = Number(params.get('request')) || null
  // Writing a budget takes the whole width.
  const isWriting = id !== null && params.has('answer')
  const project = useProjectFilter()
  useWaitingRefresh(PAGES, LISTS)
  useAhead(AHEAD)
  const requests = useInfiniteQuery(
    askPages(listRequests, { query: { filter, ...(project ? { project } : {}) } }),
  )
  return (
    <div className="page-width flex flex-col gap-6">
      <div className={clsx(id && 'max-lg:hidden')}>
        <PageHeader title={t('budgets.title')} eyebrow={t('budgets.eyebrow')} />
      </div>
      {StandBy && !id && (
        <Suspense fallback={null}>
          <StandBy />
        </Suspense>
      )}
      {id && <h1 className="sr-only lg:hidden">{t('budgets.title')}</h1>}
      <div
        className={clsx(
          'grid grid-cols-1 items-start gap-6',
          !isWriting && 'lg:grid-cols-[21rem_minmax(0,1fr)]',
        )}
      >
        <section
          aria-label={t('budgets.list')}
          className={clsx('flex flex-col gap-4', isWriting ? 'hidden' : id && 'max-lg:hidden')}
        >
          <SegmentedControl
            label={t('budgets.filter')}
            value={filter}
            onChange={(filter) => setParams({ filter, answer: null })}
            options={REQUEST_FILTERS.map((value) => ({ value, label: t(`budgets.filters.${value}`) }))}
          />
          <ProjectFilter />
          <LoadedPages
            query={requests}
            waiting={
              <div className="flex flex-col gap-3">
                <Skeleton className="h-28" />
                <Skeleton className="h-28" />
                <Skeleton className="h-28" />
              </div>
            }
            failed={t('budgets.list_error')}
            empty={
              <EmptyState
                title={t(`budgets.empty.${filter}.title`)}
                action={
                  filter === 'open' ? (
                    <LinkButton to="/availability" variant="secondary">
                      {t('budgets.empty.availability')}
                    </LinkButton>
                  ) : undefined
                }
              >
                {t(`budgets.empty.${filter}.text`)}
              </EmptyState>
            }
          >
            {(rows, foot) => (
              <>
                <ul className="flex flex-col gap-3">
                  {rows.map((request) => (
                    <RequestRow
                      key={request.id}
                      request={request}
                      isCurrent={request.id === id}
                      search={String(
                        new URLSearchParams({
                          filter,
                          ...(project ? { project: String(project) } : {}),
                          request: String(request.id),
                        }),
                      )}
                    />
                  ))}
                </ul>
                {foot}
              </>
            )}
          </LoadedPages>
        </section>
        <section aria-label={t('budgets.detail')} className={clsx(!id && 'max-lg:hidden')}>
          {id ? (
            <Suspense fallback={<DetailSkeleton />}>
              <RequestDetail key={id} id={id} Talk={Talk} />
            </Suspense>
          ) : (
            <div className="flex flex-col items-center gap-3 rounded-card border border-dashed border-line-strong px-6 py-16 text-center text-ink-2">
              <Inbox aria-hidden className="size-8" />
              <p>{t('budgets.choose')}</p>
            </div>
          )}
        </section>
      </div>
    </div>
  )
}
