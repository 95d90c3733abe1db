import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DEFAULT_ZONE } from '#core/contract/time.ts'
import { ComboBox } from '#core/web/ui/ComboBox.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import { TimeField } from '#core/web/ui/TimeField.tsx'
import type { NotificationSettings } from '../contract.ts'
import { QUIET } from '../rules.delivery.ts'
import type { Changes } from './settings.ts'

/** When nothing is sent, on the clock of where somebody lives. */
export function QuietHours({
  settings,
  onChange,
}: {
  settings: NotificationSettings
  onChange: (changes: Changes) => void
}) {
  const { t } = useTranslation(['functionality', 'common'])
  const { quiet_from, quiet_to } = settings
  const isOn = quiet_from !== null && quiet_to !== null
  const zone = settings.zone ?? (Intl.DateTimeFormat().resolvedOptions().timeZone || DEFAULT_ZONE)
  const zones = [...new Set([zone, ...Intl.supportedValuesOf('timeZone')])]
  // What is being typed; kept once both are whole and the focus has left them.
  const [typed, setTyped] = useState<{ from: string | null; to: string | null } | null>(null)
  const from = typed ? typed.from : quiet_from
  const to = typed ? typed.to : quiet_to
  const problem = typed && typed.from === typed.to ? t('common:validation.same_times') : undefined
  const keep = () => {
    if (typed?.from && typed.to && typed.from !== typed.to) {
      onChange({ quiet: { from: typed.from, to: typed.to } })
      setTyped(null)
    } else if (typed && (!typed.from || !typed.to)) setTyped(null)
  }
  return (
    <section aria-label={t('notices.quiet.title')}>
      <Switch
        value={isOn}
        onChange={(on) => onChange({ quiet: on ? QUIET : null })}
        description={t(isOn ? 'notices.quiet.on' : 'notices.quiet.off')}
      >
        {t('notices.quiet.title')}
      </Switch>
      {isOn && (
        <div className="mt-4 grid gap-4 sm:grid-cols-[1fr_1fr_2fr]">
          <fieldset
            className="grid grid-cols-2 gap-4 sm:col-span-2"
            onBlur={({ currentTarget, relatedTarget }) => {
              if (!currentTarget.contains(relatedTarget)) keep()
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
            options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
            value={zone}
            onChange={(value) => value && value !== settings.zone && onChange({ zone: value })}
          />
        </div>
      )}
    </section>
  )
}
