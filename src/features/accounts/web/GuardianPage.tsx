import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { ask, tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Checkbox } from '#core/web/ui/aria/Checkbox.tsx'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import {
  AskedLink,
  answerAsGuardian,
  askGuardianLink,
  GuardianAnswer,
  type GuardianPart,
  readGuardianPart,
} from '../contract.minors.ts'
import { AccountStage } from './AccountStage.tsx'
import { linkClass } from './linkClass.ts'
import { minorsTexts } from './texts.ts'

const spoken = texts(minorsTexts)

const MEANS = ['lessons', 'talk', 'data', 'stop'] as const

/** Opened by the link of an adult's letter, without an account: who asks, what they would allow, yes or no. */
export function GuardianPage() {
  const { t } = useTexts(spoken)
  const token = useSearchParams()[0].get('token') ?? ''
  const part = useQuery({
    ...ask(readGuardianPart, { query: { token } }),
    enabled: token !== '',
    retry: false,
  })
  if (part.data) return <Part part={part.data} token={token} />
  if (token === '')
    return (
      <AccountStage stage="guardian" title={t('minors.part.ask_title')}>
        <AskForLink lead={t('minors.part.ask_text')} />
      </AccountStage>
    )
  // 400: cut on its way, so no link of ours.
  const isBroken = part.error?.status === 409 || part.error?.status === 400
  if (isBroken)
    return (
      <AccountStage stage="guardian" title={t('minors.part.broken_title')}>
        <AskForLink lead={t('minors.part.broken_text')} />
      </AccountStage>
    )
  return (
    <AccountStage stage="guardian" title={t('minors.part.waiting')}>
      {part.error ? (
        <ErrorState
          title={part.error.message}
          retryLabel={t('common:boundary.retry')}
          onRetry={() => void part.refetch()}
          isRetrying={part.isFetching}
        />
      ) : (
        <Skeleton className="h-40" />
      )}
    </AccountStage>
  )
}

