import { Plug, PlugZap, Speaker, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { ChipGroup } from '#core/web/ui/aria/ChipGroup.tsx'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { briefTexts, sectionsTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { FORMATS, type Format } from '#features/services/contract.ts'
import { customOf } from '../rules.assumed.ts'
import type { BriefDesk } from './autosave.ts'
import { BriefChoice } from './BriefChoice.tsx'
import { BriefField, fieldOf } from './BriefField.tsx'
import { nested } from './paths.ts'

const spoken = texts(briefTexts, sectionsTexts)

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

/** A question of three answers, so "no" is a choice and not an empty box. */
function YesOrNo({
  desk,
  path,
  label,
  yes,
  no,
}: {
  desk: BriefDesk
  path: 'technical.sound_available' | 'technical.power_available'
  label: string
  yes: Answer
  no: Answer
}) {
  const value = desk.values[path]
  const { technical } = customOf(nested(desk.values))
  const assumed = path === 'technical.sound_available' ? technical.sound_available : technical.power_available
  return (
    <BriefChoice<'yes' | 'no'>
      desk={desk}
      path={path}
      label={label}
      columns={3}
      value={value === true ? 'yes' : value === false ? 'no' : null}
      onChange={(answer) => desk.change({ [path]: answer === null ? null : answer === 'yes' })}
      assumed={assumed ? 'yes' : 'no'}
      options={[
        { value: 'yes', ...yes },
        { value: 'no', ...no },
      ]}
    />
  )
}
