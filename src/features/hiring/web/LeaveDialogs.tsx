import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { wallClock } from '#core/contract/time.ts'
import { type ApiError, ask, call, refresh } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { DatePicker } from '#core/web/ui/DatePicker.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { TextArea } from '#core/web/ui/TextArea.tsx'
import { TimeField } from '#core/web/ui/TimeField.tsx'
import {
  cancelOrder,
  listOrders,
  type Order,
  postponeOrder,
  previewCancel,
  readOrder,
  rescheduleOrder,
  type Step,
} from '../contract.ts'
import { briefTexts, deskTexts } from './texts.ts'

const spoken = texts(briefTexts, deskTexts)

const can = (order: Order, step: Step) => order.steps.some((one) => one.step === step)

/** Behind a dialog whose step the order has passed meanwhile, the page shows where it stands now. */
function useCatchUp(): (failure: ApiError) => void {
  const client = useQueryClient()
  return ({ status }) => {
    if (status === 409) void refresh(client, [readOrder, listOrders])
  }
}

/** Cancels, or puts off, after showing what goes with it. */
export function LeaveDialog({
  order,
  kind,
  onClose,
  onDone,
}: {
  order: Order
  kind: 'cancel' | 'postpone'
  onClose: () => void
  onDone: (order: Order) => void
}) {
  const { t, word } = useTexts(spoken)
  const { money } = useFormat()
  const params = { id: order.id }
  // Counted each time the dialog opens, never shown from before.
  const preview = useQuery({ ...ask(previewCancel, { params }), staleTime: 0, gcTime: 0 })
  const [reason, setReason] = useState('')
  const leave = useMutation<Order, ApiError>({
    mutationFn: () =>
      call(kind === 'cancel' ? cancelOrder : postponeOrder, { params, body: { confirm: true, reason } }),
    onSuccess: onDone,
    onError: useCatchUp(),
  })
  const counts = preview.data
  const lines = counts
    ? [
        { kind: 'requests', count: counts.requests },
        { kind: 'holds', count: counts.holds },
        ...counts.parts,
        { kind: 'people', count: counts.people },
      ].filter(({ count }) => count > 0)
    : []
  return (
    <Dialog
      title={t(`order.page.leave.${kind}.title`)}
      closeLabel={t('order.page.close')}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            {t('order.page.keep')}
          </Button>
          <Button
            variant="danger"
            isPending={leave.isPending}
            isDisabled={!counts || !can(order, kind)}
            onPress={() => leave.mutate()}
          >
            {t(`order.page.leave.${kind}.confirm`)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FormError>{leave.error?.message ?? preview.error?.message}</FormError>
        <p>{t(`order.page.leave.${kind}.text`)}</p>
        {counts ? (
          lines.length > 0 || counts.accepted_total > 0 ? (
            <ul className="grid gap-2 rounded-control bg-surface-2 p-4">
              {lines.map(({ kind: part, count }) => (
                <li key={part} className="flex items-baseline gap-2">
                  <span className="font-display wide-110 min-w-8 text-lg tabular-nums">{count}</span>
                  {word(
                    'order.page.leave.takes',
                    part === 'events' && kind === 'postpone' ? 'events_put_off' : part,
                    { count },
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
            </ul>
          ) : (
            <p className="text-ink-2">{t('order.page.leave.nothing')}</p>
          )
        ) : (
          !preview.error && <Skeleton lines={3} />
        )}
        <TextArea
          label={t('order.page.leave.reason')}
          value={reason}
          onChange={setReason}
          rows={2}
          maxLength={500}
        />
      </div>
    </Dialog>
  )
}

/** Gives a postponed event its new day. */
export function RescheduleDialog({
  order,
  onClose,
  onDone,
}: {
  order: Order
  onClose: () => void
  onDone: (order: Order) => void
}) {
  const { t } = useTexts(spoken)
  const today = wallClock(new Date(), order.zone).day
  const [day, setDay] = useState<string | null>(null)
  const [starts, setStarts] = useState<string | null>(order.brief.event?.starts ?? null)
  const [ends, setEnds] = useState<string | null>(order.brief.event?.ends ?? null)
  const wanted = day && starts && ends ? { day, starts, ends } : null
  const move = useMutation<Order, ApiError, NonNullable<typeof wanted>>({
    mutationFn: (body) => call(rescheduleOrder, { params: { id: order.id }, body }),
    onSuccess: onDone,
    onError: useCatchUp(),
  })
  return (
    <Dialog
      title={t('order.page.leave.reschedule.title')}
      closeLabel={t('order.page.close')}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            {t('order.page.cancel')}
          </Button>
          <Button
            isPending={move.isPending}
            isDisabled={!wanted || !can(order, 'reschedule')}
            onPress={() => wanted && move.mutate(wanted)}
          >
            {t('order.page.leave.reschedule.confirm')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FormError>
          {move.error && Object.keys(move.error.fields).length === 0 ? move.error.message : null}
        </FormError>
        <p className="text-ink-2">{t('order.page.leave.reschedule.text')}</p>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-[1.4fr_1fr_1fr]">
          <div className="col-span-2 sm:col-span-1">
            <DatePicker
              label={t('order.brief.fields.event.day')}
              value={day}
              onChange={setDay}
              minValue={today}
              errorMessage={move.error?.fields.day}
              isRequired
            />
          </div>
          <TimeField
            label={t('order.brief.fields.event.starts')}
            value={starts}
            onChange={setStarts}
            errorMessage={move.error?.fields.starts}
            isRequired
          />
          <TimeField
            label={t('order.brief.fields.event.ends')}
            value={ends}
            onChange={setEnds}
            errorMessage={move.error?.fields.ends}
            isRequired
          />
        </div>
      </div>
    </Dialog>
  )
}
