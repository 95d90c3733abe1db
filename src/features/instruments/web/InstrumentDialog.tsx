import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { ask, tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { ComboBox } from '#core/web/ui/aria/ComboBox.tsx'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { TextField } from '#core/web/ui/aria/TextField.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { PictureField } from '#features/files/web/PictureField.tsx'
import { INSTRUMENTS, listMembers } from '#features/projects/contract.ts'
import {
  CONDITIONS,
  createInstrument,
  FAMILIES,
  INSTRUMENT_TYPES,
  type Instrument,
  InstrumentDraft,
  listInstruments,
  SKILL_LEVELS,
  saveInstrument,
} from '../contract.ts'
import { instrumentTexts } from './texts.ts'

const spoken = texts(instrumentTexts, instrumentNames)

const NONE = 'none'
const OTHER = 'other'

/** Adds an instrument or a piece of scenography, or edits one. */
export function InstrumentDialog({
  project_id,
  instrument,
  onClose,
}: {
  project_id: number
  instrument: Instrument | null
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const known = (name: string) => (INSTRUMENTS as readonly string[]).includes(name)
  const [isUploading, setUploading] = useState(false)
  const [isOther, setOther] = useState(instrument !== null && !known(instrument.name))
  const members = useQuery(ask(listMembers, { params: { id: project_id }, query: { limit: 100 } }))
  const form = useForm<InstrumentDraft>({
    resolver: resolverOf(InstrumentDraft),
    defaultValues: instrument
      ? {
          name: instrument.name,
          type: instrument.type,
          family: instrument.family,
          brand: instrument.brand,
          model: instrument.model,
          owner_id: instrument.owner_id,
          since_year: instrument.since_year,
          level: instrument.level,
          is_primary: instrument.is_primary,
          condition: instrument.condition,
          photo: instrument.photo,
        }
      : {
          name: '',
          type: 'musical instrument',
          family: null,
          brand: null,
          model: null,
          owner_id: null,
          since_year: null,
          level: null,
          is_primary: false,
          condition: 'good',
          photo: null,
        },
  })
  const { control, formState, watch, setValue } = form
  const isScenography = watch('type') === 'scenography'
  const name = watch('name')
  const create = useMutation(tell(createInstrument, { refreshes: [listInstruments] }))
  const save = useMutation(tell(saveInstrument, { refreshes: [listInstruments] }))
  const submit = submitOf(form, async (body) => {
    if (instrument) await save.mutateAsync({ params: { id: instrument.id }, body })
    else await create.mutateAsync({ body })
    toast.success(t('instruments.saved'))
    onClose()
  })
  const unsaid = { value: NONE, label: t('instruments.fields.choose') }
  return (
    <FormDialog
      title={t(instrument ? 'instruments.edit_title' : 'instruments.add_title')}
      closeLabel={t('instruments.close')}
      cancelLabel={t('instruments.cancel')}
      submitLabel={t('instruments.save')}
      onSubmit={submit}
      isSubmitting={formState.isSubmitting || isUploading}
      error={formState.errors.root?.message}
      onClose={onClose}
      className="grid gap-5 sm:grid-cols-2"
    >
      <Controller
        name="type"
        control={control}
        render={({ field }) => (
          <SegmentedControl
            label={t('instruments.fields.type')}
            className="self-start sm:col-span-2"
            options={INSTRUMENT_TYPES.map((value) => ({ value, label: t(`instruments.types.${value}`) }))}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      {!isScenography && (
        <ComboBox
          label={t('instruments.fields.which')}
          placeholder={t('instruments.fields.name_hint')}
          emptyText={t('instruments.fields.no_match')}
          className={isOther ? '' : 'sm:col-span-2'}
          isRequired
          options={[
            ...INSTRUMENTS.map((value) => ({
              value: value as string,
              label: t(`business:terms.instruments.${value}`),
            })),
            { value: OTHER, label: t('instruments.fields.other') },
          ]}
          value={isOther ? OTHER : name || null}
          onChange={(value) => {
            setOther(value === OTHER)
            setValue('name', value === OTHER ? '' : (value ?? ''), { shouldDirty: true })
            form.clearErrors('name')
          }}
          errorMessage={isOther ? undefined : formState.errors.name?.message}
        />
      )}
      {(isOther || isScenography) && (
        <Controller
          name="name"
          control={control}
          render={({ field, fieldState }) => (
            <TextField
              {...field}
              className={isScenography ? 'sm:col-span-2' : ''}
              shared
              label={t('instruments.fields.own_name')}
              maxLength={60}
              isRequired
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      )}
      {(['brand', 'model'] as const).map((part) => (
        <Controller
          key={part}
          name={part}
          control={control}
          render={({ field, fieldState }) => (
            <TextField
              {...field}
              value={field.value ?? ''}
              onChange={(value) => field.onChange(value || null)}
              shared
              label={t(`instruments.fields.${part}`)}
              maxLength={60}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      ))}
      {!isScenography && (
        <>
          <Controller
            name="family"
            control={control}
            render={({ field }) => (
              <Select
                label={t('instruments.fields.family')}
                options={[
                  unsaid,
                  ...FAMILIES.map((value) => ({ value, label: t(`instruments.families.${value}`) })),
                ]}
                value={field.value ?? NONE}
                onChange={(value) => field.onChange(value === NONE ? null : value)}
              />
            )}
          />
          <Controller
            name="level"
            control={control}
            render={({ field }) => (
              <Select
                label={t('instruments.fields.level')}
                options={[
                  unsaid,
                  ...SKILL_LEVELS.map((value) => ({ value, label: t(`instruments.levels.${value}`) })),
                ]}
                value={field.value ?? NONE}
                onChange={(value) => field.onChange(value === NONE ? null : value)}
              />
            )}
          />
          <Controller
            name="since_year"
            control={control}
            render={({ field, fieldState }) => (
              <NumberField
                {...field}
                label={t('instruments.fields.since')}
                description={t('instruments.fields.since_help')}
                minValue={1930}
                maxValue={new Date().getFullYear()}
                formatOptions={{ useGrouping: false }}
                errorMessage={fieldState.error?.message}
              />
            )}
          />
        </>
      )}
      <Controller
        name="condition"
        control={control}
        render={({ field }) => (
          <Select
            {...field}
            label={t('instruments.fields.condition')}
            options={CONDITIONS.map((value) => ({ value, label: t(`instruments.conditions.${value}`) }))}
          />
        )}
      />
      {(members.data?.results.length ?? 0) > 1 && (
        <Controller
          name="owner_id"
          control={control}
          render={({ field, fieldState }) => (
            <Select
              label={t('instruments.fields.owner')}
              options={[
                { value: NONE, label: t('instruments.of_project') },
                ...(members.data?.results ?? []).map(({ id, user }) => ({
                  value: String(id),
                  label: user.name,
                })),
              ]}
              value={field.value ? String(field.value) : NONE}
              onChange={(value) => field.onChange(value === NONE ? null : Number(value))}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      )}
      {!isScenography && (
        <Controller
          name="is_primary"
          control={control}
          render={({ field }) => (
            <Switch {...field} description={t('instruments.fields.primary_help')}>
              {t('instruments.fields.primary')}
            </Switch>
          )}
        />
      )}
      <div className="sm:col-span-2">
        <Controller
          name="photo"
          control={control}
          render={({ field, fieldState }) => (
            <PictureField
              label={t('instruments.fields.photo')}
              name={name || 'tarima'}
              value={field.value}
              onChange={field.onChange}
              onUploading={setUploading}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      </div>
    </FormDialog>
  )
}
