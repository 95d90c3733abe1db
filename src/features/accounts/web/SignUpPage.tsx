import { useMutation } from '@tanstack/react-query'
import { GraduationCap, Mic, PartyPopper } from 'lucide-react'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { StudentOnPage, signUpStudent } from '../contract.ts'
import { AccountStage } from './AccountStage.tsx'
import { AgeFields, type AgeValues } from './AgeFields.tsx'
import { IdentityEntry } from './IdentityEntry.tsx'
import { linkClass } from './linkClass.ts'
import { nextFor } from './next.ts'
import { NOBODY_YET, PersonFields, type PersonValues } from './PersonFields.tsx'
import { enter, useSignUpAddress } from './signUp.ts'
import { TermsField } from './TermsField.tsx'
import { entryTexts } from './texts.ts'

const spoken = texts(entryTexts)

const ICONS: Record<'client' | 'musician' | 'student', ReactNode> = {
  client: <PartyPopper aria-hidden />,
  musician: <Mic aria-hidden />,
  student: <GraduationCap aria-hidden />,
}

/** What brings you here? Clients and musicians have pages of their own; students fill in theirs right here. */
export function SignUpPage() {
  const { t } = useTexts(spoken)
  const [query] = useSearchParams()
  return query.get('kind') === 'student' ? (
    <StudentForm />
  ) : (
    <AccountStage stage="signup" title={t('signup.title')} lead={t('signup.lead')}>
      <KindCards />
      <IdentityEntry size="medium" remember={() => true} className="mt-5" />
      <SignInInstead />
    </AccountStage>
  )
}

function KindCards() {
  const { t } = useTexts(spoken)
  const [query] = useSearchParams()
  const student = new URLSearchParams(query)
  student.set('kind', 'student')
  const kinds = [
    { kind: 'client', to: { pathname: '/signup-client', search: query.toString() } },
    { kind: 'musician', to: { pathname: '/signup-music', search: query.toString() } },
    { kind: 'student', to: { pathname: '/signup', search: student.toString() } },
  ] as const
  return (
    <ul className="flex flex-col gap-3">
      {kinds.map(({ kind, to }) => (
        <li key={kind}>
          <Link
            to={to}
            className="flex items-center gap-4 rounded-card border border-line-strong bg-surface p-5 transition-colors hover:border-accent hover:bg-accent-tint"
          >
            <span className="grid size-12 shrink-0 place-items-center rounded-control bg-surface-2 text-accent [&>svg]:size-6">
              {ICONS[kind]}
            </span>
            <span className="min-w-0">
              <span className="title-card block">{t(`signup.kinds.${kind}.title`)}</span>
              <span className="block text-ink-2">{t(`signup.kinds.${kind}.text`)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** For people who have an account already. */
export function SignInInstead({ kind = false }: { kind?: boolean }) {
  const { t } = useTexts(spoken)
  const { search, signIn } = useSignUpAddress()
  return (
    <p className="mt-8 flex flex-wrap gap-x-6 gap-y-3 text-ink-2">
      <span>
        {t('signup.have_account')}{' '}
        <Link to={signIn} className={linkClass}>
          {t('signup.sign_in')}
        </Link>
      </span>
      {kind && (
        <Link
          to={{ pathname: '/signup', search: search.replace(/[?&]kind=student/, '') }}
          className={linkClass}
        >
          {t('signup.other_kind')}
        </Link>
      )}
    </p>
  )
}

function StudentForm() {
  const { t } = useTexts(spoken)
  const { carried, next } = useSignUpAddress()
  const form = useForm<PersonValues & AgeValues, unknown, StudentOnPage>({
    resolver: resolverOf<PersonValues & AgeValues, StudentOnPage>(StudentOnPage),
    defaultValues: { ...NOBODY_YET, birth_date: null, guardian_email: '' },
  })
  const send = useMutation(tell(signUpStudent))
  return (
    <AccountStage stage="signup" title={t('signup.student.title')} lead={t('signup.student.lead')}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={submitOf(form, async (body) =>
          enter(await send.mutateAsync({ body: { ...body, ...carried } }), {
            next: nextFor(next, 'STUDENT'),
          }),
        )}
      >
        <FormError>{form.formState.errors.root?.message}</FormError>
        <PersonFields control={form.control} />
        <AgeFields control={form.control} />
        <TermsField control={form.control} />
        <Button type="submit" size="lg" isPending={form.formState.isSubmitting || send.isSuccess}>
          {t('signup.submit')}
        </Button>
      </form>
      <SignInInstead kind />
    </AccountStage>
  )
}
