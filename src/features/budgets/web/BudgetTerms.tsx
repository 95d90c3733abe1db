import { Plus, Trash2 } from 'lucide-react'
import { Controller, useFieldArray } from 'react-hook-form'
import { texts, useTexts } from '#core/web/texts.ts'
import { DatePicker } from '#core/web/ui/aria/DatePicker.tsx'
import { FormText, FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import type { BudgetForm } from './projectBudget.ts'
import { requestTexts } from './texts.ts'

const spoken = texts(requestTexts)

const TIERS_MAX = 6

/** Until when a budget holds, how it is paid and cancelled, and what else there is to say. */
export function BudgetTerms({
  form,
  today,
  lastDay,
  starts,
}: {
  form: BudgetForm
  today: string
  /** The day of the event. */
  lastDay: string
  /** When it begins there, as people read it. */
  starts: string
}) {
  const { t } = useTexts(spoken)
  const { control, formState } = form
  const tiers = useFieldArray({ control, name: 'cancellation' })
  const fault = formState.errors.cancellation?.message ?? formState.errors.cancellation?.root?.message
  return (
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
              {...(field.value === lastDay
                ? { description: t('budgets.builder.valid_to_start', { time: starts }) }
                : {})}
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
        {fault && <p className="mt-2 text-sm font-medium text-bad">{fault}</p>}
        <Button
          variant="quiet"
          size="sm"
          className="mt-2"
          icon={<Plus aria-hidden />}
          isDisabled={tiers.fields.length >= TIERS_MAX}
          onPress={() => tiers.append({ hours_before: null, refund_pct: 0 })}
        >
          {t('budgets.builder.add_tier')}
        </Button>
      </fieldset>
      <div className="mt-5 flex flex-col gap-4">
        <FormText
          control={control}
          name="line_up"
          shared
          label={t('budgets.builder.line_up')}
          description={t('budgets.builder.line_up_hint')}
          maxLength={300}
        />
        <FormTextArea
          control={control}
          name="note"
          shared
          label={t('budgets.builder.note')}
          maxLength={2000}
          rows={3}
        />
      </div>
    </Card>
  )
}
