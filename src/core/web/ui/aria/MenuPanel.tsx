import { clsx } from 'clsx'
import type { ReactNode, RefObject } from 'react'
import { Menu as AriaMenu, MenuItem, Popover, type PopoverProps } from 'react-aria-components'
import { optionClass } from '../fieldStyle.ts'

export interface MenuAction {
  id: string
  label: string
  icon?: ReactNode
  /** What choosing it does; or `href` for a link. */
  onAction?: () => void
  href?: string
  isDisabled?: boolean
  isDangerous?: boolean
}

export interface MenuPanelProps {
  triggerRef: RefObject<HTMLElement | null>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  label: string
  actions: readonly MenuAction[]
  placement?: PopoverProps['placement']
}

/** What Menu shows once it is open. */
export function MenuPanel({ label, actions, placement, onOpenChange, ...props }: MenuPanelProps) {
  return (
    <Popover
      {...props}
      trigger="MenuTrigger"
      onOpenChange={onOpenChange}
      placement={placement ?? 'bottom end'}
      className="min-w-48 overflow-auto rounded-control border border-line bg-surface p-1.5 text-ink shadow-popover entering:animate-pop"
    >
      <AriaMenu
        aria-label={label}
        autoFocus="first"
        onClose={() => onOpenChange(false)}
        className="outline-none"
      >
        {actions.map((action) => (
          <MenuItem
            key={action.id}
            id={action.id}
            textValue={action.label}
            {...(action.onAction ? { onAction: action.onAction } : {})}
            {...(action.href ? { href: action.href } : {})}
            isDisabled={action.isDisabled ?? false}
            className={clsx(optionClass, action.isDangerous && 'text-bad')}
          >
            {action.icon && <span className="flex shrink-0 [&>svg]:size-4.5">{action.icon}</span>}
            {action.label}
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  )
}
