import { UserRoundX } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { later } from '#core/web/ui/later.tsx'
import type { Performer } from '../contract.ts'
import { replacingTexts } from './texts.ts'

const spoken = texts(replacingTexts)

const MissingDialog = later(async () => (await import('./MissingDialog.tsx')).MissingDialog)

/** Once the event has begun: that somebody isn't there. */
export function ReportMissing({
  performer,
  refreshes,
}: {
  performer: Performer
  refreshes: readonly Endpoint[]
}) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        className="self-start"
        icon={<UserRoundX aria-hidden />}
        onPress={() => setAsking(true)}
      >
        {t('replacing.missing.open')}
        <span className="sr-only">: {nameOf(performer.name)}</span>
      </Button>
      <Suspense fallback={null}>
        {isAsking && (
          <MissingDialog performer={performer} refreshes={refreshes} onClose={() => setAsking(false)} />
        )}
      </Suspense>
    </>
  )
}
