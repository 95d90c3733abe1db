import { useQuery } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { MINUTE, wallClock } from '#core/contract/time.ts'
import { ask } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { MoneyField } from '#core/web/ui/aria/MoneyField.tsx'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { TimeField } from '#core/web/ui/aria/TimeField.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import { assumedIn } from '#features/hiring/brief/rules.assumed.ts'
import type { Order } from '#features/hiring/desk/contract.ts'
import { EnergyMeter } from '#features/hiring/web/EnergyMeter.tsx'
import { deskTexts, planTexts, repertoireTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { FORMATS, GENRES, type Genre } from '#features/services/contract.ts'
import { INTENTS, type Intent, type MomentEdit, readEstimate, VOLUMES, type Volume } from '../contract.ts'
import { MomentEstimate } from './MomentEstimate.tsx'
import { duringEvent } from './moments.ts'

const spoken = texts(deskTexts, planTexts, repertoireTexts)

/** A moment as the form holds it: wall times, and fields that may be empty. */
type Draft = Omit<MomentEdit, 'from' | 'to' | 'title' | 'format' | 'cost'> & {
  from: string | null
  to: string | null
  title: string
  format: string
  cost: number | null
}

type Level = '1' | '2' | '3' | '4' | '5'
const NOBODY = 'nobody'

/** One moment of the plan, to change or to add. The caller saves; what it refuses stands at its field. */
export function MomentDialog({
  order,
  currency,
  moment,
  at,
  hints,
  onClose,
  onSave,
}: {
  order: Order
  currency: string
  moment: MomentEdit
  /** Its place in the list that will be sent, for the fields of a refusal. */
  at: number
  /** Repertoire hints that the plan gives for it. */
  hints: readonly string[]
  onClose: () => void
  onSave: (moment: MomentEdit) => Promise<unknown>
}) {
  const { t, word } = useTexts(spoken)
  const words = useWords()
  const required = { required: t('common:validation.required') }
  const form = useForm<Draft>({
    defaultValues: {
      ...moment,
      title: moment.title ?? '',
      format: moment.format ?? NOBODY,
      from: wallClock(moment.from, order.zone).time,
      to: wallClock(moment.to, order.zone).time,
    },
  })
  const { control, formState } = form
  const submit = submitOf(
    form,
    async ({ from, to, title, format, cost, ...draft }) => {
      if (!from || !to) return
      const start = duringEvent(order, from)
      await onSave({
        ...draft,
        title: title.trim() || null,
        format: FORMATS.find((one) => one === format) ?? null,
        cost: format === NOBODY ? 0 : (cost ?? 0),
        from: start,
        to: duringEvent(order, to, start),
      })
      onClose()
    },
    // A refusal names the moment by its place in the list that was sent.
    (field) => (field.startsWith(`moments.${at}.`) ? field.slice(`moments.${at}.`.length) : null),
  )
  const [intent, energy, format, genre, cost] = form.watch(['intent', 'energy', 'format', 'genre', 'cost'])
  const [from, to] = form.watch(['from', 'to'])
  const wish = wishOf(order, { genre, format, from, to })
  const estimate = useQuery({
    ...ask(readEstimate, {
      params: { id: order.id, ...(wish ?? { genre, format: 'solo', minutes: 60 }) },
      query: {},
    }),
    enabled: wish !== null,
  })

  return (
    <FormDialog
      title={t(moment.slot_id ? 'order.plan.edit_moment' : 'order.plan.add_moment')}
      closeLabel={t('order.page.close')}
      cancelLabel={t('order.page.cancel')}
      submitLabel={t('order.plan.save_moment')}
      onSubmit={submit}
      isSubmitting={formState.isSubmitting}
      error={formState.errors.root?.message}
      onClose={onClose}
      className="grid gap-5"
    >
      <div className="grid grid-cols-2 gap-4">
        <Controller
          control={control}
          name="intent"
          render={({ field, fieldState }) => (
            <Select<Intent>
              {...field}
              label={t('order.plan.fields.intent')}
              errorMessage={fieldState.error?.message}
              options={INTENTS.map((value) => ({ value, label: words.intent(value) }))}
            />
          )}
        />
        <FormText
          control={control}
          name="title"
          shared
          label={t('order.plan.fields.title')}
          placeholder={words.intent(intent)}
          maxLength={80}
        />
        {(['from', 'to'] as const).map((name) => (
          <Controller
            key={name}
            control={control}
            name={name}
            rules={required}
            render={({ field, fieldState }) => (
              <TimeField
                {...field}
                label={t(`order.plan.fields.${name}`)}
                errorMessage={fieldState.error?.message}
              />
            )}
          />
        ))}
      </div>
      <div className="stage grid grid-cols-[1fr_5.5rem] items-center gap-4 rounded-card p-4">
        <div className="grid gap-2">
          <p className="text-sm font-semibold">
            {t('order.plan.fields.energy')} · {t(`order.plan.energies.${energy as 1 | 2 | 3 | 4 | 5}`)}
          </p>
          <SegmentedControl<Level>
            label={t('order.plan.fields.energy')}
            value={String(energy) as Level}
            onChange={(level) => form.setValue('energy', Number(level))}
            options={(['1', '2', '3', '4', '5'] as const).map((value) => ({ value, label: value }))}
          />
        </div>
        <EnergyMeter shape={[energy]} className="h-20" />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={control}
          name="genre"
          render={({ field, fieldState }) => (
            <Select<Genre>
              {...field}
              label={t('order.plan.fields.genre')}
              errorMessage={fieldState.error?.message}
              options={GENRES.filter(
                (one) => !order.brief.sound?.genres_forbidden?.includes(one) || one === genre,
              ).map((value) => ({ value, label: words.genre(value) }))}
            />
          )}
        />
        <Controller
          control={control}
          name="format"
          render={({ field, fieldState }) => (
            <Select
              {...field}
              label={t('order.plan.fields.format')}
              errorMessage={fieldState.error?.message}
              onChange={(next) => {
                field.onChange(next)
                if (next === NOBODY) form.setValue('cost', 0)
              }}
              options={[
                ...FORMATS.map((value) => ({ value: value as string, label: words.lineUp(value) })),
                { value: NOBODY, label: words.lineUp(null) },
              ]}
            />
          )}
        />
        <Controller
          control={control}
          name="volume"
          render={({ field }) => (
            <Select<Volume>
              {...field}
              label={t('order.plan.fields.volume')}
              options={VOLUMES.map((value) => ({ value, label: t(`order.plan.volumes.${value}`) }))}
            />
          )}
        />
        <Controller
          control={control}
          name="cost"
          render={({ field, fieldState }) => (
            <MoneyField
              {...field}
              label={t('order.plan.fields.cost')}
              description={
                <span aria-live="polite">
                  {wish && estimate.data ? (
                    <MomentEstimate
                      estimate={estimate.data.estimate}
                      cost={cost}
                      currency={currency}
                      saysGenres={!assumedIn(order.brief).includes('sound.genres_liked')}
                    />
                  ) : (
                    t('order.plan.cost_hint')
                  )}
                </span>
              }
              currency={currency}
              isDisabled={format === NOBODY}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      </div>
      <Controller
        control={control}
        name="required"
        render={({ field }) => (
          <Switch {...field} description={t('order.plan.required_hint')}>
            {t('order.plan.fields.required')}
          </Switch>
        )}
      />
      {hints.length > 0 && (
        <div className="rounded-control bg-surface-2 p-3 text-sm">
          <p className="font-semibold">{t('order.plan.repertoire')}</p>
          <ul className="mt-1 list-inside list-disc text-ink-2">
            {hints.map((hint) => (
              <li key={hint}>{word('order.repertoire', hint)}</li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  )
}

/** What is to be priced of a moment as it is typed; null for recorded music and while its times aren't there. */
function wishOf(order: Order, { genre, format, from, to }: Pick<Draft, 'genre' | 'format' | 'from' | 'to'>) {
  const live = FORMATS.find((one) => one === format)
  if (!live || !from || !to) return null
  const start = duringEvent(order, from)
  const minutes = Math.round((Date.parse(duringEvent(order, to, start)) - Date.parse(start)) / MINUTE)
  return minutes >= 1 && minutes <= 1440 ? { genre, format: live, minutes } : null
}
