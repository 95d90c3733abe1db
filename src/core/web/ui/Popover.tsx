import type { ReactElement } from 'react'
import type { PopoverPanelProps } from './aria/PopoverPanel.tsx'
import { type Ahead, later } from './later.tsx'
import { OnceOpen } from './OnceOpen.tsx'
import { useTrigger } from './useTrigger.ts'

const PopoverPanel = later(async () => (await import('./aria/PopoverPanel.tsx')).PopoverPanel)

export type PopoverProps = Omit<PopoverPanelProps, 'triggerRef' | 'isOpen' | 'onOpenChange'> & {
  /** A Button; pressing it opens the panel. */
  trigger: ReactElement
  /** What it shows, where that is a part of its own: fetched along with the panel. */
  ahead?: Ahead
}

/** A panel hung on a button; closes on Escape, outside click or `close()`. */
export function Popover({ trigger, ahead, ...props }: PopoverProps) {
  const near = async () => {
    await Promise.all([PopoverPanel.fetch(), ahead?.fetch()])
  }
  const { button, panel } = useTrigger(trigger, 'dialog', near)
  return (
    <>
      {button}
      <OnceOpen isOpen={panel.isOpen}>
        <PopoverPanel {...props} {...panel} />
      </OnceOpen>
    </>
  )
}
