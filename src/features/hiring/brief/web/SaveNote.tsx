import { Check, CloudOff, CloudUpload, TriangleAlert } from 'lucide-react'
import { texts, useTexts } from '#core/web/texts.ts'
import { briefTexts } from '#features/hiring/web/texts.ts'
import type { SaveState } from './autosave.ts'

const spoken = texts(briefTexts)

const LOOKS: Record<SaveState, { icon: typeof Check; className: string } | null> = {
  idle: null,
  waiting: { icon: CloudUpload, className: 'text-ink-2' },
  saving: { icon: CloudUpload, className: 'text-ink-2' },
  saved: { icon: Check, className: 'text-ok' },
  retrying: { icon: CloudOff, className: 'text-warn' },
  conflict: { icon: TriangleAlert, className: 'text-warn' },
  refused: { icon: TriangleAlert, className: 'text-bad' },
}

/** Where the text that was just typed is: on its way, saved, or waiting for the network. */
export function SaveNote({ state }: { state: SaveState }) {
  const { word } = useTexts(spoken)
  const look = LOOKS[state]
  return (
    <p
      role="status"
      data-save-state={state}
      className={`flex min-h-6 items-center gap-1.5 text-sm font-semibold ${look?.className ?? ''}`}
    >
      {look && (
        <>
          <look.icon aria-hidden className="size-4 shrink-0" />
          {word('order.brief.save', state)}
        </>
      )}
    </p>
  )
}
