import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useQueryOnce } from '#core/web/address.ts'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { AccountStage } from '#features/accounts/web/AccountStage.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { NOTIFICATION_TYPES, type NotificationType, unsubscribe } from '../contract.ts'
import { nameOf } from '../rules.delivery.ts'
import { noticeTexts, notificationTexts } from './texts.ts'

const spoken = texts(noticeTexts, notificationTexts)

/** Opened by a letter's link: asks, and stops letters of a kind or all of them. Nobody needs to sign in for it. */
export function UnsubscribePage() {
  const { t } = useTexts(spoken)
  const query = useQueryOnce()
  const token = query.get('token')
  const kind = NOTIFICATION_TYPES.find((type) => type === query.get('type')) ?? 'all'
  const stop = useMutation(tell(unsubscribe))
  const isSignedIn = useSession((session) => session.user !== null)
  const settings = (
    <LinkButton variant="secondary" className="w-full" to={isSignedIn ? '/profile#notices' : '/signin'}>
      {t(isSignedIn ? 'notices.stop.settings' : 'notices.stop.sign_in')}
    </LinkButton>
  )
  // As the letter called it: to who plays, one kind is more.
  const reader = query.get('as') === 'MUSICIAN' ? 'MUSICIAN' : 'TALENT_HUNTER'
  const named = (type: NotificationType) => t(`notifications.types.${nameOf(type, reader)}`)
  // 422: cut on its way, so no link of ours.
  const broken = !token || stop.error?.status === 422 ? t('notices.stop.no_token') : null
  if (!token || broken || stop.error?.status === 404)
    return (
      <AccountStage stage="mail" title={t('notices.stop.title')}>
        <ErrorState title={broken ?? stop.error?.message ?? ''} />
        <div className="mt-5">{settings}</div>
      </AccountStage>
    )
  if (stop.data)
    return (
      <AccountStage stage="mail" title={t('notices.stop.done')}>
        <p role="status" className="mb-6 flex items-start gap-3 text-ink-2">
          <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-ok" />
          {stop.data.type === 'all'
            ? t('notices.stop.done_all')
            : t('notices.stop.done_one', { type: named(stop.data.type) })}
        </p>
        {settings}
      </AccountStage>
    )
  const send = (type: typeof kind) => stop.mutate({ query: { token, type } })
  const sending = stop.isPending ? stop.variables.query?.type : null
  return (
    <AccountStage stage="mail" title={t('notices.stop.title')} lead={t('notices.stop.lead')}>
      <div className="flex flex-col gap-3">
        {kind !== 'all' && (
          <Button
            size="lg"
            isPending={sending === kind}
            isDisabled={sending === 'all'}
            onPress={() => send(kind)}
          >
            {t('notices.stop.one', { type: named(kind) })}
          </Button>
        )}
        <Button
          size="lg"
          variant={kind === 'all' ? 'primary' : 'secondary'}
          isPending={sending === 'all'}
          isDisabled={stop.isPending && sending !== 'all'}
          onPress={() => send('all')}
        >
          {t('notices.stop.all')}
        </Button>
        <FormError>{stop.error?.message}</FormError>
      </div>
    </AccountStage>
  )
}
