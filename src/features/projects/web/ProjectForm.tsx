import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { UnsavedGuard } from '#features/accounts/web/UnsavedGuard.tsx'
import type { Project } from '../contract.ts'
import { missingOfProject } from '../rules.ts'
import { ProjectFields } from './ProjectFields.tsx'
import { type ProjectValues, useProjectForm } from './projectForm.ts'
import { fieldTexts, profilesTexts, projectTexts } from './texts.ts'

const spoken = texts(projectTexts, profilesTexts, fieldTexts)

/** Edits what a project shows. */
export function ProjectForm({
  project,
  onSaved,
  onCancel,
  submitLabel,
  isWhole = false,
}: {
  project: Project
  onSaved: () => void
  onCancel?: () => void
  submitLabel?: string
  /** It is to be complete with this: what is missing is named beside the button, and led to. */
  isWhole?: boolean
}) {
  const { t, i18n } = useTexts(spoken)
  const [isStuck, setStuck] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const { form, submit, isDone } = useProjectForm(project, () => {
    onSaved()
    // What is there is saved; what is missing stands between them and the next step.
    setStuck(missing.length > 0)
  })
  const values = useWatch({ control: form.control }) as ProjectValues
  const missing = isWhole ? missingOfProject(values) : []
  const { isDirty, isSubmitting, errors } = form.formState
  const [first] = missing
  const { setFocus } = form
  useEffect(() => {
    if (!isStuck) return
    setStuck(false)
    if (first) setFocus(first as keyof ProjectValues)
  }, [isStuck, first, setFocus])
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <ProjectFields form={form} onUploading={setUploading} />
      <FormError>{errors.root?.message}</FormError>
      {missing.length > 0 && (
        <p role="status" className="text-sm font-medium text-warn">
          {t('projects.complete.missing', {
            fields: new Intl.ListFormat(i18n.language).format(
              missing.map((field) => t(`projects.fields.${field as 'name'}`)),
            ),
          })}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={isSubmitting || isUploading}>
          {submitLabel ?? t('projects.save')}
        </Button>
        {onCancel && (
          <Button
            variant="secondary"
            onPress={() => {
              isDone.current = true
              onCancel()
            }}
          >
            {t('projects.cancel')}
          </Button>
        )}
      </div>
      <UnsavedGuard isOn={isDirty && !isDone.current} isDone={isDone} />
    </form>
  )
}
