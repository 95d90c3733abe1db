import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { CancelDeletionButton } from './CancelDeletionButton.tsx'
import { accountTexts } from './texts.ts'

const spoken = texts(accountTexts)

/** On every page of somebody whose account will be deleted: when, and the way back. */
export function DeletionBanner({
  delete_at,
  onChanged,
}: {
  delete_at: string
  onChanged: () => Promise<void>
}) {
  const { t } = useTexts(spoken)
  const format = useFormat()
  return (
    <section
      aria-label={t('deletion.planned_title')}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line bg-surface-2 px-4 py-3 sm:px-5"
    >
      <p className="font-semibold">
        {t('deletion.planned', { date: format.date(delete_at, undefined, 'long') })}
      </p>
      <CancelDeletionButton onChanged={onChanged} />
    </section>
  )
}
