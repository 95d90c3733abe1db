import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { listArticleVotes } from '../contract.ts'
import { articleOf } from '../rules.articles.ts'
import { helpTexts, voteTexts } from './texts.ts'

const spoken = texts(voteTexts, helpTexts)

/** Which answers of the help did help, for staff. */
export function HelpVotes() {
  const { t } = useTexts(spoken)
  const { number } = useFormat()
  const votes = useQuery(ask(listArticleVotes))
  return (
    <Card title={t('votes.title')}>
      <p className="mb-4 text-ink-2">{t('votes.text')}</p>
      <Loaded
        query={votes}
        failed={t('votes.failed')}
        waiting={<Skeleton className="h-40" />}
        isEmpty={({ results }) => results.length === 0}
        empty={<EmptyState as="h3" title={t('votes.none')} />}
      >
        {({ results }) => (
          <table className="w-full text-left">
            <thead className="text-sm text-ink-2">
              <tr className="border-b border-line">
                <th scope="col" className="py-2 pr-4 font-semibold">
                  {t('votes.article')}
                </th>
                <th scope="col" className="py-2 pr-4 text-right font-semibold">
                  {t('votes.counted_no')}
                </th>
                <th scope="col" className="py-2 text-right font-semibold">
                  {t('votes.counted_yes')}
                </th>
              </tr>
            </thead>
            <tbody>
              {results.map(({ article, yes, no }) => {
                const key = articleOf(article)
                return (
                  <tr key={article} className="border-b border-line last:border-0">
                    <th scope="row" className="py-2 pr-4 font-normal wrap-anywhere">
                      {key ? (
                        <Link to={`/help/${key}`} className="text-accent underline underline-offset-4">
                          {t(`help.articles.${key}.title`)}
                        </Link>
                      ) : (
                        article
                      )}
                    </th>
                    <td className="py-2 pr-4 text-right tabular-nums">{number(no)}</td>
                    <td className="py-2 text-right tabular-nums">{number(yes)}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        )}
      </Loaded>
    </Card>
  )
}
