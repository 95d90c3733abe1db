import { useMutation } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useState } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { ApiError, tell } from '#core/web/ask.ts'
import { currentLanguage } from '#core/web/i18n.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Checkbox } from '#core/web/ui/Checkbox.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { TextField } from '#core/web/ui/TextField.tsx'
import { type Agreement, signContract } from '../contract.ts'
import { contractTexts } from './texts.ts'

const spoken = texts(contractTexts)

/** Signing: the name as one would write it on paper, and a ticked consent. Kept with time and the terms' hash. */
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
  const [name, setName] = useState('')
  const [consent, setConsent] = useState(false)
  const [tried, setTried] = useState(false)
  const sign = useMutation(
    tell(signContract, { refreshes, onTold: () => toast.success(t('contracts.toast.signed')) }),
  )
  const fields = sign.error instanceof ApiError ? sign.error.fields : {}
  const nameFault =
    tried && name.trim().length < 3 ? t('common:validation.min_length', { count: 3 }) : undefined
  const consentFault = tried && !consent ? t('common:validation.consent') : undefined
  return (
    <form
      noValidate
      className="flex flex-col gap-4 rounded-card border-2 border-dashed border-line-strong p-5"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (name.trim().length < 3 || !consent) return
        sign.mutate({
          params: { id: agreement.id },
          body: { typed_name: name, consent: true, sha256: agreement.sha256, language: currentLanguage() },
        })
      }}
    >
      <Part className="title-card">{t('contracts.sign.title')}</Part>
      <TextField
        label={t('contracts.sign.name')}
        description={t('contracts.sign.name_hint')}
        value={name}
        onChange={setName}
        autoComplete="name"
        maxLength={120}
        isRequired
        errorMessage={nameFault ?? fields.typed_name}
      />
      <p
        aria-hidden
        className="min-h-14 border-b-2 border-ink-3 pb-1 font-display text-3xl wide-75 text-ink italic"
      >
        {name}
      </p>
      <Checkbox value={consent} onChange={setConsent} errorMessage={consentFault ?? fields.consent}>
        {t('contracts.sign.consent')}
      </Checkbox>
      <FormError>{sign.error && Object.keys(fields).length === 0 ? sign.error.message : null}</FormError>
      <div>
        <Button type="submit" size="lg" icon={<PenLine aria-hidden />} isPending={sign.isPending}>
          {t('contracts.sign.send')}
        </Button>
      </div>
    </form>
  )
}
