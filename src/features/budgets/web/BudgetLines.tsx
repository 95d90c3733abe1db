import { Plus, Trash2 } from 'lucide-react'
import { Controller, useFieldArray } from 'react-hook-form'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Checkbox } from '#core/web/ui/aria/Checkbox.tsx'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { MoneyField } from '#core/web/ui/aria/MoneyField.tsx'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ITEM_KINDS, type RequestMoment } from '../contract.ts'
import { useMomentName } from './momentName.ts'
import type { BudgetForm } from './projectBudget.ts'
import { compareTexts, requestTexts } from './texts.ts'

const spoken = texts(compareTexts, requestTexts)

const LINES_MAX = 30

/** What a budget is made of, line by line, with what is taken off and added at the end. */
export function BudgetLines({
  form,
  title,
  currency,
  moments,
  zone,
}: {
  form: BudgetForm
  title: string
  currency: string
  /** What it is for; the lines of several are grouped by them. */
  moments: readonly RequestMoment[]
  zone: string
}) {
  const { t } = useTexts(spoken)
  const { time } = useFormat()
  const nameOf = useMomentName()
  const { control, formState } = form
  const lines = useFieldArray({ control, name: 'items' })
  const groups: { slot_id: number | null; name: string }[] = [
    ...(moments.length > 1 ? moments : []).map((moment) => ({
      slot_id: moment.id,
      name: `${nameOf(moment)} · ${time(moment.starts_at, zone)}–${time(moment.ends_at, zone)}`,
    })),
    { slot_id: null, name: t(moments.length > 1 ? 'budgets.moments.all' : 'budgets.compare.items') },
  ]
  const linesOf = (group: number | null) =>
    lines.fields.flatMap(({ id, slot_id = null }, i) => (slot_id === group ? [{ id, i }] : []))
  const fault = formState.errors.items?.message ?? formState.errors.items?.root?.message
  return (
    <Card
      title={title}
      as="h3"
      action={<span className="text-sm text-ink-2">{t('budgets.builder.currency', { currency })}</span>}
    >
      {groups.map(({ slot_id, name }) => (
        <fieldset
          key={slot_id ?? 'all'}
          className="min-w-0 [fieldset+&]:mt-6 [fieldset+&]:border-t [fieldset+&]:border-line [fieldset+&]:pt-5"
        >
          <legend className={groups.length > 1 ? 'mb-4 font-semibold' : 'sr-only'}>{name}</legend>
          {linesOf(slot_id).length > 0 && (
            <ol className="mb-4 flex flex-col gap-5">
              {linesOf(slot_id).map(({ id, i }) => (
                <Line
                  key={id}
                  form={form}
                  i={i}
                  currency={currency}
                  onRemove={lines.fields.length > 1 ? () => lines.remove(i) : null}
                />
              ))}
            </ol>
          )}
          <Button
            variant="secondary"
            icon={<Plus aria-hidden />}
            isDisabled={lines.fields.length >= LINES_MAX}
            onPress={() =>
              lines.append({
                kind: slot_id === null ? 'travel' : 'performance',
                description: '',
                qty: 1,
                unit_price: null,
                optional: false,
                slot_id,
              })
            }
          >
            {t('budgets.builder.add_line')}
            {groups.length > 1 && <span className="sr-only">: {name}</span>}
          </Button>
        </fieldset>
      ))}
      {fault && <p className="mt-3 text-sm font-medium text-bad">{fault}</p>}
      <div className="mt-5 grid gap-3 border-t border-line pt-5 sm:grid-cols-2">
        <Controller
          control={control}
          name="discount"
          render={({ field, fieldState }) => (
            <MoneyField
              {...field}
              label={t('budgets.totals.discount')}
              currency={currency}
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
              currency={currency}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      </div>
    </Card>
  )
}

/** One line of a budget. */
function Line({
  form: { control },
  i,
  currency,
  onRemove,
}: {
  form: BudgetForm
  /** Its place among all lines. */
  i: number
  currency: string
  /** None for the last one there is. */
  onRemove: (() => void) | null
}) {
  const { t } = useTexts(spoken)
  return (
    <li className="flex flex-col gap-3 border-b border-line pb-5 last:border-0 last:pb-0">
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
        <FormText
          control={control}
          name={`items.${i}.description`}
          shared
          label={t('budgets.builder.description')}
          maxLength={160}
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
              currency={currency}
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
            isDisabled={!onRemove}
            onPress={() => onRemove?.()}
          >
            <Trash2 aria-hidden className="size-5" />
          </Button>
        </div>
      </div>
    </li>
  )
}
