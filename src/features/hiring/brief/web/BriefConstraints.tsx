import { texts, useTexts } from '#core/web/texts.ts'
import { Checkbox } from '#core/web/ui/aria/Checkbox.tsx'
import { TextArea } from '#core/web/ui/aria/TextArea.tsx'
import { briefTexts, sectionsTexts } from '#features/hiring/web/texts.ts'
import type { BriefDesk } from './autosave.ts'
import { BriefField, fieldOf } from './BriefField.tsx'

const spoken = texts(briefTexts, sectionsTexts)

/** Section 6: what must be respected, and the consent to show the brief to musicians. */
export function BriefConstraints({ desk }: { desk: BriefDesk }) {
  const { t } = useTexts(spoken)
  return (
    <div className="grid gap-6">
      <BriefField path="constraints.notes">
        <TextArea
          {...fieldOf<string>(desk, 'constraints.notes')}
          label={t('order.brief.fields.constraints.notes')}
          description={t('order.brief.hints.constraints')}
          rows={5}
          maxLength={2000}
        />
      </BriefField>
      <BriefField path="constraints.consent">
        <Checkbox
          value={desk.values['constraints.consent'] === true}
          onChange={(value) => desk.change({ 'constraints.consent': value })}
          errorMessage={desk.errors['constraints.consent']}
          isRequired
          description={t('order.brief.hints.consent')}
        >
          {t('order.brief.fields.constraints.consent')}
        </Checkbox>
      </BriefField>
    </div>
  )
}
