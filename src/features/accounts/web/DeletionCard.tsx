import { Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { later } from '#core/web/ui/later.tsx'
import { CancelDeletionButton } from './CancelDeletionButton.tsx'
import { accountTexts } from './texts.ts'

const spoken = texts(accountTexts)

const DeletionDialog = later(async () => (await import('./DeletionDialog.tsx')).DeletionDialog)

/**
 * Asks for the deletion of one's account, or takes that back. For /profile.
 * @param delete_at when it will be deleted; none while nobody asked
 * @param onChanged asks again who is signed in
 */
export function DeletionCard({
  delete_at,
  onChanged,
}: {
  delete_at: string | null
  onChanged: () => Promise<void>
}) {
  const { t } = useTexts(spoken)
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  if (delete_at)
    return (
      <Card title={t('deletion.planned_title')}>
        <p className="mb-4 max-w-reading text-ink-2">
          {t('deletion.planned_text', { date: format.date(delete_at, undefined, 'long') })}
        </p>
        <CancelDeletionButton onChanged={onChanged} />
      </Card>
    )
  return (
    <Card title={t('deletion.title')}>
      <p className="mb-4 max-w-reading text-ink-2">{t('deletion.text')}</p>
      <Button variant="danger" icon={<Trash2 aria-hidden />} onPress={() => setOpen(true)}>
        {t('deletion.open')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DeletionDialog
            onClose={() => setOpen(false)}
            onAsked={async (at) => {
              setOpen(false)
              await onChanged()
              toast.success(t('deletion.asked', { date: format.date(at, undefined, 'long') }))
            }}
          />
        </Suspense>
      )}
    </Card>
  )
}
