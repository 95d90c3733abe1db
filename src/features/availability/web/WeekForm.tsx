import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { problemsOf } from '#core/contract/errors.ts'
import { ApiError, tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ComboBox } from '#core/web/ui/ComboBox.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { NumberField } from '#core/web/ui/NumberField.tsx'
import { refreshProfile } from '#features/projects/web/profile.ts'
import { type Availability, readAvailability, readMonth, saveAvailability, WeekDraft } from '../contract.ts'
import { problemsOfWeek } from '../rules.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
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
  const { t, i18n } = useTexts(spoken)
  const [draft, setDraft] = useState(() => draftOf(availability))
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [error, setError] = useState<string | null>(null)
  const save = useMutation(tell(saveAvailability, { refreshes: [readAvailability, readMonth] }))
  const isDisabled = !availability.editable
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(availability))
  const zones = useMemo(
    () => [...new Set([availability.zone, ...Intl.supportedValuesOf('timeZone')])],
    [availability.zone],
  )

  const change = (part: Partial<WeekDraft>) => {
    setDraft({ ...draft, ...part })
    setRefused({})
    setError(null)
  }
  const submit = async () => {
    const read = WeekDraft.safeParse(draft)
    const problems = {
      ...(read.success ? {} : problemsOf(read.error.issues)),
      ...problemsOfWeek(draft.rules),
    }
    if (Object.keys(problems).length > 0) {
      setRefused(
        Object.fromEntries(
          Object.entries(problems).map(([field, { key, values }]) => [
            field,
            i18n.t(`common:${key}`, values ?? {}),
          ]),
        ),
      )
      setError(t('week.fix'))
      return
    }
    try {
      const saved = await save.mutateAsync({ body: draft })
      setDraft(draftOf(saved))
      toast.success(t('week.saved'))
      // Said for the first time, the week may complete the profile; out of reach, the next page asks again.
      await refreshProfile().catch((unreached) => {
        if (!(unreached instanceof ApiError)) throw unreached
      })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setRefused(failure.fields)
      setError(failure.message)
    }
  }

  return (
    <>
      <Card title={t('week.title')}>
        <p className="mb-5 text-ink-2">
          {isDisabled ? t('collaborator') : availability.saved ? t('week.text') : t('week.not_saved')}
        </p>
        <WeekEditor
          rules={draft.rules}
          problems={refused}
          isDisabled={isDisabled}
          onChange={(rules) => change({ rules })}
        />
      </Card>
      <Card title={t('settings.title')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <ComboBox
            label={t('settings.zone')}
            className="sm:col-span-2"
            isDisabled={isDisabled}
            options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
            value={draft.zone}
            onChange={(zone) => zone && change({ zone })}
            errorMessage={refused.zone}
          />
          {NUMBERS.map(([field, name, minValue, maxValue, step, unit]) => (
            <NumberField
              key={field}
              label={t(`settings.${name}`)}
              {...(HELP[name] ? { description: t(`settings.${HELP[name]}`) } : {})}
              isDisabled={isDisabled}
              minValue={minValue}
              maxValue={maxValue}
              step={step}
              {...(unit === 'minutes'
                ? { formatOptions: { style: 'unit', unit: 'minute', unitDisplay: 'short' } as const }
                : unit === 'days'
                  ? { formatOptions: { style: 'unit', unit: 'day', unitDisplay: 'long' } as const }
                  : {})}
              value={draft[field]}
              onChange={(value) => value !== null && change({ [field]: value })}
              errorMessage={refused[field]}
            />
          ))}
        </div>
      </Card>
      <LeaveGuard isOn={isChanged && !isDisabled} />
      {!isDisabled && (isChanged || !availability.saved) && (
        <div className="sticky bottom-4 z-20 flex flex-col gap-3">
          <FormError>{error}</FormError>
          <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-4 shadow-popover">
            <Button onPress={() => void submit()} isPending={save.isPending}>
              {t('week.save')}
            </Button>
            {isChanged && (
              <>
                <Button
                  variant="quiet"
                  onPress={() => {
                    setDraft(draftOf(availability))
                    setRefused({})
                    setError(null)
                  }}
                >
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
