import { texts, useTexts } from '#core/web/texts.ts'
import { TapeMark } from '#core/web/ui/TapeMark.tsx'
import type { Genre } from '#features/projects/contract.ts'
import { projectTerms } from '#features/projects/web/texts.ts'
import { welcomeTexts } from './texts.ts'

const spoken = texts(welcomeTexts, projectTerms)

const GENRES = [
  ['salsa', 135],
  ['bolero', 84],
  ['jazz', 150],
  ['bachata', 94],
  ['rock', 122],
  ['classical', 76],
  ['reggaeton', 128],
  ['merengue', 88],
  ['cumbia', 142],
  ['trova', 80],
  ['marimba', 118],
] as const satisfies readonly (readonly [Genre, number])[]

/** An amber band of genre names, each at its own width; it drifts as the page is scrolled. */
export function GenreStrip() {
  const { t } = useTexts(spoken)
  const row = (isCopy: boolean) => (
    <ul
      aria-label={isCopy ? undefined : t('welcome.genres.label')}
      aria-hidden={isCopy || undefined}
      className="flex shrink-0 items-center"
    >
      {GENRES.map(([genre, width]) => (
        <li key={genre} className="flex items-center">
          <span
            className="font-display lowercase text-[1.45rem] leading-none"
            style={{ fontStretch: `${width}%` }}
          >
            {t(`business:terms.genres.${genre}`)}
          </span>
          <TapeMark shape="l" className="mx-7 size-2" />
        </li>
      ))}
    </ul>
  )
  return (
    <div className="overflow-hidden border-b border-noche-950 bg-foco-400 text-noche-950">
      <div className="genre-drift flex w-max py-4 pb-4.5 pl-5">
        {row(false)}
        {row(true)}
      </div>
    </div>
  )
}
