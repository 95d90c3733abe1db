import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ProgressBar } from '#core/web/ui/ProgressBar.tsx'
import { fileTexts } from './texts.ts'

const spoken = texts(fileTexts)

/** How far an upload is, and a way to stop it. */
export function Uploading({
  share,
  preparing,
  onStop,
}: {
  /** Share that has been sent, 0 to 1. */
  share: number
  /** What is being done with it once it is there. */
  preparing: string
  onStop: () => void
}) {
  const { t } = useTexts(spoken)
  return (
    <div className="flex items-end gap-3">
      <ProgressBar
        label={share < 1 ? t('files.uploading') : preparing}
        value={Math.round(share * 100)}
        className="min-w-0 flex-1"
      />
      <Button variant="quiet" size="sm" autoFocus onPress={onStop}>
        {t('files.stop')}
      </Button>
    </div>
  )
}
