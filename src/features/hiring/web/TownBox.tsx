import { PLACES } from '#core/contract/places.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { PlainFieldProps } from '#core/web/ui/PlainField.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { briefTexts } from './texts.ts'
import { keyOf } from './towns.ts'

const spoken = texts(briefTexts)

/** The town of an event: one of the list, by country. `value` and `onChange` are as `keyOf` has it. */
export function TownBox(
  props: Omit<PlainFieldProps, 'label'> & { value: string | null; onChange: (key: string) => void },
) {
  const { t, i18n } = useTexts(spoken)
  const countries = new Intl.DisplayNames([i18n.language], { type: 'region' })
  return (
    <SelectBox
      {...props}
      label={t('order.brief.fields.event.city')}
      isRequired
      placeholder={t('order.brief.choose')}
      options={[...Map.groupBy(PLACES, ({ country }) => country)].map(([country, places]) => ({
        label: countries.of(country) ?? country,
        options: places.map((place) => ({ value: keyOf(place), label: place.city })),
      }))}
    />
  )
}
