import type { ReactNode } from 'react'
import type { BriefDesk } from './autosave.ts'
import type { FieldPath } from './paths.ts'

/** Where a field stands, so that a refused submit can lead to it. */
export function BriefField({
  path,
  children,
  className,
}: {
  path: FieldPath
  children: ReactNode
  className?: string
}) {
  return (
    <div data-field={path} className={`min-w-0 ${className ?? ''}`}>
      {children}
    </div>
  )
}

/** What every control of the brief gets: its value, how to change it, its problem. */
export function fieldOf<Value>(desk: BriefDesk, path: FieldPath) {
  return {
    name: path,
    value: (desk.values[path] ?? null) as Value | null,
    onChange: (value: Value | null) => desk.change({ [path]: value }),
    errorMessage: desk.errors[path],
  }
}

/** Puts the reader on a field: its first control, in sight. False while the field isn't on the page. */
export function focusField(path: string): boolean {
  const field = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(path)}"]`)
  const control = field?.querySelector<HTMLElement>(
    'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea, [role=spinbutton], button:not(:disabled)',
  )
  if (!field || !control) return false
  field.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
  return true
}
