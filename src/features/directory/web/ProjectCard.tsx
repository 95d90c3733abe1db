import { MapPin, Star } from 'lucide-react'
import { Link } from 'react-router'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { LazyImage } from '#core/web/ui/LazyImage.tsx'
import { Waveform } from '#core/web/ui/Waveform.tsx'
import { inkOf } from '#core/web/ui/waveform.ts'
import { pictureUrl } from '#features/files/contract.ts'
import { projectTerms } from '#features/projects/web/texts.ts'
import { serviceTerms } from '#features/services/web/texts.ts'
import type { DirectoryProject } from '../contract.ts'
import { directoryTexts } from './texts.ts'
import { usePrice } from './usePrice.ts'

const spoken = texts(directoryTexts, projectTerms, serviceTerms)

/** A musician or band in a list: cover, what they play, where, how they are rated and from how much. */
export function ProjectCard({ project }: { project: DirectoryProject }) {
  const { t } = useTexts(spoken)
  const { number } = useFormat()
  const price = usePrice()
  const photo = pictureUrl(project.profile_image, 'medium')
  return (
    <article className="group relative flex min-w-0 flex-col overflow-hidden rounded-card border bg-surface transition-colors hover:border-line-strong">
      <div className="relative aspect-5/3 overflow-hidden bg-noche-900 dark:bg-noche-950">
        {photo ? (
          <LazyImage src={photo} alt="" className="size-full" />
        ) : (
          <Waveform
            name={project.name}
            bars={34}
            className={`absolute inset-x-[7%] inset-y-[20%] h-[60%] w-[86%] ${inkOf(project.name)}`}
          />
        )}
        {project.rating !== null && (
          <span className="absolute top-3 left-3">
            <Badge tone="spot" icon={<Star aria-hidden className="size-3.5 fill-current" />}>
              {number(project.rating, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}
              <span className="font-normal"> ({project.rating_count})</span>
            </Badge>
          </span>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-1 p-5">
        <h2 className="title-card">
          <Link
            to={`/profile/musician/${project.id}`}
            className="after:absolute after:inset-0 after:rounded-card"
          >
            {project.name}
          </Link>
        </h2>
        <p className="text-ink-2">
          {[
            ...project.formats.slice(0, 2).map((format) => t(`business:terms.formats.${format}`)),
            ...project.genres.slice(0, 3).map((genre) => t(`business:terms.genres.${genre}`)),
          ].join(' · ')}
        </p>
        <p className="line-clamp-2 text-sm text-ink-2">{project.excerpt}</p>
        <div className="mt-auto flex flex-wrap items-end justify-between gap-x-4 gap-y-1 pt-4">
          <span className="font-semibold">
            {price(project.price_from, project.currency, project.price_mode)}
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
      </div>
    </article>
  )
}
