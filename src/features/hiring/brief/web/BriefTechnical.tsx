import { Plug, PlugZap, Speaker, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { ChipGroup } from '#core/web/ui/aria/ChipGroup.tsx'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { RadioCards } from '#core/web/ui/aria/RadioCards.tsx'
import { briefTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { FORMATS, type Format } from '#features/services/contract.ts'
import type { BriefDesk, FieldPath } from './autosave.ts'
import { BriefField, fieldOf } from './BriefField.tsx'

const spoken = texts(briefTexts)

/** Section 4: preferred line-ups, and what the place has. */
export function BriefTechnical({ desk }: { desk: BriefDesk }) {
  const { t } = useTexts(spoken)
  const words = useWords()
  return (
    <div className="grid gap-6">
      <BriefField path="technical.formats">
        <ChipGroup<Format>
          {...fieldOf<Format[]>(desk, 'technical.formats')}
          label={t('order.brief.fields.technical.formats')}
          description={t('order.brief.hints.formats')}
          options={FORMATS.map((value) => ({ value, label: words.lineUp(value) }))}
        />
      </BriefField>
      <YesOrNo
        desk={desk}
        path="technical.sound_available"
        label={t('order.brief.fields.technical.sound_available')}
        yes={{ label: t('order.brief.answers.sound_yes'), icon: <Speaker aria-hidden /> }}
        no={{ label: t('order.brief.answers.sound_no'), icon: <VolumeX aria-hidden /> }}
      />
      <YesOrNo
        desk={desk}
        path="technical.power_available"
        label={t('order.brief.fields.technical.power_available')}
        yes={{ label: t('order.brief.answers.power_yes'), icon: <PlugZap aria-hidden /> }}
        no={{ label: t('order.brief.answers.power_no'), icon: <Plug aria-hidden /> }}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <BriefField path="technical.stage_m2">
          <NumberField
            {...fieldOf<number>(desk, 'technical.stage_m2')}
            label={t('order.brief.fields.technical.stage_m2')}
            description={t('order.brief.hints.stage_m2')}
            minValue={0}
            maxValue={2000}
          />
        </BriefField>
        <BriefField path="technical.noise_limit_db">
          <NumberField
            {...fieldOf<number>(desk, 'technical.noise_limit_db')}
            label={t('order.brief.fields.technical.noise_limit_db')}
            description={t('order.brief.hints.noise_limit_db')}
            minValue={40}
            maxValue={140}
          />
        </BriefField>
      </div>
    </div>
  )
}

type Answer = { label: string; icon: ReactNode }

/** A question that must be answered, so "no" is a choice and not an empty box. */
function YesOrNo({
  desk,
  path,
  label,
  yes,
  no,
}: {
  desk: BriefDesk
  path: FieldPath
  label: string
  yes: Answer
  no: Answer
}) {
  const value = desk.values[path]
  return (
    <BriefField path={path}>
      <RadioCards<'yes' | 'no'>
        name={path}
        label={label}
        isRequired
        columns={2}
        value={value === true ? 'yes' : value === false ? 'no' : null}
        errorMessage={desk.errors[path]}
        onChange={(answer) => desk.change({ [path]: answer === 'yes' })}
        options={[
          { value: 'yes', ...yes },
          { value: 'no', ...no },
        ]}
      />
    </BriefField>
  )
}
