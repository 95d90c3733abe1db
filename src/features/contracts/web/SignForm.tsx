import { useMutation } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { Controller, useForm } from 'react-hook-form'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { refresh, tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { currentLanguage } from '#core/web/i18n.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Checkbox } from '#core/web/ui/aria/Checkbox.tsx'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { type Agreement, Signing, signContract } from '../contract.ts'
import { contractTexts } from './texts.ts'

const spoken = texts(contractTexts)

interface Values {
  typed_name: string
  consent: boolean
}

/**
 * Signing: the name as one would write it on paper, and a ticked consent. Both are stored with the time and the hash of
 * the terms.
 */
export function SignForm({
  agreement,
  refreshes,
  as: Part,
}: {
  agreement: Agreement
  refreshes: readonly Endpoint[]
  as: 'h3' | 'h4'
}) {
  const { t } = useTexts(spoken)
  const form = useForm<Values, unknown, Signing>({
    resolver: resolverOf<Values, Signing>(Signing, {
      from: (values) => ({ ...values, sha256: agreement.sha256, language: currentLanguage() }),
    }),
    defaultValues: { typed_name: '', consent: false },
  })
  const { control, formState } = form
  const sign = useMutation({
    ...tell(signContract, { refreshes, onTold: () => toast.success(t('contracts.toast.signed')) }),
    // Signed in another tab, or by a second press: the agreement shows where it stands, without this form.
    onError: async (error, _input, _result, { client }) => {
      if (error.status === 409) await refresh(client, refreshes)
    },
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-4 rounded-card border-2 border-dashed border-line-strong p-5"
      onSubmit={submitOf(form, (body) => sign.mutateAsync({ params: { id: agreement.id }, body }))}
    >
      <Part className="title-card">{t('contracts.sign.title')}</Part>
      <FormText
        control={control}
        name="typed_name"
        label={t('contracts.sign.name')}
        description={t('contracts.sign.name_hint')}
        autoComplete="name"
        maxLength={120}
        isRequired
      />
      <p
        aria-hidden
        className="min-h-14 border-b-2 border-ink-3 pb-1 font-display text-3xl wide-75 text-ink italic"
      >
        {form.watch('typed_name')}
      </p>
      <Controller
        control={control}
        name="consent"
        render={({ field, fieldState }) => (
          <Checkbox {...field} errorMessage={fieldState.error?.message}>
            {t('contracts.sign.consent')}
          </Checkbox>
        )}
      />
      <FormError>{formState.errors.root?.message}</FormError>
      <div>
        <Button type="submit" size="lg" icon={<PenLine aria-hidden />} isPending={formState.isSubmitting}>
          {t('contracts.sign.send')}
        </Button>
      </div>
    </form>
  )
}
