import { clsx } from 'clsx'
import { Hand, Minus, Play, Plus, Square } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { NumberBox } from '#core/web/ui/NumberBox.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { MOST_BEATS, TEMPO, tapped, tempoOf } from './beats.ts'
import { toolTexts } from './texts.ts'
import { useMetronome } from './useMetronome.ts'

const spoken = texts(toolTexts)

const USUAL = { tempo: 80, beats: 4 }
const BARS = Array.from({ length: MOST_BEATS }, (_, n) => n + 1)

/** Beats a minute, by number, by the buttons or tapped, and how many make a bar. */
export function MetronomeCard() {
  const { t } = useTexts(spoken)
  const [tempo, setTempo] = useState(USUAL.tempo)
  const [beats, setBeats] = useState(USUAL.beats)
  const { place, isMute, start, stop } = useMetronome(useMemo(() => ({ tempo, beats }), [tempo, beats]))
  const taps = useRef<number[]>([])
  const isOn = place !== null
  const by = (change: number) => setTempo(Math.min(TEMPO.most, Math.max(TEMPO.least, tempo + change)))
  return (
    <Card title={t('tools.metronome.title')}>
      <div className="flex flex-col gap-4">
        <div
          aria-hidden
          className="flex min-h-16 flex-wrap items-center justify-center gap-2 rounded-card bg-surface-2 p-4"
        >
          {BARS.slice(0, beats).map((n) => (
            <span
              key={n}
              data-beat={place === n - 1 ? 'now' : undefined}
              className={clsx(
                'rounded-full',
                n === 1 && beats > 1 ? 'size-6' : 'size-4',
                place === n - 1 ? 'bg-primary' : 'bg-line-strong',
              )}
            />
          ))}
        </div>
        <div className="flex flex-wrap items-end gap-2">
          <Button
            variant="secondary"
            isIconOnly
            icon={<Minus aria-hidden />}
            aria-label={t('tools.metronome.slower')}
            onPress={() => by(-1)}
          />
          <NumberBox
            label={t('tools.metronome.tempo')}
            value={tempo}
            minValue={TEMPO.least}
            maxValue={TEMPO.most}
            onChange={(next) => {
              // On the way to a tempo stand nothing and others: what can't be beaten is said at the field.
              if (next !== null && next >= TEMPO.least && next <= TEMPO.most) setTempo(next)
            }}
            className="w-28"
          />
          <Button
            variant="secondary"
            isIconOnly
            icon={<Plus aria-hidden />}
            aria-label={t('tools.metronome.faster')}
            onPress={() => by(1)}
          />
          <SelectBox
            label={t('tools.metronome.beats')}
            value={String(beats)}
            onChange={(next) => setBeats(Number(next))}
            options={BARS.map((n) => ({
              value: String(n),
              label: n === 1 ? t('tools.metronome.even') : String(n),
            }))}
            className="w-36"
          />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button
            icon={isOn ? <Square aria-hidden /> : <Play aria-hidden />}
            variant={isOn ? 'secondary' : 'primary'}
            onPress={isOn ? stop : start}
          >
            {t(isOn ? 'tools.metronome.stop' : 'tools.metronome.start')}
          </Button>
          <Button
            variant="secondary"
            icon={<Hand aria-hidden />}
            onPress={() => {
              taps.current = tapped(taps.current, performance.now())
              const found = tempoOf(taps.current)
              if (found !== null) setTempo(found)
            }}
          >
            {t('tools.metronome.tap')}
          </Button>
        </div>
        <FormError>{isMute && t('tools.metronome.mute')}</FormError>
        <p className="text-sm text-ink-2">{t('tools.metronome.text')}</p>
      </div>
    </Card>
  )
}
