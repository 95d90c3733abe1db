import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Newspaper } from 'lucide-react'
import { Link } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { readProfile } from '#features/projects/contract.ts'
import { readOwnMedia } from '../contract.ts'
import { LinksCard } from './LinksCard.tsx'
import { PicturesCard } from './PicturesCard.tsx'
import { SongsCard } from './SongsCard.tsx'
import { SoundsCard } from './SoundsCard.tsx'
import { StageCard } from './StageCard.tsx'
import { editTexts } from './texts.ts'

const spoken = texts(editTexts)

/** /profile/media: what the project that one acts as shows of itself, and how much more it may. */
export function MediaPage() {
  const { t } = useTexts(spoken)
  const profile = useQuery(ask(readProfile))
  return (
    <Loaded query={profile} waiting={<Skeleton lines={8} />}>
      {({ music_project_id, music_project, is_owner }) => {
        const project = music_project.find(({ id }) => id === music_project_id)
        if (!project) return <PageHeader title={t('media.edit.title')} />
        return (
          <div className="flex flex-col gap-5">
            <PageHeader
              title={t('media.edit.title')}
              actions={
                <>
                  <LinkButton
                    variant="secondary"
                    to={`/profile/musician/${project.id}`}
                    icon={<ExternalLink aria-hidden />}
                  >
                    {t('media.edit.see')}
                  </LinkButton>
                  <LinkButton
                    variant="secondary"
                    to={`/profile/musician/${project.id}/press`}
                    icon={<Newspaper aria-hidden />}
                  >
                    {t('media.edit.press')}
                  </LinkButton>
                </>
              }
            />
            <p className="-mt-2 text-ink-2">{t('media.edit.lead', { name: project.name })}</p>
            {is_owner ? (
              <Own project={project} />
            ) : (
              <Card>
                <p>{t('media.edit.owner_only')}</p>
              </Card>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

function Own({ project }: { project: { id: number; name: string } }) {
  const { t } = useTexts(spoken)
  const media = useQuery({
    ...ask(readOwnMedia, { params: { id: project.id } }),
    // What is listened to gets its waveform in a moment.
    refetchInterval: ({ state }) =>
      state.data?.sounds.some(({ levels }) => levels === null) && state.dataUpdateCount < 20 ? 3000 : false,
  })
  return (
    <Loaded
      query={media}
      failed={t('media.edit.failed')}
      waiting={
        <div className="grid gap-5">
          <Skeleton className="h-64" />
          <Skeleton className="h-48" />
        </div>
      }
    >
      {(own) => (
        <>
          <div className="rounded-card border border-line bg-surface p-5">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-semibold tabular-nums">
                {t('media.edit.used', { used: own.used, limit: own.limit })}
              </span>
              <Link to="/membership" className="font-semibold text-accent underline underline-offset-4">
                {t('media.edit.plans')}
              </Link>
            </p>
            <p className={`text-sm ${own.used >= own.limit ? 'text-warn' : 'text-ink-2'}`}>
              {t(own.used >= own.limit ? 'media.edit.full' : 'media.edit.room', { limit: own.limit })}
            </p>
          </div>
          <PicturesCard project={project} own={own} />
          <SoundsCard project={project} own={own} />
          <LinksCard project={project} own={own} />
          <SongsCard key={`songs ${project.id}`} project={project} own={own} />
          <StageCard key={`stage ${project.id}`} project={project} own={own} />
        </>
      )}
    </Loaded>
  )
}
