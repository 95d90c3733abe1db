import { cellClass, headClass, sumClass } from './tableStyle.ts'

/** Names and their figures: what a graph beside it shows to the eye. */
export function FigureTable({
  label,
  head,
  rows,
}: {
  /** What the table is, for whoever hears it. */
  label: string
  head: readonly [what: string, figure: string]
  rows: readonly { label: string; valueText: string }[]
}) {
  return (
    <table aria-label={label} className="w-full border-collapse">
      <thead className="border-b border-line-strong">
        <tr>
          <th scope="col" className={headClass}>
            {head[0]}
          </th>
          <th scope="col" className={`${headClass} pr-0 text-right`}>
            {head[1]}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row" className={`${cellClass} text-left font-semibold`}>
              {row.label}
            </th>
            <td className={sumClass}>{row.valueText}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
