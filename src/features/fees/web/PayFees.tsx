import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { SlipField } from '#features/slips/web/SlipField.tsx'
import { declareFees, type FeeStatement, listFees } from '../contract.ts'
import { feeTexts } from './texts.ts'

const spoken = texts(feeTexts)
const REFRESHES = [listFees]
const SHORTEST = 3

/** Where a statement's transfer goes, and the reference that it is found by; its slip once that was said. */
export function PayFees({ statement, account }: { statement: FeeStatement; account: string | null }) {
  const { t } = useTexts(spoken)
  const { id, number, state, reference, note, has_slip } = statement
  const form = useForm({ defaultValues: { reference: '' } })
  const declare = useMutation(
    tell(declareFees, { refreshes: REFRESHES, onTold: () => toast.success(t('fees.said')) }),
  )
  if (state === 'declared')
    return (
      <div className="flex flex-col gap-3">
        <p>{t('fees.waits', { reference })}</p>
        <SlipField of="fees" id={id} has={has_slip} adds refreshes={REFRESHES} />
      </div>
    )
  if (!account) return null
  return (
    <>
      {state === 'failed' && note && <p className="text-bad">{t('fees.not_found', { reason: note })}</p>}
      <div className="rounded-control bg-surface-2 px-4 py-3">
        <p className="text-sm text-ink-2">{t('fees.account')}</p>
        <p className="whitespace-pre-line break-words font-semibold">{account}</p>
      </div>
      <form
        noValidate
        className="flex flex-col items-start gap-3 sm:max-w-md"
        onSubmit={submitOf(form, async (body) => {
          if (body.reference.trim().length < SHORTEST) {
            form.setError('reference', { message: t('fees.reference_short') }, { shouldFocus: true })
            return
          }
          await declare.mutateAsync({ params: { id }, body })
        })}
      >
        <FormText
          control={form.control}
          name="reference"
          className="w-full"
          label={t('fees.reference')}
          description={t('fees.reference_help', { number })}
          maxLength={80}
        />
        <Button type="submit" isPending={form.formState.isSubmitting}>
          {t('fees.declare')}
        </Button>
        <FormError>{form.formState.errors.root?.message}</FormError>
      </form>
    </>
  )
}
