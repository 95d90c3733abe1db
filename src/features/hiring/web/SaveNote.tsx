import { Check, CloudOff, CloudUpload, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SaveState } from './autosave.ts'

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
  const { t } = useTranslation('business')
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
          {t(`order.brief.save.${state}`)}
        </>
      )}
    </p>
  )
}
