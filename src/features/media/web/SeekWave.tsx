import { texts, useTexts } from '#core/web/texts.ts'
import { clockOf } from './player.ts'
import { SoundWave } from './SoundWave.tsx'
import { playerTexts } from './texts.ts'

const spoken = texts(playerTexts)

/** Seconds that an arrow key moves. */
const STEP = 5

/** Where in a sound one is, on its own waveform: by pointer, or by keys as any slider. */
export function SeekWave({
  title,
  levels,
  position,
  length,
  onSeek,
}: {
  title: string
  /** Null while they aren't known. */
  levels: readonly number[] | null
  /** Seconds. */
  position: number
  /** Seconds. */
  length: number
  /** @param to seconds; may be before the beginning or after the end */
  onSeek: (to: number) => void
}) {
  const { t } = useTexts(spoken)
  const at = ({ clientX, currentTarget }: React.PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return width > 0 ? ((clientX - left) / width) * length : 0
  }
  const keys: Record<string, number> = {
    ArrowRight: position + STEP,
    ArrowUp: position + STEP,
    ArrowLeft: position - STEP,
    ArrowDown: position - STEP,
    PageUp: position + 3 * STEP,
    PageDown: position - 3 * STEP,
    Home: 0,
    End: length,
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t('media.player.seek', { title })}
      aria-valuemin={0}
      aria-valuemax={Math.round(length)}
      aria-valuenow={Math.round(position)}
      aria-valuetext={t('media.player.at', { at: clockOf(position), of: clockOf(length) })}
      className="h-11 min-w-0 flex-1 cursor-pointer touch-none rounded-control py-1"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        onSeek(at(event))
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onSeek(at(event))
      }}
      onKeyDown={(event) => {
        const to = keys[event.key]
        if (to === undefined) return
        event.preventDefault()
        onSeek(to)
      }}
    >
      <SoundWave levels={levels} heard={length > 0 ? position / length : 0} className="size-full" />
    </div>
  )
}
