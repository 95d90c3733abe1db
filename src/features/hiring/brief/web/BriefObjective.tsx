import { BookOpen, Heart, Megaphone, PartyPopper, Sparkles, TrendingUp, Wine } from 'lucide-react'
import { texts, useTexts } from '#core/web/texts.ts'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { TextArea } from '#core/web/ui/aria/TextArea.tsx'
import { briefTexts, sectionsTexts } from '#features/hiring/web/texts.ts'
import { METRICS, type Metric, OBJECTIVES, type Objective } from '../contract.ts'
import { customOf } from '../rules.assumed.ts'
import { MOST_OF_UNIT, UNIT_OF_METRIC } from '../rules.ts'
import type { BriefDesk } from './autosave.ts'
import { BriefChoice } from './BriefChoice.tsx'
import { BriefField, fieldOf } from './BriefField.tsx'
import { nested } from './paths.ts'

const spoken = texts(briefTexts, sectionsTexts)

const ICONS: Record<Objective, typeof Wine> = {
  ambience: Wine,
  dance_floor: PartyPopper,
  brand_impact: Megaphone,
  ceremony: Sparkles,
  sales: TrendingUp,
  wellbeing: Heart,
  learning: BookOpen,
}

/** Section 1: what the music is for, and how one would notice that it worked. */
export function BriefObjective({ desk }: { desk: BriefDesk }) {
  const { t } = useTexts(spoken)
  const metric = desk.values['objective.metric'] as Metric | null | undefined
  return (
    <div className="grid gap-6">
      <BriefChoice<Objective>
        {...fieldOf<Objective>(desk, 'objective.kind')}
        desk={desk}
        path="objective.kind"
        label={t('order.brief.fields.objective.kind')}
        columns={2}
        assumed={customOf(nested(desk.values)).objective.kind}
        options={OBJECTIVES.map((value) => {
          const Icon = ICONS[value]
          return {
            value,
            label: t(`order.brief.objectives.${value}.name`),
            description: t(`order.brief.objectives.${value}.means`),
            icon: <Icon aria-hidden />,
          }
        })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <BriefField path="objective.metric">
          <Select<Metric>
            {...fieldOf<Metric>(desk, 'objective.metric')}
            label={t('order.brief.fields.objective.metric')}
            description={t('order.brief.hints.metric')}
            placeholder={t('order.brief.choose')}
            options={METRICS.map((value) => ({ value, label: t(`order.brief.metrics.${value}.name`) }))}
          />
        </BriefField>
        {metric && (
          <BriefField path="objective.target">
            <NumberField
              {...fieldOf<number>(desk, 'objective.target')}
              label={t('order.brief.fields.objective.target')}
              description={t(`order.brief.units.${UNIT_OF_METRIC[metric]}`)}
              minValue={0}
              maxValue={MOST_OF_UNIT[UNIT_OF_METRIC[metric]]}
            />
          </BriefField>
        )}
      </div>
      <BriefField path="objective.notes">
        <TextArea
          {...fieldOf<string>(desk, 'objective.notes')}
          label={t('order.brief.fields.objective.notes')}
          description={t('order.brief.hints.objective_notes')}
          rows={3}
          maxLength={1000}
        />
      </BriefField>
    </div>
  )
}
