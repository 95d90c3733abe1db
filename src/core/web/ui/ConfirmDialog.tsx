import type { ConfirmDialogProps } from './aria/ConfirmSheet.tsx'
import { later } from './later.tsx'
import { OnceOpen } from './OnceOpen.tsx'

const ConfirmSheet = later(async () => (await import('./aria/ConfirmSheet.tsx')).ConfirmSheet)

/** Asks once before something that can't be taken back. Escape and "cancel" leave all as it was. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <OnceOpen isOpen={props.isOpen}>
      <ConfirmSheet {...props} />
    </OnceOpen>
  )
}
