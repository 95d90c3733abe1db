import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { TextArea } from '#core/web/ui/aria/TextArea.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { REPORT_REASONS, reportMessage } from '../contract.ts'
import { threadTexts } from './texts.ts'
import { TALK } from './useThread.ts'

const spoken = texts(threadTexts)

/** What is wrong with a message of somebody else. */
export function ReportDialog({
  params,
  onClose,
}: {
  params: { id: number; seq: number }
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const [reason, setReason] = useState<(typeof REPORT_REASONS)[number]>('spam')
  const [note, setNote] = useState('')
  const report = useMutation(
    tell(reportMessage, {
      refreshes: TALK,
      onTold: () => {
        toast.success(t('threads.reported_done'))
        onClose()
      },
    }),
  )
  return (
    <FormDialog
      title={t('threads.report_title')}
      closeLabel={t('threads.close')}
      cancelLabel={t('threads.cancel')}
      submitLabel={t('threads.report_send')}
      isSubmitting={report.isPending}
      error={report.error?.message}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        report.mutate({ params, body: { reason, note } })
      }}
    >
      <SelectBox
        label={t('threads.report_reason')}
        options={REPORT_REASONS.map((value) => ({ value, label: t(`threads.reasons.${value}`) }))}
        value={reason}
        onChange={setReason}
      />
      <TextArea label={t('threads.report_note')} value={note} onChange={setNote} rows={3} maxLength={1000} />
    </FormDialog>
  )
}
