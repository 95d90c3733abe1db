import { clsx } from 'clsx'

/** A row of figures: what it is of, and one for each column. */
export interface FigureRow {
  key: string
  name: string
  figures: readonly string[]
}

/** The figures of a chart as a table: whoever doesn't see the chart reads the same, and who does reads it exactly. */
export function FigureTable({
  caption,
  heads,
  rows,
  foot,
  className,
}: {
  /** Names the table, for screen readers. */
  caption: string
  /** What the rows are, then what each column is. */
  heads: readonly [string, ...string[]]
  rows: readonly FigureRow[]
  /** The last row: sums. */
  foot?: FigureRow
  className?: string
}) {
  const [first, ...columns] = heads
  return (
    <section
      className={clsx('overflow-x-auto', className)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={caption}
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-ink-2">
            <th scope="col" className="py-1 text-left font-medium">
              {first}
            </th>
            {columns.map((head) => (
              <th key={head} scope="col" className="py-1 pl-3 text-right font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, figures }) => (
            <tr key={key} className="border-t border-line">
              <th
                scope="row"
                className="py-1.5 text-left font-normal whitespace-nowrap first-letter:uppercase"
              >
                {name}
              </th>
              {figures.map((figure, at) => (
                <td key={columns[at]} className="py-1.5 pl-3 text-right">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr className="border-t border-line-strong font-semibold">
              <th scope="row" className="py-1.5 text-left">
                {foot.name}
              </th>
              {foot.figures.map((figure, at) => (
                <td key={columns[at]} className="py-1.5 pl-3 text-right">
                  {figure}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
