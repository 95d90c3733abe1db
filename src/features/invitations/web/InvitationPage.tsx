import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, CircleCheck } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { ask, refresh, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import {
  type InvitationLink,
  invitationPath,
  readInvitationLink,
} from '#features/accounts/contract.invitation.ts'
import { AccountStage } from '#features/accounts/web/AccountStage.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { countNotifications, listNotifications } from '#features/notifications/contract.ts'
import { refreshProfile } from '#features/projects/web/profile.ts'
import { takeInvitation } from '../contract.ts'
import { invitationLinkTexts, invitationTexts } from './texts.ts'

const spoken = texts(invitationLinkTexts, invitationTexts)

/** Opened by the link of an invitation's letter: who invites whom to what, and the way to accept it. */
export function InvitationPage() {
  const { t } = useTexts(spoken)
  const token = useSearchParams()[0].get('token') ?? ''
  const link = useQuery({
    ...ask(readInvitationLink, { query: { token } }),
    enabled: token !== '',
    retry: false,
  })
  if (link.data) return <Invitation link={link.data} token={token} />
  // 400: cut on its way, so no link of ours.
  const isBroken = token === '' || link.error?.status === 404 || link.error?.status === 400
  if (isBroken)
    return (
      <AccountStage stage="mail" title={t('invitations.link.broken.title')}>
        <ErrorState title={t('invitations.link.broken.text')} />
        <LinkButton className="mt-5 w-full" variant="secondary" to="/welcome">
          {t('invitations.link.welcome')}
        </LinkButton>
      </AccountStage>
    )
  return (
    <AccountStage stage="mail" title={t('invitations.link.waiting')}>
      {link.error ? (
        <ErrorState
          title={link.error.message}
          retryLabel={t('common:boundary.retry')}
          onRetry={() => void link.refetch()}
          isRetrying={link.isFetching}
        />
      ) : (
        <Skeleton className="h-40" />
      )}
    </AccountStage>
  )
}

function Invitation({ link, token }: { link: InvitationLink; token: string }) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const user = useSession((session) => session.user)
  const take = useMutation({
    ...tell(takeInvitation),
    onSuccess: async (_reply, _input, _result, { client }) => {
      await Promise.all([refresh(client, [listNotifications, countNotifications]), refreshProfile()])
    },
    // Somebody was faster, or it was taken back: the page says where it stands.
    onError: async (problem, _input, _result, { client }) => {
      if (problem.status === 409) await refresh(client, [readInvitationLink])
    },
  })
  const values = {
    band_name: link.band_name,
    person_name: link.invited_by,
    email: link.email,
    date: date(link.expires_at, undefined, 'long'),
  }
  if (take.isSuccess)
    return (
      <AccountStage stage="mail" title={t('invitations.accepted.title')}>
        <p role="status" className="mb-6 flex items-start gap-3 text-ink-2">
          <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-ok" />
          {t('invitations.accepted.text')}
        </p>
        <LinkButton size="lg" className="w-full" to="/profiles">
          {t('invitations.link.bands')}
        </LinkButton>
      </AccountStage>
    )
  if (link.state !== 'open')
    return (
      <AccountStage stage="mail" title={t(`invitations.link.states.${link.state}.title`, values)}>
        <p role="status" className="mb-6 text-ink-2">
          {t(`invitations.link.states.${link.state}.text`, values)}
        </p>
        <LinkButton
          variant="secondary"
          className="w-full"
          to={user?.accountType === 'MUSICIAN' ? '/profiles' : '/welcome'}
        >
          {t(user?.accountType === 'MUSICIAN' ? 'invitations.link.bands' : 'invitations.link.welcome')}
        </LinkButton>
      </AccountStage>
    )
  return (
    <AccountStage
      stage="mail"
      title={t('invitations.link.title', values)}
      lead={t('invitations.link.lead', values)}
    >
      <p className="mb-5 break-words text-ink-2">{t('invitations.link.sent_to', values)}</p>
      {!user ? (
        <div className="flex flex-col gap-3">
          <LinkButton size="lg" to={`/signup-music?${new URLSearchParams({ invitation: token })}`}>
            {t('invitations.link.sign_up')}
          </LinkButton>
          <LinkButton
            size="lg"
            variant="secondary"
            to={`/signin?${new URLSearchParams({ next: invitationPath(token) })}`}
          >
            {t('invitations.link.sign_in')}
          </LinkButton>
          <p className="text-sm text-ink-2">{t('invitations.link.other_email')}</p>
        </div>
      ) : user.accountType !== 'MUSICIAN' ? (
        <div className="flex flex-col gap-3">
          <p className="break-words">{t('invitations.link.musicians_only', { email: user.email })}</p>
          <LinkButton variant="secondary" to="/logout">
            {t('invitations.link.sign_out')}
          </LinkButton>
        </div>
      ) : !user.verified ? (
        <div className="flex flex-col gap-3">
          <p>{t('invitations.link.verify_first')}</p>
          <LinkButton to="/verify-email-check">{t('invitations.link.verify')}</LinkButton>
        </div>
      ) : (
        <div className="flex flex-col gap-3">
          <p className="text-sm break-words text-ink-2">
            {t('invitations.link.as', { name: user.name, email: user.email })}
          </p>
          <FormError>{take.error?.message}</FormError>
          <Button
            size="lg"
            icon={<Check aria-hidden />}
            isPending={take.isPending}
            onPress={() => take.mutate({ body: { token } })}
          >
            {t('invitations.link.accept')}
          </Button>
        </div>
      )}
    </AccountStage>
  )
}
