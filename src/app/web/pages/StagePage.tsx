import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { texts, useTexts } from '#core/web/texts.ts'
import { EqualiserWord } from '#core/web/ui/EqualiserWord.tsx'
import { Logo } from '#core/web/ui/Logo.tsx'
import { PublicFoot } from '#core/web/ui/PublicFoot.tsx'
import { StageFloor } from '#core/web/ui/StageFloor.tsx'
import { TapeMark } from '#core/web/ui/TapeMark.tsx'

const spoken = texts()

/** A whole-screen empty stage for what went another way: one light, one mark, one way on. */
export function StagePage({
  mark,
  title,
  children,
  actions,
}: {
  mark: string
  title: string
  children: ReactNode
  actions: ReactNode
}) {
  const { t } = useTexts(spoken)
  return (
    <div className="stage relative isolate flex min-h-dvh flex-col overflow-hidden shadow-none!">
      <header className="page-width px-5 py-5">
        <Link to="/" aria-label={t('welcome.home')} className="inline-block rounded-chip">
          <Logo />
        </Link>
      </header>
      <main className="page-width flex flex-1 flex-col items-center justify-center px-5 pb-40 text-center">
        <p className="font-display text-[clamp(6rem,22vw,13rem)] leading-[0.85] text-foco-400">
          <EqualiserWord>{mark}</EqualiserWord>
        </p>
        <h1 className="title-section mt-6">{title}</h1>
        <p className="mt-3 max-w-[46ch] text-lg text-ink-2">{children}</p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">{actions}</div>
        <PublicFoot className="mt-6 justify-center" />
      </main>
      <div aria-hidden className="lone-beam absolute inset-0 -z-20" />
      <StageFloor className="h-36" />
      <TapeMark className="absolute bottom-22 left-1/2 -z-10 size-6 -translate-x-1/2 text-telon-400" />
    </div>
  )
}
