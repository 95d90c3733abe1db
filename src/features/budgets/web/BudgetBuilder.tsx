import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { wallClock } from '#core/contract/time.ts'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { readJson, storeJson } from '#core/web/storage.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import {
  answerAvailable,
  type MusicianRequest,
  Offer,
  type RequestMoment,
  reviseBudget,
} from '../contract.ts'
import {
  asksForTravel,
  type BudgetDraft,
  draftOf,
  draftTotals,
  firstLines,
  offerOf,
  ownPrices,
} from '../rules.draft.ts'
import { offerProblems } from '../rules.ts'
import { BandSplit } from './BandSplit.tsx'
import { BudgetLines } from './BudgetLines.tsx'
import { BudgetTerms } from './BudgetTerms.tsx'
import { useMomentName } from './momentName.ts'
import { PriceBasis } from './PriceBasis.tsx'
import { REFRESHES } from './refreshes.ts'
import { Totals } from './Totals.tsx'
import { requestTexts } from './texts.ts'

const spoken = texts(requestTexts)

/** The form's own name of a field that the server knows under another one. */
const FIELD: Record<string, string> = { balance_due_at: 'balance_day', valid_until: 'valid_day' }
const nameOf = (path: string) => {
  const own = path.replace(/^budget\./, '')
  return FIELD[own] ?? own
}

/** What was written of it in this tab before, or nothing. */
function unsavedOf(key: string, initial: BudgetDraft): BudgetDraft | null {
  const stored = readJson('session', key)
  return stored && typeof stored === 'object' ? { ...initial, ...stored } : null
}

