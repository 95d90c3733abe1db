import { useNavigate } from 'react-router'
import { texts, useTexts } from '#core/web/texts.ts'
import { buttonStyle } from '#core/web/ui/buttonStyle.ts'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { homeOf } from '../guard.ts'
import { statusTexts } from '../texts.ts'
import { StagePage } from './StagePage.tsx'

const spoken = texts(statusTexts)

/** Any path the product doesn't have. */
export function NotFoundPage() {
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  const user = useSession((session) => session.user)
  return (
    <StagePage
      mark={t('pages.not_found.mark')}
      title={t('pages.not_found.title')}
      actions={
        <>
          <LinkButton to={homeOf(user?.accountType)} size="lg">
            {t('pages.not_found.home')}
          </LinkButton>
          <button type="button" onClick={() => void navigate(-1)} className={buttonStyle('secondary', 'lg')}>
            {t('pages.not_found.back')}
          </button>
        </>
      }
    >
      {t('pages.not_found.text')}
    </StagePage>
  )
}
