import { useMutation } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { oneLine } from '#core/contract/text.ts'
import { refresh, tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { currentLanguage } from '#core/web/i18n.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Checkbox } from '#core/web/ui/aria/Checkbox.tsx'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import type { signAmendment } from '../contract.papers.ts'
import { type Agreement, Signing, signContract } from '../contract.ts'
import { resembles, signerOf } from '../rules.names.ts'
import { contractTexts } from './texts.ts'

const spoken = texts(contractTexts)

interface Values {
  typed_name: string
  consent: boolean
}

/**
 * Signing: the name as one would write it on paper, and a ticked consent. Both are stored with the time and the hash of
 * the terms. A name that isn't like the one in the terms is asked about once; whatever was typed is what is signed.
 */
export function SignForm({
  agreement,
  by = signContract,
  refreshes,
  as: Part,
}: {
  agreement: Pick<Agreement, 'id' | 'sha256' | 'terms' | 'side'>
  /** The call that takes the signature. */
  by?: typeof signContract | typeof signAmendment
  refreshes: readonly Endpoint[]
  as: 'h3' | 'h4' | 'h5'
}) {
  const { t } = useTexts(spoken)
  const named = signerOf(agreement.terms, agreement.side)
  /** The name that was asked about: sent again as it is, it is meant. */
  const [asked, setAsked] = useState<string | null>(null)
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (asked !== null) question.current?.focus()
  }, [asked])
  const form = useForm<Values, unknown, Signing>({
    resolver: resolverOf<Values, Signing>(Signing, {
      from: (values) => ({ ...values, sha256: agreement.sha256, language: currentLanguage() }),
    }),
    defaultValues: { typed_name: '', consent: false },
  })
  const { control, formState } = form
  const sign = useMutation({
    ...tell(by, { refreshes, onTold: () => toast.success(t('contracts.toast.signed')) }),
    // Signed in another tab, or by a second press: the agreement shows where it stands, without this form.
    onError: async (error, _input, _result, { client }) => {
      if (error.status === 409) await refresh(client, refreshes)
    },
  })
  const isAsking = asked !== null && oneLine(form.watch('typed_name')) === asked
  return (
    <form
      noValidate
      className="flex flex-col gap-4 rounded-card border-2 border-dashed border-line-strong p-5"
      onSubmit={submitOf(form, async (body) => {
        if (body.typed_name !== asked && !resembles(body.typed_name, named)) setAsked(body.typed_name)
        else await sign.mutateAsync({ params: { id: agreement.id }, body })
      })}
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
      {isAsking && (
        <p
          ref={question}
          tabIndex={-1}
          role="status"
          className="rounded-control bg-warn-tint px-4 py-3 outline-none"
        >
          {t('contracts.sign.other_name', { typed: asked, named: named ?? '' })}
        </p>
      )}
      <FormError>{formState.errors.root?.message}</FormError>
      <div>
        <Button type="submit" size="lg" icon={<PenLine aria-hidden />} isPending={formState.isSubmitting}>
          {t(isAsking ? 'contracts.sign.send_so' : 'contracts.sign.send')}
        </Button>
      </div>
    </form>
  )
}
