import { useMutation, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Check, MessageSquareText, Star, TrendingDown, X } from 'lucide-react'
import { useState } from 'react'
import type { Endpoint, ReplyOf } from '#core/contract/endpoint.ts'
import { ask, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { Checkbox } from '#core/web/ui/Checkbox.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { TextArea } from '#core/web/ui/TextArea.tsx'
import { type Order, readOrder } from '#features/hiring/contract.ts'
import { useReason } from '#features/hiring/web/reasons.ts'
import { useWords } from '#features/hiring/web/words.ts'
import {
  acceptBudget,
  type Budget,
  declineBudget,
  listBudgets,
  type ProjectCard,
  requestBudgetChanges,
  viewBudget,
} from '../contract.ts'
import { amountOf, mayStep, totalsOf } from '../rules.ts'
import { RefundTiers } from './RefundTiers.tsx'
import { BUDGET_TONES } from './stateTone.ts'
import { Totals } from './Totals.tsx'
import { budgetTexts } from './texts.ts'

const spoken = texts(budgetTexts)

type Quote = Budget & { project: ProjectCard }
const REFRESHES = [listBudgets, readOrder]

type Slots = ReplyOf<typeof listBudgets>['slots']

const won = (quote: Quote) => quote.state === 'accepted' || quote.state === 'contracted'

/**
 * All quotes of an order beside each other, slot by slot, with what tells them apart on the same lines. With
 * `isRest` only the moments that nobody was taken for yet and somebody still offers; nothing when there are none.
 */
export function CompareBudgets({
  order,
  isRest = false,
  refreshes = REFRESHES,
}: {
  order: Order
  isRest?: boolean
  /** What an answer to a quote changes on the page around. */
  refreshes?: readonly Endpoint[]
}) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  const budgets = useQuery(ask(listBudgets, { params: { id: order.id } }))
  if (isRest && !budgets.data) return null
  if (budgets.isPending)
    return (
      <div aria-busy className="flex flex-col gap-4">
        <Skeleton className="h-10 max-w-sm" />
        <div className="grid gap-4 md:grid-cols-2">
          <Skeleton className="h-72" />
          <Skeleton className="h-72" />
        </div>
      </div>
    )
  if (budgets.isError)
    return (
      <ErrorState
        title={t('budgets.compare.error')}
        retryLabel={t('common:boundary.retry')}
        onRetry={() => void budgets.refetch()}
        isRetrying={budgets.isFetching}
      >
        {budgets.error.message}
      </ErrorState>
    )
  const { currency, budget_max, accepted_total } = budgets.data
  const slots = isRest
    ? budgets.data.slots.filter(
        (slot) => !slot.budgets.some(won) && slot.budgets.some((quote) => mayStep('decline', quote.state)),
      )
    : budgets.data.slots
  if (isRest && slots.length === 0) return null
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
        <p className="text-right">
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
          <SlotQuotes key={slot.slot.id} order={order} refreshes={refreshes} {...slot} />
        ))}
      </div>
    </section>
  )
}

