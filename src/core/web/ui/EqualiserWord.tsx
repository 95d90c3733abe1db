const WIDTHS = [150, 88, 128, 76, 138, 100] as const

/** One word whose letters each have another width, like an equaliser. Read as the plain word. */
export function EqualiserWord({ children, className }: { children: string; className?: string }) {
  return (
    <>
      <span className="sr-only">{children}</span>
      <span aria-hidden className={`whitespace-nowrap ${className ?? ''}`}>
        {[...children].map((letter, i) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a letter's place is its identity
            key={i}
            style={{ fontStretch: `${WIDTHS[i % WIDTHS.length]}%` }}
          >
            {letter}
          </span>
        ))}
      </span>
    </>
  )
}
