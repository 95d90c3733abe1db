import { useMutation, useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { ApiError, ask, tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { HOMES } from '#features/access/rules.ts'
import { AskedGuardian, askGuardian, type OwnGuardian, readOwnGuardian } from '../contract.minors.ts'
import { AccountStage } from './AccountStage.tsx'
import { linkClass } from './linkClass.ts'
import { takeNext } from './next.ts'
import { useSession } from './session.ts'
import { entryTexts, minorsTexts } from './texts.ts'

const spoken = texts(entryTexts, minorsTexts)

const POLL_MS = 3_000

/** A minor waits for their adult's answer, and may write to them again or to another one. */
export function GuardianAwaited() {
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  const { date } = useFormat()
  const own = useQuery({
    ...ask(readOwnGuardian),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
  const guardian = own.data?.guardian
  // Confirmed meanwhile, or of age since.
  const isOpen = own.data !== undefined && (guardian === null || guardian?.state === 'confirmed')
  useEffect(() => {
    if (!isOpen) return
    const { user, set } = useSession.getState()
    if (user) set({ user: { ...user, awaits_guardian: false } })
    void navigate(takeNext('STUDENT') ?? HOMES.STUDENT, { replace: true })
  }, [isOpen, navigate])

  const closes = guardian?.closes_on ? date(guardian.closes_on, 'UTC', 'long') : ''
  return (
    <AccountStage
      stage="guardian"
      title={t(guardian?.state === 'refused' ? 'minors.check.refused_title' : 'check.guardian')}
    >
      <div className="flex flex-col gap-4">
        {own.error && !own.data ? (
          <ErrorState
            title={own.error.message}
            retryLabel={t('common:boundary.retry')}
            onRetry={() => void own.refetch()}
          />
        ) : !guardian || isOpen ? (
          <Skeleton className="h-40" />
        ) : guardian.state === 'refused' ? (
          <p role="status">{t('minors.check.refused_text', { date: closes })}</p>
        ) : (
          <>
            <p role="status" className="wrap-anywhere">
              {t('minors.check.awaited_text', { guardian_email: guardian.guardian_email })}
            </p>
            <p className="text-ink-2">{t('minors.check.until', { date: closes })}</p>
            <AskAgain guardian={guardian} />
          </>
        )}
        <p className="mt-2 text-ink-2">
          <Link to="/logout" className={linkClass}>
            {t('check.leave')}
          </Link>
        </p>
      </div>
    </AccountStage>
  )
}

function AskAgain({ guardian }: { guardian: OwnGuardian }) {
  const { t } = useTexts(spoken)
  const form = useForm<AskedGuardian>({
    resolver: resolverOf<AskedGuardian>(AskedGuardian),
    defaultValues: { guardian_email: guardian.guardian_email },
  })
  const send = useMutation(tell(askGuardian, { refreshes: [readOwnGuardian] }))
  const isTooSoon = send.error instanceof ApiError && send.error.status === 429
  const submit = submitOf(form, async (body) => {
    await send.mutateAsync({ body })
    toast.success(t('minors.check.sent', { guardian_email: body.guardian_email }))
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FormError>{isTooSoon ? t('minors.check.wait') : form.formState.errors.root?.message}</FormError>
      <FormText
        control={form.control}
        name="guardian_email"
        label={t('minors.fields.guardian_email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        isRequired
      />
      <Button
        type="submit"
        variant="secondary"
        className="self-start"
        icon={<RotateCw aria-hidden />}
        isPending={form.formState.isSubmitting}
      >
        {t('minors.check.send')}
      </Button>
    </form>
  )
}
