import { useQuery } from '@tanstack/react-query'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { featuredProjects } from '#features/directory/contract.ts'
import { projectTerms } from '#features/projects/web/texts.ts'
import { serviceTerms } from '#features/services/web/texts.ts'
import { FeaturedCard } from './FeaturedCard.tsx'
import { FeaturedLoading, FeaturedNone, FeaturedRating, FeaturedSection } from './FeaturedSection.tsx'
import { welcomeTexts } from './texts.ts'

const spoken = texts(welcomeTexts, projectTerms, serviceTerms)

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

/** Three public projects. Without any, or without the server, an invitation to be the first. */
export function FeaturedProjects() {
  const { t } = useTexts(spoken)
  const { money, number } = useFormat()
  const { data, isPending } = useQuery(ask(featuredProjects, { query: { limit: 3 } }))
  const projects = data?.results ?? []
  return (
    <FeaturedSection isBusy={isPending}>
      {isPending && <FeaturedLoading />}
      {projects.map((project) => (
        <FeaturedCard
          key={project.id}
          to={`/profile/musician/${project.id}`}
          name={project.name}
          photo={project.profile_image}
          facts={[
            project.formats[0] && t(`business:terms.formats.${project.formats[0]}`),
            project.genres[0] && t(`business:terms.genres.${project.genres[0]}`),
            project.city,
          ]
            .filter(Boolean)
            .join(' · ')}
          price={
            project.price_from === null
              ? t('welcome.featured.on_request')
              : t('welcome.featured.from', { price: money(project.price_from, project.currency) })
          }
          tag={project.rating !== null && <FeaturedRating rating={number(project.rating, ONE_DECIMAL)} />}
          action={t('welcome.featured.see')}
          actionLabel={t('welcome.featured.see_of', { name: project.name })}
        />
      ))}
      {!isPending && projects.length === 0 && <FeaturedNone />}
    </FeaturedSection>
  )
}
