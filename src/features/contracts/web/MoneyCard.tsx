import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { readMoney } from '../contract.money.ts'
import { contractTexts } from './texts.ts'

const spoken = texts(contractTexts)

/** What is paid to somebody's projects: to come, kept until it is played, and theirs since it was. */
export function MoneyCard({ project, namesProject }: { project: number | null; namesProject: boolean }) {
  const { t } = useTexts(spoken)
  const { money, nameOf } = useFormat()
  const query = useQuery(ask(readMoney, { query: project ? { project } : {} }))
  // Of a band that somebody else owns they read no sums.
  if (project && query.data?.results.length === 0) return null
  return (
    <Card title={t('contracts.money.title')}>
      <Loaded query={query} waiting={<Skeleton lines={2} />} failed={t('contracts.money.error')}>
        {({ results }) =>
          results.length === 0 ? (
            <p className="text-sm text-ink-2">{t('contracts.money.empty')}</p>
          ) : (
            <ul className="flex flex-col gap-4">
              {results.map(({ project_id, project_name, currency, ...sums }) => (
                <li key={`${project_id} ${currency}`} className="flex flex-col gap-2">
                  {namesProject && <p className="text-sm font-medium">{nameOf(project_name)}</p>}
                  <dl className="grid grid-cols-2 gap-3">
                    {(['due', 'held', 'earned', 'owed', 'fees'] as const)
                      .filter((kind) => kind === 'held' || kind === 'earned' || sums[kind] !== 0)
                      .map((kind) => (
                        <div key={kind}>
                          <dt className="text-sm text-ink-2">{t(`contracts.money.${kind}`)}</dt>
                          <dd className="font-semibold tabular-nums">{money(sums[kind], currency)}</dd>
                        </div>
                      ))}
                  </dl>
                </li>
              ))}
              <li className="text-sm text-ink-2">{t('contracts.money.explained')}</li>
              <li className="text-sm">
                <Link className="text-accent" to="/membership#receipts">
                  {t('contracts.money.receipts')}
                </Link>
                {results.some(({ fees }) => fees > 0) && (
                  <>
                    {' · '}
                    <Link className="text-accent" to="/membership#fees">
                      {t('contracts.money.statements')}
                    </Link>
                  </>
                )}
              </li>
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
