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
import type { Agreement } from '../contract.ts'
import { contractExtraTexts, contractTexts } from './texts.ts'

const spoken = texts(contractTexts, contractExtraTexts)

interface Props {
  agreement: Agreement
  refreshes: readonly Endpoint[]
  onClose: () => void
}

interface Values {
  title: string
  amount: number | null
}
const EMPTY: Values = { title: '', amount: null }

/** Proposes something beyond the agreement, and what it costs. */
export function ExtraForm({ agreement, refreshes, onClose }: Props) {
  const { t } = useTexts(spoken)
  const form = useForm<Values, unknown, ProposedExtra>({
    resolver: resolverOf<Values, ProposedExtra>(ProposedExtra),
    defaultValues: EMPTY,
  })
  const { mutateAsync: propose } = useMutation(
    tell(proposeExtra, { refreshes, onTold: () => toast.success(t('contracts.extras.propose.sent')) }),
  )
  const submit = submitOf(form, async (body) => {
    await propose({ params: { id: agreement.id }, body })
    onClose()
  })
  return (
    <form noValidate className="flex max-w-lg flex-col items-start gap-4" onSubmit={submit}>
      <FormText
        control={form.control}
        name="title"
        className="w-full"
        label={t('contracts.extras.propose.what')}
        description={t('contracts.extras.propose.what_hint')}
        maxLength={120}
      />
      <Controller
        control={form.control}
        name="amount"
        render={({ field, fieldState }) => (
          <MoneyField
            {...field}
            label={t(`contracts.extras.propose.amount_${agreement.side}`)}
            currency={agreement.terms.fees?.currency ?? 'USD'}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <Buttons
        send={t('contracts.extras.propose.send')}
        isPending={form.formState.isSubmitting}
        onClose={onClose}
      />
      <FormError>{form.formState.errors.root?.message}</FormError>
    </form>
  )
}

/** Gives a tip: how it is paid is said afterwards, as of every payment. */
export function TipForm({ agreement, refreshes, onClose }: Props) {
  const { t } = useTexts(spoken)
  const form = useForm<Values, unknown, GivenTip>({
    resolver: resolverOf<Values, GivenTip>(GivenTip),
    defaultValues: EMPTY,
  })
  const { mutateAsync: give } = useMutation(
    tell(giveTip, { refreshes, onTold: () => toast.success(t('contracts.extras.tip.sent')) }),
  )
  const submit = submitOf(form, async (body) => {
    await give({ params: { id: agreement.id }, body })
    onClose()
  })
  return (
    <form noValidate className="flex max-w-lg flex-col items-start gap-4" onSubmit={submit}>
      <p className="text-sm text-ink-2">{t('contracts.extras.tip.text')}</p>
      <Controller
        control={form.control}
        name="amount"
        render={({ field, fieldState }) => (
          <MoneyField
            {...field}
            label={t('contracts.extras.tip.amount')}
            currency={agreement.terms.fees?.currency ?? 'USD'}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <FormText
        control={form.control}
        name="title"
        className="w-full"
        label={t('contracts.extras.tip.words')}
        maxLength={120}
      />
      <Buttons
        send={t('contracts.extras.tip.send')}
        isPending={form.formState.isSubmitting}
        onClose={onClose}
      />
      <FormError>{form.formState.errors.root?.message}</FormError>
    </form>
  )
}

function Buttons({ send, isPending, onClose }: { send: string; isPending: boolean; onClose: () => void }) {
  const { t } = useTexts(spoken)
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" isPending={isPending}>
        {send}
      </Button>
      <Button variant="quiet" onPress={onClose}>
        {t('contracts.extras.back')}
      </Button>
    </div>
  )
}
