import { useMutation } from '@tanstack/react-query'
import { GraduationCap, Mic, PartyPopper } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { call, tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { i18n } from '#core/web/i18n.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { RadioCards } from '#core/web/ui/aria/RadioCards.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Spinner } from '#core/web/ui/Spinner.tsx'
import type { AccountType } from '#features/access/rules.ts'
import { createIdentityAccount, finishIdentity, IdentityOnPage } from '../contract.identity.ts'
import { AccountStage } from './AccountStage.tsx'
import { AgeFields, type AgeValues } from './AgeFields.tsx'
import { takeFlow } from './identity.ts'
import { nextFor } from './next.ts'
import type { PendingSecond } from './pendingSecond.ts'
import { useSession } from './session.ts'
import { enter, signUpAddressOf } from './signUp.ts'
import { TermsField } from './TermsField.tsx'
import { accountRefusals, entryTexts } from './texts.ts'

const spoken = texts(entryTexts, accountRefusals)

const SecondStep = later(async () => (await import('./SecondStep.tsx')).SecondStep)

type Answer = Awaited<ReturnType<typeof finish>>

/** A code is handed in once, however often the page is drawn. */
const handedIn = new Map<string, Promise<Answer>>()

async function finish(query: URLSearchParams) {
  const stored = takeFlow()
  if (query.has('error') || !stored)
    throw new Error(
      i18n.t(
        query.has('error')
          ? 'common:errors.accounts.identity_refused'
          : 'common:errors.accounts.identity_expired',
      ),
    )
  const body = {
    code: query.get('code') ?? '',
    state: query.get('state') ?? '',
    ...(query.get('iss') ? { iss: query.get('iss') ?? '' } : {}),
    flow: stored.flow,
  }
  const { remember, search } = stored
  return { ...(await call(finishIdentity, { body })), remember, search }
}

/** Back from the identity provider: in, or on to choosing an account type, or what went wrong. */
export function IdentityReturn() {
  const { t } = useTexts(spoken)
  const [query] = useSearchParams()
  const [came] = useState(() => new URLSearchParams(query))
  const [problem, setProblem] = useState<string | null>(null)
  const [second, setSecond] = useState<PendingSecond | null>(null)
  const [asked, setAsked] = useState<(Answer & { ask: NonNullable<Answer['ask']> }) | null>(null)

  useEffect(() => {
    const key = came.toString()
    const answer = handedIn.get(key) ?? finish(came)
    handedIn.set(key, answer)
    // The code goes out of the history, and is worth nothing any more.
    history.replaceState(history.state, '', location.pathname)
    let isHere = true
    answer.then(
      ({ access, ask, second_factor, ...more }) => {
        if (!isHere) return
        const { next } = signUpAddressOf(new URLSearchParams(more.search))
        if (next) useSession.getState().set({ lastAttemptedRoute: next })
        if (access) useSession.getState().signIn(access, more.remember)
        else if (second_factor) setSecond({ ...second_factor, remember: more.remember })
        else if (ask) setAsked({ access, ask, ...more })
      },
      (error: Error) => isHere && setProblem(error.message),
    )
    return () => {
      isHere = false
    }
  }, [came])

  if (asked) return <ChooseAccount {...asked} />
  if (second) return <SecondStep asked={second} />
  return (
    <AccountStage stage="signin" title={t('identity.title')}>
      {problem ? (
        <div className="flex flex-col gap-5">
          <FormError>{problem}</FormError>
          <LinkButton to="/signin" size="lg" reloadDocument>
            {t('identity.back')}
          </LinkButton>
        </div>
      ) : (
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Spinner />
          {t('identity.checking')}
        </p>
      )}
    </AccountStage>
  )
}

interface Values extends AgeValues {
  account_type: AccountType | null
  name: string
  terms: boolean
  ticket: string
}

const KINDS = [
  ['TALENT_HUNTER', 'client', <PartyPopper key="icon" aria-hidden />],
  ['MUSICIAN', 'musician', <Mic key="icon" aria-hidden />],
  ['STUDENT', 'student', <GraduationCap key="icon" aria-hidden />],
] as const

/** Somebody new whom the provider vouches for: which side of the stage? */
function ChooseAccount({
  ask,
  remember,
  search,
}: {
  ask: NonNullable<Answer['ask']>
  remember: boolean
  /** Of the page they left from. */
  search: string
}) {
  const { t } = useTexts(spoken)
  const { carried, next } = signUpAddressOf(new URLSearchParams(search))
  const form = useForm<Values, unknown, IdentityOnPage>({
    resolver: resolverOf<Values, IdentityOnPage>(IdentityOnPage),
    defaultValues: {
      ...{ account_type: null, name: ask.name ?? '', terms: false, ticket: ask.ticket },
      ...{ birth_date: null, guardian_email: '' },
    },
  })
  const { control, formState } = form
  const kind = useWatch({ control, name: 'account_type' })
  const send = useMutation(tell(createIdentityAccount))
  return (
    <AccountStage stage="signup" title={t('signup.title')} lead={t('identity.new', { email: ask.email })}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={submitOf(form, async (body) => {
          const reply = await send.mutateAsync({
            body: { ...body, birth_date: body.birth_date ?? undefined, ...carried },
          })
          // What was begun is for some accounts; anybody else goes home.
          useSession.getState().set({ lastAttemptedRoute: null })
          enter(reply, { next: nextFor(next, body.account_type), remember })
        })}
      >
        <FormError>{formState.errors.root?.message}</FormError>
        <Controller
          name="account_type"
          control={control}
          render={({ field, fieldState }) => (
            <RadioCards
              {...field}
              label={t('identity.kind')}
              columns={1}
              options={KINDS.map(([value, kind, icon]) => ({
                value,
                icon,
                label: t(`signup.kinds.${kind}.title`),
                description: t(`signup.kinds.${kind}.text`),
              }))}
              errorMessage={fieldState.error?.message}
              isRequired
            />
          )}
        />
        <FormText control={control} name="name" label={t('fields.name')} autoComplete="name" isRequired />
        {kind === 'STUDENT' && <AgeFields control={control} />}
        <TermsField control={control} />
        <Button type="submit" size="lg" isPending={formState.isSubmitting || send.isSuccess}>
          {t('signup.submit')}
        </Button>
      </form>
    </AccountStage>
  )
}
