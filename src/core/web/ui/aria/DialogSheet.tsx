import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Button, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useCounted } from '../openSheets.ts'

export interface DialogProps {
  title: string
  /** Read by screen readers on the × button. */
  closeLabel: string
  isOpen: boolean
  onOpenChange?: (isOpen: boolean) => void
  /** Largest width in px. */
  maxWidth?: number
  /** Close on a click outside; false for forms whose loss would hurt. */
  isDismissable?: boolean
  /** Buttons at the foot, right-aligned. */
  footer?: ReactNode
  children: ReactNode | ((close: () => void) => ReactNode)
  className?: string
}

/** What Dialog shows once it is open; a chunk of its own, as the parts of react-aria behind it weigh more than a page. */
export function DialogSheet({
  title,
  closeLabel,
  isOpen,
  onOpenChange,
  maxWidth = 600,
  isDismissable = true,
  footer,
  children,
  className,
}: DialogProps) {
  useCounted(isOpen)
  return (
    <ModalOverlay
      isOpen={isOpen}
      {...(onOpenChange ? { onOpenChange } : {})}
      isDismissable={isDismissable}
      className="fixed inset-0 z-50 flex items-end justify-center bg-noche-950/60 sm:items-center sm:p-6"
    >
      <Modal
        className="flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-t-card border border-line bg-surface text-ink entering:animate-pop sm:max-h-full sm:rounded-card"
        style={{ maxWidth }}
      >
        <AriaDialog className={`flex min-h-0 flex-col outline-none ${className ?? ''}`}>
          {({ close }) => (
            <>
              <header className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-5">
                <Heading slot="title" className="title-card">
                  {title}
                </Heading>
                <Button
                  aria-label={closeLabel}
                  onPress={close}
                  className="grid size-11 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-surface-2 sm:size-10"
                >
                  <X aria-hidden className="size-5" />
                </Button>
              </header>
              <div className="min-h-0 flex-1 overflow-y-auto p-5">
                {typeof children === 'function' ? children(close) : children}
              </div>
              {footer && (
                <footer className="flex flex-wrap justify-end gap-3 border-t border-line p-4">
                  {footer}
                </footer>
              )}
            </>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
