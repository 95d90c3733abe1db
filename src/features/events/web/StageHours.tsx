import { wallClock } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { Staged } from '../rules.sheet.ts'
import { stageTexts } from './texts.ts'

const spoken = texts(stageTexts)

/** From when the place can be entered, said or assumed, and when the first guests come. */
export function StageHours({ event }: { event: Staged }) {
  const { t } = useTexts(spoken)
  const { date, time } = useFormat()
  const { opens_at, doors_at } = event.stage_plan
  const dayOf = (at: string) => wallClock(at, event.zone).day
  const eve = dayOf(opens_at) === dayOf(event.starts_at) ? '' : `${date(opens_at, event.zone, 'day')}, `
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 border-t border-line pt-4">
        <div>
          <dt className="text-sm text-ink-2">{t('stage.opens')}</dt>
          <dd className="font-semibold tabular-nums">
            {eve}
            {time(opens_at, event.zone)}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-2">{t('stage.doors')}</dt>
          <dd className="font-semibold tabular-nums">{time(doors_at, event.zone)}</dd>
        </div>
      </dl>
      {event.opens_at === null && <p className="text-sm text-ink-2">{t('stage.opens_assumed')}</p>}
    </>
  )
}
