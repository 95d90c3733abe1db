import type { ReactElement } from 'react'
import type { MenuPanelProps } from './aria/MenuPanel.tsx'
import { later } from './later.tsx'
import { OnceOpen } from './OnceOpen.tsx'
import { useTrigger } from './useTrigger.ts'

export type { MenuAction } from './aria/MenuPanel.tsx'

const MenuPanel = later(async () => (await import('./aria/MenuPanel.tsx')).MenuPanel)

export type MenuProps = Omit<MenuPanelProps, 'triggerRef' | 'isOpen' | 'onOpenChange'> & {
  /** A Button; pressing it opens the list. */
  trigger: ReactElement
}

/** A list of actions hung on a button. */
export function Menu({ trigger, ...props }: MenuProps) {
  const { button, panel } = useTrigger(trigger, 'menu', MenuPanel.fetch)
  return (
    <>
      {button}
      <OnceOpen isOpen={panel.isOpen}>
        <MenuPanel {...props} {...panel} />
      </OnceOpen>
    </>
  )
}
