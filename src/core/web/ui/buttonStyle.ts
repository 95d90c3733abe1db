import { clsx } from 'clsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'light'
export type ButtonSize = 'sm' | 'md' | 'lg'

const base =
  'relative inline-flex max-w-full shrink-0 cursor-pointer items-center justify-center gap-2 rounded-control border font-semibold max-sm:py-1 max-sm:text-center sm:whitespace-nowrap ' +
  'no-underline transition-colors select-none disabled:cursor-default disabled:opacity-50 pending:cursor-default'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover pressed:bg-primary-hover',
  secondary: 'border-line-strong bg-surface text-ink hover:bg-surface-2 pressed:bg-surface-2',
  quiet: 'border-transparent bg-transparent text-accent hover:bg-surface-2 pressed:bg-surface-2',
  danger: 'border-transparent bg-bad-tint text-bad hover:border-bad pressed:border-bad',
  light: 'border-transparent bg-white text-noche-950 hover:bg-noche-200 pressed:bg-noche-200',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-11 px-3 text-sm sm:min-h-8',
  md: 'min-h-11 px-4 sm:min-h-10',
  lg: 'min-h-12 px-6 text-[1.05rem]',
}

const squares: Record<ButtonSize, string> = {
  sm: 'size-11 sm:size-8',
  md: 'size-11 sm:size-10',
  lg: 'size-12',
}

/**
 * Classes of a button, for Button, LinkButton and plain elements on pages that carry no react-aria.
 * `isIconOnly` makes it square: give such a button an aria-label.
 */
export function buttonStyle(
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'md',
  isIconOnly = false,
  className?: string,
): string {
  return clsx(base, variants[variant], isIconOnly ? squares[size] : sizes[size], className)
}
