/** How many something has, as the page shows it: 99 at most. */
export const countShown = (n: number): string => (n > 99 ? '99+' : String(n))

/** A figure at the corner of an icon, for those who see it: the icon's label says it too. Nothing for none. */
export function CountBadge({ n }: { n: number }) {
  if (n === 0) return null
  return (
    <span
      aria-hidden="true"
      className="absolute top-1 right-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1 text-xs font-bold text-on-primary tabular-nums"
    >
      {countShown(n)}
    </span>
  )
}
