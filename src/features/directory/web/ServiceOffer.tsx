import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { LazyImage } from '#core/web/ui/LazyImage.tsx'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { pictureUrl } from '#features/files/contract.ts'
import { LinkFrame } from '#features/media/web/LinkFrame.tsx'
import type { Category } from '#features/services/contract.ts'
import { type Asked, asks } from '#features/services/rules.ts'
import { serviceTerms } from '#features/services/web/texts.ts'
import type { ProfileService } from '../contract.ts'
import { directoryTexts } from './texts.ts'
import { usePrice } from './usePrice.ts'

const spoken = texts(directoryTexts, instrumentNames, serviceTerms)

/** What a project sells, in the terms of its category: a lesson has a level, a show a line-up. */
export function ServiceOffer({ service }: { service: ProfileService }) {
  const { t, word } = useTexts(spoken)
  const { money } = useFormat()
  const price = usePrice()
  const cover = service.media.find(({ kind }) => kind === 'image')
  const pictures = service.media.filter(({ kind }) => kind === 'image').slice(1)
  const links = service.media.filter(({ kind }) => kind !== 'image')
  const isLesson = service.category === 'MUSIC_LEARNING'
  const isAsked = (what: Asked) =>
    asks({ category: service.category as Category, modality: service.modality }, what)
  return (
    <li className="grid gap-2 py-5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-lg font-semibold">{service.title}</h3>
        <span className="font-semibold">
          {price(service.price, service.currency, service.price_mode, service.price_for)}
        </span>
      </div>
      <p className="text-sm text-ink-2">
        {[
          t(`business:terms.categories.${service.category as Category}`),
          ...(isLesson
            ? [
                service.instrument && word('business:terms.instruments', service.instrument),
                service.level && t(`business:terms.levels.${service.level}`),
                service.modality && t(`business:terms.modalities.${service.modality}`),
                service.lesson_minutes && t('directory.profile.minutes', { count: service.lesson_minutes }),
              ]
            : []),
          isAsked('line_up') && t(`business:terms.formats.${service.format}`),
          isAsked('duration') && t('directory.profile.minutes', { count: service.duration_minutes }),
          isAsked('stage') &&
            t(service.includes_sound ? 'directory.profile.with_sound' : 'directory.profile.without_sound'),
          isAsked('travel') &&
            service.travel_radius_km > 0 &&
            t('directory.profile.travels', { count: service.travel_radius_km }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {isLesson && service.trial_price !== null && (
        <p className="font-medium">
          {service.trial_price === 0
            ? t('directory.profile.trial_free')
            : t('directory.profile.trial', { price: money(service.trial_price, service.currency) })}
        </p>
      )}
      {cover && (
        <LazyImage
          src={pictureUrl(cover.url, 'large') ?? cover.url}
          alt={cover.title}
          className="aspect-video w-full rounded-control"
        />
      )}
      <p className="whitespace-pre-line text-pretty">{service.description}</p>
      {pictures.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {pictures.map(({ url, title }) => (
            <li key={url}>
              <LazyImage
                src={pictureUrl(url, 'medium') ?? url}
                alt={title}
                className="h-28 w-36 rounded-control"
              />
            </li>
          ))}
        </ul>
      )}
      {links.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2">
          {links.map((link) => (
            <li key={link.url} className="min-w-0">
              <LinkFrame link={link} />
            </li>
          ))}
        </ul>
      )}
      {service.extras.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {service.extras.map((extra) => (
            <li key={extra.name}>
              <Badge>{`${extra.name} +${money(extra.price, service.currency)}`}</Badge>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
