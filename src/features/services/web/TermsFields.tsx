import { Plus, Trash2 } from 'lucide-react'
import { Controller, useFieldArray, useWatch } from 'react-hook-form'
import { CURRENCIES } from '#core/contract/money.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { MoneyField } from '#core/web/ui/aria/MoneyField.tsx'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { RadioCards } from '#core/web/ui/aria/RadioCards.tsx'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { TextField } from '#core/web/ui/aria/TextField.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import { FeeNote } from '#features/plans/web/FeeNote.tsx'
import { PRICE_MODES } from '../contract.ts'
import { asks, isSearched } from '../rules.ts'
import { FieldsCard } from './FieldsCard.tsx'
import { type Form, minutes } from './serviceForm.ts'
import { serviceTerms, serviceTexts } from './texts.ts'

const spoken = texts(serviceTexts, serviceTerms)

const days = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const
const kilometres = { style: 'unit', unit: 'kilometer', unitDisplay: 'short' } as const

/** What it costs, and for how long. */
export function PriceFields({ form, project_id }: { form: Form; project_id: number }) {
  const { t, i18n } = useTexts(spoken)
  const names = new Intl.DisplayNames([i18n.language], { type: 'currency' })
  const { control } = form
  const mode = useWatch({ control, name: 'price_mode' })
  const currency = useWatch({ control, name: 'currency' })
  const category = useWatch({ control, name: 'category' })
  const price = useWatch({ control, name: 'price' })
  const label = {
    fixed: 'amount',
    from: 'amount_from',
    per_hour: 'amount_hour',
    on_request: 'amount',
  } as const
  return (
    <FieldsCard title={t('services.form.price')}>
      <Controller
        name="price_mode"
        control={control}
        render={({ field, fieldState }) => (
          <RadioCards
            {...field}
            className="sm:col-span-2"
            label={t('services.form.price_mode')}
            {...(mode === 'on_request'
              ? {
                  description: t(
                    category === 'MUSIC_LEARNING'
                      ? 'services.form.on_request_lesson'
                      : 'services.form.on_request_help',
                  ),
                }
              : {})}
            options={PRICE_MODES.map((value) => ({ value, label: t(`business:terms.price_modes.${value}`) }))}
            columns={4}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      {mode !== 'on_request' && (
        <Controller
          name="price"
          control={control}
          render={({ field, fieldState }) => (
            <MoneyField
              {...field}
              label={t(`services.form.${label[mode]}`)}
              currency={currency}
              isRequired
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      )}
      <Controller
        name="currency"
        control={control}
        render={({ field, fieldState }) => (
          <Select
            {...field}
            label={t('services.form.currency')}
            options={CURRENCIES.map((value) => ({ value, label: `${value} · ${names.of(value) ?? value}` }))}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      {mode !== 'on_request' && isSearched(category) && (
        <div className="sm:col-span-2">
          <FeeNote
            project_id={project_id}
            price={price}
            currency={currency}
            of={category === 'MUSIC_LEARNING' ? 'lesson' : 'quote'}
          />
        </div>
      )}
      {asks({ category }, 'duration') && (
        <Controller
          name="duration_minutes"
          control={control}
          render={({ field, fieldState }) => (
            <NumberField
              {...field}
              label={t('services.form.duration')}
              description={t('services.form.duration_help')}
              minValue={15}
              maxValue={720}
              step={15}
              formatOptions={minutes}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      )}
      <Extras form={form} />
    </FieldsCard>
  )
}

/** What somebody may have on top, each with its price. */
function Extras({ form: { control } }: { form: Form }) {
  const { t } = useTexts(spoken)
  const currency = useWatch({ control, name: 'currency' })
  const extras = useFieldArray({ control, name: 'extras' })
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 sm:col-span-2">
      <legend className="mb-2 text-sm font-semibold">{t('services.form.extras')}</legend>
      {extras.fields.map((extra, n) => (
        <div
          key={extra.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_auto]"
        >
          <Controller
            name={`extras.${n}.name`}
            control={control}
            render={({ field, fieldState }) => (
              <TextField
                {...field}
                className="max-sm:col-span-2"
                shared
                label={t('services.form.extra_name')}
                maxLength={80}
                errorMessage={fieldState.error?.message}
              />
            )}
          />
          <Controller
            name={`extras.${n}.price`}
            control={control}
            render={({ field, fieldState }) => (
              <MoneyField
                {...field}
                onChange={(value) => field.onChange(value ?? 0)}
                label={t('services.form.extra_price')}
                currency={currency}
                errorMessage={fieldState.error?.message}
              />
            )}
          />
          <Button
            variant="quiet"
            isIconOnly
            className="mt-6.5"
            icon={<Trash2 aria-hidden />}
            aria-label={t('services.form.remove_extra', { n: n + 1 })}
            onPress={() => extras.remove(n)}
          />
        </div>
      ))}
      {extras.fields.length < 20 && (
        <Button
          variant="secondary"
          size="sm"
          className="self-start"
          icon={<Plus aria-hidden />}
          onPress={() => extras.append({ name: '', price: 0 })}
        >
          {t('services.form.add_extra')}
        </Button>
      )}
    </fieldset>
  )
}

/** Where it goes, and what it needs before: of these what the category is asked. */
export function PlaceFields({ form: { control } }: { form: Form }) {
  const { t } = useTexts(spoken)
  const [currency, category, modality] = useWatch({ control, name: ['currency', 'category', 'modality'] })
  const travels = asks({ category, modality }, 'travel')
  const isOnStage = asks({ category }, 'stage')
  return (
    <FieldsCard title={t(travels ? 'services.form.place' : 'services.form.time')}>
      {travels && (
        <>
          <Controller
            name="travel_radius_km"
            control={control}
            render={({ field, fieldState }) => (
              <NumberField
                {...field}
                label={t('services.form.radius')}
                minValue={0}
                maxValue={1000}
                step={10}
                formatOptions={kilometres}
                errorMessage={fieldState.error?.message}
              />
            )}
          />
          <Controller
            name="travel_fee_per_km"
            control={control}
            render={({ field, fieldState }) => (
              <MoneyField
                {...field}
                label={t('services.form.fee_per_km')}
                description={t('services.form.fee_help')}
                currency={currency}
                errorMessage={fieldState.error?.message}
              />
            )}
          />
        </>
      )}
      {isOnStage && (
        <Controller
          name="setup_minutes"
          control={control}
          render={({ field, fieldState }) => (
            <NumberField
              {...field}
              label={t('services.form.setup')}
              minValue={0}
              maxValue={480}
              step={15}
              formatOptions={minutes}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      )}
      <Controller
        name="lead_time_days"
        control={control}
        render={({ field, fieldState }) => (
          <NumberField
            {...field}
            label={t('services.form.lead')}
            description={t(isOnStage ? 'services.form.lead_help' : 'services.form.lead_days_help')}
            minValue={0}
            maxValue={365}
            formatOptions={days}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      {isOnStage && (
        <Controller
          name="includes_sound"
          control={control}
          render={({ field, fieldState }) => (
            <Switch
              {...field}
              description={t('services.form.sound_help')}
              errorMessage={fieldState.error?.message}
            >
              {t('services.form.sound')}
            </Switch>
          )}
        />
      )}
    </FieldsCard>
  )
}
