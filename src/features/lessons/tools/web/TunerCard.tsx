import { clsx } from 'clsx'
import { Mic, Square } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { NumberBox } from '#core/web/ui/NumberBox.tsx'
import { A4, A4_RANGE, type Heard, noteOf, placeOf, verdictOf } from './pitch.ts'
import { toolTexts } from './texts.ts'
import { useTuner } from './useTuner.ts'

const spoken = texts(toolTexts)

const TONES = { in_tune: 'ok', low: 'warn', high: 'warn' } as const
/** Cents at either end of the scale. */
const HALF = 50
const MARKS = Array.from({ length: 11 }, (_, n) => n * 10 - HALF)

/**
 * What is played into the microphone, and how far it is from the nearest note.
 * @param props.isHeardElsewhere somebody hears it anyway, in the room of a lesson: nothing is said of who listens
 */
export function TunerCard({ isHeardElsewhere = false }: { isHeardElsewhere?: boolean }) {
  const { t } = useTexts(spoken)
  const { state, hertz, start, stop } = useTuner()
  const [a4, setA4] = useState(A4)
  const heard = hertz === null ? null : noteOf(hertz, a4)
  const isOn = state === 'listening' || state === 'asking'
  return (
    <Card title={t('tools.tuner.title')}>
      <div className="flex flex-col gap-4">
        <Reading heard={heard} isOn={state === 'listening'} />
        <div className="flex flex-wrap items-end gap-4">
          <Button
            icon={isOn ? <Square aria-hidden /> : <Mic aria-hidden />}
            variant={isOn ? 'secondary' : 'primary'}
            onPress={isOn ? stop : start}
          >
            {t(isOn ? 'tools.tuner.stop' : 'tools.tuner.start')}
          </Button>
          <NumberBox
            label={t('tools.tuner.a4')}
            value={a4}
            minValue={A4_RANGE.least}
            maxValue={A4_RANGE.most}
            onChange={(next) => {
              if (next !== null && next >= A4_RANGE.least && next <= A4_RANGE.most) setA4(next)
            }}
            className="w-36"
          />
        </div>
        {state === 'asking' && <p role="status">{t('tools.tuner.asking')}</p>}
        <FormError>
          {state !== 'idle' && !isOn && t(`tools.microphone.${state}` as 'tools.microphone.none')}
        </FormError>
        {!isHeardElsewhere && <p className="text-sm text-ink-2">{t('tools.tuner.text')}</p>}
      </div>
    </Card>
  )
}

function Reading({ heard, isOn }: { heard: Heard | null; isOn: boolean }) {
  const { t } = useTexts(spoken)
  const { number } = useFormat()
  const place = heard && placeOf(heard.note)
  const name = place && `${t(`tools.notes.${place.step}` as 'tools.notes.0')} ${place.octave}`
  const cents = Math.round(heard?.cents ?? 0)
  const verdict = heard && verdictOf(heard)
  return (
    <div className="flex flex-col gap-3 rounded-card bg-surface-2 p-4">
      <div className="flex min-h-16 flex-wrap items-center justify-between gap-3">
        <p data-note className={clsx('figure', !heard && 'text-ink-3')}>
          {name ?? '–'}
        </p>
        <p className="text-right text-sm text-ink-2 tabular-nums">
          {heard
            ? t('tools.tuner.cents', { cents: `${cents > 0 ? '+' : ''}${number(cents)}` })
            : t(isOn ? 'tools.tuner.waiting' : 'tools.tuner.off')}
          {heard && (
            <span className="block">
              {t('tools.tuner.hertz', { hertz: number(Math.round(heard.hertz * 10) / 10) })}
            </span>
          )}
        </p>
      </div>
      <div aria-hidden className="relative flex h-10 items-end justify-between">
        {MARKS.map((mark) => (
          <span key={mark} className={clsx('w-px', mark === 0 ? 'h-6 bg-ink-2' : 'h-3 bg-line-strong')} />
        ))}
        {heard && (
          <span
            className={clsx(
              'absolute bottom-0 h-10 w-1.5 -translate-x-1/2 rounded-full',
              verdict === 'in_tune' ? 'bg-ok' : 'bg-primary',
            )}
            style={{ left: `${((Math.max(-HALF, Math.min(HALF, heard.cents)) + HALF) / (2 * HALF)) * 100}%` }}
          />
        )}
      </div>
      {/* Said when it changes, not at each cent. */}
      <div role="status" className="flex min-h-7 justify-center">
        {verdict && (
          <Badge tone={TONES[verdict]}>
            <span className="sr-only">{name} </span>
            {t(`tools.tuner.${verdict}`)}
          </Badge>
        )}
      </div>
    </div>
  )
}
