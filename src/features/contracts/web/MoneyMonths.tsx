import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later, useComing } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { readMoneyMonths } from '../contract.money.ts'
import { contractMoneyTexts } from './texts.ts'

const spoken = texts(contractMoneyTexts)

/** Comes once there is any money to show. */
const MoneyCharts = later(async () => (await import('./MoneyCharts.tsx')).MoneyCharts)

/**
 * What somebody gets month by month, of all their projects or of one: a chart, and its figures as a table.
 * @param props.as where it stands: among the agreements, or on the musician's home, which leads there
 */
export function MoneyMonths({ project, as }: { project: number | null; as: 'payments' | 'income' }) {
  const { t } = useTexts(spoken)
  const query = useQuery(ask(readMoneyMonths, { query: project ? { project } : {} }))
  const isComing = useComing(MoneyCharts, (query.data?.results.length ?? 0) > 0)
  const waiting = <Skeleton className="h-64" />
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
      <Loaded
        query={isComing ? { ...query, data: undefined } : query}
        waiting={waiting}
        failed={t('contracts.months.error')}
      >
        {({ months, results }) =>
          results.length === 0 ? (
            <p className="text-ink-2">{t('contracts.months.empty')}</p>
          ) : (
            <div className="flex flex-col gap-8">
              <p className="text-ink-2">{t('contracts.months.text')}</p>
              <Suspense fallback={waiting}>
                <MoneyCharts months={months} rows={results} />
              </Suspense>
            </div>
          )
        }
      </Loaded>
    </Card>
  )
}
