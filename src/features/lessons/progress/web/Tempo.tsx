import { texts, useTexts } from '#core/web/texts.ts'
import { ProgressBar } from '#core/web/ui/ProgressBar.tsx'
import type { Piece } from '../contract.ts'
import { practiceTexts } from './texts.ts'

const spoken = texts(practiceTexts)

/** How fast it goes, of how fast it is to go. */
export function Tempo({ piece: { tempo_now, tempo_target } }: { piece: Piece }) {
  const { t } = useTexts(spoken)
  if (tempo_now !== null && tempo_target !== null)
    return (
      <ProgressBar
        label={t('progress.pieces.tempo')}
        value={tempo_now}
        max={tempo_target}
        valueText={t('progress.pieces.tempo_both', { now: tempo_now, target: tempo_target })}
      />
    )
  if (tempo_now === null && tempo_target === null) return null
  return (
    <p className="text-sm font-semibold text-ink-2 tabular-nums">
      {tempo_now === null
        ? t('progress.pieces.tempo_aim', { count: tempo_target })
        : t('progress.pieces.tempo_only', { count: tempo_now })}
    </p>
  )
}
