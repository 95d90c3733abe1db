import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText, FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { MomentBox } from '#core/web/ui/MomentBox.tsx'
import { type Assignment, AssignmentDraft, giveAssignment, saveAssignment, WORDS_MAX } from '../contract.ts'
import { ASSIGNMENT_PAGES } from './refreshes.ts'
import { assignmentTexts } from './texts.ts'

const spoken = texts(assignmentTexts)

type Props = { onClose: () => void } & ({ student_id: number } | { assignment: Assignment })

/** What is to be done: of a new assignment of a student, which then opens to put files to it, or of one that is there. */
export function DraftDialog({ onClose, ...of }: Props) {
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  const give = useMutation(tell(giveAssignment, { refreshes: ASSIGNMENT_PAGES }))
  const save = useMutation(tell(saveAssignment, { refreshes: ASSIGNMENT_PAGES }))
  const there = 'assignment' in of ? of.assignment : null
  const form = useForm<AssignmentDraft>({
    resolver: resolverOf(AssignmentDraft),
    defaultValues: { title: there?.title ?? '', text: there?.text ?? '', due: there?.due ?? null },
  })
  const { control, formState } = form
  return (
    <FormDialog
      title={t(there ? 'assignments.draft.change_title' : 'assignments.draft.give_title')}
      closeLabel={t('assignments.close')}
      cancelLabel={t('assignments.cancel')}
      submitLabel={t(there ? 'assignments.draft.save' : 'assignments.draft.give')}
      isSubmitting={formState.isSubmitting}
      error={formState.errors.root?.message}
      maxWidth={560}
      onClose={onClose}
      onSubmit={submitOf(form, async (body) => {
        if ('assignment' in of) {
          await save.mutateAsync({ params: { id: of.assignment.id }, body })
          toast.success(t('assignments.draft.saved'))
          return onClose()
        }
        const { id } = await give.mutateAsync({ params: { id: of.student_id }, body })
        toast.success(t('assignments.draft.given'))
        onClose()
        void navigate(`/assignments/${id}`)
      })}
    >
      <FormText control={control} name="title" label={t('assignments.draft.title')} isRequired />
      <FormTextArea
        control={control}
        name="text"
        label={t('assignments.draft.text')}
        rows={5}
        maxLength={WORDS_MAX}
      />
      <Controller
        control={control}
        name="due"
        render={({ field, fieldState }) => (
          <MomentBox
            {...field}
            type="date"
            label={t('assignments.draft.due')}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
    </FormDialog>
  )
}
