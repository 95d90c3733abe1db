import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import {
  CODE_MINUTES,
  confirmPhone,
  type OwnChecks,
  PhoneAsked,
  PhoneCode,
  readVerification,
  sendPhoneCode,
} from '../contract.ts'
import { verificationTexts } from './texts.ts'

const spoken = texts(verificationTexts)

/** Proves a phone: its number, then the code that came to it. Opened again, it goes on with the code. */
export function PhoneDialog({
  data,
  phone,
  onClose,
  onDone,
}: {
  data: OwnChecks
  /** What the account has. */
  phone: string
  onClose: () => void
  onDone: () => void
}) {
  const [sent, setSent] = useState(data.phone_code?.phone ?? null)
  return sent === null ? (
    <NumberForm phone={phone} onClose={onClose} onSent={setSent} />
  ) : (
    <CodeForm number={sent} onClose={onClose} onDone={onDone} onOther={() => setSent(null)} />
  )
}

function NumberForm({
  phone,
  onClose,
  onSent,
}: {
  phone: string
  onClose: () => void
  onSent: (number: string) => void
}) {
  const { t } = useTexts(spoken)
  const form = useForm<PhoneAsked>({
    resolver: resolverOf<PhoneAsked>(PhoneAsked),
    defaultValues: { phone },
  })
  const send = useMutation(tell(sendPhoneCode, { refreshes: [readVerification] }))
  return (
    <FormDialog
      title={t('verification.phone.dialog')}
      closeLabel={t('verification.close')}
      cancelLabel={t('verification.cancel')}
      submitLabel={t('verification.phone.send')}
      onSubmit={submitOf(form, async (body) => {
        const { phone_code } = await send.mutateAsync({ body })
        onSent(phone_code?.phone ?? body.phone)
      })}
      isSubmitting={form.formState.isSubmitting}
      error={form.formState.errors.root?.message}
      onClose={onClose}
      maxWidth={480}
    >
      <p className="text-ink-2">{t('verification.phone.how', { count: CODE_MINUTES })}</p>
      <FormText
        control={form.control}
        name="phone"
        label={t('verification.phone.number')}
        description={t('verification.phone.number_help')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        isRequired
      />
    </FormDialog>
  )
}

function CodeForm({
  number,
  onClose,
  onDone,
  onOther,
}: {
  number: string
  onClose: () => void
  onDone: () => void
  onOther: () => void
}) {
  const { t } = useTexts(spoken)
  const form = useForm<PhoneCode>({
    resolver: resolverOf<PhoneCode>(PhoneCode),
    defaultValues: { code: '' },
  })
  const confirm = useMutation(tell(confirmPhone, { refreshes: [readVerification] }))
  const again = useMutation(
    tell(sendPhoneCode, {
      refreshes: [readVerification],
      onTold: () => {
        form.reset()
        toast.success(t('verification.phone.sent_again'))
      },
    }),
  )
  return (
    <FormDialog
      title={t('verification.phone.code_title')}
      closeLabel={t('verification.close')}
      cancelLabel={t('verification.cancel')}
      submitLabel={t('verification.phone.confirm')}
      onSubmit={submitOf(form, async (body) => {
        await confirm.mutateAsync({ body })
        toast.success(t('verification.phone.done'))
        onDone()
      })}
      isSubmitting={form.formState.isSubmitting}
      error={form.formState.errors.root?.message ?? again.error?.message}
      onClose={onClose}
      maxWidth={480}
    >
      <p aria-live="polite">{t('verification.phone.sent', { phone: number, count: CODE_MINUTES })}</p>
      <FormText
        control={form.control}
        name="code"
        label={t('verification.phone.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        autoFocus
        isRequired
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          size="sm"
          isPending={again.isPending}
          onPress={() => again.mutate({ body: { phone: number } })}
        >
          {t('verification.phone.again')}
        </Button>
        <Button variant="quiet" size="sm" onPress={onOther}>
          {t('verification.phone.other')}
        </Button>
      </div>
    </FormDialog>
  )
}
