import { useFormat } from '#core/web/format.ts'

/** A day as a dark tile: the number large, the month under it. The text beside it says the full date. */
export function DateTile({ at, zone }: { at: string; zone: string }) {
  const { date } = useFormat()
  const [day, ...month] = date(at, zone, 'day')
    .split(/\s(?:de\s)?/)
    .sort((a) => (/\d/.test(a) ? -1 : 1))
  return (
    <span
      aria-hidden
      className="stage grid size-14 shrink-0 place-content-center rounded-control text-center leading-none"
    >
      <span className="font-display text-xl wide-110 text-foco-400">{day}</span>
      <span className="mt-1 text-xs text-ink-2">{month.join(' ').replace('.', '')}</span>
    </span>
  )
}
