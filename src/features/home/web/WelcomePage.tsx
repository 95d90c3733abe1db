import { ArrowRight, Check } from 'lucide-react'
import { type ReactNode, Suspense, useContext } from 'react'
import { Link, useSearchParams } from 'react-router'
import { DEFAULT_ZONE, wallClock } from '#core/contract/time.ts'
import { Origin } from '#core/web/origin.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { useTheme } from '#core/web/theme.ts'
import { buttonStyle } from '#core/web/ui/buttonStyle.ts'
import { EqualiserWord } from '#core/web/ui/EqualiserWord.tsx'
import { LanguageMenu } from '#core/web/ui/LanguageMenu.tsx'
import { Logo } from '#core/web/ui/Logo.tsx'
import { later } from '#core/web/ui/later.tsx'
import { PublicFoot } from '#core/web/ui/PublicFoot.tsx'
import { PublicHead } from '#core/web/ui/PublicHead.tsx'
import { StageArt } from '#core/web/ui/StageArt.tsx'
import { StageFloor } from '#core/web/ui/StageFloor.tsx'
import { ThemeToggle } from '#core/web/ui/ThemeToggle.tsx'
import { Waveform } from '#core/web/ui/Waveform.tsx'
import { GenreStrip } from './GenreStrip.tsx'
import { PlanExample } from './PlanExample.tsx'
import { isSearch, tellPath } from './searchAddress.ts'
import { welcomeTexts } from './texts.ts'
import { WelcomeHeader } from './WelcomeHeader.tsx'
import { WelcomeSearch } from './WelcomeSearch.tsx'
import { WelcomeSearching } from './WelcomeSearching.tsx'
import { WelcomeSteps } from './WelcomeSteps.tsx'

const spoken = texts(welcomeTexts)

// Below the fold and the only part that asks the server: it comes after the first paint.
const FeaturedProjects = later(async () => (await import('./FeaturedProjects.tsx')).FeaturedProjects)

// Only for who searches.
const WelcomeResults = later(async () => (await import('./WelcomeResults.tsx')).WelcomeResults)

/**
 * The public landing. It carries no react-aria, so that the first load stays small.
 * @param featured stands in for the live list when the page is drawn ahead of time
 */
export function WelcomePage({ featured }: { featured?: ReactNode }) {
  const { t } = useTexts(spoken)
  const [query] = useSearchParams()
  const hasSearch = isSearch(query)
  const origin = useContext(Origin)
  return (
    <div data-welcome data-search={hasSearch || undefined} className="group/welcome">
      <PublicHead
        title={t('welcome.title')}
        description={t('welcome.description')}
        path="/welcome"
        image="/og/welcome.jpg"
        data={{ '@type': 'Organization', name: t('app.name'), url: `${origin}/welcome` }}
      />
      <a
        href="#contenido"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-control focus:bg-white focus:px-4 focus:py-2 focus:text-noche-950"
      >
        {t('welcome.skip')}
      </a>
      <div className="stage relative isolate overflow-hidden shadow-none!">
        <WelcomeHeader />
        <WelcomeHero />
      </div>
      <main id="contenido">
        {hasSearch ? (
          <Suspense fallback={<WelcomeSearching />}>
            <WelcomeResults />
          </Suspense>
        ) : (
          <WelcomeSearching isHidden />
        )}
        <GenreStrip />
        <WelcomeSteps />
        <PlanExample />
        {featured ?? (
          <Suspense fallback={<div className="min-h-160" />}>
            <FeaturedProjects />
          </Suspense>
        )}
        <Invitations />
        <Closing />
      </main>
      <WelcomeFooter />
    </div>
  )
}

function WelcomeHero() {
  const { t } = useTexts(spoken)
  const { day: today } = wallClock(new Date(), DEFAULT_ZONE)
  return (
    <section
      aria-labelledby="hero-title"
      className="page-width relative px-5 pt-10 group-data-search/welcome:pb-10 sm:pt-14 lg:flex lg:min-h-[46rem] lg:flex-col lg:justify-center lg:pt-4 lg:pb-28 lg:group-data-search/welcome:min-h-0"
    >
      <div className="relative z-10 lg:max-w-[42rem] lg:group-data-search/welcome:max-w-[56rem]">
        <h1
          id="hero-title"
          className="title-hero [text-wrap:wrap] lg:max-w-[7.2em] group-data-search/welcome:max-w-none!"
        >
          {t('welcome.hero.before')}{' '}
          <EqualiserWord className="text-foco-400">{t('welcome.hero.accent')}</EqualiserWord>
        </h1>
        <p className="mt-8 max-w-[31rem] text-[1.2rem] leading-[1.5] text-noche-100 group-data-search/welcome:hidden">
          {t('welcome.hero.lead')}
        </p>
        <div className="mt-8">
          <WelcomeSearch today={today} />
        </div>
        <p className="mt-4 text-sm text-noche-200">
          {t('welcome.hero.note')}
          {' · '}
          <Link
            to="/signup-music"
            className="font-semibold whitespace-nowrap text-foco-400 underline decoration-1 underline-offset-4 hover:text-foco-300"
          >
            {t('welcome.hero.musician')}
          </Link>
        </p>
      </div>
      <StageArt
        seed="tarima"
        hasTape
        isMoving
        className="-z-10 group-data-search/welcome:hidden! mt-12 -mr-5 ml-auto block h-72 w-[calc(100%+20px)] [overflow-y:clip] sm:h-96 sm:w-[75%] lg:absolute lg:top-[-5rem] lg:right-[max(-6vw,calc((77rem-100vw)/2))] lg:bottom-0 lg:m-0 lg:h-[calc(100%+5rem)] lg:w-[54rem] lg:[overflow-y:visible]"
      />
    </section>
  )
}

