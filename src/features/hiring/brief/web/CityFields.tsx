import { Suspense } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { TownBox } from '#features/hiring/web/TownBox.tsx'
import { briefTexts } from '#features/hiring/web/texts.ts'
import { keyOf, placeAt } from '#features/hiring/web/towns.ts'
import type { BriefDesk } from './autosave.ts'
import { BriefField } from './BriefField.tsx'

const spoken = texts(briefTexts)

const ElsewhereFields = later(async () => (await import('./ElsewhereFields.tsx')).ElsewhereFields)

/** The place of the list that the brief names; none when it names another, or nothing yet. */
export const placeIn = ({ values }: BriefDesk) =>
  placeAt(keyOf({ city: values['event.city'], country: values['event.country'] }))

/** The town: one of the list, or any other by its point and its hours. Cells of the grid around them. */
export function CityFields({
  desk,
  isElsewhere,
  onElsewhere,
}: {
  desk: BriefDesk
  isElsewhere: boolean
  onElsewhere: (isElsewhere: boolean) => void
}) {
  const { t } = useTexts(spoken)
  const known = placeIn(desk)
  if (isElsewhere)
    return (
      <>
        <Suspense fallback={<Skeleton className="col-span-full h-36" />}>
          <ElsewhereFields desk={desk} />
        </Suspense>
        <Button
          variant="quiet"
          size="sm"
          className="col-span-full justify-self-start"
          onPress={() => onElsewhere(false)}
        >
          {t('order.brief.city_from_list')}
        </Button>
      </>
    )
  return (
    <BriefField path="event.city" className="flex flex-col items-start gap-1">
      <TownBox
        className="self-stretch"
        errorMessage={desk.errors['event.city'] ?? desk.errors['event.lat'] ?? desk.errors['event.zone']}
        value={known && keyOf(known)}
        onChange={(key) => {
          const place = placeAt(key)
          desk.change({
            'event.city': place?.city ?? null,
            'event.country': place?.country ?? null,
            'event.lat': place?.lat ?? null,
            'event.lng': place?.lng ?? null,
            'event.zone': place?.zone ?? null,
          })
        }}
      />
      <Button variant="quiet" size="sm" className="-ml-3" onPress={() => onElsewhere(true)}>
        {t('order.brief.city_elsewhere')}
      </Button>
    </BriefField>
  )
}
