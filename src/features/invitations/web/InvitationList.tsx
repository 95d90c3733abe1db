import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Send, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { askPages, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { notificationTexts } from '#features/notifications/web/texts.ts'
import { memberTexts, projectTexts } from '#features/projects/web/texts.ts'
import { type Invitation, listInvitations, resendInvitation, revokeInvitation } from '../contract.ts'
import { invitationTexts } from './texts.ts'

const spoken = texts(invitationTexts, notificationTexts, memberTexts, projectTexts)

const TONES = {
  pending: 'warn',
  accepted: 'ok',
  rejected: 'neutral',
  revoked: 'neutral',
  expired: 'neutral',
} as const

/** Whom the band has asked, and how it went. */
export function InvitationList({ project_id }: { project_id: number }) {
  const { t } = useTexts(spoken)
  const list = useInfiniteQuery(askPages(listInvitations, { params: { id: project_id }, query: {} }))
  return (
    <Card title={t('members.invitations.title')}>
      <LoadedPages
        query={list}
        waiting={<Skeleton className="h-16" />}
        empty={<p className="text-ink-2">{t('members.invitations.empty')}</p>}
      >
        {(invitations, foot) => (
          <>
            <ul className="divide-y divide-line">
              {invitations.map((invitation) => (
                <Row key={invitation.id} invitation={invitation} project_id={project_id} />
              ))}
            </ul>
            {foot}
          </>
        )}
      </LoadedPages>
    </Card>
  )
}

function Row({ invitation, project_id }: { invitation: Invitation; project_id: number }) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const params = { id: project_id, invitation_id: invitation.id }
  const resend = useMutation({
    ...tell(resendInvitation, {
      refreshes: [listInvitations],
      // Said when it was sent, not when the list has been read again.
      onTold: () => toast.success(t('members.invite.sent', { email: invitation.email })),
    }),
    onError: (error) => toast.error(error.message),
  })
  const [isRevoking, setRevoking] = useState(false)
  const revoke = useMutation({
    ...tell(revokeInvitation, { refreshes: [listInvitations] }),
    onError: (error) => toast.error(error.message),
    onSettled: () => setRevoking(false),
  })
  const open = invitation.status === 'pending'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-semibold break-all">{invitation.name ?? invitation.email}</span>
          <Badge tone={TONES[invitation.status]}>
            {t(`members.invitations.states.${invitation.status}`)}
          </Badge>
        </p>
        <p className="text-sm text-ink-2">
          {[
            ...(invitation.function ? [invitation.function] : []),
            open
              ? t('invitations.valid_until', { date: date(invitation.expires_at, undefined, 'long') })
              : t('members.invitations.sent_on', { date: date(invitation.sent_at, undefined, 'long') }),
          ].join(' · ')}
        </p>
      </div>
      {(open || invitation.status === 'expired') && (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="quiet"
            size="sm"
            icon={<Send aria-hidden />}
            isPending={resend.isPending}
            onPress={() => resend.mutate({ params })}
          >
            {t('members.invitations.resend')}
          </Button>
          {open && (
            <Button variant="quiet" size="sm" icon={<Undo2 aria-hidden />} onPress={() => setRevoking(true)}>
              {t('members.invitations.revoke')}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        title={t('members.invitations.revoke_title', { email: invitation.email })}
        confirmLabel={t('members.invitations.revoke')}
        cancelLabel={t('projects.cancel')}
        isOpen={isRevoking}
        onOpenChange={setRevoking}
        onConfirm={() => revoke.mutate({ params })}
        isPending={revoke.isPending}
        isDangerous
      >
        {t('members.invitations.revoke_text')}
      </ConfirmDialog>
    </li>
  )
}
