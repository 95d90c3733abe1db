import { type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { OwnTexts, texts, useTexts } from '#core/web/texts.ts'
import { useTheme } from '#core/web/theme.ts'
import { LanguageMenu } from '#core/web/ui/LanguageMenu.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Logo } from '#core/web/ui/Logo.tsx'
import { PublicFoot } from '#core/web/ui/PublicFoot.tsx'
import { ThemeToggle } from '#core/web/ui/ThemeToggle.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { directoryTexts } from './texts.ts'

const spoken = texts(directoryTexts)

/** A public page for whoever comes from outside; whoever is signed in has the app's own frame around it already. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { t } = useTexts(spoken)
  const user = useSession((session) => session.user)
  const { theme, setTheme } = useTheme()
  // Drawn by the server, which doesn't know who looks: see `data-stranger` in theme.css.
  const isDrawn = useContext(OwnTexts) !== null
  if (user?.verified) return <>{children}</>
  return (
    <div {...(isDrawn ? { 'data-stranger': '' } : {})} className="min-h-dvh bg-bg">
      <header className="page-width flex h-[4.25rem] items-center gap-1 px-4 sm:gap-2 sm:px-5">
        <Link to="/" aria-label={t('common:shell.dashboard')} className="rounded-control text-ink">
          <Logo className="max-[419px]:[&>:last-child]:hidden" />
        </Link>
        <div className="flex-1" />
        <ThemeToggle theme={theme} onChange={setTheme} label={t('common:shell.theme')} />
        <LanguageMenu variant="icon" />
        {!user && (
          <LinkButton to="/signin" variant="secondary">
            {t('directory.profile.sign_in')}
          </LinkButton>
        )}
      </header>
      <main className="page-width px-4 pb-10 sm:px-5">{children}</main>
      <footer className="page-width px-4 pb-8 sm:px-5">
        <PublicFoot className="mt-6 border-t border-line pt-4" />
      </footer>
    </div>
  )
}
