import type { ReactElement } from 'react'
import {
  Tooltip as AriaTooltip,
  type TooltipProps as AriaTooltipProps,
  TooltipTrigger,
} from 'react-aria-components'

export interface TooltipProps {
  text: string
  /** A Button (anything react-aria can focus). */
  children: ReactElement
  placement?: AriaTooltipProps['placement']
}

/** A short explanation on hover and focus. Never the only place of something needed. */
export function Tooltip({ text, children, placement }: TooltipProps) {
  return (
    <TooltipTrigger delay={400}>
      {children}
      <AriaTooltip
        placement={placement ?? 'top'}
        offset={6}
        className="max-w-64 rounded-chip bg-noche-950 px-2.5 py-1.5 text-sm text-noche-50 shadow-popover dark:bg-noche-50 dark:text-noche-950"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
