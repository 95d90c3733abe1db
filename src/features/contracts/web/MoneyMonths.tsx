import { useQuery } from '@tanstack/react-query'
import { DEFAULT_ZONE, wallClock } from '#core/contract/time.ts'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { FigureTable } from '#core/web/ui/FigureTable.tsx'
import { LevelMeter } from '#core/web/ui/LevelMeter.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type MoneyMonth, readMoneyMonths } from '../contract.money.ts'
import { contractMoneyTexts } from './texts.ts'

const spoken = texts(contractMoneyTexts)
const KINDS = ['due', 'held', 'received'] as const

/** How many months a phone shows of the chart; the table has all of them. */
const ON_A_PHONE = 6

type Sums = Pick<MoneyMonth, (typeof KINDS)[number]>
const NOTHING: Sums = { due: 0, held: 0, received: 0 }

/**
 * What somebody gets month by month, of all their projects or of one: a chart, and its figures as a table.
 * @param props.as where it stands: among the agreements, or on the musician's home, which leads there
 */
export function MoneyMonths({ project, as }: { project: number | null; as: 'payments' | 'income' }) {
  const { t } = useTexts(spoken)
  const query = useQuery(ask(readMoneyMonths, { query: project ? { project } : {} }))
  return (
    <Card
      title={t(as === 'payments' ? 'contracts.months.title' : 'contracts.months.income')}
      action={
        as === 'income' && (
          <LinkButton to="/contracts" variant="quiet" size="sm">
            {t('contracts.months.all')}
          </LinkButton>
        )
      }
    >
      <Loaded query={query} waiting={<Skeleton className="h-64" />} failed={t('contracts.months.error')}>
        {({ months, results }) =>
          results.length === 0 ? (
            <p className="text-ink-2">{t('contracts.months.empty')}</p>
          ) : (
            <div className="flex flex-col gap-8">
              <p className="text-ink-2">{t('contracts.months.text')}</p>
              {[...new Set(results.map(({ currency }) => currency))].map((currency) => (
                <Currency
                  key={currency}
                  currency={currency}
                  months={months}
                  rows={results.filter((one) => one.currency === currency)}
                />
              ))}
            </div>
          )
        }
      </Loaded>
    </Card>
  )
}

function Currency({
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
