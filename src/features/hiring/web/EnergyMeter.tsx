import { clsx } from 'clsx'

export const LEVEL_COLOURS = ['bg-cabina-400', 'bg-cabina-300', 'bg-foco-400', 'bg-foco-300', 'bg-telon-400']

/** Columns of a mixing desk's meter, lit up to the energy of their part of the night. */
export function EnergyMeter({
  shape,
  isLit = true,
  className,
}: {
  shape: readonly number[]
  isLit?: boolean
  className?: string
}) {
  return (
    <span aria-hidden className={clsx('flex items-end gap-[3px]', className)}>
      {shape.map((energy, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other identity than its place
        <span key={at} className="flex h-full flex-1 flex-col-reverse gap-[3px]">
          {[1, 2, 3, 4, 5].map((level) => (
            <span
              key={level}
              className={clsx(
                'flex-1 rounded-[3px] transition-colors',
                level > energy ? 'bg-noche-800' : isLit ? LEVEL_COLOURS[level - 1] : 'bg-noche-500',
              )}
            />
          ))}
        </span>
      ))}
    </span>
  )
}
