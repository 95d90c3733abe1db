import { Pause, Play, Square, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { StagePanel } from '#core/web/ui/StagePanel.tsx'
import { MOST_MINUTES } from '../contract.ts'
import { practiceTexts } from './texts.ts'
import { clockOf, minutesOf, paused, started, type Timer } from './timer.ts'
import type { useTimer } from './useTimer.ts'

const spoken = texts(practiceTexts)

/**
 * The practice timer on its stage: start, pause, stop.
 * @param onStop takes the minutes to be noted; without it, stopping is the progress page's
 */
export function PracticeTimer({
  clock: [timer, elapsed, put],
  onStop,
}: {
  clock: ReturnType<typeof useTimer>
  onStop?: (minutes: number) => void
}) {
  const { t } = useTexts(spoken)
  const [discarded, setDiscarded] = useState<Timer | null>(null)
  const state = !timer ? 'idle' : timer.running_since === null ? 'paused' : 'running'
  const isLong = timer !== null && elapsed > MOST_MINUTES * 60_000
  const start = () => {
    setDiscarded(null)
    put(started(timer, Date.now()))
  }
  return (
    <StagePanel seed={t('progress.timer.label')} label={t('progress.timer.label')} className="h-full">
      <Badge tone={state === 'running' ? 'spot' : 'neutral'}>{t(`progress.timer.${state}`)}</Badge>
      <p role="timer" className="figure my-4 text-[3.4rem]! tabular-nums">
        {clockOf(elapsed)}
      </p>
      <div className="flex flex-wrap gap-3">
        {state === 'running' ? (
          <Button icon={<Pause aria-hidden />} onPress={() => timer && put(paused(timer, Date.now()))}>
            {t('progress.timer.pause')}
          </Button>
        ) : (
          <Button icon={<Play aria-hidden />} onPress={start}>
            {t(state === 'idle' ? 'progress.timer.start' : 'progress.timer.resume')}
          </Button>
        )}
        {timer &&
          (onStop ? (
            <Button
              variant="light"
              icon={<Square aria-hidden />}
              onPress={() => {
                const stopped = paused(timer, Date.now())
                put(stopped)
                onStop(minutesOf(stopped.before_ms))
              }}
            >
              {t('progress.timer.stop')}
            </Button>
          ) : (
            <LinkButton to="/student/progress" variant="light">
              {t('progress.timer.open')}
            </LinkButton>
          ))}
        {state === 'paused' && onStop && (
          <Button
            variant="quiet"
            onPress={() => {
              setDiscarded(timer)
              put(null)
            }}
          >
            {t('progress.timer.discard')}
          </Button>
        )}
      </div>
      <div role="status" className="mt-4 text-sm text-ink-2 sm:max-w-52">
        {discarded ? (
          <span className="flex flex-wrap items-center gap-3">
            {t('progress.timer.discarded', { time: clockOf(discarded.before_ms) })}
            <Button
              variant="secondary"
              size="sm"
              icon={<Undo2 aria-hidden />}
              onPress={() => {
                put(discarded)
                setDiscarded(null)
              }}
            >
              {t('progress.timer.undo')}
            </Button>
          </span>
        ) : (
          t(isLong ? 'progress.timer.long' : 'progress.timer.text', { count: MOST_MINUTES })
        )}
      </div>
    </StagePanel>
  )
}
