import { useMutation } from '@tanstack/react-query'
import { Send, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { addDays, HOUR, instantOf, wallClock } from '#core/contract/time.ts'
import { type ApiError, call } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { DatePicker } from '#core/web/ui/DatePicker.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { TextArea } from '#core/web/ui/TextArea.tsx'
import { TimeField } from '#core/web/ui/TimeField.tsx'
import { type Order, scoutTalent } from '../contract.ts'
import { deskTexts, talentTexts } from './texts.ts'

const spoken = texts(deskTexts, talentTexts)

type Wait = '24' | '48' | '72' | 'own'

/** Asks whether they can play: until when to answer, and a word of one's own. */
export function ScoutDialog({
  order,
  picks,
  onClose,
  onSent,
}: {
  order: Order
  /** slot → projects */
  picks: ReadonlyMap<number, ReadonlySet<number>>
  onClose: () => void
  onSent: (order: Order) => void
}) {
  const { t } = useTexts(spoken)
  const { date, time } = useFormat()
  const now = Date.now()
  const left = order.starts_at ? (Date.parse(order.starts_at) - now) / HOUR : 24 * 30
  const waits = (['24', '48', '72'] as const).filter((hours) => Number(hours) < left * 0.8)
  const [wait, setWait] = useState<Wait>(waits.includes('48') ? '48' : (waits.at(-1) ?? 'own'))
  const tomorrow = addDays(wallClock(new Date(now), order.zone).day, 1)
  const [day, setDay] = useState<string | null>(tomorrow)
  const [hour, setHour] = useState<string | null>('18:00')
  const [message, setMessage] = useState('')
  const send = useMutation<Order, ApiError, string>({
    mutationFn: (reply_by) =>
      call(scoutTalent, {
        params: { id: order.id },
        body: {
          slots: [...picks]
            .filter(([, projects]) => projects.size > 0)
            .map(([slot_id, projects]) => ({ slot_id, project_ids: [...projects] })),
          reply_by,
          message,
        },
      }),
    onSuccess: onSent,
  })
  const reply_by =
    wait === 'own'
      ? day && hour
        ? instantOf(day, hour, order.zone).toISOString()
        : null
      : new Date(now + Number(wait) * HOUR).toISOString()
  const asked = [...picks.values()].reduce((sum, projects) => sum + projects.size, 0)
  const failure = send.error
    ? (send.error.fields.message ?? Object.values(send.error.fields)[0] ?? send.error.message)
    : null
  const lateness = send.error?.fields.reply_by

  return (
    <Dialog
      title={t('order.talent.ask_title')}
      closeLabel={t('order.page.close')}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      isDismissable={false}
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            {t('order.page.cancel')}
          </Button>
          <Button
            icon={<Send aria-hidden />}
            isPending={send.isPending}
            isDisabled={reply_by === null || asked === 0}
            onPress={() => reply_by && send.mutate(reply_by)}
          >
            {t('order.talent.ask', { count: asked })}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <FormError>{lateness ? null : failure}</FormError>
        <div className="grid gap-2">
          <p className="text-sm font-semibold">{t('order.talent.reply_by')}</p>
          <SegmentedControl<Wait>
            label={t('order.talent.reply_by')}
            value={wait}
            onChange={setWait}
            options={[
              ...waits.map((value) => ({ value, label: t('order.talent.hours', { count: Number(value) }) })),
              { value: 'own' as const, label: t('order.talent.own_time') },
            ]}
          />
          {wait === 'own' && (
            <div className="grid grid-cols-[1.4fr_1fr] gap-4">
              <DatePicker
                label={t('order.talent.reply_day')}
                value={day}
                onChange={setDay}
                minValue={wallClock(new Date(now), order.zone).day}
                errorMessage={lateness}
              />
              <TimeField label={t('order.talent.reply_hour')} value={hour} onChange={setHour} />
            </div>
          )}
          {reply_by && (
            <p className="text-sm text-ink-2">
              {t('order.talent.reply_by_said', {
                day: date(reply_by, order.zone, 'full'),
                time: time(reply_by, order.zone),
              })}
            </p>
          )}
        </div>
        <TextArea
          label={t('order.talent.message')}
          description={t('order.talent.message_hint')}
          value={message}
          onChange={setMessage}
          rows={4}
          maxLength={1000}
          errorMessage={send.error?.fields.message}
        />
        <p className="flex gap-2 rounded-control bg-surface-2 p-3 text-sm">
          <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
          {t('order.talent.masked')}
        </p>
      </div>
    </Dialog>
  )
}
