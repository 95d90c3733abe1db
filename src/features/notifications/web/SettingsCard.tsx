import { useQuery } from '@tanstack/react-query'
import { useArrival } from '#core/web/address.ts'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { readNotificationSettings } from '../contract.ts'
import { Browsers } from './Browsers.tsx'
import { QuietHours } from './QuietHours.tsx'
import { useSettingsChange } from './settings.ts'
import { TypeChoices } from './TypeChoices.tsx'
import { noticeTexts } from './texts.ts'

const spoken = texts(noticeTexts)

/** What reaches somebody outside of the pages, and when. For /profile; the bell's list leads to `#notices`. */
export function SettingsCard() {
  const { t } = useTexts(spoken)
  const place = useArrival('notices')
  const settings = useQuery(ask(readNotificationSettings))
  const { change, isSaving, isSaved } = useSettingsChange()
  return (
    <div ref={place} id="notices" className="scroll-mt-24">
      <Card
        title={t('notices.title')}
        action={
          <span role="status" className="text-sm text-ink-2">
            {isSaving ? t('notices.saving') : isSaved ? t('notices.saved') : ''}
          </span>
        }
      >
        <p className="mb-5 max-w-reading text-ink-2">{t('notices.text')}</p>
        <Loaded query={settings} waiting={<Skeleton lines={4} />}>
          {(data) => (
            <div className="flex flex-col gap-6 divide-y divide-line *:not-last:pb-6">
              <Browsers settings={data} />
              <QuietHours settings={data} onChange={change} />
              <TypeChoices settings={data} onChange={change} />
            </div>
          )}
        </Loaded>
      </Card>
    </div>
  )
}
