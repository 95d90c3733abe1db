import { useQuery } from '@tanstack/react-query'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { featuredProjects } from '#features/directory/contract.ts'
import { HearButton } from '#features/media/web/HearButton.tsx'
import { projectTerms } from '#features/projects/web/texts.ts'
import { serviceTerms } from '#features/services/web/texts.ts'
import { FeaturedCard } from './FeaturedCard.tsx'
import { FeaturedLoading, FeaturedNone, FeaturedRating, FeaturedSection } from './FeaturedSection.tsx'
import { type FeaturedWords, featuredOf } from './featured.ts'
import { welcomeTexts } from './texts.ts'

const spoken = texts(welcomeTexts, projectTerms, serviceTerms)

/** Three public projects. Without any, or without the server, an invitation to be the first. */
export function FeaturedProjects() {
  const { t, i18n } = useTexts(spoken)
  const { data, isPending } = useQuery(ask(featuredProjects, { query: { limit: 3 } }))
  const projects = data?.results ?? []
  const words: FeaturedWords = {
    format: (format) => t(`business:terms.formats.${format}`),
    genre: (genre) => t(`business:terms.genres.${genre}`),
    from: (price) => t('welcome.featured.from', { price }),
    on_request: t('welcome.featured.on_request'),
  }
  return (
    <FeaturedSection isBusy={isPending}>
      {isPending && <FeaturedLoading />}
      {projects.map((project) => {
        const { rating, ...said } = featuredOf(project, words, i18n.language)
        return (
          <FeaturedCard
            key={project.id}
            {...said}
            photo={project.profile_image}
            tag={rating && <FeaturedRating rating={rating} />}
            action={t('welcome.featured.see')}
            actionLabel={t('welcome.featured.see_of', { name: project.name })}
            hear={
              project.has_sound && <HearButton project={project} className="absolute right-3 bottom-3 z-10" />
            }
          />
        )
      })}
      {!isPending && projects.length === 0 && <FeaturedNone />}
    </FeaturedSection>
  )
}
