import { useRef } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import type { InputOf } from '#core/web/ask.ts'
import { AttachButton } from './AttachButton.tsx'
import { type Attached, AttachedFiles } from './AttachedFiles.tsx'

/** Uploads files one after the other, and lists them until what they go with is sent. */
export function AttachFiles<E extends Endpoint>({
  to,
  input,
  files,
  most,
  onChange,
  onBusy,
}: {
  /** Where they are uploaded; it answers what was. */
  to: E
  input: InputOf<E>
  files: readonly Attached[]
  most: number
  onChange: (change: (before: readonly Attached[]) => readonly Attached[]) => void
  /** While one is on its way nothing should be sent. */
  onBusy?: (isBusy: boolean) => void
}) {
  const button = useRef<{ focus: () => void }>(null)
  return (
    <div className="flex flex-col items-start gap-2">
      <AttachedFiles
        files={files}
        onRemove={(removed) => {
          onChange((before) => before.filter(({ id }) => id !== removed))
          button.current?.focus()
        }}
      />
      <AttachButton
        ref={button}
        to={to}
        input={input}
        there={files.length}
        most={most}
        onAdded={(added) => {
          const { id, name } = added as Attached
          onChange((before) => [...before, { id, name }])
        }}
        onBusy={onBusy}
      />
    </div>
  )
}
