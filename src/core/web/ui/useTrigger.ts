import { cloneElement, type KeyboardEvent, type ReactElement, type Ref, useRef, useState } from 'react'

/** What a button needs to open something beside it. */
interface OpenerProps {
  ref: Ref<HTMLButtonElement>
  'aria-haspopup': 'dialog' | 'menu'
  'aria-expanded': boolean
  onPress: () => void
  onPointerEnter: () => void
  onFocus: () => void
  onKeyDown?: (event: KeyboardEvent) => void
}

/** A button and the panel it opens, whose chunk is fetched as soon as somebody comes near the button. */
export function useTrigger(trigger: ReactElement, kind: 'dialog' | 'menu', load: () => Promise<void>) {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [isOpen, onOpenChange] = useState(false)
  const near = () => void load()
  const opener: OpenerProps = {
    ref: triggerRef,
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    onPress: () => onOpenChange(!isOpen),
    onPointerEnter: near,
    onFocus: near,
    ...(kind === 'menu'
      ? {
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
            event.preventDefault()
            onOpenChange(true)
          },
        }
      : {}),
  }
  return { button: cloneElement(trigger, opener), panel: { triggerRef, isOpen, onOpenChange } }
}
