import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { MomentBox } from '#core/web/ui/MomentBox.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import {
  addObjective,
  type LearnerObjective,
  ObjectiveDraft,
  readProgress,
  saveObjective,
} from '../contract.ts'
import { progressTexts } from './texts.ts'

const spoken = texts(progressTexts)

/** An objective of a student: a new one without `objective`. */
export function ObjectiveDialog({
  student_id,
  objective,
  onClose,
}: {
  student_id: number
  objective: LearnerObjective | null
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const refreshes = [readProgress]
  const add = useMutation(tell(addObjective, { refreshes }))
  const save = useMutation(tell(saveObjective, { refreshes }))
  const form = useForm<ObjectiveDraft>({
    resolver: resolverOf(ObjectiveDraft),
    defaultValues: {
      title: objective?.title ?? '',
      until: objective?.until ?? null,
      reached: objective ? objective.reached_at !== null : false,
    },
  })
  const { control, formState } = form
  return (
    <FormDialog
      title={t(objective ? 'progress.objectives.change_title' : 'progress.objectives.add_title')}
      closeLabel={t('progress.close')}
      cancelLabel={t('progress.cancel')}
      submitLabel={t('progress.save')}
      isSubmitting={formState.isSubmitting}
      error={formState.errors.root?.message}
      maxWidth={520}
      onClose={onClose}
      onSubmit={submitOf(form, async (body) => {
        if (objective) await save.mutateAsync({ params: { id: objective.id }, body })
        else await add.mutateAsync({ params: { id: student_id }, body })
        toast.success(t(objective ? 'progress.objectives.saved' : 'progress.objectives.added'))
        onClose()
      })}
    >
      <FormText control={control} name="title" label={t('progress.objectives.what')} isRequired />
      <Controller
        control={control}
        name="until"
        render={({ field, fieldState }) => (
          <MomentBox
            {...field}
            type="date"
            label={t('progress.objectives.until')}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      {objective && (
        <Controller
          control={control}
          name="reached"
          render={({ field }) => <Switch {...field}>{t('progress.objectives.reached')}</Switch>}
        />
      )}
    </FormDialog>
  )
}
