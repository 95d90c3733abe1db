import { Moon, Sun } from 'lucide-react'

/** Light or dark, by one button. `label` says what pressing does. */
export function ThemeToggle({
  theme,
  onChange,
  label,
  className,
}: {
  theme: 'light' | 'dark'
  onChange: (theme: 'light' | 'dark') => void
  label: string
  className?: string
}) {
  return (
    <button
      type="button"
      data-theme-toggle
      aria-label={label}
      title={label}
      onClick={() => onChange(theme === 'dark' ? 'light' : 'dark')}
      className={`grid size-11 shrink-0 place-items-center rounded-control transition-colors hover:bg-surface-2 sm:size-10 ${className ?? ''}`}
    >
      {/* Both, since a page that was drawn ahead doesn't know its theme. */}
      <Moon aria-hidden className="size-5 [[data-theme=dark]_&]:hidden" />
      <Sun aria-hidden className="hidden size-5 [[data-theme=dark]_&]:block" />
    </button>
  )
}
