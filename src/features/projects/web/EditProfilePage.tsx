import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { readProfile, readProject } from '../contract.ts'
import { AccountForm } from './AccountForm.tsx'
import { ProjectForm } from './ProjectForm.tsx'
import { projectTexts } from './texts.ts'

const spoken = texts(projectTexts)

/** A musician edits their personal project; a client their own data. */
export function EditProfilePage() {
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  const profile = useQuery(ask(readProfile))
  const done = () => {
    toast.success(t('projects.saved'))
    void navigate('/profile')
  }
  const cancel = () => void navigate('/profile')
  return (
    <div className="mx-auto flex w-full max-w-reading flex-col gap-5">
      <PageHeader title={t('projects.edit_profile')} />
      <Loaded query={profile} waiting={<Skeleton lines={8} />}>
        {(data) =>
          data.music_project_id ? (
            <ProjectEditor id={data.music_project_id} onSaved={done} onCancel={cancel} />
          ) : (
            <Card>
              <AccountForm profile={data} onSaved={done} onCancel={cancel} />
            </Card>
          )
        }
      </Loaded>
    </div>
  )
}

/** Loads a project and edits it. */
export function ProjectEditor({
  id,
  onSaved,
  onCancel,
  submitLabel,
  isWhole = false,
}: {
  id: number
  onSaved: () => void
  onCancel?: () => void
  submitLabel?: string
  isWhole?: boolean
}) {
  const query = useQuery({ ...ask(readProject, { params: { id } }), refetchOnWindowFocus: false })
  return (
    <Loaded query={query} waiting={<Skeleton lines={8} />}>
      {(project) => (
        <Card>
          <ProjectForm
            project={project}
            onSaved={onSaved}
            isWhole={isWhole}
            {...(onCancel ? { onCancel } : {})}
            {...(submitLabel ? { submitLabel } : {})}
          />
        </Card>
      )}
    </Loaded>
  )
}
