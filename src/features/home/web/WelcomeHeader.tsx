import { Link } from 'react-router'
import { texts, useTexts } from '#core/web/texts.ts'
import { buttonStyle } from '#core/web/ui/buttonStyle.ts'
import { LanguageMenu } from '#core/web/ui/LanguageMenu.tsx'
import { Logo } from '#core/web/ui/Logo.tsx'
import { welcomeTexts } from './texts.ts'

const spoken = texts(welcomeTexts)

/** The head of the landing, on the dark stage. */
export function WelcomeHeader() {
  const { t } = useTexts(spoken)
  const linkClass = 'rounded-chip px-3.5 py-2.5 font-medium hover:text-foco-400'
  return (
    <header className="page-width relative z-20 flex h-17 items-center gap-1 px-5 sm:h-20">
      <Link to="/welcome" aria-label={t('welcome.home')} className="mr-auto rounded-chip py-2">
        <Logo className="max-[359px]:[&>:last-child]:hidden" />
      </Link>
      <nav aria-label={t('welcome.menu')} className="hidden md:flex">
        <a href="#como-funciona" className={linkClass}>
          {t('welcome.nav.how')}
        </a>
        <a href="#musicos" className={linkClass}>
          {t('welcome.nav.musicians')}
        </a>
      </nav>
      <LanguageMenu className="mr-1" />
      <Link to="/signin" className={buttonStyle('light')}>
        {t('welcome.nav.sign_in')}
      </Link>
    </header>
  )
}
