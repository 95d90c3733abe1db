import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './buttonStyle.ts'

export interface LinkButtonProps extends Omit<LinkProps, 'className' | 'children' | 'style'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  isIconOnly?: boolean
  children?: ReactNode
  className?: string
}

/** A router link that looks like a button. */
export function LinkButton({
  variant,
  size,
  icon,
  isIconOnly,
  children,
  className,
  ...props
}: LinkButtonProps) {
  return (
    <Link {...props} className={buttonStyle(variant, size, isIconOnly, className)}>
      {icon && <span className="flex shrink-0 [&>svg]:size-[1.15em]">{icon}</span>}
      {children}
    </Link>
  )
}
