import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ArrowLeft, FileText } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { useQueryChanges } from '#core/web/address.ts'
import { ask, askPages, refresh } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded, LoadedPages } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useWords } from '#features/hiring/web/words.ts'
import { countNotifications } from '#features/notifications/contract.ts'
import { useNews } from '#features/notifications/web/news.ts'
import { useWaitingRefresh } from '#features/notifications/web/waiting.ts'
import {
  ActingAs,
  ProjectFilter,
  useHasSeveral,
  useProjectFilter,
} from '#features/projects/web/ProjectFilter.tsx'
import { readMoney } from '../contract.money.ts'
import { type Agreement, CONTRACT_FILTERS, listContracts, readContract } from '../contract.ts'
import { AgreementView } from './AgreementView.tsx'
import { ContractBadge } from './ContractBadge.tsx'
import { MoneyCard } from './MoneyCard.tsx'
import { contractTexts } from './texts.ts'

const spoken = texts(contractTexts)
const MoneyMonths = later(async () => (await import('./MoneyMonths.tsx')).MoneyMonths)
const PayoutsCard = later(async () => (await import('./PayoutsCard.tsx')).PayoutsCard)
const PayoutAccountCard = later(async () => (await import('./PayoutAccountCard.tsx')).PayoutAccountCard)

const PAGES = ['contracts']
const LISTS = [listContracts]
const REFRESHES = [listContracts, readContract, readMoney, countNotifications]

/** Agreements of the person's projects: what waits for a signature, what holds, what is over. */
export function ContractsPage() {
  const { t } = useTexts(spoken)
  const { date, nameOf } = useFormat()
  const words = useWords()
  const namesProject = useHasSeveral()
  const [params, setParams] = useQueryChanges()
  const filter = CONTRACT_FILTERS.find((one) => one === params.get('filter')) ?? 'pending'
  const id = Number(params.get('contract')) || null
  const project = useProjectFilter()
  useWaitingRefresh(PAGES, LISTS)
  const contracts = useInfiniteQuery(
    askPages(listContracts, { query: { filter, ...(project ? { project } : {}) } }),
  )
  return (
    <div className="page-width flex flex-col gap-6">
      <div className={clsx(id && 'max-lg:hidden')}>
        <PageHeader title={t('contracts.title')} eyebrow={t('contracts.eyebrow')} />
      </div>
      {id && <h1 className="sr-only lg:hidden">{t('contracts.title')}</h1>}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <section
          aria-label={t('contracts.list')}
          className={clsx('flex flex-col gap-4', id && 'max-lg:hidden')}
        >
          <SegmentedControl
            label={t('contracts.filter')}
            value={filter}
            onChange={(value) => setParams({ filter: value, contract: null })}
            options={CONTRACT_FILTERS.map((value) => ({ value, label: t(`contracts.filters.${value}`) }))}
          />
          <ProjectFilter />
          <LoadedPages
            query={contracts}
            waiting={
              <div className="flex flex-col gap-3">
                <Skeleton className="h-24" />
                <Skeleton className="h-24" />
              </div>
            }
            failed={t('contracts.list_error')}
            empty={
              <EmptyState title={t(`contracts.empty.${filter}.title`)}>
                {t(`contracts.empty.${filter}.text`)}
              </EmptyState>
            }
          >
            {(rows, foot) => (
              <>
                <ul className="flex flex-col gap-3">
                  {rows.map((row) => (
                    <li key={row.id}>
                      <Link
                        to={`/contracts?${new URLSearchParams({
                          filter,
                          ...(project ? { project: String(project) } : {}),
                          contract: String(row.id),
                        })}`}
                        aria-current={row.id === id ? 'true' : undefined}
                        className={clsx(
                          'flex flex-col gap-2 rounded-card border bg-surface p-4 no-underline transition-colors',
                          row.id === id ? 'border-primary' : 'border-line hover:bg-surface-2',
                        )}
                      >
                        <span className="flex items-start justify-between gap-3">
                          <span className="font-semibold wrap-anywhere">{words.named(row.terms.event)}</span>
                          <Amount agreement={row} />
                        </span>
                        <span className="text-sm text-ink-2">
                          {date(row.terms.event.starts_at, row.terms.event.zone)} · {row.number}
                        </span>
                        {namesProject && (
                          <span className="text-sm font-medium">{nameOf(row.project_name)}</span>
                        )}
                        <span>
                          <ContractBadge agreement={row} />
                        </span>
                      </Link>
                    </li>
                  ))}
                </ul>
                {foot}
              </>
            )}
          </LoadedPages>
          <MoneyCard project={project ?? null} namesProject={namesProject} />
          <Suspense fallback={null}>
            <PayoutAccountCard project={project ?? null} namesProject={namesProject} />
          </Suspense>
        </section>
        <section aria-label={t('contracts.detail')} className={clsx(!id && 'max-lg:hidden')}>
          {id ? (
            <ContractDetail key={id} id={id} />
          ) : (
            <div className="flex flex-col items-center gap-3 rounded-card border border-dashed border-line-strong px-6 py-16 text-center text-ink-2">
              <FileText aria-hidden className="size-8" />
              <p>{t('contracts.choose')}</p>
            </div>
          )}
        </section>
      </div>
      <div className={clsx('flex flex-col gap-6', id && 'max-lg:hidden')}>
        <Suspense fallback={<Skeleton className="h-64" />}>
          <MoneyMonths project={project ?? null} as="payments" />
          <PayoutsCard project={project ?? null} />
        </Suspense>
      </div>
    </div>
  )
}

/** What the reader gets of it; nothing where the owner hasn't said. */
function Amount({ agreement: { terms, own_part } }: { agreement: Agreement }) {
  const { money } = useFormat()
  const gets = terms.fees ? { amount: terms.fees.payout, currency: terms.fees.currency } : own_part
  return (
    gets && <span className="shrink-0 font-semibold tabular-nums">{money(gets.amount, gets.currency)}</span>
  )
}

function ContractDetail({ id }: { id: number }) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const [params] = useQueryChanges()
  // To the list as it was narrowed.
  const back = new URLSearchParams(params)
  back.delete('contract')
  const contract = useQuery(ask(readContract, { params: { id } }))
  const client = useQueryClient()
  // The other side's signature, its changes and its word about the deposit stand here at once.
  useNews(() => void refresh(client, [readContract]))
  return (
    <Loaded query={contract} waiting={<Skeleton lines={10} />} failed={t('contracts.detail_error')}>
      {(agreement) => (
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center gap-3">
            <span className="lg:hidden">
              <LinkButton
                to={`/contracts?${back}`}
                variant="quiet"
                size="sm"
                icon={<ArrowLeft aria-hidden />}
              >
                {t('contracts.title')}
              </LinkButton>
            </span>
            <ActingAs name={agreement.project_name} />
          </div>
          <Card>
            <AgreementView
              agreement={agreement}
              refreshes={REFRESHES}
              heading={words.title(agreement.terms.event)}
              level={2}
            />
          </Card>
        </div>
      )}
    </Loaded>
  )
}
