import { Printer } from 'lucide-react'
import { Suspense } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { wallClock } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { isOver } from '../rules.ts'
import { StageGraphic } from './StageGraphic.tsx'
import { StageList } from './StageList.tsx'
import { StageProblems } from './StageProblems.tsx'
import { type Staged, sheetOf } from './sheets.ts'
import { stageTexts } from './texts.ts'

const spoken = texts(stageTexts)

const OpeningForm = later(async () => (await import('./OpeningForm.tsx')).OpeningForm)

/** Who has the stage when, for everybody who plays and for the host, who says from when the place can be entered. */
export function StageCard({
  event,
  refreshes,
  as,
}: {
  event: Staged
  refreshes: readonly Endpoint[]
  as: 'h2' | 'h3'
}) {
  const { t } = useTexts(spoken)
  const { date, time } = useFormat()
  const own = event.performers.filter(({ mine }) => mine).map(({ project_id }) => project_id)
  const { opens_at, doors_at } = event.stage_plan
  const dayOf = (at: string) => wallClock(at, event.zone).day
  const eve = dayOf(opens_at) === dayOf(event.starts_at) ? '' : `${date(opens_at, event.zone, 'day')}, `
  const isOpen = event.side === 'hunter' && !isOver(event.state) && Date.parse(event.starts_at) > Date.now()
  return (
    <Card
      title={t('stage.title')}
      as={as}
      action={
        <LinkButton to={sheetOf(event, 'stage')} variant="quiet" size="sm" icon={<Printer aria-hidden />}>
          {t('stage.sheet.stage')}
        </LinkButton>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="max-w-reading text-ink-2">{t('stage.intro')}</p>
        <StageProblems event={event} as={as === 'h2' ? 'h3' : 'h4'} />
        <StageGraphic event={event} />
        <StageList event={event} own={own} />
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
        {isOpen && (
          <Suspense fallback={<Skeleton className="h-20" />}>
            <OpeningForm event={event} refreshes={refreshes} />
          </Suspense>
        )}
      </div>
    </Card>
  )
}
