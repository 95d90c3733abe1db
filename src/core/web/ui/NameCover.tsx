import { clsx } from 'clsx'
import { Waveform } from './Waveform.tsx'
import { inkOf } from './waveform.ts'

/** Bars of a name on its cover. */
const COVER_BARS = 21

/**
 * Fills a card's cover where there is no photo: the name as on a poster, and its waveform as lights that stand on the stage.
 * Nothing in it looks as if it could be played. Decoration: the name stands on the card, so it is written by the style sheet
 * and isn't there twice for who listens or searches.
 * @param hasName false: the lights alone, where the cover is low and the name stands right under it
 */
export function NameCover({
  name,
  hasName = true,
  className,
}: {
  name: string
  hasName?: boolean
  className?: string
}) {
  return (
    <span aria-hidden className="absolute inset-0 overflow-hidden bg-noche-900 dark:bg-noche-950">
      <Waveform
        name={name}
        bars={COVER_BARS}
        isStanding
        className={`absolute right-4 bottom-0 h-3/5 w-[46%] opacity-55 ${inkOf(name)}`}
      />
      <span className="absolute inset-x-0 bottom-0 h-[3px] bg-noche-50/75" />
      {hasName && (
        <span
          data-name={name}
          className={clsx(
            'font-display wide-88 absolute bottom-5 left-5 line-clamp-2 max-w-[80%] text-[1.6rem] leading-none text-noche-50 before:content-[attr(data-name)]',
            className,
          )}
        />
      )}
    </span>
  )
}
