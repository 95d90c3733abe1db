import type { ReactNode } from 'react'
import type { ReplyOf } from '#core/contract/endpoint.ts'
import { placeOf } from '#core/contract/places.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import type { countProjects, Looser } from '../contract.ts'
import { directoryTexts } from './texts.ts'

const spoken = texts(directoryTexts)

/** Where a search finds nobody: what to leave out, each with how many there are then. */
export function NobodyFound({
  city,
  without,
  onDrop,
  as,
  children,
}: {
  /** Where it was searched for: one that we don't know is likelier misspelt than without musicians. */
  city: string | null | undefined
  /** None while it isn't known. */
  without: ReplyOf<typeof countProjects>['without'] | undefined
  onDrop: (field: Looser) => void
  as?: 'h2' | 'h3'
  /** What else there is to do. */
  children?: ReactNode
}) {
  const { t } = useTexts(spoken)
  // Where leaving out something else finds somebody, people wrote that town themselves.
  const isKnown = !city || placeOf(city) || !without || without.some(({ field }) => field !== 'city')
  const unknown = isKnown ? null : city
  return (
    <EmptyState
      {...(as ? { as } : {})}
      title={unknown ? t('directory.unknown', { city: unknown }) : t('directory.none')}
      action={
        <>
          {without?.map(({ field, count, more }) => (
            <Button key={field} variant="secondary" onPress={() => onDrop(field)}>
              {t(more ? 'directory.without_more' : 'directory.without', {
                what: t(`directory.loosen.${field}`),
                count,
              })}
            </Button>
          ))}
          {children}
        </>
      }
    >
      {t(
        unknown
          ? 'directory.unknown_text'
          : without?.length === 0
            ? 'directory.none_at_all'
            : 'directory.none_text',
      )}
    </EmptyState>
  )
}
