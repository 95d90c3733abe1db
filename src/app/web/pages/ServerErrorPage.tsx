import { useNavigate } from 'react-router'
import { texts, useTexts } from '#core/web/texts.ts'
import { buttonStyle } from '#core/web/ui/buttonStyle.ts'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { homeOf } from '../guard.ts'
import { statusTexts } from '../texts.ts'
import { StagePage } from './StagePage.tsx'

const spoken = texts(statusTexts)

/** Shown when something failed that nobody expected. */
export function ServerErrorPage() {
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  const user = useSession((session) => session.user)
  return (
    <StagePage
      mark={t('pages.server_error.mark')}
      title={t('pages.server_error.title')}
      actions={
        <>
          <button type="button" onClick={() => void navigate(-1)} className={buttonStyle('primary', 'lg')}>
            {t('boundary.retry')}
          </button>
          <LinkButton to={homeOf(user?.accountType)} variant="secondary" size="lg">
            {t('pages.server_error.home')}
          </LinkButton>
        </>
      }
    >
      {t('pages.server_error.text')}
    </StagePage>
  )
}
