import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { registerClient, SignUpClient } from '../contract.ts'
import { AccountStage } from './AccountStage.tsx'
import { nextFor } from './next.ts'
import { NOBODY_YET, PersonFields, type PersonValues } from './PersonFields.tsx'
import { SignInInstead } from './SignUpPage.tsx'
import { enter, useSignUpAddress } from './signUp.ts'
import { TermsField } from './TermsField.tsx'
import { entryTexts } from './texts.ts'

const spoken = texts(entryTexts)

/**
 * A talent hunter signs up with four answers; the rest is asked where it is needed. What the address says goes on to
 * /order after verifying.
 */
export function SignUpClientPage() {
  const { t } = useTexts(spoken)
  const { carried, next } = useSignUpAddress()
  const form = useForm<PersonValues, unknown, SignUpClient>({
    resolver: resolverOf<PersonValues, SignUpClient>(SignUpClient),
    defaultValues: NOBODY_YET,
  })
  const { control, formState } = form
  const send = useMutation(tell(registerClient))

  return (
    <AccountStage stage="client" title={t('signup.client.title')} lead={t('signup.client.lead')}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={submitOf(form, async (body) =>
          enter(await send.mutateAsync({ body: { ...body, ...carried } }), {
            next: nextFor(next, 'TALENT_HUNTER'),
          }),
        )}
      >
        <FormError>{formState.errors.root?.message}</FormError>
        <PersonFields control={control} />
        <TermsField control={control} />
        <Button type="submit" size="lg" isPending={formState.isSubmitting || send.isSuccess}>
          {t('signup.submit')}
        </Button>
      </form>
      <SignInInstead kind />
    </AccountStage>
  )
}