/** Writes a budget line by line with its total always in sight, and sends it: that holds the date. */
export function BudgetBuilder({
  request,
  moments,
  onDone,
}: {
  request: MusicianRequest
  /** What of it they can play. */
  moments: readonly RequestMoment[]
  onDone: () => void
}) {
  const { t } = useTexts(spoken)
  const { money, time } = useFormat()
  const nameOfMoment = useMomentName()
  const { event, budget, again } = request
  // Who writes a budget owns the project and is told its fee.
  const fee_pct = request.fee_pct ?? 0
  const currency = moments[0]?.currency ?? 'USD'
  const slot_ids = moments.map(({ id }) => id)
  /** What the hunter means to spend on it, minor units. */
  const planned = moments.reduce((sum, { cost }) => sum + (cost ?? 0), 0)
  const count = moments.length
  const [now] = useState(() => new Date())
  /** What is asked for each moment by the writer's own services; they begin with that, else with what is planned. */
  const own = useMemo(() => ownPrices(moments), [moments])
  const priced = useMemo(
    () => (prices: readonly (number | null)[]) =>
      moments.map((moment, at) => ({
        slot_id: moment.id,
        price: prices[at] ?? 0,
        description:
          moments.length > 1
            ? t('budgets.builder.first_line_of', { moment: nameOfMoment(moment) })
            : t('budgets.builder.first_line'),
      })),
    [moments, t, nameOfMoment],
  )
  const costs = useMemo(() => moments.map(({ cost }) => cost), [moments])
  const initial = useMemo(
    () =>
      draftOf(
        { moments: priced(own ?? costs), starts_at: event.starts_at, zone: event.zone, fee_pct },
        budget ?? again,
        now,
      ),
    [priced, own, costs, event, budget, again, fee_pct, now],
  )
  // What is written outlives a reload, a wrong turn and a look at another request, until it is sent.
  const key = `budget:${request.id}:${budget?.id ?? 'new'}:${slot_ids.join('-')}`
  const [unsaved, setUnsaved] = useState(() => unsavedOf(key, initial))
  const form = useForm<BudgetDraft, unknown, Offer>({
    resolver: resolverOf<BudgetDraft, Offer>(Offer, {
      from: (draft) => offerOf(draft, { currency, zone: event.zone, starts_at: event.starts_at, slot_ids }),
      rule: (offer) => offerProblems(offer, event.starts_at, new Date()),
      nameOf,
    }),
    defaultValues: unsaved ?? initial,
  })
  const draft = useWatch({ control: form.control }) as BudgetDraft
  const totals = draftTotals(draft, fee_pct)
  const isSent = useRef(false)
  const { watch } = form
  useEffect(() => {
    const { unsubscribe } = watch((values) => {
      if (!isSent.current) storeJson('session', key, values)
    })
    return unsubscribe
  }, [watch, key])
  const startOver = () => {
    form.reset(initial)
    storeJson('session', key, null)
    setUnsaved(null)
  }
  const left = planned - totals.total

  const onTold = () => {
    isSent.current = true
    storeJson('session', key, null)
    toast.success(t(budget ? 'budgets.toast.revised' : 'budgets.toast.sent'))
    onDone()
  }
  const first = useMutation(tell(answerAvailable, { refreshes: REFRESHES, onTold }))
  const next = useMutation(tell(reviseBudget, { refreshes: REFRESHES, onTold }))
  const submit = submitOf(
    form,
    (offer) =>
      budget && request.status === 'available'
        ? next.mutateAsync({ params: { id: budget.id }, body: { budget: offer } })
        : first.mutateAsync({ params: { id: request.id }, body: { budget: offer } }),
    nameOf,
  )
  const { root, ...faults } = form.formState.errors

  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_18rem] lg:items-start"
    >
      <div className="flex min-w-0 flex-col gap-5">
        {unsaved && (
          <p
            role="status"
            className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface px-5 py-3"
          >
            {t('budgets.builder.stored')}
            <Button variant="quiet" size="sm" onPress={startOver}>
              {t('budgets.builder.start_over')}
            </Button>
          </p>
        )}
        {own && (
          <PriceBasis
            form={form}
            moments={moments}
            fee_pct={fee_pct}
            own={{
              prices: own,
              lines: firstLines(priced(own), fee_pct),
              with_travel: asksForTravel(moments),
            }}
            planned={{ prices: costs.map((cost) => cost ?? 0), lines: firstLines(priced(costs), fee_pct) }}
            currency={currency}
          />
        )}
        <BudgetLines
          form={form}
          title={t(budget ? 'budgets.builder.title_revise' : 'budgets.builder.title')}
          currency={currency}
          moments={moments}
          zone={event.zone}
        />
        <BudgetTerms
          form={form}
          today={wallClock(now, event.zone).day}
          lastDay={wallClock(event.starts_at, event.zone).day}
          starts={time(event.starts_at, event.zone)}
        />
      </div>

      <aside className="flex flex-col gap-4 lg:sticky lg:top-24">
        <Card title={t('budgets.builder.summary')} as="h3">
          <Totals
            totals={totals}
            fee_pct={fee_pct}
            tax={draft.tax ?? 0}
            deposit_pct={draft.deposit_pct ?? 0}
            currency={currency}
            showPayout
          />
          <p className={`mt-4 text-sm ${left < 0 ? 'text-warn' : 'text-ink-2'}`}>
            {left < 0
              ? t('budgets.builder.over', { count, amount: money(-left, currency) })
              : t('budgets.builder.within', { count, amount: money(planned, currency) })}
          </p>
        </Card>
        <BandSplit project_id={request.project_id} payout={totals.payout} currency={currency} />
        <FormError>
          {root?.message ?? (Object.keys(faults).length > 0 && t('budgets.builder.check_fields'))}
        </FormError>
        <Button type="submit" size="lg" icon={<Send aria-hidden />} isPending={form.formState.isSubmitting}>
          {t(budget ? 'budgets.builder.send_version' : 'budgets.builder.send')}
        </Button>
        <p className="text-sm text-ink-2">{t('budgets.builder.hold_note')}</p>
        <Button variant="quiet" onPress={onDone}>
          {t('budgets.builder.cancel')}
        </Button>
      </aside>
      <p className="sticky bottom-0 -mx-1 flex items-baseline justify-between gap-4 border-t border-line bg-bg/95 px-1 py-3 lg:hidden">
        <span className="text-sm text-ink-2">
          {t('budgets.totals.payout')} {money(totals.payout, currency)}
        </span>
        <span className="font-display text-xl wide-110 tabular-nums">{money(totals.total, currency)}</span>
      </p>
    </form>
  )
}
