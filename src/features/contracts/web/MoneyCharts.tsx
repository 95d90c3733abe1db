import { DEFAULT_ZONE, wallClock } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FigureTable } from '#core/web/ui/FigureTable.tsx'
import { LevelMeter } from '#core/web/ui/LevelMeter.tsx'
import type { MoneyMonth } from '../contract.money.ts'
import { contractMoneyTexts } from './texts.ts'

const spoken = texts(contractMoneyTexts)
const KINDS = ['due', 'held', 'received'] as const

/** How many months a phone shows of the chart; the table has all of them. */
const ON_A_PHONE = 6

type Sums = Pick<MoneyMonth, (typeof KINDS)[number]>
const NOTHING: Sums = { due: 0, held: 0, received: 0 }

/** What somebody gets month by month, each currency by itself. */
export const MoneyCharts = ({ months, rows }: { months: readonly string[]; rows: readonly MoneyMonth[] }) => (
  <div className="flex flex-col gap-8">
    {[...new Set(rows.map(({ currency }) => currency))].map((currency) => (
      <MoneyChart
        key={currency}
        currency={currency}
        months={months}
        rows={rows.filter((one) => one.currency === currency)}
      />
    ))}
  </div>
)

/** A chart, and its figures as a table. */
function MoneyChart({
  currency,
  months,
  rows,
}: {
  currency: string
  months: readonly string[]
  rows: readonly MoneyMonth[]
}) {
  const { t } = useTexts(spoken)
  const { money, calendarDay } = useFormat()
  const here = wallClock(new Date(), DEFAULT_ZONE).day.slice(0, 7)
  const of = (month: string): Sums => rows.find((one) => one.month === month) ?? NOTHING
  const monthOf = (month: string) => calendarDay(`${month}-01`, 'month_short')
  const short = (month: string) => calendarDay(`${month}-01`, 'month_name')
  const all = KINDS.map((kind) => rows.reduce((sum, one) => sum + one[kind], 0))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2 lg:items-end">
      <LevelMeter
        label={t('contracts.months.chart')}
        legend={{
          current: t('contracts.months.current'),
          other: t('contracts.months.other'),
          expected: t('contracts.months.expected'),
        }}
        columns={months.map((month, at) => {
          const { due, held, received } = of(month)
          return {
            label: short(month),
            value: held + received,
            expected: due,
            valueText: t('contracts.months.value', {
              sure: money(held + received, currency),
              due: money(due, currency),
            }),
            isCurrent: month === here,
            isWide: at < months.length - ON_A_PHONE,
          }
        })}
      />
      <FigureTable
        caption={t('contracts.months.caption', { currency })}
        heads={[t('contracts.months.month'), ...KINDS.map((kind) => t(`contracts.months.${kind}`))]}
        rows={months
          .filter((month) => KINDS.some((kind) => of(month)[kind] !== 0))
          .map((month) => ({
            key: month,
            name:
              month === months.at(-1)
                ? t('contracts.months.or_later', { month: monthOf(month) })
                : monthOf(month),
            figures: KINDS.map((kind) => money(of(month)[kind], currency)),
          }))}
        foot={{
          key: 'sum',
          name: t('contracts.months.sum'),
          figures: all.map((sum) => money(sum, currency)),
        }}
      />
    </div>
  )
}