function SlotQuotes({
  order,
  slot,
  budgets,
  waiting,
  gone,
  refreshes,
}: { order: Order; refreshes: readonly Endpoint[] } & Slots[number]) {
  const { t } = useTexts(spoken)
  const { money, time } = useFormat()
  const words = useWords()
  const standing = budgets.filter(
    (quote) => mayStep('accept', quote.state) || mayStep('contract', quote.state),
  )
  const lowest = standing.length > 1 ? Math.min(...standing.map((quote) => quote.total)) : null
  return (
    <section
      aria-label={slot.title ?? words.intent(slot.intent)}
      className={clsx('flex min-w-0 flex-col', budgets.length > 1 && 'md:col-span-full')}
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
          {budgets.map((quote) => (
            <li key={quote.id} className="min-w-0">
              <QuoteColumn
                order={order}
                quote={quote}
                planned={slot.cost}
                isLowest={quote.total === lowest}
                refreshes={refreshes}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type Asking = 'accept' | 'changes' | 'decline' | null

function QuoteColumn({
  order,
  quote,
  planned,
  isLowest,
  refreshes,
}: {
  order: Order
  quote: Quote
  planned: number
  isLowest: boolean
  refreshes: readonly Endpoint[]
}) {
  const { t } = useTexts(spoken)
  const reasonOf = useReason()
  const { money, date, number, percent } = useFormat()
  const [asking, setAsking] = useState<Asking>(null)
  const view = useMutation(tell(viewBudget))
  const { project } = quote
  const open = mayStep('accept', quote.state)
  const isWon = won(quote)
  const gap = quote.total - planned
  const ask = (what: Asking) => {
    if (quote.state === 'sent') view.mutate({ params: { id: quote.id } })
    setAsking(what)
  }
  return (
    <Card className={clsx('flex h-full flex-col', isWon && 'border-graph-ok')}>
      <div className="flex items-start gap-3">
        <Avatar name={project.name} src={project.profile_image} size="md" />
        <div className="min-w-0 flex-1">
          <h4 className="font-semibold">{project.name}</h4>
          <p className="text-sm text-ink-2">
            {[
              project.city,
              project.gigs_played > 0 ? t('budgets.compare.gigs', { count: project.gigs_played }) : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <Badge tone={BUDGET_TONES[quote.state]}>{t(`budgets.states.${quote.state}`)}</Badge>
      </div>
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        <span className="inline-flex items-center gap-1.5">
          <Star aria-hidden className="size-4 text-foco-600" />
          {project.rating === null
            ? t('budgets.compare.new')
            : t('budgets.compare.rating', { rating: number(project.rating, { maximumFractionDigits: 1 }) })}
        </span>
        <span>{t('budgets.compare.kept', { percent: percent(project.reliability) })}</span>
      </p>
      <div className="mt-4 flex flex-wrap items-baseline justify-between gap-2 border-t border-line pt-4">
        <span className="figure text-[2rem] tabular-nums">{money(quote.total, quote.currency)}</span>
        {isLowest && (
          <Badge tone="ok" icon={<TrendingDown aria-hidden />}>
            {t('budgets.compare.best')}
          </Badge>
        )}
      </div>
      <p className={clsx('text-sm', gap > 0 ? 'text-warn' : 'text-ok')}>
        {t(gap > 0 ? 'budgets.compare.over' : 'budgets.compare.under', {
          amount: money(Math.abs(gap), quote.currency),
        })}
      </p>
      <h5 className="mt-4 text-sm font-semibold">{t('budgets.compare.items')}</h5>
      <ul className="mt-1 flex flex-col gap-1 text-sm">
        {quote.items.map((item, i) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its position
            key={i}
            className={clsx(
              'flex justify-between gap-3',
              item.optional && !quote.chosen.includes(i) && 'text-ink-2',
            )}
          >
            <span className="min-w-0">
              {item.description}
              {item.optional && ` (${t('budgets.builder.optional').toLowerCase()})`}
            </span>
            <span className="tabular-nums">{money(amountOf(item), quote.currency)}</span>
          </li>
        ))}
      </ul>
      <div className="mt-3 border-t border-line pt-3">
        <Totals
          totals={quote}
          discount={quote.discount}
          tax={quote.tax}
          deposit_pct={quote.deposit_pct}
          currency={quote.currency}
          hideTotal
        />
      </div>
      <dl className="mt-4 flex flex-col gap-2 text-sm">
        <div>
          <dt className="text-ink-2">{t('budgets.compare.cancellation')}</dt>
          <dd>
            <RefundTiers tiers={quote.cancellation} />
          </dd>
        </div>
        {quote.line_up && (
          <div>
            <dt className="text-ink-2">{t('budgets.compare.line_up')}</dt>
            <dd>{quote.line_up}</dd>
          </div>
        )}
        {quote.note && (
          <div>
            <dt className="text-ink-2">{t('budgets.compare.note')}</dt>
            <dd className="whitespace-pre-line">{quote.note}</dd>
          </div>
        )}
      </dl>
      {quote.reason && (
        <p className="mt-3 rounded-control bg-surface-2 px-3 py-2 text-sm">{reasonOf(quote.reason)}</p>
      )}
      {(open || quote.state === 'changes_requested') && (
        <div className="mt-auto flex flex-col gap-2 pt-5">
          <p className="text-sm text-ink-2">
            {t('budgets.compare.valid', { date: date(quote.valid_until, order.zone, 'long') })}
          </p>
          {open && (
            <Button icon={<Check aria-hidden />} onPress={() => ask('accept')}>
              {t('budgets.compare.accept')}
            </Button>
          )}
          <div className="flex flex-wrap gap-2">
            {open && (
              <Button
                variant="secondary"
                className="flex-1"
                icon={<MessageSquareText aria-hidden />}
                onPress={() => ask('changes')}
              >
                {t('budgets.compare.changes')}
              </Button>
            )}
            <Button
              variant="quiet"
              className="flex-1"
              icon={<X aria-hidden />}
              onPress={() => setAsking('decline')}
            >
              {t('budgets.compare.decline')}
            </Button>
          </div>
        </div>
      )}
      {asking === 'accept' && (
        <AcceptDialog quote={quote} refreshes={refreshes} onClose={() => setAsking(null)} />
      )}
      {(asking === 'changes' || asking === 'decline') && (
        <SayDialog quote={quote} what={asking} refreshes={refreshes} onClose={() => setAsking(null)} />
      )}
    </Card>
  )
}

/** Says what accepting does, with the optional lines to choose and the total they make. */
function AcceptDialog({
  quote,
  refreshes,
  onClose,
}: {
  quote: Quote
  refreshes: readonly Endpoint[]
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  const [chosen, setChosen] = useState<number[]>([])
  const accept = useMutation(
    tell(acceptBudget, {
      refreshes,
      onTold: () => {
        toast.success(t('budgets.toast.accepted'))
        onClose()
      },
    }),
  )
  const optional = quote.items.flatMap((item, at) => (item.optional ? [{ item, at }] : []))
  const totals = totalsOf(quote, chosen)
  return (
    <Dialog
      title={t('budgets.accept.title', { name: quote.project.name })}
      closeLabel={t('budgets.close')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      maxWidth={480}
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            {t('budgets.accept.keep')}
          </Button>
          <Button
            isPending={accept.isPending}
            onPress={() => accept.mutate({ params: { id: quote.id }, body: { chosen } })}
          >
            {t('budgets.accept.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-2">{t('budgets.accept.text')}</p>
        {optional.length > 0 && (
          <fieldset className="flex flex-col gap-3">
            <legend className="mb-2 font-semibold">{t('budgets.accept.extras')}</legend>
            {optional.map(({ item, at }) => (
              <Checkbox
                key={at}
                value={chosen.includes(at)}
                onChange={(isOn) =>
                  setChosen(isOn ? [...chosen, at] : chosen.filter((position) => position !== at))
                }
              >
                {`${item.description} · ${money(amountOf(item), quote.currency)}`}
              </Checkbox>
            ))}
          </fieldset>
        )}
        <Totals
          totals={totals}
          discount={quote.discount}
          tax={quote.tax}
          deposit_pct={quote.deposit_pct}
          currency={quote.currency}
        />
        <FormError>{accept.error?.message}</FormError>
      </div>
    </Dialog>
  )
}

/** Asking for changes and declining both need a sentence to the musician. */
function SayDialog({
  quote,
  what,
  refreshes,
  onClose,
}: {
  quote: Quote
  refreshes: readonly Endpoint[]
  what: 'changes' | 'decline'
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const [words, setWords] = useState('')
  const done = (text: string) => () => {
    toast.success(text)
    onClose()
  }
  const change = useMutation(
    tell(requestBudgetChanges, { refreshes, onTold: done(t('budgets.toast.changes')) }),
  )
  const decline = useMutation(tell(declineBudget, { refreshes, onTold: done(t('budgets.toast.declined')) }))
  const error = change.error ?? decline.error
  const params = { id: quote.id }
  return (
    <Dialog
      title={t(`budgets.${what}.title`, { name: quote.project.name })}
      closeLabel={t('budgets.close')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      maxWidth={480}
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            {t('budgets.accept.keep')}
          </Button>
          <Button
            variant={what === 'decline' ? 'danger' : 'primary'}
            isPending={change.isPending || decline.isPending}
            isDisabled={words.trim().length < 5}
            onPress={() =>
              what === 'changes'
                ? change.mutate({ params, body: { note: words } })
                : decline.mutate({ params, body: { reason: words } })
            }
          >
            {t(`budgets.${what}.send`)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {what === 'decline' && <p className="text-ink-2">{t('budgets.decline.text')}</p>}
        <TextArea
          label={t(what === 'changes' ? 'budgets.changes.note' : 'budgets.decline.reason')}
          value={words}
          onChange={setWords}
          maxLength={what === 'changes' ? 1000 : 500}
          rows={4}
        />
        <FormError>{error?.message}</FormError>
      </div>
    </Dialog>
  )
}
