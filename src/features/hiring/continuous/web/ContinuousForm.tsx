import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { wallClock } from '#core/contract/time.ts'
import { ApiError, call, keyOf, refresh } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Checkbox } from '#core/web/ui/aria/Checkbox.tsx'
import { MoneyField } from '#core/web/ui/aria/MoneyField.tsx'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { RadioCards } from '#core/web/ui/aria/RadioCards.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { listOrders, readOrder } from '#features/hiring/desk/contract.ts'
import { continuousTexts } from '#features/hiring/web/texts.ts'
import {
  buildContinuous,
  type Continuous,
  DATES_MAX,
  LINE_UPS,
  type LineUp,
  RHYTHMS,
  type Rhythm,
  readContinuous,
} from '../contract.ts'
import { datesOf, PROPOSED } from '../rules.ts'

const spoken = texts(continuousTexts)

interface Wanted {
  rhythm: Rhythm
  count: number | null
  left_out: readonly string[]
  /** null: as much for each date as the order's brief allows. */
  budget: number | null
  line_up: LineUp
  project_ids: readonly number[]
}

/** What the form shows of a field that the server names otherwise. */
const nameOf = (field: string): string | null => (field.startsWith('days') ? 'left_out' : field)

/** Builds a series: its rhythm and dates, its money, and who is preferred. */
export function ContinuousForm({ continuous, day }: { continuous: Continuous; day: string }) {
  const { t } = useTexts(spoken)
  const { money, calendarDay, nameOf: written } = useFormat()
  const client = useQueryClient()
  const { order_id, currency, zone, budget_each, players } = continuous
  const first = continuous.rhythm ?? 'weekly'
  const known = players.filter((one) => one.known !== 'favourite')
  const form = useForm<Wanted>({
    defaultValues: {
      rhythm: first,
      count: PROPOSED[first],
      left_out: [],
      budget: null,
      line_up: known.length > 0 ? 'same' : 'open',
      project_ids: known.slice(0, 1).map(({ project_id }) => project_id),
    },
  })
  const { rhythm, count, left_out, budget, line_up, project_ids } = form.watch()
  const dates = datesOf(day, rhythm, count ?? 0, wallClock(new Date(), zone).day)
  const days = dates.filter((one) => !left_out.includes(one))
  const total = budget ?? (budget_each ?? 0) * days.length
  const submit = submitOf(
    form,
    async () => {
      const built = await call(buildContinuous, {
        params: { id: order_id },
        body: {
          rhythm,
          days,
          budget: total,
          line_up,
          project_ids: line_up === 'open' ? [] : [...project_ids],
        },
      }).catch((refused) => {
        // It was built elsewhere, or the order is off by now: the page shows how things are.
        if (refused instanceof ApiError && refused.status === 409) {
          toast.error(refused.message)
          void refresh(client, [readContinuous, readOrder])
        }
        throw refused
      })
      client.setQueryData(keyOf(readContinuous, { params: { id: order_id } }), built)
      void refresh(client, [listOrders, readOrder])
      toast.success(t('continuous.built'))
      scrollTo({ top: 0 })
    },
    nameOf,
  )
  const errors = form.formState.errors
  const toggle = <Item,>(list: readonly Item[], item: Item, isIn: boolean) =>
    isIn ? [...list.filter((one) => one !== item), item] : list.filter((one) => one !== item)
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
      <p className="-mt-3 text-ink-2">{t('continuous.intro')}</p>
      <Card title={t('continuous.dates')}>
        <div className="grid grid-cols-1 gap-5">
          <SegmentedControl<Rhythm>
            label={t('continuous.rhythm.label')}
            className="justify-self-start"
            value={rhythm}
            onChange={(next) => {
              form.clearErrors('left_out')
              form.setValue('rhythm', next)
              form.setValue('count', PROPOSED[next])
              form.setValue('left_out', [])
            }}
            options={RHYTHMS.map((one) => ({ value: one, label: t(`continuous.rhythm.${one}`) }))}
          />
          <Controller
            control={form.control}
            name="count"
            render={({ field }) => (
              <NumberField
                {...field}
                onChange={(next) => {
                  // What was refused was about other dates: it would keep the form from being sent.
                  form.clearErrors('left_out')
                  field.onChange(next)
                }}
                label={t('continuous.count')}
                minValue={1}
                maxValue={DATES_MAX}
                description={dates.length < (count ?? 0) && t('continuous.two_years')}
                className="max-w-48"
              />
            )}
          />
          <fieldset>
            <legend className="text-sm text-ink-2">
              {t('continuous.dates_hint', { day: calendarDay(day, 'long') })}
            </legend>
            <ul className="mt-2 grid grid-cols-1 gap-x-6 sm:grid-cols-2">
              {dates.map((one) => (
                <li key={one}>
                  <Checkbox
                    value={!left_out.includes(one)}
                    onChange={(isIn) => {
                      form.clearErrors('left_out')
                      form.setValue('left_out', toggle(left_out, one, !isIn))
                    }}
                  >
                    {calendarDay(one, 'full')}
                  </Checkbox>
                </li>
              ))}
            </ul>
          </fieldset>
          <FormError>{days.length === 0 ? t('continuous.none_left') : errors.left_out?.message}</FormError>
        </div>
      </Card>
      <Card title={t('continuous.budget')}>
        <Controller
          control={form.control}
          name="budget"
          render={({ field, fieldState }) => (
            <MoneyField
              {...field}
              value={total}
              currency={currency}
              label={t('continuous.budget')}
              hideLabel
              className="max-w-56"
              errorMessage={fieldState.error?.message}
              description={
                days.length > 0 &&
                t('continuous.budget_hint', { amount: money(Math.floor(total / days.length), currency) })
              }
            />
          )}
        />
      </Card>
      <Card title={t('continuous.line_up.label')}>
        {players.length === 0 ? (
          <p className="text-ink-2">{t('continuous.no_players')}</p>
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <Controller
              control={form.control}
              name="line_up"
              render={({ field }) => (
                <RadioCards<LineUp>
                  label={t('continuous.line_up.label')}
                  hideLabel
                  columns={3}
                  value={field.value}
                  onChange={(next) => {
                    field.onChange(next)
                    form.clearErrors('project_ids')
                    if (next === 'same') form.setValue('project_ids', project_ids.slice(0, 1))
                  }}
                  options={LINE_UPS.map((one) => ({
                    value: one,
                    label: t(`continuous.line_up.${one}`),
                    description: t(`continuous.line_up.${one}_hint`),
                  }))}
                />
              )}
            />
            {line_up === 'same' && (
              <RadioCards<string>
                label={t('continuous.player')}
                value={String(project_ids[0] ?? '')}
                onChange={(id) => {
                  form.clearErrors('project_ids')
                  form.setValue('project_ids', [Number(id)])
                }}
                errorMessage={errors.project_ids?.message}
                options={players.map(({ project_id, name, known }) => ({
                  value: String(project_id),
                  label: written(name),
                  description: t(`continuous.known.${known}`),
                }))}
              />
            )}
            {line_up === 'rotating' && (
              <fieldset>
                <legend className="font-medium">{t('continuous.players')}</legend>
                <ul className="mt-2 grid grid-cols-1 gap-x-6 sm:grid-cols-2">
                  {players.map(({ project_id, name, known }) => (
                    <li key={project_id}>
                      <Checkbox
                        value={project_ids.includes(project_id)}
                        onChange={(isIn) => {
                          form.clearErrors('project_ids')
                          form.setValue('project_ids', toggle(project_ids, project_id, isIn))
                        }}
                        description={t(`continuous.known.${known}`)}
                      >
                        {written(name)}
                      </Checkbox>
                    </li>
                  ))}
                </ul>
                <FormError className="mt-3">{errors.project_ids?.message}</FormError>
              </fieldset>
            )}
          </div>
        )}
      </Card>
      <FormError>{errors.root?.message}</FormError>
      <Button
        type="submit"
        className="justify-self-start"
        isPending={form.formState.isSubmitting}
        isDisabled={days.length === 0}
      >
        {t('continuous.build', { count: days.length })}
      </Button>
    </form>
  )
}
