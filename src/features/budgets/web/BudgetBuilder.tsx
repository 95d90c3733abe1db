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
import { answerAvailable, type MusicianRequest, Offer, reviseBudget } from '../contract.ts'
import { type BudgetDraft, draftOf, draftTotals, offerOf, offerProblems } from '../rules.ts'
import { BudgetLines } from './BudgetLines.tsx'
import { BudgetTerms } from './BudgetTerms.tsx'
import { REFRESHES } from './refreshes.ts'
import { Totals } from './Totals.tsx'
import { budgetTexts } from './texts.ts'

const spoken = texts(budgetTexts)

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
  planned,
  onDone,
}: {
  request: MusicianRequest
  /** What the hunter means to spend on it, minor units. */
  planned: number
  onDone: () => void
}) {
  const { t } = useTexts(spoken)
  const { money, time } = useFormat()
  const { event, slot, budget } = request
  const [now] = useState(() => new Date())
  const initial = useMemo(
    () =>
      draftOf(
        {
          cost: planned,
          starts_at: event.starts_at,
          zone: event.zone,
          description: t('budgets.builder.first_line'),
        },
        budget,
        now,
      ),
    [planned, event, budget, now, t],
  )
  // What is written outlives a reload, a wrong turn and a look at another request, until it is sent.
  const key = `budget:${request.id}:${budget?.id ?? 'new'}`
  const [unsaved, setUnsaved] = useState(() => unsavedOf(key, initial))
  const form = useForm<BudgetDraft, unknown, Offer>({
    resolver: resolverOf<BudgetDraft, Offer>(Offer, {
      from: (draft) => offerOf(draft, slot.currency, event.zone, event.starts_at),
      rule: (offer) => offerProblems(offer, event.starts_at, new Date()),
      nameOf,
    }),
    defaultValues: unsaved ?? initial,
  })
  const draft = useWatch({ control: form.control }) as BudgetDraft
  const totals = draftTotals(draft)
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
      budget
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
        <BudgetLines
          form={form}
          title={t(budget ? 'budgets.builder.title_revise' : 'budgets.builder.title')}
          currency={slot.currency}
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
            discount={draft.discount ?? 0}
            tax={draft.tax ?? 0}
            deposit_pct={draft.deposit_pct ?? 0}
            currency={slot.currency}
            showPayout
          />
          <p className={`mt-4 text-sm ${left < 0 ? 'text-warn' : 'text-ink-2'}`}>
            {left < 0
              ? t('budgets.builder.over', { amount: money(-left, slot.currency) })
              : t('budgets.builder.within', { amount: money(planned, slot.currency) })}
          </p>
        </Card>
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
          {t('budgets.totals.payout')} {money(totals.payout, slot.currency)}
        </span>
        <span className="font-display text-xl wide-110 tabular-nums">
          {money(totals.total, slot.currency)}
        </span>
      </p>
    </form>
  )
}
