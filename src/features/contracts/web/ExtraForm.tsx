import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { MoneyField } from '#core/web/ui/aria/MoneyField.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { GivenTip, giveTip, ProposedExtra, proposeExtra } from '../contract.extras.ts'
import type { Agreement, ExtraKind } from '../contract.ts'
import { contractExtraTexts, contractTexts } from './texts.ts'

const spoken = texts(contractTexts, contractExtraTexts)

interface Values {
  title: string
  amount: number | null
}

const BODIES = { extra: ProposedExtra, tip: GivenTip } as const

/** Proposes an extra, or gives a tip: how it is paid is said afterwards, as of every payment. */
export function ExtraForm({
  agreement,
  refreshes,
  kind,
  onClose,
}: {
  agreement: Agreement
  refreshes: readonly Endpoint[]
  kind: ExtraKind
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const { id, side, terms } = agreement
  const isTip = kind === 'tip'
  const form = useForm<Values, unknown, ProposedExtra>({
    resolver: resolverOf<Values, ProposedExtra>(BODIES[kind]),
    defaultValues: { title: '', amount: null },
  })
  const propose = useMutation(
    tell(proposeExtra, { refreshes, onTold: () => toast.success(t('contracts.extras.propose.sent')) }),
  )
  const give = useMutation(
    tell(giveTip, { refreshes, onTold: () => toast.success(t('contracts.extras.tip.sent')) }),
  )
  const submit = submitOf(form, async (body) => {
    await (isTip ? give : propose).mutateAsync({ params: { id }, body })
    onClose()
  })
  const what = (
    <FormText
      key="title"
      control={form.control}
      name="title"
      className="w-full"
      label={t(isTip ? 'contracts.extras.tip.words' : 'contracts.extras.propose.what')}
      description={isTip ? undefined : t('contracts.extras.propose.what_hint')}
      maxLength={120}
    />
  )
  const amount = (
    <Controller
      key="amount"
      control={form.control}
      name="amount"
      render={({ field, fieldState }) => (
        <MoneyField
          {...field}
          label={t(isTip ? 'contracts.extras.tip.amount' : `contracts.extras.propose.amount_${side}`)}
          currency={terms.fees?.currency ?? 'USD'}
          errorMessage={fieldState.error?.message}
        />
      )}
    />
  )
  return (
    <form noValidate className="flex max-w-lg flex-col items-start gap-4" onSubmit={submit}>
      {isTip && <p className="text-sm text-ink-2">{t('contracts.extras.tip.text')}</p>}
      {isTip ? [amount, what] : [what, amount]}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={form.formState.isSubmitting}>
          {t(isTip ? 'contracts.extras.tip.send' : 'contracts.extras.propose.send')}
        </Button>
        <Button variant="quiet" onPress={onClose}>
          {t('contracts.extras.back')}
        </Button>
      </div>
      <FormError>{form.formState.errors.root?.message}</FormError>
    </form>
  )
}
