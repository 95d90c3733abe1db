import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { acceptTerms, TermsWithAge } from '../contract.acceptance.ts'
import { saysAge, TERMS_VERSION } from '../contract.terms.ts'
import { today } from '../contract.ts'
import { isMinor } from '../rules.minors.ts'
import { AccountStage } from './AccountStage.tsx'
import { AgeFields, type AgeValues } from './AgeFields.tsx'
import { useSession } from './session.ts'
import { termsTexts } from './texts.ts'

const spoken = texts(termsTexts)

/** They go on with the new terms; a minor to where they wait for their adult. */
function useAccepted() {
  const navigate = useNavigate()
  return (awaits_guardian = false) => {
    const { user, setUser } = useSession.getState()
    if (!user) return
    setUser({ ...user, terms_version: TERMS_VERSION, ...(awaits_guardian ? { awaits_guardian } : {}) })
    if (awaits_guardian) void navigate('/verify-email-check', { replace: true })
  }
}

/** In place of every private page for whoever accepted other terms than those that hold now. */
export function TermsGate() {
  const { t } = useTexts(spoken)
  const asksAge = useSession(
    ({ user }) =>
      user !== null && saysAge({ account_type: user.accountType, terms_version: user.terms_version }),
  )
  return (
    <AccountStage stage="mail" title={t('terms_again.title')} lead={t('terms_again.text')}>
      <div className="flex flex-col gap-3">
        <LinkButton to="/terms" variant="secondary">
          {t('terms_again.read')}
        </LinkButton>
        <LinkButton to="/privacy" variant="secondary">
          {t('terms_again.read_privacy')}
        </LinkButton>
        {asksAge ? <WithAge /> : <Plain />}
        <LinkButton to="/logout" variant="quiet">
          {t('terms_again.leave')}
        </LinkButton>
      </div>
    </AccountStage>
  )
}

function Plain() {
  const { t } = useTexts(spoken)
  const onAccepted = useAccepted()
  const accept = useMutation({ ...tell(acceptTerms), onSuccess: () => onAccepted() })
  return (
    <>
      <FormError>{accept.error?.message}</FormError>
      <Button
        size="lg"
        isPending={accept.isPending}
        onPress={() => accept.mutate({ body: { version: TERMS_VERSION } })}
      >
        {t('terms_again.accept', { version: TERMS_VERSION })}
      </Button>
    </>
  )
}

interface Values extends AgeValues {
  version: number
}

/** Who learns and signed up before their age was asked says it now, once. */
function WithAge() {
  const { t } = useTexts(spoken)
  const onAccepted = useAccepted()
  const accept = useMutation(tell(acceptTerms))
  const form = useForm<Values, unknown, TermsWithAge>({
    resolver: resolverOf<Values, TermsWithAge>(TermsWithAge),
    defaultValues: { version: TERMS_VERSION, birth_date: null, guardian_email: '' },
  })
  const { control, formState } = form
  const submit = submitOf(form, async (body) => {
    await accept.mutateAsync({ body })
    onAccepted(isMinor(body.birth_date, today()))
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5 py-2">
      <p>{t('terms_again.age')}</p>
      <FormError>{formState.errors.root?.message}</FormError>
      <AgeFields control={control} />
      <Button type="submit" size="lg" isPending={formState.isSubmitting}>
        {t('terms_again.accept', { version: TERMS_VERSION })}
      </Button>
    </form>
  )
}
