import { Check, CircleAlert, Eye, EyeOff } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Link, useLocation } from 'react-router'
import { texts, useTexts } from '#core/web/texts.ts'
import { buttonStyle } from '#core/web/ui/buttonStyle.ts'
import { controlClass } from '#core/web/ui/fieldStyle.ts'
import { Spinner } from '#core/web/ui/Spinner.tsx'
import { linkClass } from './linkClass.ts'
import type { SignInTexts } from './signInForm.ts'
import { entryTexts } from './texts.ts'

const spoken = texts(entryTexts)

/**
 * The sign-in form in plain elements: it is drawn ahead of time too, and in both places signInForm.ts moves what the
 * data- attributes mark. No react-aria here, so that the first visit stays light.
 */
export function SignInForm({
  form,
  email,
  children,
}: {
  form?: RefObject<HTMLFormElement | null>
  email?: string | undefined
  /** Other ways to come in, under the form. */
  children?: ReactNode
}) {
  const { t } = useTexts(spoken)
  const { search } = useLocation()
  const sentences: SignInTexts = {
    required: t('common:validation.required'),
    connection: t('common:errors.common.connection'),
    generic: t('common:errors.common.generic'),
    session_over: t('signin.session_over'),
    unauthorized: t('common:errors.access.unauthorized'),
  }
  return (
    <>
      <form
        ref={form}
        noValidate
        method="post"
        data-signin
        data-texts={JSON.stringify(sentences)}
        className="flex flex-col gap-5"
      >
        <div
          role="alert"
          data-problem
          hidden
          className="flex items-start gap-3 rounded-control border border-bad bg-bad-tint px-4 py-3 font-medium text-bad"
        >
          <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          <span className="min-w-0" />
        </div>
        <Field id="username" label={t('fields.email')}>
          <input
            {...described('username')}
            defaultValue={email}
            type="email"
            inputMode="email"
            autoComplete="username"
            className={`${controlClass} aria-invalid:border-bad`}
          />
        </Field>
        <Field id="password" label={t('fields.password')}>
          <span className="relative flex">
            <input
              {...described('password')}
              type="password"
              autoComplete="current-password"
              className={`${controlClass} pr-12 aria-invalid:border-bad`}
            />
            <button
              type="button"
              data-show
              aria-label={t('password.show')}
              aria-pressed={false}
              className="group absolute inset-y-0 right-1 my-auto grid size-10 place-items-center rounded-chip text-ink-2 hover:text-ink sm:size-9"
            >
              <Eye aria-hidden className="size-5 group-aria-pressed:hidden" />
              <EyeOff aria-hidden className="hidden size-5 group-aria-pressed:block" />
            </button>
          </span>
        </Field>
        <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1">
          <label className="flex min-h-11 cursor-pointer items-center gap-3 sm:min-h-8">
            <span className="relative grid size-5.5 shrink-0 place-items-center sm:size-5">
              <input
                name="remember"
                type="checkbox"
                className="peer absolute inset-0 m-0 cursor-pointer appearance-none rounded-check border border-line-strong bg-surface transition-colors checked:border-primary checked:bg-primary hover:border-ink-3"
              />
              <Check
                aria-hidden
                strokeWidth={3}
                className="pointer-events-none relative hidden size-4 text-on-primary peer-checked:block"
              />
            </span>
            {t('signin.remember')}
          </label>
          <Link to="/reset-password" className={linkClass}>
            {t('signin.forgot')}
          </Link>
        </div>
        <button type="submit" className={buttonStyle('primary', 'lg', false, 'group')}>
          <span className="group-data-busy:opacity-0">{t('signin.submit')}</span>
          <span className="absolute inset-0 hidden place-items-center group-data-busy:grid">
            <Spinner />
          </span>
        </button>
      </form>
      {children}
      <p className="mt-8 text-ink-2">
        {t('signin.no_account')}{' '}
        <Link to={{ pathname: '/signup', search }} className={linkClass}>
          {t('signin.sign_up')}
        </Link>
      </p>
    </>
  )
}

const described = (id: string) => ({
  id,
  name: id,
  'aria-required': true,
  'aria-describedby': `${id}-error`,
})

function Field({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
        <span aria-hidden className="ml-1 text-accent">
          *
        </span>
      </label>
      {children}
      <p
        id={`${id}-error`}
        data-error={id}
        hidden
        className="flex items-start gap-1.5 text-sm font-medium text-bad"
      >
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span />
      </p>
    </div>
  )
}
