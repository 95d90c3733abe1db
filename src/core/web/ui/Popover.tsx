import { lazy, type ReactElement } from 'react'
import type { PopoverPanelProps } from './aria/PopoverPanel.tsx'
import { OnceOpen } from './OnceOpen.tsx'
import { useTrigger } from './useTrigger.ts'

const load = () => import('./aria/PopoverPanel.tsx')
const PopoverPanel = lazy(async () => ({ default: (await load()).PopoverPanel }))

export type PopoverProps = Omit<PopoverPanelProps, 'triggerRef' | 'isOpen' | 'onOpenChange'> & {
  /** A Button; pressing it opens the panel. */
  trigger: ReactElement
}

/** A panel hung on a button; closes on Escape, outside click or `close()`. */
export function Popover({ trigger, ...props }: PopoverProps) {
  const { button, panel } = useTrigger(trigger, 'dialog', load)
  return (
    <>
      {button}
      <OnceOpen isOpen={panel.isOpen}>
        <PopoverPanel {...props} {...panel} />
      </OnceOpen>
    </>
  )
}
