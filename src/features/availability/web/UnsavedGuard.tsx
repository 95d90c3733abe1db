import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { texts, useTexts } from '#core/web/texts.ts'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { availabilityTexts } from './texts.ts'

const spoken = texts(availabilityTexts)

/** Asks before a page with changes that aren't saved is left; who was signed out isn't held. */
export function UnsavedGuard({ isOn }: { isOn: boolean }) {
  const { t } = useTexts(spoken)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isOn &&
      currentLocation.pathname !== nextLocation.pathname &&
      useSession.getState().accessToken !== null,
  )
  useEffect(() => {
    if (!isOn) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isOn])
  return (
    <ConfirmDialog
      title={t('leave.title')}
      confirmLabel={t('leave.now')}
      cancelLabel={t('leave.stay')}
      isOpen={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => {
        if (!isOpen) blocker.reset?.()
      }}
      onConfirm={() => blocker.proceed?.()}
      isDangerous
    >
      {t('leave.text')}
    </ConfirmDialog>
  )
}
