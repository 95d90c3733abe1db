import { clsx } from 'clsx'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { Staged } from '../rules.sheet.ts'
import { BLOCK_LOOKS, useStageWords } from './stageRows.ts'
import { stageTexts } from './texts.ts'

const spoken = texts(stageTexts)

/** The stage's timetable hour by hour: when, whose it is and what for. */
export function StageList({ event, own }: { event: Staged; own?: readonly number[] }) {
  const { t } = useTexts(spoken)
  const { time } = useFormat()
  const words = useStageWords(event)
  return (
    <ol aria-label={t('stage.list')} className="flex flex-col divide-y divide-line">
      {event.stage_plan.blocks.map((block) => {
        const { who, what } = words.block(block)
        const isOwn = block.project_id !== null && own?.includes(block.project_id)
        return (
          <li
            key={block.from}
            className={clsx(
              'grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-4 py-2',
              isOwn && 'bg-surface-2 -mx-3 rounded-control px-3',
              block.kind === 'free' && 'text-ink-2',
            )}
          >
            <span className="tabular-nums">
              {time(block.from, event.zone)}–{time(block.to, event.zone)}
            </span>
            <span className="flex min-w-0 items-baseline gap-2.5">
              <span
                aria-hidden
                className={clsx('size-3 shrink-0 rounded-[3px] border-2', BLOCK_LOOKS[block.kind])}
              />
              <span className="min-w-0">
                <span className={clsx('wrap-anywhere', block.kind === 'set' && 'font-semibold')}>{who}</span>
                {what && <span className="block text-sm text-ink-2">{what}</span>}
              </span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
