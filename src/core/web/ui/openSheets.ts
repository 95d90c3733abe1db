import { useEffect } from 'react'
import { create } from 'zustand'

/* How many dialogs stand open, so that what is under one doesn't go while somebody writes in it. */

const useCount = create<{ open: number }>(() => ({ open: 0 }))
const add = (by: number) => useCount.setState(({ open }) => ({ open: open + by }))

/** Counts a dialog while it is open. */
export function useCounted(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    add(1)
    return () => add(-1)
  }, [isOpen])
}

/** Whether some dialog is open that asks for something: the palette isn't one. */
export const useIsSomeOpen = (): boolean => useCount(({ open }) => open > 0)
