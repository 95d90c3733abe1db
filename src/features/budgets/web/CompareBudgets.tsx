import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { Endpoint, ReplyOf } from '#core/contract/endpoint.ts'
import { ask, refresh } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type Order, readOrder } from '#features/hiring/desk/contract.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { useNews } from '#features/notifications/web/news.ts'
import { listBudgets, type RequestSlot } from '../contract.ts'
import { mayStep, pricesByMoment } from '../rules.ts'
import { BudgetColumn } from './BudgetColumn.tsx'
import { isWon, type ProjectBudget } from './projectBudget.ts'
import { budgetTexts, compareTexts } from './texts.ts'

const spoken = texts(budgetTexts, compareTexts)

const REFRESHES = [listBudgets, readOrder]

type Slots = ReplyOf<typeof listBudgets>['slots']

/**
 * All budgets of an order beside each other, slot by slot, with what tells them apart on the same lines. With
 * `isRest` only the moments that nobody was taken for yet and somebody still offers; nothing when there are none.
 */
export function CompareBudgets({
  order,
  isRest = false,
  refreshes = REFRESHES,
}: {
  order: Order
  isRest?: boolean
  /** What an answer to a budget changes on the page around. */
  refreshes?: readonly Endpoint[]
}) {
  const { t } = useTexts(spoken)
  const client = useQueryClient()
  const budgets = useQuery(ask(listBudgets, { params: { id: order.id } }))
  // A quote that arrives is told, and shown.
  useNews(() => void refresh(client, [listBudgets]))
  if (isRest && !budgets.data) return null
  return (
    <Loaded
      query={budgets}
      waiting={
        <div className="flex flex-col gap-4">
          <Skeleton className="h-10 max-w-sm" />
          <div className="grid gap-4 md:grid-cols-2">
            <Skeleton className="h-72" />
            <Skeleton className="h-72" />
          </div>
        </div>
      }
      failed={t('budgets.compare.error')}
    >
      {(data) => <Comparison order={order} isRest={isRest} refreshes={refreshes} data={data} />}
    </Loaded>
  )
}

function Comparison({
  order,
  isRest,
  refreshes,
  data,
}: {
  order: Order
  isRest: boolean
  refreshes: readonly Endpoint[]
  data: ReplyOf<typeof listBudgets>
}) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  const { currency, budget_max, accepted_total } = data
  const slots = isRest
    ? data.slots.filter(
        (slot) =>
          !slot.budgets.some(isWon) && slot.budgets.some((budget) => mayStep('decline', budget.state)),
      )
    : data.slots
  if (isRest && slots.length === 0) return null
  const firsts = new Map<number, number>()
  for (const { slot, budgets } of slots)
    for (const { id } of budgets) if (!firsts.has(id)) firsts.set(id, slot.id)
  return (
    <section aria-labelledby="compare-title" className="flex flex-col gap-6">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="compare-title" className="title-card text-2xl">
            {t(isRest ? 'budgets.compare.rest_title' : 'budgets.compare.title')}
          </h2>
          <p className="mt-1 text-ink-2">
            {t(isRest ? 'budgets.compare.rest_text' : 'budgets.compare.text')}
          </p>
        </div>
        <p className="sm:text-right">
          <span className="block text-sm text-ink-2">{t('budgets.compare.accepted_total')}</span>
          <span className="font-display text-2xl wide-110 tabular-nums">
            {money(accepted_total, currency)}
          </span>{' '}
          {budget_max !== null && (
            <span className="text-sm text-ink-2">
              {t('budgets.compare.of_max', { amount: money(budget_max, currency) })}
            </span>
          )}
        </p>
      </header>
      <div className="grid grid-cols-1 gap-x-5 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
        {slots.map((slot) => (
          <SlotBudgets
            key={slot.slot.id}
            order={order}
            slots={data.slots.map((one) => one.slot)}
            firsts={firsts}
            refreshes={refreshes}
            {...slot}
          />
        ))}
      </div>
    </section>
  )
}

const anchorOf = ({ id }: ProjectBudget) => `budget-${id}`

