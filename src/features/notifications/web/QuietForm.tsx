import { useMemo, useState } from 'react'
import { zoneName } from '#core/contract/intl.ts'
import { isZone } from '#core/contract/zones.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { ComboBox } from '#core/web/ui/aria/ComboBox.tsx'
import { TimeField } from '#core/web/ui/aria/TimeField.tsx'
import type { NotificationSettings } from '../contract.ts'
import { type Changes, zoneOf } from './settings.ts'
import { noticeTexts } from './texts.ts'

const spoken = texts(noticeTexts)

/** The quiet hours and whose clock they are on. */
export function QuietForm({
  settings,
  onChange,
}: {
  settings: NotificationSettings
  onChange: (changes: Changes) => void
}) {
  const { t } = useTexts(spoken)
  const { quiet_from, quiet_to } = settings
  const zone = zoneOf(settings)
  const zones = useMemo(
    () =>
      [...new Set([zone, ...Intl.supportedValuesOf('timeZone').filter(isZone)])].map((value) => ({
        value,
        label: zoneName(value),
      })),
    [zone],
  )
  // What is being typed; saved once both are whole and the focus has moved on.
  const [typed, setTyped] = useState<{ from: string | null; to: string | null } | null>(null)
  const from = typed ? typed.from : quiet_from
  const to = typed ? typed.to : quiet_to
  const problem = typed && typed.from === typed.to ? t('common:validation.same_times') : undefined
  const save = () => {
    if (typed?.from && typed.to && typed.from !== typed.to) {
      onChange({ quiet: { from: typed.from, to: typed.to } })
      setTyped(null)
    } else if (typed && (!typed.from || !typed.to)) setTyped(null)
  }
  return (
    <div className="mt-4 grid gap-4 sm:grid-cols-[1fr_1fr_2fr]">
      <fieldset
        className="grid grid-cols-2 gap-4 sm:col-span-2"
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) save()
        }}
      >
        <legend className="sr-only">{t('notices.quiet.title')}</legend>
        <TimeField
          label={t('notices.quiet.from')}
          value={from}
          onChange={(value) => setTyped({ from: value, to })}
          errorMessage={problem}
        />
        <TimeField
          label={t('notices.quiet.to')}
          value={to}
          onChange={(value) => setTyped({ from, to: value })}
        />
      </fieldset>
      <ComboBox
        label={t('notices.quiet.zone')}
        options={zones}
        value={zone}
        onChange={(value) => value && value !== settings.zone && onChange({ zone: value })}
      />
    </div>
  )
}
