import { RotateCcw } from 'lucide-react'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'

const spoken = texts()

/** Sends a file again whose upload broke off; nothing while there is none. */
export function RetryButton<Sent>({
  failed,
  onRetry,
  size,
}: {
  failed: Sent | null
  onRetry: (sent: Sent) => void
  size?: 'sm'
}) {
  const { t } = useTexts(spoken)
  if (!failed) return null
  return (
    <Button
      variant="quiet"
      {...(size && { size })}
      icon={<RotateCcw aria-hidden />}
      onPress={() => onRetry(failed)}
    >
      {t('boundary.retry')}
    </Button>
  )
}