/** Who has no link, or one that is worth nothing, has another sent to the address that a minor named. */
function AskForLink({ lead }: { lead: string }) {
  const { t } = useTexts(spoken)
  const form = useForm<AskedLink>({
    resolver: resolverOf<AskedLink>(AskedLink),
    defaultValues: { email: '' },
  })
  const send = useMutation(tell(askGuardianLink))
  const sent_to = send.isSuccess ? send.variables?.body?.email : null
  return sent_to ? (
    <p role="status" className="wrap-anywhere">
      {t('minors.part.asked', { email: sent_to })}
    </p>
  ) : (
    <form
      noValidate
      onSubmit={submitOf(form, (body) => send.mutateAsync({ body }))}
      className="flex flex-col gap-5"
    >
      <p>{lead}</p>
      <FormError>{form.formState.errors.root?.message}</FormError>
      <FormText
        control={form.control}
        name="email"
        label={t('minors.part.ask_email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        isRequired
      />
      <Button type="submit" size="lg" className="self-start" isPending={form.formState.isSubmitting}>
        {t('minors.part.ask_submit')}
      </Button>
    </form>
  )
}

function Part({ part, token }: { part: GuardianPart; token: string }) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  /** What is asked once more before it is said. */
  const [asks, setAsks] = useState<'refuse' | 'forbid_recording' | null>(null)
  const [said, setSaid] = useState<GuardianAnswer['step'] | null>(null)
  const answer = useMutation(tell(answerAsGuardian, { refreshes: [readGuardianPart] }))
  const values = {
    name: part.name,
    guardian_email: part.guardian_email,
    guardian_name: part.guardian_name ?? '',
    page: `${location.host}/guardian`,
    date: part.confirmed_at ? date(part.confirmed_at, undefined, 'long') : '',
  }
  const say = (step: Exclude<GuardianAnswer['step'], 'confirm'>) =>
    answer.mutate(
      { body: { token, step } },
      { onSuccess: () => setSaid(step), onSettled: () => setAsks(null) },
    )
  const isSaying = (step: GuardianAnswer['step']) => answer.isPending && answer.variables?.body?.step === step
  const title =
    part.state === 'confirmed'
      ? t('minors.part.confirmed_title', values)
      : part.state === 'refused'
        ? t('minors.part.refused_title', values)
        : t('minors.part.title', values)
  return (
    <AccountStage
      stage="guardian"
      title={title}
      lead={part.state === 'awaited' ? t('minors.part.lead') : t(`minors.part.${part.state}_text`, values)}
    >
      <div className="flex flex-col gap-5">
        {said && answer.isSuccess && (
          <p role="status" className="flex items-start gap-3 rounded-control bg-ok-tint px-4 py-3">
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" />
            {t(said.endsWith('recording') ? 'minors.part.recording_done' : 'minors.part.done', values)}
          </p>
        )}
        {/* The form says itself what becomes of a yes. */}
        <FormError>{answer.variables?.body?.step === 'confirm' ? null : answer.error?.message}</FormError>
        {part.state === 'awaited' && (
          <p className="text-ink-2">
            {t('minors.part.born', { date: date(part.birth_date, 'UTC', 'long') })}
          </p>
        )}
        <section>
          <h2 className="title-card mb-2">{t('minors.part.means_title')}</h2>
          <ul className="flex list-disc flex-col gap-2 pl-5 wrap-anywhere">
            {MEANS.map((one) => (
              <li key={one}>{t(`minors.part.means.${one}`, values)}</li>
            ))}
          </ul>
          <p className="mt-3 flex flex-wrap gap-x-5">
            {(['terms', 'privacy'] as const).map((page) => (
              <a
                key={page}
                href={`/${page}`}
                className={`${linkClass} inline-flex min-h-11 items-center sm:min-h-8`}
              >
                {t(`minors.part.${page}`)}
              </a>
            ))}
          </p>
        </section>
        {part.state === 'confirmed' ? (
          <>
            <section>
              <h2 className="title-card mb-2">{t('minors.part.recording_title')}</h2>
              <p className="mb-3">{t(`minors.part.recording_${part.recording ? 'yes' : 'no'}`, values)}</p>
              <Button
                variant="secondary"
                isPending={isSaying('allow_recording')}
                onPress={() => (part.recording ? setAsks('forbid_recording') : say('allow_recording'))}
              >
                {t(`minors.part.recording_${part.recording ? 'forbid' : 'allow'}`)}
              </Button>
            </section>
            <Button variant="secondary" onPress={() => setAsks('refuse')}>
              {t('minors.part.withdraw')}
            </Button>
          </>
        ) : (
          <Permission
            part={part}
            token={token}
            onSay={async (body) => {
              await answer.mutateAsync({ body })
              setSaid('confirm')
            }}
            onRefuse={part.state === 'awaited' ? () => say('refuse') : null}
            isRefusing={isSaying('refuse')}
          />
        )}
      </div>
      <ConfirmDialog
        title={t('minors.part.withdraw_title')}
        confirmLabel={t('minors.part.withdraw')}
        cancelLabel={t('minors.part.back')}
        isOpen={asks === 'refuse'}
        onOpenChange={() => setAsks(null)}
        isPending={answer.isPending}
        onConfirm={() => say('refuse')}
        isDangerous
      >
        {t('minors.part.withdraw_text', values)}
      </ConfirmDialog>
      <ConfirmDialog
        title={t('minors.part.forbid_title')}
        confirmLabel={t('minors.part.recording_forbid')}
        cancelLabel={t('minors.part.back')}
        isOpen={asks === 'forbid_recording'}
        onOpenChange={() => setAsks(null)}
        isPending={answer.isPending}
        onConfirm={() => say('forbid_recording')}
        isDangerous
      >
        {t('minors.part.forbid_text', values)}
      </ConfirmDialog>
    </AccountStage>
  )
}

interface Values {
  token: string
  step: 'confirm'
  guardian_name: string
  declares: boolean
}

/** The name and the word of whoever says yes. */
function Permission({
  part,
  token,
  onSay,
  onRefuse,
  isRefusing,
}: {
  part: GuardianPart
  token: string
  onSay: (answer: GuardianAnswer) => Promise<void>
  /** Null where they have said no already. */
  onRefuse: (() => void) | null
  isRefusing: boolean
}) {
  const { t } = useTexts(spoken)
  const form = useForm<Values, unknown, GuardianAnswer>({
    resolver: resolverOf<Values, GuardianAnswer>(GuardianAnswer),
    defaultValues: { token, step: 'confirm', guardian_name: part.guardian_name ?? '', declares: false },
  })
  const { control, formState } = form
  return (
    <form noValidate onSubmit={submitOf(form, onSay)} className="flex flex-col gap-5">
      <FormError>{formState.errors.root?.message}</FormError>
      <FormText
        control={control}
        name="guardian_name"
        label={t('minors.part.name')}
        autoComplete="name"
        isRequired
      />
      <Controller
        name="declares"
        control={control}
        render={({ field, fieldState }) => (
          <Checkbox {...field} errorMessage={fieldState.error?.message} isRequired>
            {t('minors.part.declares', { name: part.name })}
          </Checkbox>
        )}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg" isPending={formState.isSubmitting}>
          {t('minors.part.confirm')}
        </Button>
        {onRefuse && (
          <Button size="lg" variant="secondary" isPending={isRefusing} onPress={onRefuse}>
            {t('minors.part.refuse')}
          </Button>
        )}
      </div>
    </form>
  )
}
