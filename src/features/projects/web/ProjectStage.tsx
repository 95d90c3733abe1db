import { MapPin, Star, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { StagePanel } from '#core/web/ui/StagePanel.tsx'
import { pictureUrl } from '#features/files/contract.ts'
import type { Project } from '../contract.ts'
import { labelOfRole } from '../rules.ts'
import { centerTexts, projectTerms, projectTexts } from './texts.ts'

const spoken = texts(projectTexts, centerTexts, projectTerms)

/** A project on its stage: picture, name, what it plays and where. */
export function ProjectStage({ project, actions }: { project: Project; actions?: ReactNode }) {
  const { t, word } = useTexts(spoken)
  const { number } = useFormat()
  return (
    <StagePanel seed={project.name} lights={['telon', 'foco', 'cabina']}>
      <div className="flex flex-wrap items-center gap-5">
        <Avatar name={project.name} src={pictureUrl(project.profile_image, 'medium')} size="xl" />
        <div className="min-w-0 flex-1 basis-48">
          <Badge tone="spot">{t(`projects.labels.${labelOfRole(project)}`)}</Badge>
          <h1 className="title-page mt-2 text-ink">{project.name}</h1>
          <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-ink-2">
            {project.city && (
              <span className="flex items-center gap-1.5">
                <MapPin aria-hidden="true" className="size-4" />
                {project.city}
              </span>
            )}
            {project.rating !== null && (
              <span className="flex items-center gap-1.5">
                <Star aria-hidden="true" className="size-4 text-foco-400" />
                {t('projects.rating', {
                  rating: number(project.rating, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
                  count: project.rating_count,
                })}
              </span>
            )}
            {project.project_type === 'GROUP' && (
              <span className="flex items-center gap-1.5">
                <UsersRound aria-hidden="true" className="size-4" />
                {t('projects.member_count', { count: project.member_count })}
              </span>
            )}
          </p>
        </div>
      </div>
      {project.genres.length > 0 && (
        <ul className="mt-5 flex flex-wrap gap-2">
          {project.genres.map((genre) => (
            <li key={genre}>
              <Badge>{word('business:terms.genres', genre)}</Badge>
            </li>
          ))}
        </ul>
      )}
      {actions && <div className="mt-5 flex flex-wrap gap-3">{actions}</div>}
    </StagePanel>
  )
}
