import { Planks } from '#core/web/ui/Planks.tsx'

/** Before the first page is there; says nothing, since it is gone in a blink. */
export function Loading() {
  return (
    <div aria-busy="true" className="grid min-h-dvh place-items-center bg-bg text-ink-3">
      <Planks className="w-24 animate-pulse" />
    </div>
  )
}
