import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { zoneName } from '#core/contract/intl.ts'
import { isZone } from '#core/contract/zones.ts'
import { ApiError, tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { ComboBox } from '#core/web/ui/aria/ComboBox.tsx'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { UnsavedGuard } from '#features/accounts/web/UnsavedGuard.tsx'
import { refreshProfile } from '#features/projects/web/profile.ts'
import { type Availability, readAvailability, readMonth, saveAvailability, WeekDraft } from '../contract.ts'
import { problemsOfWeek } from '../rules.ts'
import { availabilityTexts } from './texts.ts'
import { WeekEditor } from './WeekEditor.tsx'

const spoken = texts(availabilityTexts)

const draftOf = ({
  zone,
  buffer_before_minutes,
  buffer_after_minutes,
  minimum_notice_days,
  maximum_gigs_a_day,
  rules,
}: Availability): WeekDraft => ({
  zone,
  buffer_before_minutes,
  buffer_after_minutes,
  minimum_notice_days,
  maximum_gigs_a_day,
  rules,
})

const NUMBERS = [
  ['buffer_before_minutes', 'before', 0, 480, 15, 'minutes'],
  ['buffer_after_minutes', 'after', 0, 480, 15, 'minutes'],
  ['minimum_notice_days', 'notice', 0, 180, 1, 'days'],
  ['maximum_gigs_a_day', 'maximum', 1, 10, 1, null],
] as const
const HELP = { before: 'buffer_help', after: 'buffer_help', notice: 'notice_help', maximum: null } as const

/** The week and its rules, saved together. */
export function WeekForm({ availability }: { availability: Availability }) {
  const { t } = useTexts(spoken)
  const form = useForm<WeekDraft>({
    resolver: resolverOf<WeekDraft>(WeekDraft, { rule: ({ rules }) => problemsOfWeek(rules) }),
    defaultValues: draftOf(availability),
  })
  const { control, formState } = form
  const draft = form.watch()
  const { root, ...faults } = formState.errors
  const save = useMutation(tell(saveAvailability, { refreshes: [readAvailability, readMonth] }))
  const isDisabled = !availability.editable
  // Who learns has no gigs to keep apart.
  const isPersonal = availability.project_id === null
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(availability))
  const zones = useMemo(
    () =>
      [...new Set([availability.zone, ...Intl.supportedValuesOf('timeZone').filter(isZone)])].map(
        (value) => ({
          value,
          label: zoneName(value),
        }),
      ),
    [availability.zone],
  )

  const submit = submitOf(form, async (body) => {
    form.reset(draftOf(await save.mutateAsync({ body })))
    toast.success(t('week.saved'))
    // Said for the first time, the week may complete the profile; out of reach, the next page asks again.
    await refreshProfile().catch((unreached) => {
      if (!(unreached instanceof ApiError)) throw unreached
    })
  })

  return (
    <>
      <Card title={t('week.title')}>
        <p className="mb-5 text-ink-2">
          {isDisabled
            ? t('collaborator')
            : availability.saved
              ? t('week.text')
              : t(isPersonal ? 'week.not_saved_personal' : 'week.not_saved')}
        </p>
        <Controller
          control={control}
          name="rules"
          render={({ field: { value, onChange } }) => (
            <WeekEditor
              rules={value}
              faultOf={(at, field) => formState.errors.rules?.[at]?.[field]?.message}
              isDisabled={isDisabled}
              onChange={onChange}
            />
          )}
        />
      </Card>
      <Card title={t(isPersonal ? 'settings.zone' : 'settings.title')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Controller
            control={control}
            name="zone"
            render={({ field, fieldState }) => (
              <ComboBox
                {...field}
                label={t('settings.zone')}
                className="sm:col-span-2"
                isDisabled={isDisabled}
                options={zones}
                onChange={(zone) => zone && field.onChange(zone)}
                errorMessage={fieldState.error?.message}
              />
            )}
          />
          {(isPersonal ? [] : NUMBERS).map(([name, label, minValue, maxValue, step, unit]) => (
            <Controller
              key={name}
              control={control}
              name={name}
              render={({ field, fieldState }) => (
                <NumberField
                  {...field}
                  label={t(`settings.${label}`)}
                  {...(HELP[label] ? { description: t(`settings.${HELP[label]}`) } : {})}
                  isDisabled={isDisabled}
                  minValue={minValue}
                  maxValue={maxValue}
                  step={step}
                  {...(unit === 'minutes'
                    ? { formatOptions: { style: 'unit', unit: 'minute', unitDisplay: 'short' } as const }
                    : unit === 'days'
                      ? { formatOptions: { style: 'unit', unit: 'day', unitDisplay: 'long' } as const }
                      : {})}
                  onChange={(value) => value !== null && field.onChange(value)}
                  errorMessage={fieldState.error?.message}
                />
              )}
            />
          ))}
        </div>
      </Card>
      <UnsavedGuard isOn={isChanged && !isDisabled} />
      {!isDisabled && (isChanged || !availability.saved) && (
        <div className="sticky bottom-4 z-20 flex flex-col gap-3">
          <FormError>{root?.message ?? (Object.keys(faults).length > 0 && t('week.fix'))}</FormError>
          <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-4 shadow-popover">
            <Button onPress={() => void submit()} isPending={formState.isSubmitting}>
              {t('week.save')}
            </Button>
            {isChanged && (
              <>
                <Button variant="quiet" onPress={() => form.reset(draftOf(availability))}>
                  {t('week.discard')}
                </Button>
                <p role="status" className="text-sm text-ink-2">
                  {t('week.unsaved')}
                </p>
              </>
            )}
          </div>
        </div>
      )}
    </>
  )
}
