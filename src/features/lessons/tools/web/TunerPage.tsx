import { texts, useTexts } from '#core/web/texts.ts'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { useAllowed } from '../../web/devices.ts'
import { MetronomeCard } from './MetronomeCard.tsx'
import { TunerCard } from './TunerCard.tsx'
import { toolTexts } from './texts.ts'

const spoken = texts(toolTexts)

/** /tuner: tuner and metronome, for who learns and who plays. */
export function TunerPage() {
  const { t } = useTexts(spoken)
  const learns = useSession((session) => session.user?.accountType === 'STUDENT')
  const isAllowed = useAllowed('microphone')
  return (
    <div className="page-width flex flex-col gap-5">
      <PageHeader
        eyebrow={t('tools.eyebrow')}
        title={t('tools.title')}
        actions={
          <LinkButton to={learns ? '/student/progress' : '/calendar?view=lessons'} variant="secondary">
            {t(learns ? 'tools.progress' : 'tools.lessons')}
          </LinkButton>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        {isAllowed ? <TunerCard /> : <Skeleton className="h-72 rounded-card" />}
        <MetronomeCard />
      </div>
    </div>
  )
}
