import { FileText } from 'lucide-react'
import { Suspense } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import type { Staged } from '../rules.sheet.ts'
import { isOver } from '../rules.ts'
import { StageGraphic } from './StageGraphic.tsx'
import { StageHours } from './StageHours.tsx'
import { StageList } from './StageList.tsx'
import { StageProblems } from './StageProblems.tsx'
import { sheetPage } from './sheets.ts'
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
  const own = event.performers.filter(({ mine }) => mine).map(({ project_id }) => project_id)
  const isOpen = event.side === 'hunter' && !isOver(event.state) && Date.parse(event.starts_at) > Date.now()
  return (
    <Card
      title={t('stage.title')}
      as={as}
      action={
        <LinkButton to={sheetPage(event, 'stage')} variant="quiet" size="sm" icon={<FileText aria-hidden />}>
          {t('stage.sheet.stage')}
        </LinkButton>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="max-w-reading text-ink-2">{t('stage.intro')}</p>
        <StageProblems event={event} as={as === 'h2' ? 'h3' : 'h4'} />
        <StageGraphic event={event} />
        <StageList event={event} own={own} />
        <StageHours event={event} />
        {isOpen && (
          <Suspense fallback={<Skeleton className="h-20" />}>
            <OpeningForm event={event} refreshes={refreshes} />
          </Suspense>
        )}
      </div>
    </Card>
  )
}
