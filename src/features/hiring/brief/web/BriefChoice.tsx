import { CircleHelp } from 'lucide-react'
import { texts, useTexts } from '#core/web/texts.ts'
import { RadioCards, type RadioCardsProps } from '#core/web/ui/aria/RadioCards.tsx'
import { briefTexts, sectionsTexts } from '#features/hiring/web/texts.ts'
import type { BriefDesk } from './autosave.ts'
import { BriefField } from './BriefField.tsx'
import type { FieldPath } from './paths.ts'

const spoken = texts(briefTexts, sectionsTexts)

const UNSAID = 'unsaid'

/** One of several cards, or "I don't know": the field stays open, and what is then assumed is said on the card. */
export function BriefChoice<V extends string>({
  desk,
  path,
  value,
  onChange,
  options,
  assumed,
  ...props
}: Pick<RadioCardsProps<V>, 'label' | 'columns' | 'options'> & {
  desk: BriefDesk
  path: FieldPath
  value: V | null
  onChange: (value: V | null) => void
  /** The option that holds while nobody says. */
  assumed: V
}) {
  const { t } = useTexts(spoken)
  const usual = options.find((option) => option.value === assumed)?.label
  return (
    <BriefField path={path}>
      <RadioCards<V | typeof UNSAID>
        {...props}
        name={path}
        value={value ?? UNSAID}
        errorMessage={desk.errors[path]}
        onChange={(next) => onChange(next === UNSAID ? null : (next as V))}
        options={[
          ...options,
          {
            value: UNSAID,
            label: t('order.brief.unsaid'),
            description: t('order.brief.assumed', { value: usual }),
            icon: <CircleHelp aria-hidden />,
          },
        ]}
      />
    </BriefField>
  )
}