/** At another moment of a quote for several: it is one offer, shown in full and answered at the first of them. */
function SameQuote({ budget }: { budget: ProjectBudget }) {
  const { t } = useTexts(spoken)
  const { money, nameOf } = useFormat()
  return (
    <div className="rounded-card border border-line px-5 py-4">
      <h4 className="font-semibold">{nameOf(budget.project.name)}</h4>
      <a
        href={`#${anchorOf(budget)}`}
        onClick={(event) => {
          // The router would put a page that comes by its own address where the first one stood.
          event.preventDefault()
          const whole = document.getElementById(anchorOf(budget))
          whole?.scrollIntoView()
          whole?.focus({ preventScroll: true })
        }}
        className="-mx-2 inline-flex min-h-11 items-center rounded-chip px-2 text-accent hover:underline"
      >
        {t('budgets.compare.same', {
          amount: money(budget.total, budget.currency),
          count: budget.slot_ids.length,
        })}
      </a>
    </div>
  )
}

function SlotBudgets({
  order,
  slot,
  slots,
  budgets,
  waiting,
  gone,
  firsts,
  refreshes,
}: {
  order: Order
  /** All of the order: a quote may cover others too. */
  slots: readonly RequestSlot[]
  /** By budget: the first slot on the page that it stands at, where it is shown in full. */
  firsts: ReadonlyMap<number, number>
  refreshes: readonly Endpoint[]
} & Slots[number]) {
  const { t } = useTexts(spoken)
  const { money, time } = useFormat()
  const words = useWords()
  const standing = budgets.filter(
    (budget) => mayStep('accept', budget.state) || mayStep('contract', budget.state),
  )
  const priceOf = (budget: ProjectBudget) => pricesByMoment(budget).all_in.get(slot.id) ?? budget.total
  // What only names a quote that stands elsewhere is too low for its heading to wrap above it.
  const isWide = budgets.length > 1 || budgets.some(({ id }) => firsts.get(id) !== slot.id)
  const lowest = standing.length > 1 ? Math.min(...standing.map(priceOf)) : null
  return (
    <section
      aria-label={slot.title ?? words.intent(slot.intent)}
      className={clsx('flex min-w-0 flex-col', isWide && 'md:col-span-full')}
    >
      <header className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="text-lg font-semibold">{slot.title ?? words.intent(slot.intent)}</h3>
        <span className="text-sm text-ink-2 tabular-nums">
          {t('budgets.compare.slot_time', {
            from: time(slot.starts_at, order.zone),
            to: time(slot.ends_at, order.zone),
          })}{' '}
          · {words.genre(slot.genre)}
          {slot.format ? ` · ${words.lineUp(slot.format)}` : ''}
        </span>
        <Badge tone={slot.required ? 'accent' : 'neutral'}>
          {t(slot.required ? 'budgets.compare.required' : 'budgets.compare.optional_slot')}
        </Badge>
        <span className="text-sm text-ink-2">
          {[
            t('budgets.compare.planned', { amount: money(slot.cost, slot.currency) }),
            waiting > 0 ? t('budgets.compare.waiting', { count: waiting }) : '',
            gone > 0 ? t('budgets.compare.gone', { count: gone }) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </header>
      {budgets.length === 0 ? (
        <div className="rounded-card border border-dashed border-line-strong px-5 py-8 text-center">
          <p className="font-semibold">{t('budgets.compare.none')}</p>
          <p className="mt-1 text-ink-2">{t('budgets.compare.none_text')}</p>
        </div>
      ) : (
        <ul
          className={clsx(
            'grid flex-1 grid-cols-1 gap-4',
            budgets.length > 1 && 'md:grid-cols-[repeat(auto-fit,minmax(17.5rem,1fr))]',
          )}
        >
          {budgets.map((budget) => (
            <li key={budget.id} className="min-w-0">
              {firsts.get(budget.id) === slot.id ? (
                <div id={anchorOf(budget)} tabIndex={-1} className="h-full scroll-mt-20 outline-none">
                  <BudgetColumn
                    order={order}
                    budget={budget}
                    slot={slot}
                    slots={slots}
                    // A quote for several is beside what others ask for one.
                    isLowest={budget.slot_ids.length === 1 && priceOf(budget) === lowest}
                    refreshes={refreshes}
                  />
                </div>
              ) : (
                <SameQuote budget={budget} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
