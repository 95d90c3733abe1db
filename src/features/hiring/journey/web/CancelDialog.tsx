import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { ask, call } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import {
  type CancelPreview,
  cancelOrder,
  type Order,
  postponeOrder,
  previewCancel,
} from '#features/hiring/desk/contract.ts'
import { deskTexts, leaveTexts } from '#features/hiring/web/texts.ts'
import { useOrder, useOrderChange } from '#features/hiring/web/useOrder.ts'

const spoken = texts(deskTexts, leaveTexts)

type Kind = 'cancel' | 'postpone'

/** Cancels or postpones, after showing what that takes with it. */
export function CancelDialog({
  order,
  kind,
  onClose,
  onDone,
}: {
  order: Order
  kind: Kind
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTexts(spoken)
  const { can } = useOrder(order)
  const params = { id: order.id }
  // Counted each time the dialog opens, never shown from before.
  const preview = useQuery({ ...ask(previewCancel, { params }), staleTime: 0, gcTime: 0 })
  const form = useForm({ defaultValues: { reason: '' } })
  const end = useOrderChange(
    ({ reason }: { reason: string }) =>
      call(kind === 'cancel' ? cancelOrder : postponeOrder, { params, body: { confirm: true, reason } }),
    { onDone },
  )
  const submit = submitOf(form, async (body) => void (await end.mutateAsync(body)))
  return (
    <FormDialog
      title={t(`order.page.leave.${kind}.title`)}
      closeLabel={t('order.page.close')}
      cancelLabel={t('order.page.keep')}
      submitLabel={t(`order.page.leave.${kind}.confirm`)}
      onSubmit={submit}
      isSubmitting={form.formState.isSubmitting}
      isDisabled={!preview.data || !can(kind)}
      isDangerous
      error={form.formState.errors.root?.message}
      onClose={onClose}
      className="grid gap-4"
    >
      <p>{t(`order.page.leave.${kind}.text`)}</p>
      <Loaded query={preview} waiting={<Skeleton lines={3} />}>
        {(counts) => <Taken counts={counts} kind={kind} />}
      </Loaded>
      <FormTextArea
        control={form.control}
        name="reason"
        label={t('order.page.leave.reason')}
        {...(kind === 'cancel' && preview.data?.readers
          ? { description: t('order.page.leave.reason_read') }
          : {})}
        shared={kind === 'cancel' && Boolean(preview.data?.readers)}
        rows={2}
        maxLength={500}
      />
    </FormDialog>
  )
}

/** What goes with an order that is cancelled or postponed. */
function Taken({ counts, kind }: { counts: CancelPreview; kind: Kind }) {
  const { t, word } = useTexts(spoken)
  const { money } = useFormat()
  const lines = [
    { kind: 'requests', count: counts.requests },
    { kind: 'holds', count: counts.holds },
    ...counts.parts,
    { kind: 'people', count: counts.people },
  ].filter(({ count }) => count > 0)
  if (lines.length === 0 && counts.accepted_total === 0 && counts.paid === 0)
    return <p className="text-ink-2">{t('order.page.leave.nothing')}</p>
  return (
    <ul className="grid gap-2 rounded-control bg-surface-2 p-4">
      {lines.map(({ kind: part, count }) => (
        <li key={part} className="flex items-baseline gap-2">
          <span className="font-display wide-110 min-w-8 text-lg tabular-nums">{count}</span>
          {word(
            'order.page.leave.takes',
            part === 'events' && kind === 'postpone' ? 'events_put_off' : part,
            {
              count,
            },
          )}
        </li>
      ))}
      {counts.accepted_total > 0 && (
        <li className="border-t border-line pt-2">
          {t('order.page.leave.takes.accepted_total', {
            amount: money(counts.accepted_total, counts.currency),
          })}
        </li>
      )}
      {counts.paid > 0 && (
        <li>
          {t(`order.page.leave.takes.paid_${kind}`, {
            amount: money(counts.paid, counts.currency),
            refund: money(counts.refund, counts.currency),
          })}
        </li>
      )}
      {counts.unconfirmed > 0 && (
        <li>
          {t(`order.page.leave.takes.unconfirmed_${kind}`, {
            amount: money(counts.unconfirmed, counts.currency),
            refund: money(counts.unconfirmed_refund, counts.currency),
          })}
        </li>
      )}
      {counts.paid_beyond > 0 && (
        <li>
          {t('order.page.leave.takes.paid_beyond', { amount: money(counts.paid_beyond, counts.currency) })}
        </li>
      )}
    </ul>
  )
}
