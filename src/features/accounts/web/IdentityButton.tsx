import { clsx } from 'clsx'
import { KeyRound } from 'lucide-react'
import { texts, useTexts } from '#core/web/texts.ts'
import { Spinner } from '#core/web/ui/Spinner.tsx'
import { entryTexts } from './texts.ts'

const spoken = texts(entryTexts)

/** Heights of the provider's button (rule S-10). */
const SIZES = {
  large: 'h-10 w-full gap-3 rounded-control px-4',
  medium: 'h-8 gap-2 rounded-control px-3 text-sm',
  small: 'h-5 gap-1 rounded-chip px-1.5 text-xs leading-none',
} as const

/** Goes to the identity provider; plain, since it stands on the page that is drawn ahead of time. */
export function IdentityButton({
  size,
  isHidden = false,
  isPending = false,
  onPress,
  className,
}: {
  /** 40, 32 or 20 px high. */
  size: keyof typeof SIZES
  /** Not configured, or not known yet. */
  isHidden?: boolean
  isPending?: boolean
  onPress?: () => void
  className?: string
}) {
  const { t } = useTexts(spoken)
  return (
    <button
      type="button"
      data-identity
      hidden={isHidden}
      data-busy={isPending || undefined}
      onClick={isPending ? undefined : onPress}
      className={clsx(
        'group relative inline-flex items-center justify-center border border-line-strong bg-surface font-semibold hover:bg-surface-2',
        SIZES[size],
        className,
      )}
    >
      <KeyRound aria-hidden className="size-[1.15em] shrink-0 text-accent" />
      <span>{t('identity.button')}</span>
      <span className="hidden group-data-busy:inline-flex">
        <Spinner />
      </span>
    </button>
  )
}
