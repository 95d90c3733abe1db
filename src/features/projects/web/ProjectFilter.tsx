import { useId } from 'react'
import { useQueryChanges } from '#core/web/address.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { controlClass } from '#core/web/ui/fieldStyle.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { projectTexts } from './texts.ts'

const spoken = texts(projectTexts)

const NONE: readonly never[] = []

/** Whether rows say which project they are of: to whoever has several. */
export const useHasSeveral = (): boolean =>
  useSession((session) => (session.user?.music_project.length ?? 0) > 1)

/** The project of theirs that the address (`?project=`) narrows a page to; none: it shows all of them. */
export function useProjectFilter(): number | null {
  const projects = useSession((session) => session.user?.music_project) ?? NONE
  const [query] = useQueryChanges()
  return projects.find(({ id }) => String(id) === query.get('project'))?.id ?? null
}

/** Narrows a page to one of the person's projects, in the address; nothing for whoever has only one. */
export function ProjectFilter({ className }: { className?: string }) {
  const { t } = useTexts(spoken)
  const id = useId()
  const projects = useSession((session) => session.user?.music_project) ?? NONE
  const chosen = useProjectFilter()
  const [, setQuery] = useQueryChanges()
  if (projects.length < 2) return null
  return (
    <div className={className}>
      <label htmlFor={id} className="sr-only">
        {t('projects.filter.label')}
      </label>
      <select
        id={id}
        value={chosen ?? ''}
        onChange={({ currentTarget }) => setQuery({ project: currentTarget.value })}
        className={`${controlClass} cursor-pointer`}
      >
        <option value="">{t('projects.filter.all')}</option>
        {projects.map((project) => (
          <option key={project.id} value={project.id}>
            {project.name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Whom a person acts for in what they have before them, where they have several projects. */
export function ActingAs({ name }: { name: string | null }) {
  const { t } = useTexts(spoken)
  return useHasSeveral() && name ? <Badge>{t('projects.acting', { name })}</Badge> : null
}
