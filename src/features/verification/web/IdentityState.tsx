import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { later } from '#core/web/ui/later.tsx'
import { DOCUMENT_DAYS, type OwnChecks, readVerification, withdrawIdentity } from '../contract.ts'
import { maySend } from '../rules.ts'
import { verificationTexts } from './texts.ts'

const spoken = texts(verificationTexts)

const IdentityDialog = later(async () => (await import('./IdentityDialog.tsx')).IdentityDialog)

/** How one's identity document stands, and what can be done about it. */
export function IdentityState({ data, name }: { data: OwnChecks; name: string }) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { identity } = data
  const isAccepted = data.checks.identity_at !== null
  return (
    <>
      {isAccepted ? (
        <p className="text-ink-2">{t('verification.identity.accepted', { name })}</p>
      ) : identity?.state === 'pending' ? (
        <Pending sent_at={identity.sent_at} />
      ) : (
        <>
          {identity?.state === 'refused' && identity.reason && (
            <p className="rounded-control bg-warn-tint px-4 py-3 font-medium text-warn">
              {t('verification.identity.refused', {
                date: date(identity.decided_at ?? identity.sent_at, undefined, 'long'),
              })}{' '}
              {t(`verification.reasons.${identity.reason}`)}
            </p>
          )}
          {identity?.state === 'lapsed' && (
            <p className="rounded-control bg-surface-2 px-4 py-3">
              {t('verification.identity.lapsed', { count: DOCUMENT_DAYS })}
            </p>
          )}
          {identity?.state === 'accepted' && (
            <p className="rounded-control bg-surface-2 px-4 py-3">{t('verification.identity.renamed')}</p>
          )}
          <p className="text-ink-2">{t('verification.identity.text')}</p>
        </>
      )}
      {maySend(identity, data.checks) && (
        <div>
          <Button variant="secondary" onPress={() => setOpen(true)}>
            {t(identity ? 'verification.identity.again' : 'verification.identity.begin')}
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
        {isOpen && <IdentityDialog data={data} name={name} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}

function Pending({ sent_at }: { sent_at: string }) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const [isAsking, setAsking] = useState(false)
  const withdraw = useMutation(
    tell(withdrawIdentity, {
      refreshes: [readVerification],
      onTold: () => toast.success(t('verification.identity.withdrawn')),
    }),
  )
  return (
    <>
      <p className="text-ink-2">
        {t('verification.identity.pending', {
          date: date(sent_at, undefined, 'long'),
          count: DOCUMENT_DAYS,
        })}
      </p>
      <div>
        <Button variant="quiet" onPress={() => setAsking(true)}>
          {t('verification.identity.withdraw')}
        </Button>
      </div>
      <FormError>{withdraw.error?.message}</FormError>
      <ConfirmDialog
        title={t('verification.identity.withdraw_title')}
        confirmLabel={t('verification.identity.withdraw')}
        cancelLabel={t('verification.cancel')}
        isOpen={isAsking}
        onOpenChange={setAsking}
        onConfirm={() => withdraw.mutate({}, { onSettled: () => setAsking(false) })}
        isPending={withdraw.isPending}
        isDangerous
      >
        {t('verification.identity.withdraw_text')}
      </ConfirmDialog>
    </>
  )
}
