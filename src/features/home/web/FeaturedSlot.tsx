import { Play } from 'lucide-react'
import { texts, useTexts } from '#core/web/texts.ts'
import { hearTexts } from '#features/media/web/texts.ts'
import { projectTerms } from '#features/projects/web/texts.ts'
import { FORMATS, GENRES } from '#features/services/contract.ts'
import { serviceTerms } from '#features/services/web/texts.ts'
import { FeaturedCard } from './FeaturedCard.tsx'
import { FeaturedLoading, FeaturedNone, FeaturedRating, FeaturedSection } from './FeaturedSection.tsx'
import { welcomeTexts } from './texts.ts'

const spoken = texts(welcomeTexts, hearTexts, projectTerms, serviceTerms)

/** What the landing's script needs to write a card in the page's language. */
export interface FeaturedTexts {
  on_request: string
  /** Holds %price%. */
  from: string
  formats: Record<string, string>
  genres: Record<string, string>
  image_error: string
}

/** The list as drawn ahead of time: empty, with a card, a card with a photo and the "nobody yet" for landing.ts to fill in. */
export function FeaturedSlot() {
  const { t } = useTexts(spoken)
  const sentences: FeaturedTexts = {
    on_request: t('welcome.featured.on_request'),
    from: t('welcome.featured.from', { price: '%price%' }),
    formats: Object.fromEntries(FORMATS.map((format) => [format, t(`business:terms.formats.${format}`)])),
    image_error: t('image_error'),
    genres: Object.fromEntries(GENRES.map((genre) => [genre, t(`business:terms.genres.${genre}`)])),
  }
  return (
    <>
      <FeaturedSection isBusy>
        <FeaturedLoading />
      </FeaturedSection>
      {(['card', 'photo'] as const).map((kind) => (
        <template
          key={kind}
          id={`featured-${kind}`}
          data-texts={kind === 'card' ? JSON.stringify(sentences) : undefined}
        >
          <FeaturedCard
            to="%to%"
            name="%name%"
            photo={kind === 'photo' ? '%photo%' : null}
            facts="%facts%"
            price="%price%"
            tag={<FeaturedRating rating="%rating%" />}
            action={t('welcome.featured.see')}
            actionLabel={t('welcome.featured.see_of', { name: '%name%' })}
            hear={
              <button
                type="button"
                data-hear
                aria-label={t('media.hear.play_of', { name: '%name%' })}
                className="absolute right-3 bottom-3 z-10 grid size-11 cursor-pointer place-items-center rounded-full bg-foco-400 text-noche-950 hover:bg-foco-300 [&>svg]:size-5"
              >
                <Play aria-hidden className="ml-0.5 fill-current" />
              </button>
            }
          />
        </template>
      ))}
      <template id="featured-none">
        <FeaturedNone />
      </template>
    </>
  )
}
