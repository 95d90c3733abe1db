import { Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import { zoneName } from '#core/contract/intl.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import type { NotificationSettings } from '../contract.ts'
import { QUIET } from '../rules.delivery.ts'
import { type Changes, zoneOf } from './settings.ts'
import { noticeTexts } from './texts.ts'

const spoken = texts(noticeTexts)

const QuietForm = later(async () => (await import('./QuietForm.tsx')).QuietForm)

/** When nothing is sent, on the clock of where somebody lives. */
export function QuietHours({
  settings,
  onChange,
}: {
  settings: NotificationSettings
  onChange: (changes: Changes) => void
}) {
  const { t } = useTexts(spoken)
  const [isOpen, setOpen] = useState(false)
  const { quiet_from, quiet_to } = settings
  const isOn = quiet_from !== null && quiet_to !== null
  return (
    <section aria-label={t('notices.quiet.title')}>
      <Switch
        value={isOn}
        onChange={(on) => onChange({ quiet: on ? QUIET : null })}
        description={
          isOn
            ? t('notices.quiet.on', {
                from: quiet_from,
                to: quiet_to,
                zone: zoneName(zoneOf(settings)),
              })
            : t('notices.quiet.off')
        }
      >
        {t('notices.quiet.title')}
      </Switch>
      {isOn &&
        (isOpen ? (
          <Suspense fallback={<Skeleton className="mt-4 h-17" />}>
            <QuietForm settings={settings} onChange={onChange} />
          </Suspense>
        ) : (
          <Button
            size="sm"
            variant="quiet"
            className="mt-1 -ml-3"
            icon={<Pencil aria-hidden />}
            onPress={() => setOpen(true)}
          >
            {t('notices.quiet.change')}
          </Button>
        ))}
    </section>
  )
}
