import { Clock, MapPin, Users, Volume2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { LazyImage } from '#core/web/ui/LazyImage.tsx'
import { NameCover } from '#core/web/ui/NameCover.tsx'
import { pictureUrl } from '#features/files/contract.ts'
import { projectTerms } from '#features/projects/web/texts.ts'
import type { ServiceDraft } from '../contract.ts'
import { asks } from '../rules.ts'
import { serviceTerms, serviceTexts } from './texts.ts'
import { useServiceWords } from './words.ts'

const spoken = texts(serviceTexts, projectTerms, serviceTerms)

/** A service as somebody who looks for one sees it. Fields may still be empty while it is being written. */
export function ServicePreview({
  service,
  as: Level = 'h3',
  badge,
  actions,
}: {
  service: Pick<
    ServiceDraft,
    | 'category'
    | 'modality'
    | 'title'
    | 'description'
    | 'genres'
    | 'format'
    | 'duration_minutes'
    | 'price_mode'
    | 'price'
    | 'currency'
    | 'travel_radius_km'
    | 'includes_sound'
    | 'media'
  >
  as?: 'h2' | 'h3'
  badge?: ReactNode
  actions?: ReactNode
}) {
  const { t } = useTexts(spoken)
  const words = useServiceWords()
  const image = service.media.find(({ kind, url }) => kind === 'image' && url)
  const photo = pictureUrl(image?.url ?? null, 'medium')
  return (
    <article className="flex min-w-0 flex-col overflow-hidden rounded-card border border-line bg-surface">
      <div className="relative h-28 overflow-hidden bg-noche-900 dark:bg-noche-950">
        {photo ? (
          <LazyImage src={photo} alt={image?.title ?? ''} className="size-full" />
        ) : (
          <NameCover name={service.title || t('services.form.preview_empty_title')} hasName={false} />
        )}
        {badge && <span className="absolute top-3 left-3">{badge}</span>}
      </div>
      <div className="flex flex-1 flex-col gap-2 p-5">
        <div className="flex items-start justify-between gap-3">
          <Level className="title-card min-w-0 wrap-anywhere">
            {service.title || t('services.form.preview_empty_title')}
          </Level>
          {actions}
        </div>
        <p className="text-ink-2">
          {service.genres.map((genre) => t(`business:terms.genres.${genre}`)).join(' · ')}
        </p>
        <p className="line-clamp-3 text-sm wrap-anywhere text-ink-2">
          {service.description || t('services.form.preview_empty_text')}
        </p>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2 [&>li]:inline-flex [&>li]:items-center [&>li]:gap-1.5 [&_svg]:size-4">
          {asks(service, 'line_up') && (
            <li>
              <Users aria-hidden />
              {t(`business:terms.formats.${service.format}`)}
            </li>
          )}
          <li>
            <Clock aria-hidden />
            {words.length(service.duration_minutes)}
          </li>
          {asks(service, 'travel') && (
            <li>
              <MapPin aria-hidden />
              {t('services.travels', { km: service.travel_radius_km })}
            </li>
          )}
          {service.includes_sound && (
            <li>
              <Volume2 aria-hidden />
              {t('services.with_sound')}
            </li>
          )}
        </ul>
        {(service.price !== null || service.price_mode === 'on_request') && (
          <p className="mt-auto pt-2 font-semibold first-letter:uppercase">{words.price(service)}</p>
        )}
      </div>
    </article>
  )
}
