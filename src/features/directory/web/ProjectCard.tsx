import { CalendarCheck, MapPin, Star } from 'lucide-react'
import { Link } from 'react-router'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { LazyImage } from '#core/web/ui/LazyImage.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { NameCover } from '#core/web/ui/NameCover.tsx'
import { pictureUrl } from '#features/files/contract.ts'
import { HearButton } from '#features/media/web/HearButton.tsx'
import { RecordLine } from '#features/projects/web/RecordLine.tsx'
import { projectTerms } from '#features/projects/web/texts.ts'
import { serviceTerms } from '#features/services/web/texts.ts'
import { CheckList } from '#features/verification/web/CheckList.tsx'
import type { DirectoryProject } from '../contract.ts'
import { type AskedEvent, eventQuery } from '../rules.event.ts'
import { FavouriteButton } from './FavouriteButton.tsx'
import { directoryTexts } from './texts.ts'
import { useAddPath, useAskPath, useQuestionPath } from './useAskPath.ts'
import { usePrice } from './usePrice.ts'

const spoken = texts(directoryTexts, projectTerms, serviceTerms)

/**
 * A musician or band in a list: cover, what they play, where, how they are rated and from how much; for an event that
 * was searched for, what they ask for it and the way to ask them.
 */
export function ProjectCard({
  project,
  event,
  as: Title = 'h2',
}: {
  project: DirectoryProject
  /** What the list was searched for; with a date, everybody in it is free then. */
  event?: AskedEvent
  as?: 'h2' | 'h3'
}) {
  const { t } = useTexts(spoken)
  const { number, calendarDay } = useFormat()
  const price = usePrice()
  const askPath = useAskPath()
  const addPath = useAddPath(project.id)
  const questionPath = useQuestionPath(project.id)
  // Who says no price can't be asked for a date, only how much they charge.
  const hasPrice = project.price_from !== null
  const said = event && eventQuery(event).toString()
  const photo = pictureUrl(project.profile_image, 'medium')
  return (
    <article className="group relative flex min-w-0 flex-col overflow-hidden rounded-card border bg-surface transition-colors hover:border-line-strong">
      <div className="relative aspect-5/3 overflow-hidden bg-noche-900 dark:bg-noche-950">
        {photo ? <LazyImage src={photo} alt="" className="size-full" /> : <NameCover name={project.name} />}
        {project.rating !== null && (
          <span className="absolute top-3 left-3">
            <Badge tone="spot" icon={<Star aria-hidden className="size-3.5 fill-current" />}>
              {number(project.rating, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}
              <span className="font-normal"> ({project.rating_count})</span>
            </Badge>
          </span>
        )}
        {project.has_sound && <HearButton project={project} className="absolute right-3 bottom-3 z-10" />}
        <FavouriteButton id={project.id} name={project.name} className="absolute! top-2 right-2 z-10" />
      </div>
      <div className="flex flex-1 flex-col gap-1 p-5">
        <Title className="title-card">
          <Link
            to={`/profile/musician/${project.id}${said ? `?${said}` : ''}`}
            className="after:absolute after:inset-0 after:rounded-card"
          >
            {project.name}
          </Link>
        </Title>
        <p className="text-ink-2">
          {[
            ...project.formats.slice(0, 2).map((format) => t(`business:terms.formats.${format}`)),
            ...project.genres.slice(0, 3).map((genre) => t(`business:terms.genres.${genre}`)),
          ].join(' · ')}
        </p>
        <p className="line-clamp-2 text-sm text-ink-2">{project.excerpt}</p>
        <div className="mt-2 flex flex-col gap-1">
          <RecordLine of={project} />
          <CheckList checks={project.checks} isBand={project.project_type === 'GROUP'} />
        </div>
        <div className="mt-auto flex flex-wrap items-end justify-between gap-x-4 gap-y-1 pt-4">
          <span className="font-semibold">
            {price(project.price_from, project.currency, project.price_mode, project.price_for)}
          </span>
          {project.city && (
            <span className="inline-flex items-center gap-1.5 text-sm text-ink-2">
              <MapPin aria-hidden className="size-4" />
              {project.distance_km === null
                ? project.city
                : t('directory.city_distance', {
                    city: project.city,
                    distance: number(Math.round(project.distance_km)),
                  })}
            </span>
          )}
        </div>
        {event && (
          <div className="mt-3 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
            {event.date && (
              <span className="inline-flex items-center gap-1.5 text-sm font-medium text-ok">
                <CalendarCheck aria-hidden className="size-4 shrink-0" />
                {t('directory.free_on', { day: calendarDay(event.date, 'day') })}
              </span>
            )}
            <span className="relative ml-auto flex flex-wrap items-center justify-end gap-2">
              {addPath && hasPrice && (
                <LinkButton
                  size="sm"
                  variant="quiet"
                  to={addPath}
                  aria-label={t('directory.add_of', { name: project.name })}
                >
                  {t('directory.add')}
                </LinkButton>
              )}
              <LinkButton
                size="sm"
                to={hasPrice ? askPath(event, project.id) : questionPath}
                aria-label={t(hasPrice ? 'directory.ask_for' : 'directory.profile.question_to', {
                  name: project.name,
                })}
              >
                {t(hasPrice ? 'directory.ask' : 'directory.profile.question')}
              </LinkButton>
            </span>
          </div>
        )}
      </div>
    </article>
  )
}
