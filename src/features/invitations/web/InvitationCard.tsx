import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError, ask, call, keyOf, refresh } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { pictureUrl } from '#features/files/contract.ts'
import {
  countNotifications,
  type InvitationStatus,
  listNotifications,
} from '#features/notifications/contract.ts'
import { notificationTexts } from '#features/notifications/web/texts.ts'
import { refreshProfile } from '#features/projects/web/profile.ts'
import { acceptInvitation, declineInvitation, type InvitationReply, readInvitation } from '../contract.ts'
import { cardState } from '../rules.ts'
import { invitationTexts } from './texts.ts'

const spoken = texts(invitationTexts, notificationTexts)

/** How long an action's error is shown, milliseconds. */
const ERROR_MS = 5000

/** A band invitation inside its notification: who asks, until when, and the answer. Its details are read once. */
export function InvitationCard({
  invitation_id,
  status,
}: {
  invitation_id: number
  /** As the notification says. */
  status: InvitationStatus | null
}) {
  const { t } = useTexts(spoken)
  const invitation = useQuery({
    ...ask(readInvitation, { params: { id: invitation_id } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  })
  if (invitation.isPending)
    return (
      <div aria-busy="true" role="status">
        <span className="sr-only">{t('invitations.loading')}</span>
        <Skeleton className="h-28" />
      </div>
    )
  if (invitation.isError)
    return (
      <FormError>
        <p>{t('invitations.errors.details')}</p>
        <p className="text-sm font-normal">{t('invitations.errors.no_details')}</p>
        <button type="button" className="mt-1 underline" onClick={() => void invitation.refetch()}>
          {t('boundary.retry')}
        </button>
      </FormError>
    )
  return <Details invitation={invitation.data} status={status} />
}

function Details({ invitation, status }: { invitation: InvitationReply; status: InvitationStatus | null }) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const { error, dismiss, answer, isPending, answered } = useAnswer(invitation.id)
  const state = cardState(answered ?? status, invitation.detail)
  // The buttons go with the answer: what became of it takes their focus.
  const outcome = useRef<HTMLDivElement>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'answer' && state !== 'answer') outcome.current?.focus({ preventScroll: true })
    before.current = state
  }, [state])
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <div className="flex items-center gap-3">
        <Avatar name={invitation.band_name} src={pictureUrl(invitation.profile_image, 'small')} />
        <div className="min-w-0">
          <h3 className="font-bold">{invitation.band_name}</h3>
          <p className="text-sm text-ink-2">
            {t('invitations.from', { person_name: invitation.invited_by })}
            {invitation.function ? ` · ${t('invitations.as', { function: invitation.function })}` : ''}
          </p>
        </div>
      </div>
      {invitation.message && (
        <blockquote className="mt-3 border-l-3 border-line-strong pl-3 text-sm whitespace-pre-line text-ink-2">
          {invitation.message}
        </blockquote>
      )}
      <FormError className="mt-3" closeLabel={t('notifications.close')} onClose={dismiss}>
        {error && (
          <>
            <p>{t(`invitations.errors.${error.action}`)}</p>
            {error.reason && <p className="text-sm font-normal">{error.reason}</p>}
          </>
        )}
      </FormError>
      {state === 'answer' ? (
        <>
          <p className="mt-3 text-sm text-ink-2">
            {t('invitations.valid_until', { date: date(invitation.expires_at, undefined, 'long') })}
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button
              icon={<Check aria-hidden />}
              isPending={isPending === 'accept'}
              isDisabled={isPending !== null}
              onPress={() => answer('accept')}
            >
              {t('invitations.accept')}
            </Button>
            <Button
              variant="secondary"
              icon={<X aria-hidden />}
              isPending={isPending === 'decline'}
              isDisabled={isPending !== null}
              onPress={() => answer('decline')}
            >
              {t('invitations.decline')}
            </Button>
          </div>
        </>
      ) : (
        <div
          ref={outcome}
          role="status"
          tabIndex={-1}
          className="mt-3 rounded-control bg-surface-2 px-4 py-3 outline-none"
        >
          <p className="font-bold">{t(`invitations.${state}.title`)}</p>
          <p className="text-sm text-ink-2">{t(`invitations.${state}.text`)}</p>
        </div>
      )}
    </div>
  )
}

type Action = 'accept' | 'decline'

/** Answers once; an error shows for five seconds, unless it is closed before. */
function useAnswer(id: number) {
  const client = useQueryClient()
  const [error, setError] = useState<{ action: Action; reason: string | null } | null>(null)
  useEffect(() => {
    if (!error) return
    const timer = setTimeout(() => setError(null), ERROR_MS)
    return () => clearTimeout(timer)
  }, [error])

  const { mutate, isPending, variables, data } = useMutation({
    mutationFn: (action: Action) =>
      action === 'accept'
        ? call(acceptInvitation, { params: { id }, body: { action } })
        : call(declineInvitation, { params: { id }, body: { action } }),
    onMutate: () => setError(null),
    onSuccess: async (reply, action) => {
      client.setQueryData(keyOf(readInvitation, { params: { id } }), reply)
      const { pendingInvitations, set } = useSession.getState()
      set({ pendingInvitations: pendingInvitations.filter((one) => one !== id) })
      await refresh(client, [listNotifications, countNotifications])
      if (action === 'accept') await refreshProfile()
    },
    onError: async (problem, action) => {
      // It moved on meanwhile: show where it stands.
      if (problem instanceof ApiError && problem.status === 409) {
        await refresh(client, [readInvitation, listNotifications, countNotifications])
        const now = client.getQueryData<InvitationReply>(keyOf(readInvitation, { params: { id } }))
        // Pressed twice, or in another tab: what they wanted is done.
        if (now?.status === (action === 'accept' ? 'accepted' : 'rejected')) return refreshProfile()
      }
      setError({
        action,
        reason: problem instanceof ApiError && problem.isExplained ? problem.message : null,
      })
    },
  })
  return {
    error,
    dismiss: () => setError(null),
    answer: mutate,
    isPending: isPending ? variables : null,
    answered: data?.invitation_status ?? null,
  }
}
