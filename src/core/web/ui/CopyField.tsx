import { clsx } from 'clsx'
import { Copy } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { toast } from '../toast.ts'
import { Button } from './Button.tsx'
import { controlClass } from './fieldStyle.ts'

/** Something to be copied and pasted elsewhere, such as an address: a field that is only read, with its button. */
export function CopyField({
  label,
  value,
  said,
  children,
}: {
  label: string
  value: string
  /** What the button says, and what is said once it was pressed. */
  said: { copy: string; copied: string; notCopied: string }
  /** What to know of it, below the field. */
  children: ReactNode
}) {
  const id = useId()
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast.success(said.copied),
      () => toast.error(said.notCopied),
    )
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          readOnly
          value={value}
          aria-describedby={`${id}-more`}
          onFocus={(event) => event.target.select()}
          className={clsx(controlClass, 'flex-1 basis-52 font-mono text-sm')}
        />
        <Button variant="secondary" icon={<Copy aria-hidden />} onPress={() => void copy()}>
          {said.copy}
        </Button>
      </div>
      <p id={`${id}-more`} className="mt-1.5 text-sm text-ink-2">
        {children}
      </p>
    </div>
  )
}
