import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './buttonStyle.ts'
import { Spinner } from './Spinner.tsx'

export interface ButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'disabled' | 'onClick' | 'style'> {
  variant?: ButtonVariant
  size?: ButtonSize
  onPress?: (() => void) | undefined
  isDisabled?: boolean | undefined
  /** Keeps its width and shows a spinner; pressing it does nothing. */
  isPending?: boolean | undefined
  /** An icon before the text, e.g. `<Check aria-hidden />`. */
  icon?: ReactNode
  /** Square, for an icon alone: pass `icon` and `aria-label`, no children. */
  isIconOnly?: boolean
  children?: ReactNode
  ref?: Ref<HTMLButtonElement> | undefined
}

/** A push button. The browser's own, so that no page pays for a library before it opens something. */
export function Button({
  variant,
  size,
  icon,
  isIconOnly,
  children,
  className,
  isPending = false,
  isDisabled = false,
  onPress,
  type = 'button',
  ...props
}: ButtonProps) {
  return (
    <button
      {...props}
      type={isPending ? 'button' : type}
      disabled={isDisabled}
      // Still there for whoever has the focus on it.
      aria-disabled={isPending || undefined}
      onClick={isPending ? undefined : () => onPress?.()}
      className={buttonStyle(
        variant,
        size,
        isIconOnly,
        `${isPending ? 'cursor-default' : ''} ${className ?? ''}`,
      )}
    >
      <span className={isPending ? 'inline-flex items-center gap-2 opacity-0' : 'contents'}>
        {icon && <span className="flex shrink-0 [&>svg]:size-[1.15em]">{icon}</span>}
        {children}
      </span>
      {isPending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  )
}
