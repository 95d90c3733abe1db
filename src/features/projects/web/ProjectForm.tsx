import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import type { Project } from '../contract.ts'
import { ProjectFields } from './ProjectFields.tsx'
import { useProjectForm } from './projectForm.ts'
import { projectTexts } from './texts.ts'

const spoken = texts(projectTexts)

/** Edits what a project shows. */
export function ProjectForm({
  project,
  onSaved,
  onCancel,
  submitLabel,
}: {
  project: Project
  onSaved: () => void
  onCancel?: () => void
  submitLabel?: string
}) {
  const { t } = useTexts(spoken)
  const { form, submit } = useProjectForm(project, onSaved)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <ProjectFields form={form} />
      <FormError>{form.formState.errors.root?.message}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={form.formState.isSubmitting}>
          {submitLabel ?? t('projects.save')}
        </Button>
        {onCancel && (
          <Button variant="secondary" onPress={onCancel}>
            {t('projects.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
