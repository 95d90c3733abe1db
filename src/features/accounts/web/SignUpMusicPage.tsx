import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { ask, tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { readInvitationLink } from '../contract.invitation.ts'
import { MAIN_INSTRUMENTS, type MainInstrument, registerMusician, SignUpMusician } from '../contract.ts'
import { AccountStage } from './AccountStage.tsx'
import { nextFor } from './next.ts'
import { NOBODY_YET, PersonFields, type PersonValues } from './PersonFields.tsx'
import { SignInInstead } from './SignUpPage.tsx'
import { useSession } from './session.ts'
import { enter, useSignUpAddress } from './signUp.ts'
import { TermsField } from './TermsField.tsx'
import { entryTexts, instrumentNames } from './texts.ts'

const spoken = texts(entryTexts, instrumentNames)

interface Values extends PersonValues {
  city: string
  main_instrument: MainInstrument | null
}

/** A musician signs up; the personal project is made with the account. */
export function SignUpMusicPage() {
  const { t } = useTexts(spoken)
  const { carried, city, link, next } = useSignUpAddress()
  const invitation = useQuery({
    ...ask(readInvitationLink, { query: { token: link ?? '' } }),
    enabled: link !== null,
    retry: false,
  })
  const form = useForm<Values, unknown, SignUpMusician>({
    resolver: resolverOf<Values, SignUpMusician>(SignUpMusician),
    defaultValues: { ...NOBODY_YET, city, main_instrument: null },
  })
  const { control, formState } = form
  const send = useMutation(tell(registerMusician))
  // The invited e-mail, unless they have written another one meanwhile.
  const invited = invitation.data?.state === 'open' ? invitation.data.email : null
  const { getValues, setValue } = form
  useEffect(() => {
    if (invited && !getValues('email')) setValue('email', invited)
  }, [invited, getValues, setValue])

  const submit = submitOf(form, async (body) => {
    const reply = await send.mutateAsync({ body: { ...body, ...carried } })
    enter(reply, { next: nextFor(next, 'MUSICIAN') })
    useSession.getState().set({ pendingInvitations: reply.pending_invitations.map(({ id }) => id) })
  })

  return (
    <AccountStage stage="musician" title={t('signup.musician.title')} lead={t('signup.musician.lead')} isWide>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {invitation.data && (
          <p role="status" className="rounded-card border border-line bg-surface px-5 py-3 break-words">
            {t(`signup.invitation.${invitation.data.state === 'open' ? 'open' : 'over'}`, {
              band_name: invitation.data.band_name,
              person_name: invitation.data.invited_by,
              email: invitation.data.email,
            })}
          </p>
        )}
        <FormError>{formState.errors.root?.message}</FormError>
        <PersonFields control={control} />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormText
            control={control}
            name="city"
            label={t('fields.city')}
            autoComplete="address-level2"
            isRequired
          />
          <Controller
            name="main_instrument"
            control={control}
            render={({ field, fieldState }) => (
              <Select
                {...field}
                label={t('fields.main_instrument')}
                placeholder={t('fields.choose')}
                options={MAIN_INSTRUMENTS.map((value) => ({
                  value,
                  label: t(`business:terms.instruments.${value}`),
                }))}
                errorMessage={fieldState.error?.message}
                isRequired
              />
            )}
          />
        </div>
        <TermsField control={control} />
        <Button type="submit" size="lg" isPending={formState.isSubmitting || send.isSuccess}>
          {t('signup.submit')}
        </Button>
      </form>
      <SignInInstead kind />
    </AccountStage>
  )
}
