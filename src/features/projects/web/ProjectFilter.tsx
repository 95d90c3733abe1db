import { useQueryChanges } from '#core/web/address.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { filterTexts } from './texts.ts'

const spoken = texts(filterTexts)

const NONE: readonly never[] = []
const ALL = 'all'

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
  const projects = useSession((session) => session.user?.music_project) ?? NONE
  const chosen = useProjectFilter()
  const [, setQuery] = useQueryChanges()
  if (projects.length < 2) return null
  return (
    <SelectBox
      {...(className ? { className } : {})}
      label={t('projects.filter.label')}
      hideLabel
      value={chosen ? String(chosen) : ALL}
      onChange={(value) => setQuery({ project: value === ALL ? '' : value })}
      options={[
        { value: ALL, label: t('projects.filter.all') },
        ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}

/** Whom a person acts for in what they have before them, where they have several projects. */
export function ActingAs({ name }: { name: string | null }) {
  const { t } = useTexts(spoken)
  return useHasSeveral() && name ? <Badge>{t('projects.acting', { name })}</Badge> : null
}
