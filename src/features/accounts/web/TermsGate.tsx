import { useMutation } from '@tanstack/react-query'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { acceptTerms, TERMS_VERSION } from '../contract.terms.ts'
import { AccountStage } from './AccountStage.tsx'
import { useSession } from './session.ts'
import { termsTexts } from './texts.ts'

const spoken = texts(termsTexts)

/** In place of every private page for whoever accepted other terms than those that hold now. */
export function TermsGate() {
  const { t } = useTexts(spoken)
  const accept = useMutation({
    ...tell(acceptTerms),
    onSuccess: () => {
      const { user, setUser } = useSession.getState()
      if (user) setUser({ ...user, terms_version: TERMS_VERSION })
    },
  })
  return (
    <AccountStage stage="mail" title={t('terms_again.title')} lead={t('terms_again.text')}>
      <div className="flex flex-col gap-3">
        <LinkButton to="/terms" variant="secondary">
          {t('terms_again.read')}
        </LinkButton>
        <LinkButton to="/privacy" variant="secondary">
          {t('terms_again.read_privacy')}
        </LinkButton>
        <FormError>{accept.error?.message}</FormError>
        <Button
          size="lg"
          isPending={accept.isPending}
          onPress={() => accept.mutate({ body: { version: TERMS_VERSION } })}
        >
          {t('terms_again.accept', { version: TERMS_VERSION })}
        </Button>
        <LinkButton to="/logout" variant="quiet">
          {t('terms_again.leave')}
        </LinkButton>
      </div>
    </AccountStage>
  )
}