function Invitations() {
  const { t } = useTexts(spoken)
  return (
    <section id="musicos" className="page-width grid gap-5 px-5 py-10 sm:py-14 lg:grid-cols-[1.55fr_1fr]">
      <article className="flex flex-col rounded-card bg-foco-400 p-6 text-noche-950 sm:p-10">
        <h2 className="title-section max-w-[13em]">{t('welcome.musicians.title')}</h2>
        <p className="mt-4 max-w-[46ch] text-lg">{t('welcome.musicians.text')}</p>
        <ul className="mt-6 mb-8 flex flex-col gap-3">
          {(['one', 'two', 'three'] as const).map((reason) => (
            <li key={reason} className="flex items-start gap-3 font-medium">
              <span className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-check bg-noche-950 text-foco-400">
                <Check aria-hidden className="size-3.5" strokeWidth={3.5} />
              </span>
              {t(`welcome.musicians.${reason}`)}
            </li>
          ))}
        </ul>
        <Link
          to="/signup-music"
          className="mt-auto inline-flex min-h-12 items-center gap-2 self-start rounded-control bg-noche-950 px-6 font-semibold text-white transition-colors hover:bg-noche-800"
        >
          {t('welcome.musicians.action')}
          <ArrowRight aria-hidden className="size-5" />
        </Link>
      </article>
      <article className="relative isolate flex flex-col overflow-hidden rounded-card border border-line bg-surface p-6 sm:p-10">
        <h2 className="title-section max-w-[11em] text-[clamp(1.9rem,1.4rem+1.4vw,2.5rem)]!">
          {t('welcome.students.title')}
        </h2>
        <p className="mt-4 mb-8 text-lg text-ink-2">{t('welcome.students.text')}</p>
        <Waveform
          name="do re mi fa sol"
          bars={34}
          isStanding
          className="mb-8 h-24 w-full text-graph-ok lg:mt-auto"
        />
        <Link to="/signup?kind=student" className={buttonStyle('secondary', 'lg', false, 'self-start')}>
          {t('welcome.students.action')}
        </Link>
      </article>
    </section>
  )
}

/** The last call on the page: to tell of one's event, which begins with what was searched for. */
export function Closing() {
  const { t } = useTexts(spoken)
  const [query] = useSearchParams()
  return (
    <section
      aria-labelledby="closing-title"
      className="stage relative isolate mt-8 overflow-hidden shadow-none! sm:mt-12"
    >
      <div className="page-width flex flex-col items-center px-5 pt-20 pb-36 text-center sm:pt-28 sm:pb-44">
        <h2 id="closing-title" className="title-hero max-w-[11em] text-[clamp(2.7rem,6.4vw,5.2rem)]!">
          {t('welcome.closing.title')}
        </h2>
        <p className="mt-6 max-w-[44ch] text-lg text-ink-2">{t('welcome.closing.text')}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Link to={tellPath(query)} data-tell className={buttonStyle('primary', 'lg')}>
            {t('welcome.closing.action')}
          </Link>
          <Link to="/signin" className={buttonStyle('secondary', 'lg')}>
            {t('welcome.closing.sign_in')}
          </Link>
        </div>
      </div>
      <div aria-hidden className="beams absolute inset-0 -z-10" />
      <StageFloor className="h-28" />
    </section>
  )
}

function WelcomeFooter() {
  const { t } = useTexts(spoken)
  const { theme, setTheme } = useTheme()
  const linkClass = 'inline-flex min-h-11 items-center text-ink-2 hover:text-ink hover:underline'
  return (
    <footer className="page-width flex flex-wrap items-center gap-x-8 gap-y-4 px-5 py-8">
      <div className="mr-auto">
        <Logo />
        <p className="mt-2 text-sm text-ink-2">{t('welcome.footer.tagline')}</p>
      </div>
      <nav aria-label={t('welcome.footer.links')} className="flex flex-wrap gap-x-6 text-sm font-medium">
        <a href="#como-funciona" className={linkClass}>
          {t('welcome.nav.how')}
        </a>
        <a href="#musicos" className={linkClass}>
          {t('welcome.nav.musicians')}
        </a>
        <Link to="/signin" className={linkClass}>
          {t('welcome.nav.sign_in')}
        </Link>
        <Link to="/signup" className={linkClass}>
          {t('welcome.nav.sign_up')}
        </Link>
      </nav>
      <div className="flex items-center gap-2">
        <LanguageMenu variant="inline" />
        <ThemeToggle
          theme={theme}
          onChange={setTheme}
          label={t(theme === 'dark' ? 'welcome.to_light' : 'welcome.to_dark')}
        />
      </div>
      <PublicFoot className="w-full" />
      <p className="w-full text-sm text-ink-3">
        {t('welcome.footer.rights', { year: new Date().getFullYear() })}
      </p>
    </footer>
  )
}
