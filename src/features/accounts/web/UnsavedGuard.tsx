import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { texts, useTexts } from '#core/web/texts.ts'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { useSession } from './session.ts'
import { leaveTexts } from './texts.ts'

const spoken = texts(leaveTexts)

/**
 * Asks before a page with changes that aren't saved is left; who was signed out isn't held.
 * @param props.isDone set once they are saved or given up, for who is led on in the same moment
 */
export function UnsavedGuard({ isOn, isDone }: { isOn: boolean; isDone?: RefObject<boolean> }) {
  const { t } = useTexts(spoken)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isOn &&
      !isDone?.current &&
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
