import { useContext } from 'react'
import { Origin } from '#core/web/origin.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { PublicHead } from '#core/web/ui/PublicHead.tsx'
import { pictureUrl } from '#features/files/contract.ts'
import { projectTerms } from '#features/projects/web/texts.ts'
import type { PublicProfile } from '../contract.ts'
import { directoryTexts } from './texts.ts'
import { usePrice } from './usePrice.ts'

const spoken = texts(directoryTexts, projectTerms)

/** How a public profile is found: what a search engine and a shared link say of it. */
export function ProfileHead({ profile }: { profile: PublicProfile }) {
  const { t } = useTexts(spoken)
  const price = usePrice()
  const origin = useContext(Origin)
  const { name, city, bio } = profile
  const path = `/profile/musician/${profile.id}`
  const [cheapest] = profile.services
    .filter((service) => service.price !== null)
    .sort((a, b) => (a.price ?? 0) - (b.price ?? 0))
  const genres = profile.genres.map((genre) => t(`business:terms.genres.${genre}`))
  const photo = pictureUrl(profile.profile_image, 'large')
  const description = [
    [genres.slice(0, 3).join(', '), city].filter(Boolean).join(' · '),
    cheapest && price(cheapest.price, cheapest.currency, cheapest.price_mode),
    bio.replace(/\s+/g, ' ').slice(0, 110).trim(),
  ]
    .filter(Boolean)
    .join('. ')
  return (
    <PublicHead
      title={`${t(city ? 'directory.profile.head_in' : 'directory.profile.head', { name, city })} · ${t('common:app.name')}`}
      description={description || t('directory.profile.head_text', { name })}
      path={path}
      image={`/og/musician/${profile.id}.jpg`}
      type="profile"
      data={{
        '@type': profile.project_type === 'GROUP' ? 'MusicGroup' : 'Person',
        '@id': `${origin}${path}#artist`,
        name,
        url: origin + path,
        ...(bio && { description: bio }),
        // Its reviews can be read on the same page. Of a person the vocabulary knows no rating.
        ...(profile.project_type === 'GROUP' &&
          profile.rating !== null && {
            aggregateRating: {
              '@type': 'AggregateRating',
              ratingValue: profile.rating,
              reviewCount: profile.rating_count,
              bestRating: 5,
              worstRating: 1,
            },
          }),
        ...(photo && { image: origin + photo }),
        ...(genres.length > 0 &&
          (profile.project_type === 'GROUP' ? { genre: genres } : { knowsAbout: genres })),
        ...(city && {
          [profile.project_type === 'GROUP' ? 'location' : 'homeLocation']: {
            '@type': 'Place',
            name: city,
            ...(profile.country && {
              address: { '@type': 'PostalAddress', addressCountry: profile.country },
            }),
          },
        }),
        makesOffer: profile.services.map((service) => ({
          '@type': 'Offer',
          itemOffered: { '@type': 'Service', name: service.title, description: service.description },
          ...(service.price !== null && {
            price: (service.price / 100).toFixed(2),
            priceCurrency: service.currency,
          }),
          url: origin + path,
        })),
      }}
    />
  )
}
