import { texts, useTexts } from '#core/web/texts.ts'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { askTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import type { AskedService } from '../contract.ts'

const spoken = texts(askTexts)

/** Which of somebody's services is wanted. */
export function ServiceField({
  services,
  value,
  errorMessage,
  onChange,
}: {
  services: readonly AskedService[]
  value: number | null
  errorMessage?: string | undefined
  onChange: (id: number) => void
}) {
  const { t } = useTexts(spoken)
  const words = useWords()
  return (
    <SelectBox
      label={t('order.ask.service')}
      isRequired
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(Number(id))}
      errorMessage={errorMessage}
      options={services.map(({ id, title, format }) => ({
        value: String(id),
        label: t('order.ask.service_option', { title, format: words.lineUp(format) }),
      }))}
    />
  )
}
