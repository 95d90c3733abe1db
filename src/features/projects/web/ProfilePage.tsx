import { useMutation, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ExternalLink, Images, LogOut, Pencil, UsersRound } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { ask, call } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { StagePanel } from '#core/web/ui/StagePanel.tsx'
import { useFirstWait } from '#core/web/ui/useFirstWait.ts'
import { can } from '#features/access/rules.ts'
import { CredentialsCard } from '#features/accounts/web/CredentialsCard.tsx'
import { DataCard } from '#features/accounts/web/DataCard.tsx'
import { DeletionCard } from '#features/accounts/web/DeletionCard.tsx'
import { FactorsCard } from '#features/accounts/web/FactorsCard.tsx'
import { SessionsPanel } from '#features/accounts/web/SessionsPanel.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { VerificationCard } from '#features/verification/web/VerificationCard.tsx'
import { leaveProject, type Profile, type Project, readProfile, readProject } from '../contract.ts'
import { isComplete } from '../rules.ts'
import { AccountCard } from './AccountCard.tsx'
import { HiddenNote } from './HiddenNote.tsx'
import { ProjectStage } from './ProjectStage.tsx'
import { refreshProfile } from './profile.ts'
import { RecordLine } from './RecordLine.tsx'
import { STEPS, StepsCard } from './StepsCard.tsx'
import { centerTexts, projectTerms, projectTexts } from './texts.ts'

const spoken = texts(projectTexts, centerTexts, instrumentNames, projectTerms)

const BandCard = later(async () => (await import('./BandCard.tsx')).BandCard)
const ProjectForm = later(async () => (await import('./ProjectForm.tsx')).ProjectForm)

/**
 * Who one is here: the project one acts as, and one's account.
 * @param Notices what somebody wants to be told, and how
 */
export function ProfilePage({ Notices }: { Notices: ComponentType }) {
  const profile = useQuery(ask(readProfile))
  const known = useSession((session) => session.musicProjectId)
  const id = profile.data ? profile.data.music_project_id : known
  const project = useQuery({ ...ask(readProject, { params: { id: id ?? 0 } }), enabled: id !== null })
  const waits = useFirstWait(profile.isLoading || project.isLoading)
  return (
    <Loaded query={profile} waiting={<ProfileSkeleton />}>
      {(data) => {
        if (waits)
          return (
            <div aria-busy="true">
              <ProfileSkeleton />
            </div>
          )
        return (
          <div className="flex flex-col gap-5">
            {data.music_project_id ? (
              <Loaded query={project} waiting={<ProfileSkeleton />}>
                {(own) => <OwnProject project={own} profile={data} />}
              </Loaded>
            ) : (
              <PersonStage profile={data} />
            )}
            {data.accountType !== 'STUDENT' && !data.music_project_id && (
              <StepsCard steps={data.completed_steps} shown={['info', 'verification']} />
            )}
            <AccountCard profile={data} />
            <VerificationCard
              name={data.name}
              phone={data.phone}
              onChanged={() => void Promise.all([profile.refetch(), refreshProfile()])}
            />
            <Suspense fallback={<Skeleton className="h-56" />}>
              <Notices />
            </Suspense>
            <CredentialsCard />
            <FactorsCard />
            <SessionsPanel />
            <DataCard />
            <DeletionCard
              delete_at={data.delete_at}
              onChanged={async () => {
                await Promise.all([profile.refetch(), refreshProfile()])
              }}
            />
          </div>
        )
      }}
    </Loaded>
  )
}

function ProfileSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton className="h-56" />
      <Skeleton lines={6} />
    </div>
  )
}

/** Somebody without projects: a client or a student. */
function PersonStage({ profile }: { profile: Profile }) {
  const { t } = useTexts(spoken)
  return (
    <StagePanel seed={profile.name} lights={['telon', 'foco']}>
      <div className="flex flex-wrap items-center gap-5">
        <Avatar name={profile.name} size="xl" />
        <div className="min-w-0">
          <Badge tone="spot">{t(`projects.accounts.${profile.accountType}`)}</Badge>
          <h1 className="title-page mt-2 text-ink">{profile.name}</h1>
          {profile.city && <p className="mt-1 text-ink-2">{profile.city}</p>}
        </div>
      </div>
    </StagePanel>
  )
}

