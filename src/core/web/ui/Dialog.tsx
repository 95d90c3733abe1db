import type { DialogProps } from './aria/DialogSheet.tsx'
import { later } from './later.tsx'
import { OnceOpen } from './OnceOpen.tsx'

const DialogSheet = later(async () => (await import('./aria/DialogSheet.tsx')).DialogSheet)

/** A modal dialog: a sheet from below on phones, a card in the middle above. */
export function Dialog(props: DialogProps) {
  return (
    <OnceOpen isOpen={props.isOpen}>
      <DialogSheet {...props} />
    </OnceOpen>
  )
}
