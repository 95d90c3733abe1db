import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { TagField } from '#core/web/ui/aria/TagField.tsx'
import { TextField } from '#core/web/ui/aria/TextField.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import {
  createInstrumentSet,
  type Instrument,
  type InstrumentSet,
  InstrumentSetDraft,
  listInstrumentSets,
  saveInstrumentSet,
} from '../contract.ts'
import { useInstrumentName } from './instrumentName.ts'
import { instrumentTexts } from './texts.ts'

const spoken = texts(instrumentTexts)

const NUMBERS = [
  ['setup_minutes', 'setup', 480, 5],
  ['teardown_minutes', 'teardown', 480, 5],
  ['footprint_m2', 'footprint', 1000, 0.5],
  ['watts', 'watts', 100_000, 50],
  ['input_channels', 'channels', 128, 1],
] as const

/** What goes on stage together, and what it needs there. */
export function SetDialog({
  set,
  instruments,
  onClose,
}: {
  set: InstrumentSet | null
  instruments: readonly Instrument[]
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const nameOf = useInstrumentName()
  const form = useForm<InstrumentSetDraft>({
    resolver: resolverOf(InstrumentSetDraft),
    defaultValues: {
      name: set?.name ?? '',
      instrument_ids: set?.instrument_ids ?? [],
      setup_minutes: set?.setup_minutes ?? 30,
      teardown_minutes: set?.teardown_minutes ?? 30,
      footprint_m2: set?.footprint_m2 ?? null,
      watts: set?.watts ?? null,
      input_channels: set?.input_channels ?? null,
    },
  })
  const { control, formState } = form
  const create = useMutation(tell(createInstrumentSet, { refreshes: [listInstrumentSets] }))
  const save = useMutation(tell(saveInstrumentSet, { refreshes: [listInstrumentSets] }))
  const submit = submitOf(form, async (body) => {
    if (set) await save.mutateAsync({ params: { id: set.id }, body })
    else await create.mutateAsync({ body })
    toast.success(t('instruments.saved'))
    onClose()
  })
  return (
    <FormDialog
      title={set ? set.name : t('instruments.add_set')}
      closeLabel={t('instruments.close')}
      cancelLabel={t('instruments.cancel')}
      submitLabel={t('instruments.save')}
      onSubmit={submit}
      isSubmitting={formState.isSubmitting}
      error={formState.errors.root?.message}
      onClose={onClose}
      className="grid gap-5 sm:grid-cols-2"
    >
      <Controller
        name="name"
        control={control}
        render={({ field, fieldState }) => (
          <TextField
            {...field}
            className="sm:col-span-2"
            label={t('instruments.fields.set_name')}
            maxLength={80}
            isRequired
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <Controller
        name="instrument_ids"
        control={control}
        render={({ field, fieldState }) => (
          <TagField
            label={t('instruments.fields.items')}
            className="sm:col-span-2"
            placeholder={t('instruments.fields.items_hint')}
            emptyText={t('instruments.fields.no_match')}
            options={instruments.map((one) => ({
              value: String(one.id),
              label: [nameOf(one.name), one.brand, one.model].filter(Boolean).join(' · '),
            }))}
            value={field.value.map(String)}
            onChange={(value) => field.onChange(value.map(Number))}
            onBlur={field.onBlur}
            isRequired
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      {NUMBERS.map(([name, label, maxValue, step]) => (
        <Controller
          key={name}
          name={name}
          control={control}
          render={({ field, fieldState }) => (
            <NumberField
              {...field}
              label={t(`instruments.fields.${label}`)}
              minValue={0}
              maxValue={maxValue}
              step={step}
              {...(name === 'setup_minutes' || name === 'teardown_minutes'
                ? { formatOptions: { style: 'unit', unit: 'minute', unitDisplay: 'short' } as const }
                : {})}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      ))}
    </FormDialog>
  )
}