function OwnProject({ project, profile }: { project: Project; profile: Profile }) {
  const { t } = useTexts(spoken)
  const [isEditing, setEditing] = useState(false)
  const { id, project_type, role } = project
  // A band has no page of its own for editing: its owner edits here.
  const inPlace = project_type === 'GROUP' && role === 'OWNER'
  return (
    <>
      <HiddenNote hidden={project.hidden} />
      <ProjectStage
        project={project}
        actions={
          <>
            {inPlace && !isEditing && (
              <Button variant="light" icon={<Pencil aria-hidden />} onPress={() => setEditing(true)}>
                {t('projects.edit_band')}
              </Button>
            )}
            {project_type === 'INDIVIDUAL' && can(profile.permissions, 'read:edit-profile') && (
              <LinkButton variant="light" to="/edit-profile" icon={<Pencil aria-hidden />}>
                {t('projects.edit_profile')}
              </LinkButton>
            )}
            <LinkButton
              variant="secondary"
              to={`/profile/musician/${id}`}
              icon={<ExternalLink aria-hidden />}
            >
              {t('projects.see_public')}
            </LinkButton>
            {role === 'OWNER' && (
              <LinkButton variant="secondary" to="/profile/media" icon={<Images aria-hidden />}>
                {t('projects.media')}
              </LinkButton>
            )}
            {project_type === 'GROUP' && can(profile.permissions, 'read:members') && (
              <LinkButton variant="secondary" to="/members" icon={<UsersRound aria-hidden />}>
                {t('projects.members')}
              </LinkButton>
            )}
            {role === 'COLLABORATOR' && <LeaveButton project={project} />}
          </>
        }
      />
      {isEditing ? (
        <Card title={t('projects.edit_band')}>
          <Suspense fallback={<Skeleton lines={8} />}>
            <ProjectForm
              project={project}
              onCancel={() => setEditing(false)}
              onSaved={() => {
                setEditing(false)
                toast.success(t('projects.saved'))
              }}
            />
          </Suspense>
        </Card>
      ) : (
        <div
          className={clsx(
            'grid items-start gap-5',
            project_type === 'INDIVIDUAL' &&
              !isComplete(profile.completed_steps) &&
              'lg:grid-cols-[minmax(0,1fr)_20rem]',
          )}
        >
          <About project={project} />
          {project_type === 'INDIVIDUAL' && <StepsCard steps={profile.completed_steps} shown={STEPS} />}
        </div>
      )}
      {project_type === 'GROUP' && role === 'COLLABORATOR' && (
        <Suspense fallback={<Skeleton className="h-56" />}>
          <BandCard project_id={id} />
        </Suspense>
      )}
    </>
  )
}

function About({ project }: { project: Project }) {
  const { t, word } = useTexts(spoken)
  return (
    <Card title={t(`projects.about.${project.project_type}`)}>
      {project.bio ? (
        <p className="max-w-reading whitespace-pre-line">{project.bio}</p>
      ) : (
        <p className="text-ink-2">{t('projects.no_bio')}</p>
      )}
      <dl className="mt-5 grid gap-x-6 gap-y-3 sm:grid-cols-3">
        {project.main_instrument && (
          <div>
            <dt className="text-sm text-ink-2">{t('projects.fields.main_instrument')}</dt>
            <dd className="font-medium">{word('business:terms.instruments', project.main_instrument)}</dd>
          </div>
        )}
        <div>
          <dt className="text-sm text-ink-2">{t('projects.fields.languages')}</dt>
          <dd className="font-medium">
            {project.languages.map((one) => word('business:terms.languages', one)).join(', ')}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-2">{t('projects.gigs')}</dt>
          <dd className="font-medium tabular-nums">{project.gigs_played}</dd>
        </div>
      </dl>
      <div className="mt-5">
        <RecordLine of={project} />
      </div>
    </Card>
  )
}

function LeaveButton({ project }: { project: Project }) {
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const leave = useMutation({
    mutationFn: () => call(leaveProject, { params: { id: project.id } }),
    onSuccess: async () => {
      setOpen(false)
      await refreshProfile()
      toast.success(t('projects.left', { band_name: project.name }))
      void navigate('/profiles')
    },
    onError: (error) => {
      setOpen(false)
      toast.error(error.message)
    },
  })
  return (
    <>
      <Button variant="secondary" icon={<LogOut aria-hidden />} onPress={() => setOpen(true)}>
        {t('projects.leave')}
      </Button>
      <ConfirmDialog
        title={t('projects.leave_title', { band_name: project.name })}
        confirmLabel={t('projects.leave')}
        cancelLabel={t('projects.cancel')}
        isOpen={isOpen}
        onOpenChange={setOpen}
        onConfirm={() => leave.mutate()}
        isPending={leave.isPending}
        isDangerous
      >
        {t('projects.leave_text')}
      </ConfirmDialog>
    </>
  )
}
