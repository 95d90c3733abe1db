import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { texts, useTexts } from '#core/web/texts.ts'
import { buttonStyle } from '#core/web/ui/buttonStyle.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { welcomeTexts } from './texts.ts'

const spoken = texts(welcomeTexts)

/** The frame of "playing now": title and a grid for three cards. */
export function FeaturedSection({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  const { t } = useTexts(spoken)
  return (
    <section id="sonando" aria-labelledby="featured-title" className="page-width px-5 py-14 sm:py-20">
      <h2 id="featured-title" className="title-section">
        {t('welcome.featured.title')}
      </h2>
      <p className="mt-2 text-lg text-ink-2">{t('welcome.featured.text')}</p>
      <div data-featured aria-busy={isBusy} className="mt-8 grid gap-5 md:grid-cols-3">
        {children}
      </div>
    </section>
  )
}

export function FeaturedLoading() {
  return [1, 2, 3].map((key) => <Skeleton key={key} className="h-72 rounded-card!" />)
}

export function FeaturedRating({ rating }: { rating: string }) {
  const { t } = useTexts(spoken)
  return (
    <>
      <Star aria-hidden className="size-3 fill-current" />
      <span className="sr-only">{t('welcome.featured.rating', { n: rating })}</span>
      <span aria-hidden>{rating}</span>
    </>
  )
}

/** Nobody yet, or no server: an invitation to be the first. */
export function FeaturedNone() {
  const { t } = useTexts(spoken)
  return (
    <EmptyState
      as="h3"
      title={t('welcome.featured.empty_title')}
      action={
        <Link to="/signup-music" className={buttonStyle('secondary')}>
          {t('welcome.featured.empty_action')}
        </Link>
      }
      className="rounded-card border border-line bg-surface md:col-span-3"
    >
      {t('welcome.featured.empty_text')}
    </EmptyState>
  )
}
