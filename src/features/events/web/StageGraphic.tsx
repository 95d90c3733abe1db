import { clsx } from 'clsx'
import { HOUR } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { StageBlock } from '../contract.ts'
import type { Staged } from '../rules.sheet.ts'
import { BLOCK_LOOKS, useStageWords } from './stageRows.ts'
import { stageTexts } from './texts.ts'

const spoken = texts(stageTexts)

/** Hours that are written under it: five at most. */
function ticksOf(start: number, end: number): number[] {
  const step =
    [1, 2, 3, 4, 6, 8].map((hours) => hours * HOUR).find((one) => (end - start) / one <= 5) ?? 12 * HOUR
  const ticks = []
  for (let tick = Math.ceil(start / step) * step; tick <= end; tick += step) ticks.push(tick)
  return ticks
}

/** The stage's timetable from left to right, a lane for each who plays and one for all. The list says the same in words. */
export function StageGraphic({ event }: { event: Staged }) {
  const { t } = useTexts(spoken)
  const { time } = useFormat()
  const { nameOfProject } = useStageWords(event)
  const { blocks } = event.stage_plan
  const start = Date.parse(blocks[0]?.from ?? event.starts_at)
  const end = Date.parse(blocks.at(-1)?.to ?? event.ends_at)
  const share = (at: string | number) =>
    ((typeof at === 'number' ? at : Date.parse(at)) - start) * (100 / Math.max(1, end - start))
  const lanes: { key: string; name: string; blocks: StageBlock[] }[] = [
    ...event.performers.map(({ project_id }) => ({
      key: String(project_id),
      name: nameOfProject(project_id),
      blocks: blocks.filter((block) => block.project_id === project_id),
    })),
    {
      key: 'shared',
      name: t('stage.shared'),
      blocks: blocks.filter(({ project_id }) => project_id === null),
    },
  ]
  return (
    <div aria-hidden className="flex flex-col gap-2.5">
      {lanes.map((lane) => (
        <div key={lane.key}>
          <p className="text-sm wrap-anywhere text-ink-2">{lane.name}</p>
          <div className="relative h-5 rounded-chip bg-surface-2">
            {lane.blocks.map((block) => (
              <span
                key={block.from}
                className={clsx('absolute inset-y-0 rounded-[4px] border-2', BLOCK_LOOKS[block.kind])}
                style={{
                  left: `${share(block.from)}%`,
                  width: `calc(${share(block.to) - share(block.from)}% - 1px)`,
                }}
              />
            ))}
          </div>
        </div>
      ))}
      <div className="relative h-5 border-t-2 border-line-strong">
        {ticksOf(start, end).map((tick) => (
          <span
            key={tick}
            className={clsx(
              'absolute text-xs text-ink-2 tabular-nums',
              share(tick) > 92 ? '-translate-x-full' : share(tick) > 6 && '-translate-x-1/2',
            )}
            style={{ left: `${share(tick)}%` }}
          >
            {time(new Date(tick), event.zone)}
          </span>
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5 text-sm text-ink-2">
        {(['set_up', 'soundcheck', 'set', 'changeover', 'ceremony'] as const)
          .filter((kind) => blocks.some((block) => block.kind === kind))
          .map((kind) => (
            <li key={kind} className="flex items-center gap-2">
              <span className={clsx('size-3 rounded-[3px] border-2', BLOCK_LOOKS[kind])} />
              {t(`stage.kinds.${kind}`)}
            </li>
          ))}
      </ul>
    </div>
  )
}
