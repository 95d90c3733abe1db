import { useId, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { PlainField } from '#core/web/ui/PlainField.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import type { AccountType } from '#features/access/rules.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { ARTICLES, type ArticleKey, articlesOf, TOPICS } from '../rules.articles.ts'
import { answersTo } from '../rules.search.ts'
import { helpTexts } from './texts.ts'

const spoken = texts(helpTexts)

const KINDS = ['TALENT_HUNTER', 'MUSICIAN', 'STUDENT'] as const

/** Every answer by its topic, and those that are about what is typed; first what concerns the reader's kind of account. */
export function HelpSearch() {
  const { t } = useTexts(spoken)
  const own = useSession((session) => session.user?.accountType ?? null)
  const [chosen, setChosen] = useState<AccountType | 'all' | null>(null)
  const [typed, setTyped] = useState('')
  const kind = chosen ?? own ?? 'all'
  const keys = articlesOf(kind === 'all' ? null : kind)
  const all = useMemo(
    () =>
      articlesOf(null).map((key) => ({
        key,
        title: t(`help.articles.${key}.title`),
        text: t(`help.articles.${key}.text`),
      })),
    [t],
  )
  const found = useMemo(() => {
    const asked = all.filter(({ key }) => keys.includes(key))
    return answersTo(asked, typed).flatMap((at) => asked[at]?.key ?? [])
  }, [all, keys, typed])
  return (
    <div className="flex flex-col gap-6">
      <search className="flex flex-col gap-4 sm:flex-row sm:items-end">
        <PlainField label={t('help.search')} className="flex-1">
          {(control) => (
            <input
              {...control}
              type="search"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              placeholder={t('help.placeholder')}
              maxLength={200}
              autoComplete="off"
            />
          )}
        </PlainField>
        <SegmentedControl
          label={t('help.who')}
          value={kind}
          onChange={setChosen}
          options={[
            { value: 'all' as AccountType | 'all', label: t('help.everybody') },
            ...KINDS.map((value) => ({ value, label: t(`help.kinds.${value}`) })),
          ]}
        />
      </search>
      <p role="status" className="sr-only">
        {typed.trim() && t('help.found', { count: found.length })}
      </p>
      {typed.trim() ? (
        found.length > 0 ? (
          <Answers keys={found} label={t('help.found', { count: found.length })} />
        ) : (
          <EmptyState as="h2" title={t('help.none')}>
            {t('help.none_text')}
          </EmptyState>
        )
      ) : (
        <div className="grid gap-5 md:grid-cols-2">
          {TOPICS.map((topic) => {
            const its = keys.filter((key) => ARTICLES[key].topic === topic)
            return its.length > 0 && <Answers key={topic} keys={its} label={t(`help.topics.${topic}`)} />
          })}
        </div>
      )}
    </div>
  )
}

/** A list of answers under its heading. */
export function Answers({ keys, label }: { keys: readonly ArticleKey[]; label: string }) {
  const { t } = useTexts(spoken)
  const id = useId()
  return (
    <Card>
      <h2 id={id} className="title-card mb-2">
        {label}
      </h2>
      <ul aria-labelledby={id}>
        {keys.map((key) => (
          <li key={key}>
            <Link
              to={`/help/${key}`}
              className="flex min-h-11 items-center font-medium text-accent underline-offset-4 hover:underline sm:min-h-9"
            >
              {t(`help.articles.${key}.title`)}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
