import { useMutation } from '@tanstack/react-query'
import { CalendarCheck, Megaphone, TriangleAlert, Undo2 } from 'lucide-react'
import { useForm } from 'react-hook-form'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { currentLanguage } from '#core/web/i18n.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { requestTexts } from '#features/budgets/web/texts.ts'
import { withdrawContract } from '../contract.leaving.ts'
import type { Agreement } from '../contract.ts'
import { CLAUSES, givenBackOf } from '../rules.ts'
import { contractLeavingTexts, contractTexts } from './texts.ts'

const spoken = texts(requestTexts, contractTexts, contractLeavingTexts)

/** The fewest letters that make a reason. */
const LEAST = 3

/** The artist withdraws from what both have signed, after reading what that means. */
export function WithdrawDialog({
  agreement,
  refreshes,
  onClose,
}: {
  agreement: Agreement
  refreshes: readonly Endpoint[]
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const { money, nameOf } = useFormat()
  const { terms } = agreement
  const form = useForm({ defaultValues: { reason: '' } })
  const withdraw = useMutation(
    tell(withdrawContract, {
      refreshes,
      onTold: () => {
        toast.success(t('contracts.leaving.done'))
        onClose()
      },
    }),
  )
  const back = givenBackOf(agreement)
  const clause = terms.clauses[currentLanguage()][CLAUSES.indexOf('cancellation')]
  const lines = [
    {
      Icon: Undo2,
      text:
        back > 0 && terms.fees
          ? t('contracts.leaving.back', { amount: money(back, terms.fees.currency) })
          : t('contracts.leaving.back_none'),
    },
    { Icon: Megaphone, text: t('contracts.leaving.told', { name: nameOf(terms.buyer.name) }) },
    { Icon: CalendarCheck, text: t('contracts.leaving.free') },
    { Icon: TriangleAlert, text: t('contracts.leaving.final') },
  ]
  return (
    <FormDialog
      title={t('contracts.leaving.title')}
      closeLabel={t('budgets.close')}
      cancelLabel={t('contracts.back')}
      submitLabel={t('contracts.leaving.send')}
      onSubmit={submitOf(form, (body) => withdraw.mutateAsync({ params: { id: agreement.id }, body }))}
      isSubmitting={form.formState.isSubmitting}
      isDisabled={form.watch('reason').trim().length < LEAST}
      isDangerous
      error={form.formState.errors.root?.message}
      onClose={onClose}
      maxWidth={560}
      className="flex flex-col gap-4"
    >
      <p>{t('contracts.leaving.text')}</p>
      <ul className="grid gap-2.5 rounded-control bg-surface-2 p-4">
        {lines.map(({ Icon, text }) => (
          <li key={text} className="flex items-start gap-2.5">
            <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-2" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {clause && (
        <figure>
          <figcaption className="text-sm font-semibold">{t('contracts.leaving.clause')}</figcaption>
          <blockquote className="mt-1 border-l-2 border-line-strong pl-3 text-sm text-ink-2">
            {clause.text}
          </blockquote>
        </figure>
      )}
      <FormTextArea
        control={form.control}
        name="reason"
        shared
        label={t('contracts.leaving.words')}
        description={t('contracts.leaving.words_hint')}
        rows={3}
        maxLength={500}
      />
    </FormDialog>
  )
}
