import { useMutation } from '@tanstack/react-query'
import { Plus, Send, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Controller, useFieldArray, useForm, useWatch } from 'react-hook-form'
import { problemsOf } from '#core/contract/errors.ts'
import { wallClock } from '#core/contract/time.ts'
import { ApiError, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { Checkbox } from '#core/web/ui/Checkbox.tsx'
import { DatePicker } from '#core/web/ui/DatePicker.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { MoneyField } from '#core/web/ui/MoneyField.tsx'
import { NumberField } from '#core/web/ui/NumberField.tsx'
import { Select } from '#core/web/ui/Select.tsx'
import { TextArea } from '#core/web/ui/TextArea.tsx'
import { TextField } from '#core/web/ui/TextField.tsx'
import {
  answerAvailable,
  ITEM_KINDS,
  listRequests,
  type MusicianRequest,
  Offer,
  readRequest,
  reviseBudget,
} from '../contract.ts'
import { type BudgetDraft, draftOf, draftTotals, offerOf, offerProblems } from '../rules.ts'
import { Totals } from './Totals.tsx'
import { budgetTexts } from './texts.ts'

const spoken = texts(budgetTexts)

/** The form's own name of a field that the server knows under another one. */
const FIELD: Record<string, string> = { balance_due_at: 'balance_day', valid_until: 'valid_day' }
const formName = (path: string) => {
  const own = path.replace(/^budget\./, '')
  return FIELD[own] ?? own
}

/** Writes a quote line by line with its total always in sight, and sends it: that holds the date. */
export function QuoteBuilder({ request, onDone }: { request: MusicianRequest; onDone: () => void }) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  const { event, slot, budget } = request
  const [now] = useState(() => new Date())
  const [fault, setFault] = useState<string | null>(null)
  const initial = useMemo(
    () =>
      draftOf(
        {
          cost: slot.cost,
          starts_at: event.starts_at,
          zone: event.zone,
          description: t('budgets.builder.first_line'),
        },
        budget,
        now,
      ),
    [slot, event, budget, now, t],
  )
  const form = useForm<BudgetDraft>({ defaultValues: initial })
  const { control } = form
  const lines = useFieldArray({ control, name: 'items' })
  const tiers = useFieldArray({ control, name: 'cancellation' })
  const draft = useWatch({ control }) as BudgetDraft
  const totals = draftTotals(draft)
  const left = slot.cost - totals.total

  const refreshes = [listRequests, readRequest]
  const onTold = () => {
    toast.success(t(budget ? 'budgets.toast.revised' : 'budgets.toast.sent'))
    onDone()
  }
  const first = useMutation(tell(answerAvailable, { refreshes, onTold }))
  const next = useMutation(tell(reviseBudget, { refreshes, onTold }))
  const isPending = first.isPending || next.isPending

  const show = (fields: Record<string, string>) => {
    Object.entries(fields).forEach(([path, message], at) => {
      form.setError(formName(path) as 'note', { type: 'server', message }, { shouldFocus: at === 0 })
    })
  }

  const send = form.handleSubmit((written) => {
    setFault(null)
    const read = Offer.safeParse(offerOf(written, slot.currency, event.zone, event.starts_at))
    const problems = read.success
      ? offerProblems(read.data, event.starts_at, new Date())
      : problemsOf(read.error.issues)
    if (!read.success || Object.keys(problems).length > 0) {
      show(
        Object.fromEntries(
          Object.entries(problems).map(([path, { key, values }]) => [
            path,
            String(t(`common:${key}` as 'common:validation.required', (values ?? {}) as never)),
          ]),
        ),
      )
      setFault(t('budgets.builder.check_fields'))
      return
    }
    const settle = {
      onError: (error: unknown) => {
        if (error instanceof ApiError) show(error.fields)
        setFault(error instanceof ApiError ? error.message : t('common:errors.common.generic'))
      },
    }
    if (budget) next.mutate({ params: { id: budget.id }, body: { budget: read.data } }, settle)
    else first.mutate({ params: { id: request.id }, body: { budget: read.data } }, settle)
  })

  const today = wallClock(now, event.zone).day
  const lastDay = wallClock(event.starts_at, event.zone).day
  const itemsFault = form.formState.errors.items?.message ?? form.formState.errors.items?.root?.message
  const tiersFault =
    form.formState.errors.cancellation?.message ?? form.formState.errors.cancellation?.root?.message

  return (
    <form
      noValidate
      onSubmit={(event) => {
        form.clearErrors()
        void send(event)
      }}
      className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_18rem] lg:items-start"
    >
      <div className="flex min-w-0 flex-col gap-5">
        <Card
          title={t(budget ? 'budgets.builder.title_revise' : 'budgets.builder.title')}
          as="h3"
          action={
            <span className="text-sm text-ink-2">
              {t('budgets.builder.currency', { currency: slot.currency })}
            </span>
          }
        >
          <ol className="flex flex-col gap-5">
            {lines.fields.map((field, i) => (
              <li
                key={field.id}
                className="flex flex-col gap-3 border-b border-line pb-5 last:border-0 last:pb-0"
              >
                <div className="grid gap-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
                  <Controller
                    control={control}
                    name={`items.${i}.kind`}
                    render={({ field: { value, onChange, onBlur } }) => (
                      <Select
                        label={t('budgets.builder.kind')}
                        value={value}
                        onChange={(kind) => kind && onChange(kind)}
                        onBlur={onBlur}
                        options={ITEM_KINDS.map((kind) => ({
                          value: kind,
                          label: t(`budgets.kinds.${kind}`),
                        }))}
                      />
                    )}
                  />
                  <Controller
                    control={control}
                    name={`items.${i}.description`}
                    render={({ field, fieldState }) => (
                      <TextField
                        {...field}
                        label={t('budgets.builder.description')}
                        maxLength={160}
                        errorMessage={fieldState.error?.message}
                      />
                    )}
                  />
                </div>
                <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[7rem_10rem_minmax(0,1fr)_auto]">
                  <Controller
                    control={control}
                    name={`items.${i}.qty`}
                    render={({ field, fieldState }) => (
                      <NumberField
                        {...field}
                        label={t('budgets.builder.qty')}
                        minValue={0.25}
                        maxValue={999}
                        hideStepper
                        formatOptions={{ maximumFractionDigits: 2 }}
                        errorMessage={fieldState.error?.message}
                      />
                    )}
                  />
                  <Controller
                    control={control}
                    name={`items.${i}.unit_price`}
                    render={({ field, fieldState }) => (
                      <MoneyField
                        {...field}
                        label={t('budgets.builder.unit_price')}
                        currency={slot.currency}
                        errorMessage={fieldState.error?.message}
                      />
                    )}
                  />
                  <Controller
                    control={control}
                    name={`items.${i}.optional`}
                    render={({ field: { value, onChange, onBlur } }) => (
                      <div className="self-end pb-2">
                        <Checkbox value={value} onChange={onChange} onBlur={onBlur}>
                          {t('budgets.builder.optional')}
                        </Checkbox>
                      </div>
                    )}
                  />
                  <div className="justify-self-end self-end">
                    <Button
                      variant="quiet"
                      isIconOnly
                      aria-label={t('budgets.builder.remove_line', { n: i + 1 })}
                      isDisabled={lines.fields.length === 1}
                      onPress={() => lines.remove(i)}
                    >
                      <Trash2 aria-hidden className="size-5" />
                    </Button>
                  </div>
                </div>
              </li>
            ))}
          </ol>
          {itemsFault && <p className="mt-3 text-sm font-medium text-bad">{itemsFault}</p>}
          <Button
            variant="secondary"
            className="mt-4"
            icon={<Plus aria-hidden />}
            isDisabled={lines.fields.length >= 30}
            onPress={() =>
              lines.append({ kind: 'travel', description: '', qty: 1, unit_price: null, optional: false })
            }
          >
            {t('budgets.builder.add_line')}
          </Button>
          <div className="mt-5 grid gap-3 border-t border-line pt-5 sm:grid-cols-2">
            <Controller
              control={control}
              name="discount"
              render={({ field, fieldState }) => (
                <MoneyField
                  {...field}
                  label={t('budgets.totals.discount')}
                  currency={slot.currency}
                  errorMessage={fieldState.error?.message}
                />
              )}
            />
            <Controller
              control={control}
              name="tax"
              render={({ field, fieldState }) => (
                <MoneyField
                  {...field}
                  label={t('budgets.totals.tax')}
                  currency={slot.currency}
                  errorMessage={fieldState.error?.message}
                />
              )}
            />
          </div>
        </Card>

        <Card title={t('budgets.builder.terms')} as="h3">
          <div className="grid gap-4 sm:grid-cols-3">
            <Controller
              control={control}
              name="valid_day"
              render={({ field, fieldState }) => (
                <DatePicker
                  {...field}
                  label={t('budgets.builder.valid_until')}
                  minValue={today}
                  maxValue={lastDay}
                  errorMessage={fieldState.error?.message}
                />
              )}
            />
            <Controller
              control={control}
              name="deposit_pct"
              render={({ field, fieldState }) => (
                <NumberField
                  {...field}
                  label={t('budgets.builder.deposit_pct')}
                  minValue={0}
                  maxValue={100}
                  step={5}
                  errorMessage={fieldState.error?.message}
                />
              )}
            />
            <Controller
              control={control}
              name="balance_day"
              render={({ field, fieldState }) => (
                <DatePicker
                  {...field}
                  label={t('budgets.builder.balance_due')}
                  minValue={today}
                  errorMessage={fieldState.error?.message}
                />
              )}
            />
          </div>
          <fieldset className="mt-5">
            <legend className="mb-2 font-semibold">{t('budgets.builder.cancellation')}</legend>
            <ul className="flex flex-col gap-3">
              {tiers.fields.map((field, i) => (
                <li key={field.id} className="flex items-end gap-3">
                  <Controller
                    control={control}
                    name={`cancellation.${i}.hours_before`}
                    render={({ field, fieldState }) => (
                      <NumberField
                        {...field}
                        className="min-w-0 flex-1 sm:max-w-44"
                        label={t('budgets.builder.hours_before')}
                        minValue={0}
                        maxValue={8760}
                        hideStepper
                        errorMessage={fieldState.error?.message}
                      />
                    )}
                  />
                  <Controller
                    control={control}
                    name={`cancellation.${i}.refund_pct`}
                    render={({ field, fieldState }) => (
                      <NumberField
                        {...field}
                        className="min-w-0 flex-1 sm:max-w-44"
                        label={t('budgets.builder.refund_pct')}
                        minValue={0}
                        maxValue={100}
                        hideStepper
                        errorMessage={fieldState.error?.message}
                      />
                    )}
                  />
                  <Button
                    variant="quiet"
                    isIconOnly
                    aria-label={t('budgets.builder.remove_tier', { n: i + 1 })}
                    onPress={() => tiers.remove(i)}
                  >
                    <Trash2 aria-hidden className="size-5" />
                  </Button>
                </li>
              ))}
            </ul>
            {tiersFault && <p className="mt-2 text-sm font-medium text-bad">{tiersFault}</p>}
            <Button
              variant="quiet"
              size="sm"
              className="mt-2"
              icon={<Plus aria-hidden />}
              isDisabled={tiers.fields.length >= 6}
              onPress={() => tiers.append({ hours_before: null, refund_pct: 0 })}
            >
              {t('budgets.builder.add_tier')}
            </Button>
          </fieldset>
          <div className="mt-5 flex flex-col gap-4">
            <Controller
              control={control}
              name="line_up"
              render={({ field, fieldState }) => (
                <TextField
                  {...field}
                  label={t('budgets.builder.line_up')}
                  description={t('budgets.builder.line_up_hint')}
                  maxLength={300}
                  errorMessage={fieldState.error?.message}
                />
              )}
            />
            <Controller
              control={control}
              name="note"
              render={({ field, fieldState }) => (
                <TextArea
                  {...field}
                  label={t('budgets.builder.note')}
                  maxLength={2000}
                  rows={3}
                  errorMessage={fieldState.error?.message}
                />
              )}
            />
          </div>
        </Card>
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
              : t('budgets.builder.within', { amount: money(slot.cost, slot.currency) })}
          </p>
        </Card>
        <FormError>{fault}</FormError>
        <Button type="submit" size="lg" icon={<Send aria-hidden />} isPending={isPending}>
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
