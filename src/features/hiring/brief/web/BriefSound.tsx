import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { ChipGroup } from '#core/web/ui/aria/ChipGroup.tsx'
import { TextArea } from '#core/web/ui/aria/TextArea.tsx'
import { briefTexts, sectionsTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { GENRES, type Genre } from '#features/services/contract.ts'
import { ENERGY_CURVES, type EnergyCurve, LANGUAGES_SUNG } from '../contract.ts'
import { customOf } from '../rules.assumed.ts'
import type { BriefDesk } from './autosave.ts'
import { BriefField, fieldOf } from './BriefField.tsx'
import { EnergyCurvePicker } from './EnergyCurvePicker.tsx'
import { nested } from './paths.ts'

const spoken = texts(briefTexts, sectionsTexts)

type Sung = (typeof LANGUAGES_SUNG)[number]

/** Section 3: what it should sound like, what must not sound, and how the night moves. */
export function BriefSound({ desk }: { desk: BriefDesk }) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const { list } = useFormat()
  const usual = customOf(nested(desk.values)).sound
  const liked = fieldOf<Genre[]>(desk, 'sound.genres_liked')
  const forbidden = fieldOf<Genre[]>(desk, 'sound.genres_forbidden')
  const genres = GENRES.map((value) => ({ value, label: words.genre(value) }))
  const times = desk.values as Record<string, string | null | undefined>
  return (
    <div className="grid gap-6">
      <BriefField path="sound.genres_liked">
        <ChipGroup<Genre>
          {...liked}
          label={t('order.brief.fields.sound.genres_liked')}
          description={t('order.brief.hints.genres_liked', {
            value: list(usual.genres_liked.map(words.genre)),
          })}
          max={10}
          options={genres.map((one) => ({
            ...one,
            isDisabled: forbidden.value?.includes(one.value) ?? false,
          }))}
        />
      </BriefField>
      <BriefField path="sound.genres_forbidden">
        <ChipGroup<Genre>
          {...forbidden}
          label={t('order.brief.fields.sound.genres_forbidden')}
          description={t('order.brief.hints.genres_forbidden')}
          max={10}
          options={genres.map((one) => ({ ...one, isDisabled: liked.value?.includes(one.value) ?? false }))}
        />
      </BriefField>
      <BriefField path="sound.energy">
        <EnergyCurvePicker
          label={t('order.brief.fields.sound.energy')}
          description={t('order.brief.hints.energy')}
          assumed={usual.energy}
          unsaid={t('order.brief.unsaid')}
          value={(desk.values['sound.energy'] ?? null) as EnergyCurve | null}
          errorMessage={desk.errors['sound.energy']}
          onChange={(value) => desk.change({ 'sound.energy': value })}
          from={times['event.starts'] ?? t('order.brief.energy_from')}
          to={times['event.ends'] ?? t('order.brief.energy_to')}
          labels={
            Object.fromEntries(
              ENERGY_CURVES.map((curve) => [
                curve,
                {
                  name: t(`order.brief.curves.${curve}.name`),
                  means: t(`order.brief.curves.${curve}.means`),
                },
              ]),
            ) as Record<EnergyCurve, { name: string; means: string }>
          }
        />
      </BriefField>
      <BriefField path="sound.languages">
        <ChipGroup<Sung>
          {...fieldOf<Sung[]>(desk, 'sound.languages')}
          label={t('order.brief.fields.sound.languages')}
          options={LANGUAGES_SUNG.map((value) => ({ value, label: t(`order.brief.sung.${value}`) }))}
        />
      </BriefField>
      <BriefField path="sound.references">
        <TextArea
          {...fieldOf<string>(desk, 'sound.references')}
          label={t('order.brief.fields.sound.references')}
          description={t('order.brief.hints.references')}
          rows={3}
          maxLength={1000}
        />
      </BriefField>
    </div>
  )
}
