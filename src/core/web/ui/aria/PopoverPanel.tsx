import type { ReactNode, RefObject } from 'react'
import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps, Dialog } from 'react-aria-components'

export interface PopoverPanelProps {
  triggerRef: RefObject<HTMLElement | null>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Names the panel for screen readers. */
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
  placement?: AriaPopoverProps['placement']
  className?: string
}

/** What Popover shows once it is open. */
export function PopoverPanel({
  label,
  children,
  placement,
  className,
  onOpenChange,
  ...props
}: PopoverPanelProps) {
  const close = () => onOpenChange(false)
  return (
    <AriaPopover
      {...props}
      onOpenChange={onOpenChange}
      placement={placement ?? 'bottom end'}
      className="max-w-[calc(100vw-24px)] overflow-auto rounded-card border border-line bg-surface text-ink shadow-popover entering:animate-pop"
    >
      <Dialog aria-label={label} className={`outline-none ${className ?? 'p-5'}`}>
        {typeof children === 'function' ? children(close) : children}
      </Dialog>
    </AriaPopover>
  )
}
