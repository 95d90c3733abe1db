import { clsx } from 'clsx'

/** Four bars of a level meter, moving. Give `label` where nothing near it says what is loading. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span
      {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
      className={clsx('inline-flex h-[1em] items-end gap-[0.12em]', className)}
    >
      {[0.55, 1, 0.7, 0.4].map((height, i) => (
        <span
          key={height}
          className="w-[0.16em] origin-bottom animate-level rounded-full bg-current"
          style={{ height: `${height}em`, animationDelay: `${i * -230}ms` }}
        />
      ))}
    </span>
  )
}
