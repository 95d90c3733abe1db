import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Archive, ArchiveRestore, ArrowLeftRight, MapPin, Plus, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { askPages, call, tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { pictureUrl } from '#features/files/contract.ts'
import { archiveProject, listProjects, type Project, restoreProject, switchProject } from '../contract.ts'
import { labelOfRole } from '../rules.ts'
import { BandOffers } from './BandOffers.tsx'
import { refreshProfile, storeProfile } from './profile.ts'
import { centerTexts, profilesTexts, projectTerms, projectTexts } from './texts.ts'

const spoken = texts(projectTexts, centerTexts, projectTerms, profilesTexts)

type Status = 'active' | 'archived'

/** Every project one has a part in; one of them is the one one acts as. */
export function ProfilesPage({ limit }: { limit?: ReactNode }) {
  const { t } = useTexts(spoken)
  const [status, setStatus] = useState<Status>('active')
  const list = useInfiniteQuery(askPages(listProjects, { query: { status } }))
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('projects.all.title')}
        actions={
          <LinkButton to="/musician-profile-type?mode=create" icon={<Plus aria-hidden />}>
            {t('projects.center.create')}
          </LinkButton>
        }
      />
      {limit}
      <BandOffers />
      <SegmentedControl
        label={t('projects.all.filter')}
        value={status}
        onChange={setStatus}
        options={(['active', 'archived'] as const).map((value) => ({
          value,
          label: t(`projects.all.${value}`),
        }))}
      />
      <LoadedPages
        query={list}
        waiting={
          <div className="grid gap-5 md:grid-cols-2">
            <Skeleton className="h-44" />
            <Skeleton className="h-44" />
          </div>
        }
        empty={<EmptyState title={t(`projects.all.empty_${status}`)} />}
      >
        {(projects, foot) => (
          <>
            <ul className="grid gap-5 md:grid-cols-2">
              {projects.map((project) => (
                <ProjectCard key={project.id} project={project} />
              ))}
            </ul>
            {foot}
          </>
        )}
      </LoadedPages>
    </div>
  )
}

function ProjectCard({ project }: { project: Project }) {
  const { t, word } = useTexts(spoken)
  const current = useSession((session) => session.musicProjectId) === project.id
  const toSwitch = useMutation({
    mutationFn: () => call(switchProject, { params: { id: project.id } }),
    onSuccess: (profile) => {
      storeProfile(profile)
      location.assign('/profile')
    },
    onError: (error) => toast.error(error.message),
  })
  const archived = project.status === 'archived'
  return (
    <li className="flex flex-col rounded-card border border-line bg-surface p-5">
      <div className="flex items-start gap-4">
        <Avatar name={project.name} src={pictureUrl(project.profile_image, 'medium')} size="lg" />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-start justify-between gap-2">
            <h2 className="title-card min-w-0 break-words">{project.name}</h2>
            {current && <Badge tone="ok">{t('projects.all.current')}</Badge>}
          </div>
          <p className="text-sm text-ink-2">{t(`projects.labels.${labelOfRole(project)}`)}</p>
          <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
            {project.city && (
              <span className="flex items-center gap-1">
                <MapPin aria-hidden="true" className="size-4" />
                {project.city}
              </span>
            )}
            {project.project_type === 'GROUP' && (
              <span className="flex items-center gap-1">
                <UsersRound aria-hidden="true" className="size-4" />
                {t('projects.member_count', { count: project.member_count })}
              </span>
            )}
          </p>
        </div>
      </div>
      {project.genres.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-2">
          {project.genres.slice(0, 5).map((genre) => (
            <li key={genre}>
              <Badge>{word('business:terms.genres', genre)}</Badge>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-auto flex flex-wrap gap-2 pt-4">
        {current ? (
          <LinkButton variant="secondary" to="/profile">
            {t('projects.all.see')}
          </LinkButton>
        ) : (
          !archived && (
            <Button
              icon={<ArrowLeftRight aria-hidden />}
              onPress={() => toSwitch.mutate()}
              isPending={toSwitch.isPending}
              aria-label={t('projects.all.switch_to', { name: project.name })}
            >
              {t('projects.all.switch')}
            </Button>
          )
        )}
        {project.project_type === 'GROUP' && project.role === 'OWNER' && <ArchiveButton project={project} />}
      </div>
    </li>
  )
}

function ArchiveButton({ project }: { project: Project }) {
  const { t } = useTexts(spoken)
  const [isOpen, setOpen] = useState(false)
  const archived = project.status === 'archived'
  const base = tell(archived ? restoreProject : archiveProject, { refreshes: [listProjects] })
  const change = useMutation({
    ...base,
    onSuccess: async (...args) => {
      await base.onSuccess?.(...args)
      await refreshProfile()
      toast.success(t(archived ? 'projects.all.restored' : 'projects.all.archived_done'))
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => setOpen(false),
  })
  const go = () => change.mutate({ params: { id: project.id } })
  if (archived)
    return (
      <Button
        variant="secondary"
        icon={<ArchiveRestore aria-hidden />}
        onPress={go}
        isPending={change.isPending}
      >
        {t('projects.all.restore')}
      </Button>
    )
  return (
    <>
      <Button variant="quiet" icon={<Archive aria-hidden />} onPress={() => setOpen(true)}>
        {t('projects.all.archive')}
      </Button>
      <ConfirmDialog
        title={t('projects.all.archive_title', { band_name: project.name })}
        confirmLabel={t('projects.all.archive')}
        cancelLabel={t('projects.cancel')}
        isOpen={isOpen}
        onOpenChange={setOpen}
        onConfirm={go}
        isPending={change.isPending}
        isDangerous
      >
        {t('projects.all.archive_text')}
      </ConfirmDialog>
    </>
  )
}
