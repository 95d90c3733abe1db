import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from '../Button.tsx'
import { useCounted } from '../openSheets.ts'

export interface ConfirmDialogProps {
  title: string
  children?: ReactNode
  confirmLabel: string
  cancelLabel: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The dialog stays until the caller closes it, so that a pending or failed call can be shown. */
  onConfirm: () => void
  isPending?: boolean
  isDangerous?: boolean
}

/** What ConfirmDialog shows once it is open. */
export function ConfirmSheet({
  title,
  children,
  confirmLabel,
  cancelLabel,
  isOpen,
  onOpenChange,
  onConfirm,
  isPending = false,
  isDangerous,
}: ConfirmDialogProps) {
  useCounted(isOpen)
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="fixed inset-0 z-50 flex items-end justify-center bg-noche-950/60 sm:items-center sm:p-6"
    >
      <Modal className="w-full max-w-md rounded-t-card border border-line bg-surface text-ink entering:animate-pop sm:rounded-card">
        <AriaDialog
          role="alertdialog"
          className="flex max-h-[92dvh] flex-col gap-4 overflow-y-auto p-5 outline-none"
        >
          <Heading slot="title" className="title-card">
            {title}
          </Heading>
          {children && <div className="text-ink-2">{children}</div>}
          <div className="flex flex-col-reverse gap-3 pt-2 sm:flex-row sm:justify-end">
            <Button variant="secondary" onPress={() => onOpenChange(false)} isDisabled={isPending}>
              {cancelLabel}
            </Button>
            <Button variant={isDangerous ? 'danger' : 'primary'} onPress={onConfirm} isPending={isPending}>
              {confirmLabel}
            </Button>
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
