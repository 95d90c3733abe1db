import { useQuery } from '@tanstack/react-query'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FigureTable } from '#core/web/ui/FigureTable.tsx'
import { LevelMeter } from '#core/web/ui/LevelMeter.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { listTempos, type Piece } from '../contract.ts'
import { practiceTexts, progressTexts } from './texts.ts'

const spoken = texts(practiceTexts, progressTexts)

/** How many days the chart shows, and a phone of it; the table has all of them. */
const COLUMNS = 8
const ON_A_PHONE = 5

/** How the tempo of a piece rose, day by day on which it changed, against where it is to get. */
export function TempoChart({ piece }: { piece: Piece }) {
  const { t } = useTexts(spoken)
  const { calendarDay, number } = useFormat()
  const query = useQuery(ask(listTempos, { params: { id: piece.id } }))
  const label = t('progress.pieces.tempos_of', { piece: piece.piece })
  return (
    <Loaded
      query={query}
      waiting={<Skeleton className="mt-3 h-40 rounded-card" />}
      failed={t('progress.pieces.tempos_failed')}
    >
      {({ results }) => {
        if (results.length < 2)
          return <p className="mt-1 text-sm text-ink-2">{t('progress.pieces.tempos_empty')}</p>
        const shown = results.slice(-COLUMNS)
        return (
          <div className="mt-3 flex flex-col gap-4">
            <LevelMeter
              label={label}
              levels={8}
              legend={{
                current: t('progress.pieces.tempos_now'),
                other: t('progress.pieces.tempos_before'),
              }}
              max={Math.max(piece.tempo_target ?? 0, ...results.map(({ tempo }) => tempo))}
              columns={shown.map(({ day, tempo }, at) => ({
                label: calendarDay(day, 'day'),
                value: tempo,
                valueText: t('progress.pieces.tempos_value', {
                  date: calendarDay(day, 'day'),
                  count: tempo,
                }),
                isCurrent: at === shown.length - 1,
                isWide: at < shown.length - ON_A_PHONE,
              }))}
            />
            <FigureTable
              className="max-h-56 overflow-y-auto"
              caption={label}
              heads={[t('progress.pieces.tempos_day'), t('progress.pieces.tempo')]}
              rows={results.map(({ day, tempo }) => ({
                key: day,
                name: calendarDay(day, 'short'),
                figures: [t('progress.pieces.tempo_only', { count: number(tempo) })],
              }))}
            />
          </div>
        )
      }}
    </Loaded>
  )
}
