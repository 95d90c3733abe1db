import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { MailPlus, Percent } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ask, askPages, refresh } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { LoadedPages, rowsOf } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { countNotifications } from '#features/notifications/contract.ts'
import { notificationTexts } from '#features/notifications/web/texts.ts'
import { readTransfer } from '#features/projects/contract.transfer.ts'
import { listMembers } from '#features/projects/contract.ts'
import { sharesStand } from '#features/projects/rules.ts'
import { centerTexts, memberTexts } from '#features/projects/web/texts.ts'
import { listInvitations } from '../contract.ts'
import { InvitationList } from './InvitationList.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { MemberRow } from './MemberRow.tsx'
import { OpenOffer } from './OpenOffer.tsx'
import { SharesDialog } from './SharesDialog.tsx'

const spoken = texts(notificationTexts, memberTexts, centerTexts)

/** Who plays in the band one owns, and who was asked to. */
export function MembersPage() {
  const { t } = useTexts(spoken)
  const project = useSession(({ user, musicProjectId }) =>
    user?.music_project.find(({ id }) => id === musicProjectId),
  )
  const [isInviting, setInviting] = useState(false)
  useNewMembers()
  if (!project) return <PageHeader title={t('members.title')} />
  // One person has no members: a band does.
  if (project.project_type.name === 'INDIVIDUAL')
    return (
      <div className="flex flex-col gap-5">
        <PageHeader title={t('members.title')} />
        <EmptyState
          title={t('members.personal.title')}
          action={
            <>
              <LinkButton to="/musician-profile-type?mode=create">{t('members.personal.create')}</LinkButton>
              <LinkButton to="/profiles" variant="secondary">
                {t('projects.center.all')}
              </LinkButton>
            </>
          }
        >
          {t('members.personal.text')}
        </EmptyState>
      </div>
    )
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('members.title')}
        eyebrow={project.name}
        actions={
          <Button icon={<MailPlus aria-hidden />} onPress={() => setInviting(true)}>
            {t('members.invite.action')}
          </Button>
        }
      />
      <OpenOffer project_id={project.id} />
      <Members project_id={project.id} />
      <InvitationList project_id={project.id} />
      {isInviting && <InviteDialog project_id={project.id} onClose={() => setInviting(false)} />}
    </div>
  )
}

/** Asks again who is there when somebody new is told of, or whose the band is. */
function useNewMembers() {
  const client = useQueryClient()
  const { data: told } = useQuery({
    ...ask(countNotifications),
    select: ({ types }) =>
      types
        .filter(({ type }) => type === 'INVITE_BAND_CONFIRMED' || type === 'OWNERSHIP_RECEIVED')
        .reduce((sum, { total }) => sum + total, 0),
  })
  const before = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (before.current !== undefined && told !== before.current)
      void refresh(client, [listMembers, listInvitations, readTransfer])
    before.current = told
  }, [client, told])
}

function Members({ project_id }: { project_id: number }) {
  const { t } = useTexts(spoken)
  const list = useInfiniteQuery(askPages(listMembers, { params: { id: project_id }, query: { limit: 100 } }))
  const { percent } = useFormat()
  const [isSharing, setSharing] = useState(false)
  const members = rowsOf(list)
  const shares = members.map(({ share }) => share)
  const sum = shares.reduce<number>((all, share) => all + (share ?? 0), 0)
  const standing = sharesStand(shares)
  return (
    <Card
      title={t('members.list', { count: members.length })}
      action={
        (members.length > 1 || standing === 'open') && (
          <Button variant="quiet" size="sm" icon={<Percent aria-hidden />} onPress={() => setSharing(true)}>
            {t('members.shares.action')}
          </Button>
        )
      }
    >
      <LoadedPages
        query={list}
        waiting={
          <div className="flex flex-col gap-3">
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </div>
        }
      >
        {(members, foot) => (
          <>
            {standing === 'open' && (
              <div
                role="status"
                className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-control bg-warn-tint px-4 py-3 text-warn"
              >
                <p className="min-w-0 flex-1 basis-64 font-medium">
                  {t('members.shares.open', {
                    sum: percent(sum / 100, 2),
                  })}
                </p>
                <Button variant="secondary" size="sm" onPress={() => setSharing(true)}>
                  {t('members.shares.again')}
                </Button>
              </div>
            )}
            <ul className="divide-y divide-line">
              {members.map((member) => (
                <MemberRow key={member.id} member={member} members={members} project_id={project_id} />
              ))}
            </ul>
            {foot}
          </>
        )}
      </LoadedPages>

      {isSharing && (
        <SharesDialog project_id={project_id} members={members} onClose={() => setSharing(false)} />
      )}
    </Card>
  )
}
