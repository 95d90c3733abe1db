import { Copy } from 'lucide-react'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { accountDialogTexts } from './texts.ts'

const spoken = texts(accountDialogTexts)

/** Shows recovery codes, this once. */
export function RecoveryDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTexts(spoken)
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast.success(t('factors.codes_copied')),
      () => toast.error(t('factors.codes_not_copied')),
    )
  return (
    <Dialog
      title={t('factors.codes_title')}
      closeLabel={t('factors.codes_kept')}
      isOpen
      isDismissable={false}
      maxWidth={520}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button variant="secondary" icon={<Copy aria-hidden />} onPress={() => void copy()}>
            {t('factors.codes_copy')}
          </Button>
          <Button onPress={onClose}>{t('factors.codes_kept')}</Button>
        </>
      }
    >
      <p>{t('factors.codes_text')}</p>
      <ol className="mt-4 grid gap-2 rounded-control bg-surface-2 p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code} className="break-all">
            {code}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
