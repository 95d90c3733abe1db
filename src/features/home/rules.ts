import { DAY } from '#core/contract/time.ts'

/**
 * A span that holds all of these months wherever on earth they are told: a day more on either side. What lies outside
 * of the months themselves is left out afterwards.
 * @param months YYYY-MM, oldest first
 */
export function spanOfMonths(months: readonly string[]): { since: string; until: string } {
  const first = Date.parse(`${months[0]}-01T00:00:00Z`)
  const last = new Date(`${months.at(-1)}-01T00:00:00Z`)
  const after = Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, 1)
  return { since: new Date(first - DAY).toISOString(), until: new Date(after + DAY).toISOString() }
}

/**
 * Sums by month in the one currency that most money is in (sums of different currencies don't add up).
 * @param rows minor units by month and currency
 * @returns null when there is nothing in those months
 */
export function mainSums(
  rows: readonly { month: string; currency: string; amount: number }[],
  months: readonly string[],
): { currency: string; months: { month: string; amount: number }[] } | null {
  const shown = rows.filter((row) => months.includes(row.month) && row.amount > 0)
  const totals = new Map<string, number>()
  for (const { currency, amount } of shown) totals.set(currency, (totals.get(currency) ?? 0) + amount)
  const [main] = [...totals].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
  if (!main) return null
  const currency = main[0]
  return {
    currency,
    months: months.map((month) => ({
      month,
      amount: shown
        .filter((row) => row.month === month && row.currency === currency)
        .reduce((sum, row) => sum + row.amount, 0),
    })),
  }
}

/** What waits, by when it has to be done: what runs out first, and what has no time of its own by when it is played. */
export const inOrder = <Row extends { until: string | null; starts_at: string }>(
  rows: readonly Row[],
): Row[] => {
  const at = ({ until, starts_at }: Row) => Date.parse(until ?? starts_at)
  return [...rows].sort((a, b) => at(a) - at(b))
}
