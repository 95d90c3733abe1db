import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { texts, useTexts } from '#core/web/texts.ts'
import { useTheme } from '#core/web/theme.ts'
import { EqualiserWord } from '#core/web/ui/EqualiserWord.tsx'
import { LanguageMenu } from '#core/web/ui/LanguageMenu.tsx'
import { Logo } from '#core/web/ui/Logo.tsx'
import { PublicFoot } from '#core/web/ui/PublicFoot.tsx'
import { type Light, StageArt } from '#core/web/ui/StageArt.tsx'
import { TapeMark } from '#core/web/ui/TapeMark.tsx'
import { ThemeToggle } from '#core/web/ui/ThemeToggle.tsx'
import { entryTexts } from './texts.ts'

const spoken = texts(entryTexts)

/** Who a page speaks to; picks the words and the lights of the stage beside the form. */
export type StageOf = 'signin' | 'signup' | 'musician' | 'client' | 'mail' | 'guardian'

const LIGHTS: Record<StageOf, readonly Light[]> = {
  signin: ['telon', 'foco', 'cabina'],
  signup: ['telon', 'foco', 'cabina'],
  musician: ['foco', 'cabina'],
  client: ['telon', 'foco'],
  mail: ['foco'],
  guardian: ['foco', 'cabina'],
}

/** The frame of every page before the house: the form first, the stage beside it (below it on phones). */
export function AccountStage({
  stage,
  title,
  lead,
  isWide = false,
  children,
}: {
  stage: StageOf
  title: string
  lead?: ReactNode
  /** For forms with fields side by side. */
  isWide?: boolean
  children: ReactNode
}) {
  const { t } = useTexts(spoken)
  const { theme, setTheme } = useTheme()
  return (
    <div className="min-h-dvh bg-bg lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(24rem,43%)]">
      <div className="flex flex-col lg:min-h-dvh">
        <header className="flex h-17 items-center gap-1 px-5 sm:px-8">
          <Link to="/welcome" aria-label={t('common:welcome.home')} className="mr-auto rounded-chip py-2">
            <Logo />
          </Link>
          <LanguageMenu />
          <ThemeToggle
            theme={theme}
            onChange={setTheme}
            label={t(theme === 'dark' ? 'common:welcome.to_light' : 'common:welcome.to_dark')}
          />
        </header>
        <main
          className={clsx(
            'mx-auto flex w-full flex-1 flex-col px-5 pt-4 pb-12 sm:px-8 lg:justify-center',
            isWide ? 'max-w-160' : 'max-w-120',
          )}
        >
          <h1 className="title-page">{title}</h1>
          {lead && <p className="mt-2 text-ink-2">{lead}</p>}
          <div className="mt-6">{children}</div>
        </main>
        <footer className="px-5 pb-4 sm:px-8">
          <PublicFoot />
        </footer>
      </div>
      <aside
        aria-label={t(`auth:stage.${stage}.label`)}
        className="stage relative isolate overflow-hidden lg:sticky lg:top-0 lg:h-dvh"
      >
        <div className="p-5 pt-8 pb-0 sm:max-w-[62%] sm:p-8 lg:max-w-none xl:p-12">
          <p className="font-display wide-88 text-[clamp(2.4rem,4.2vw,4.2rem)] leading-[0.94]">
            {t(`auth:stage.${stage}.before`)}{' '}
            <EqualiserWord className="text-foco-400">{t(`auth:stage.${stage}.word`)}</EqualiserWord>
          </p>
          <ul className="mt-6 flex max-w-96 flex-col gap-2.5 text-noche-200">
            {(['one', 'two', 'three'] as const).map((point, i) => (
              <li key={point} className="flex gap-3">
                <TapeMark
                  shape="check"
                  className={clsx('mt-1.5 size-3', ['text-telon-400', 'text-foco-400', 'text-cabina-400'][i])}
                />
                <span>{t(`auth:stage.${stage}.${point}`)}</span>
              </li>
            ))}
          </ul>
        </div>
        <div className="relative -z-10 mt-6 aspect-[12/11] overflow-hidden sm:absolute sm:inset-y-0 sm:right-0 sm:mt-0 sm:aspect-auto sm:w-[56%] lg:inset-0 lg:w-auto">
          <StageArt
            seed={`tarima ${stage}`}
            lights={LIGHTS[stage]}
            isMoving
            className="absolute inset-0 size-full"
          />
          <div className="absolute inset-0 hidden bg-linear-to-b from-noche-950/90 via-noche-950/55 via-40% to-transparent to-60% lg:block" />
        </div>
      </aside>
    </div>
  )
}
