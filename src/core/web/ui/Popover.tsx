import type { ReactElement } from 'react'
import type { PopoverPanelProps } from './aria/PopoverPanel.tsx'
import { later } from './later.tsx'
import { OnceOpen } from './OnceOpen.tsx'
import { useTrigger } from './useTrigger.ts'

const PopoverPanel = later(async () => (await import('./aria/PopoverPanel.tsx')).PopoverPanel)

export type PopoverProps = Omit<PopoverPanelProps, 'triggerRef' | 'isOpen' | 'onOpenChange'> & {
  /** A Button; pressing it opens the panel. */
  trigger: ReactElement
}

/** A panel hung on a button; closes on Escape, outside click or `close()`. */
export function Popover({ trigger, ...props }: PopoverProps) {
  const { button, panel } = useTrigger(trigger, 'dialog', PopoverPanel.fetch)
  return (
    <>
      {button}
      <OnceOpen isOpen={panel.isOpen}>
        <PopoverPanel {...props} {...panel} />
      </OnceOpen>
    </>
  )
}
