import { clsx } from 'clsx'

const WORDMARK = 'tarima'

/** Five planks in perspective (stage and staff at once) with one amber spot. Planks take currentColor. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 26" className={className ?? 'h-6.5 w-8'} fill="currentColor">
      <rect x="9.2" y="1.2" width="13.6" height="1.6" rx="0.8" />
      <rect x="7.3" y="5.6" width="17.4" height="2" rx="1" />
      <rect x="5.2" y="10.6" width="21.6" height="2.5" rx="1.25" />
      <rect x="2.8" y="16.2" width="26.4" height="3" rx="1.5" />
      <rect x="0" y="22.4" width="32" height="3.6" rx="1.8" />
      <circle cx="20.4" cy="7.4" r="4.9" className="fill-foco-400" />
    </svg>
  )
}

/** The mark and the name. Give the link around it its aria-label. */
export function Logo({ className }: { className?: string }) {
  return (
    <span translate="no" className={clsx('inline-flex items-center gap-2.5', className)}>
      <LogoMark />
      <span className="font-display wide-128 translate-y-[3px] text-[1.6rem] leading-none">{WORDMARK}</span>
    </span>
  )
}
