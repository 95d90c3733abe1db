import { useFormat } from '#core/web/format.ts'
import type { Fact } from '../contract.ts'

/** What is known of something, name by name. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const { date, time, money } = useFormat()
  const shown = facts.flatMap(({ name, label, text, at, amount, currency }) => {
    const value =
      amount !== null && currency !== null
        ? money(amount, currency)
        : at !== null
          ? `${date(at, undefined, 'long')}, ${time(at)}`
          : text
    return value ? [{ name, label, value }] : []
  })
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {shown.map(({ name, label, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-ink-2">{label}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
