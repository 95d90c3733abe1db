import { formatNumber, localeOf } from '#core/contract/intl.ts'
import { formatMoney } from '#core/contract/money.ts'
import type { DirectoryProject } from '#features/directory/contract.ts'

/** The words of a card that depend on the project. */
export interface FeaturedWords {
  format: (format: DirectoryProject['formats'][number]) => string
  genre: (genre: DirectoryProject['genres'][number]) => string
  from: (price: string) => string
  on_request: string
}

/** What a card says of a project; the landing's script and the app's component both write it. */
export function featuredOf(project: DirectoryProject, words: FeaturedWords, language: string) {
  const [format, genre] = [project.formats[0], project.genres[0]]
  return {
    to: `/profile/musician/${project.id}`,
    name: project.name,
    facts: [format && words.format(format), genre && words.genre(genre), project.city]
      .filter(Boolean)
      .join(' · '),
    price:
      project.price_from === null
        ? words.on_request
        : words.from(formatMoney(project.price_from, project.currency, language)),
    rating:
      project.rating === null
        ? null
        : formatNumber(project.rating, localeOf(language), {
            minimumFractionDigits: 1,
            maximumFractionDigits: 1,
          }),
  }
}
