import { type RefObject, useEffect, useRef } from 'react'

/** After dialogs and menus have handed the focus back, milliseconds. */
const SETTLED_MS = 80

const IN_DIALOG = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/**
 * Leaves the keyboard where somebody works when what had the focus goes: a row that was deleted, a button that is no
 * longer offered, the trigger of a dialog that closed. The place itself takes it then: give it `tabIndex={-1}`.
 */
export function useFocusStays<Place extends HTMLElement>(): RefObject<Place | null> {
  const place = useRef<Place>(null)
  useEffect(() => {
    let isHere = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (isHere && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
      }, SETTLED_MS)
    }
    const isOurs = (target: EventTarget | null) =>
      target instanceof Element && (place.current?.contains(target) || target.closest(IN_DIALOG) !== null)
    const moved = ({ target }: Event) => {
      // A dialog belongs to whoever opened it: one from elsewhere doesn't bring the focus here.
      const isInside = target instanceof Node && place.current?.contains(target)
      isHere = isInside || (isHere && isOurs(target))
    }
    const gone = new MutationObserver(look)
    document.addEventListener('focusin', moved)
    // A press beside it all lets go of the focus on purpose.
    document.addEventListener('pointerdown', moved)
    // Dialogs stand at the end of the document.
    gone.observe(document.body, { childList: true })
    if (place.current) gone.observe(place.current, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      gone.disconnect()
      document.removeEventListener('focusin', moved)
      document.removeEventListener('pointerdown', moved)
    }
  }, [])
  return place
}
