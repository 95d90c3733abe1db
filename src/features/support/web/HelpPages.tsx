import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { later } from '#core/web/ui/later.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { PublicHead } from '#core/web/ui/PublicHead.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { PublicFrame } from '#features/directory/web/PublicFrame.tsx'
import { readWays } from '#features/payments/contract.ts'
import { ARTICLE_KEYS, ARTICLES, type ArticleKey, articleOf } from '../rules.articles.ts'
import { Answers, HelpSearch } from './HelpSearch.tsx'
import { Prose } from './Prose.tsx'
import { helpTexts } from './texts.ts'

const spoken = texts(helpTexts)

// Whoever comes from a search engine reads the answer; the page is drawn without it.
const DidItHelp = later(async () => (await import('./DidItHelp.tsx')).DidItHelp)

/** /help: every answer, for whoever has an account and whoever hasn't. */
export function HelpPage() {
  const { t } = useTexts(spoken)
  return (
    <PublicFrame>
      <PublicHead
        title={`${t('help.eyebrow')} · ${t('common:app.name')}`}
        description={t('help.description')}
        path="/help"
      />
      <div className="flex flex-col gap-6">
        <PageHeader title={t('help.title')} eyebrow={t('help.eyebrow')} />
        <HelpSearch />
        <StillAsking />
      </div>
    </PublicFrame>
  )
}

/** /help/:article: one answer. */
export function HelpArticlePage() {
  const { t } = useTexts(spoken)
  const key = articleOf(useParams().article)
  return (
    <PublicFrame>
      {key ? (
        <Article of={key} />
      ) : (
        <EmptyState
          as="h1"
          title={t('help.missing')}
          action={<LinkButton to="/help">{t('help.back')}</LinkButton>}
        >
          {t('help.missing_text')}
        </EmptyState>
      )}
    </PublicFrame>
  )
}

/** Answers that say more where cards are taken. */
const ABOUT_CARDS = ['deposit', 'cancel', 'students', 'cannot_teach'] as const

function Article({ of }: { of: ArticleKey }) {
  const { t } = useTexts(spoken)
  const { topic } = ARTICLES[of]
  const title = t(`help.articles.${of}.title`)
  const takesCards = useQuery(ask(readWays)).data?.card === true
  const more = ABOUT_CARDS.find((key) => takesCards && key === of)
  const text = t(`help.articles.${of}.text`) + (more ? `\n${t(`help.cards.${more}`)}` : '')
  const others = ARTICLE_KEYS.filter((key) => key !== of && ARTICLES[key].topic === topic).slice(0, 5)
  return (
    <div className="mx-auto flex w-full max-w-160 flex-col gap-6">
      <PublicHead
        title={`${title} · ${t('common:app.name')}`}
        description={text.split('\n')[0] ?? title}
        path={`/help/${of}`}
      />
      <Link
        to="/help"
        className="inline-flex min-h-11 items-center self-start font-semibold text-accent underline underline-offset-4"
      >
        {t('help.back')}
      </Link>
      <article className="flex flex-col gap-4">
        <PageHeader title={title} eyebrow={t(`help.topics.${topic}`)} />
        <div className="text-lg">
          <Prose>{text}</Prose>
        </div>
      </article>
      <Suspense fallback={null}>
        <DidItHelp of={of} />
      </Suspense>
      {others.length > 0 && <Answers keys={others} label={t('help.more')} />}
      <StillAsking />
    </div>
  )
}

/** What to do when no answer helped. */
export function StillAsking() {
  const { t } = useTexts(spoken)
  const isHome = useSession((session) => session.user?.verified === true)
  return (
    <Card>
      <h2 className="title-card">{t('help.still')}</h2>
      <p className="mt-1 mb-4 text-ink-2">{t('help.still_text')}</p>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={isHome ? '/tickets/new' : '/contact'} variant="secondary">
          {t('help.write')}
        </LinkButton>
        {isHome && (
          <LinkButton to="/tickets" variant="quiet">
            {t('help.yours')}
          </LinkButton>
        )}
      </div>
    </Card>
  )
}
