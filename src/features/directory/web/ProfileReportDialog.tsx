import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import {
  PROFILE_NOTE_MAX,
  PROFILE_REPORT_REASONS,
  ProfileReport,
  type ProfileReportReason,
  reportProfile,
} from '../contract.reports.ts'
import { directoryTexts } from './texts.ts'

const spoken = texts(directoryTexts)

/** What is wrong with a public profile. */
export function ProfileReportDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTexts(spoken)
  const form = useForm<{ reason: ProfileReportReason; note: string }, unknown, ProfileReport>({
    resolver: resolverOf<{ reason: ProfileReportReason; note: string }, ProfileReport>(ProfileReport),
    defaultValues: { reason: 'not_who_they_say', note: '' },
  })
  const report = useMutation(
    tell(reportProfile, {
      onTold: () => {
        toast.success(t('directory.profile.report.sent'))
        onClose()
      },
    }),
  )
  const reason = form.watch('reason')
  return (
    <FormDialog
      title={t('directory.profile.report.title')}
      closeLabel={t('directory.profile.report.close')}
      cancelLabel={t('directory.profile.report.cancel')}
      submitLabel={t('directory.profile.report.send')}
      onSubmit={submitOf(form, (body) => report.mutateAsync({ params: { id }, body }))}
      isSubmitting={form.formState.isSubmitting}
      error={form.formState.errors.root?.message}
      onClose={onClose}
      maxWidth={480}
    >
      <p className="text-ink-2">{t('directory.profile.report.text')}</p>
      <SelectBox
        label={t('directory.profile.report.reason')}
        value={reason}
        onChange={(value) => form.setValue('reason', value)}
        options={PROFILE_REPORT_REASONS.map((value) => ({
          value,
          label: t(`directory.profile.report.reasons.${value}`),
        }))}
      />
      <FormTextArea
        control={form.control}
        name="note"
        label={t('directory.profile.report.note')}
        maxLength={PROFILE_NOTE_MAX}
        rows={3}
        isRequired={reason === 'other'}
      />
    </FormDialog>
  )
}
