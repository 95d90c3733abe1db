import { texts, useTexts } from '#core/web/texts.ts'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { homeOf } from '../guard.ts'
import { statusTexts } from '../texts.ts'
import { StagePage } from './StagePage.tsx'

const spoken = texts(statusTexts)

/** A page the account may not see. */
export function NotAuthorizedPage() {
  const { t } = useTexts(spoken)
  const user = useSession((session) => session.user)
  return (
    <StagePage
      mark={t('pages.not_authorized.mark')}
      title={t('pages.not_authorized.title')}
      actions={
        <>
          <LinkButton to={homeOf(user?.accountType)} size="lg">
            {t('pages.not_authorized.home')}
          </LinkButton>
          <LinkButton to={user ? '/logout' : '/signin'} variant="secondary" size="lg">
            {t('pages.not_authorized.sign_out')}
          </LinkButton>
        </>
      }
    >
      {t('pages.not_authorized.text')}
    </StagePage>
  )
}
