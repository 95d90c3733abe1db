import { Send, ShieldCheck } from 'lucide-react'
import { Controller, useForm } from 'react-hook-form'
import { addDays, HOUR, instantOf, wallClock } from '#core/contract/time.ts'
import { call } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { DatePicker } from '#core/web/ui/aria/DatePicker.tsx'
import { FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { TimeField } from '#core/web/ui/aria/TimeField.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { type Order, scoutTalent } from '#features/hiring/desk/contract.ts'
import { deskTexts, talentTexts } from '#features/hiring/web/texts.ts'
import { useOrderChange } from '#features/hiring/web/useOrder.ts'

const spoken = texts(deskTexts, talentTexts)

type Wait = '24' | '48' | '72' | 'own'

interface Asked {
  wait: Wait
  reply_by: string | null
  hour: string | null
  message: string
}

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
  onSent: () => void
}) {
  const { t } = useTexts(spoken)
  const { date, time } = useFormat()
  const now = Date.now()
  const left = order.starts_at ? (Date.parse(order.starts_at) - now) / HOUR : 24 * 30
  const waits = (['24', '48', '72'] as const).filter((hours) => Number(hours) < left * 0.8)
  const form = useForm<Asked>({
    defaultValues: {
      wait: waits.includes('48') ? '48' : (waits.at(-1) ?? 'own'),
      // The day takes the refusal of both: what is sent is one instant.
      reply_by: addDays(wallClock(new Date(now), order.zone).day, 1),
      hour: '18:00',
      message: '',
    },
  })
  const { control, formState } = form
  const { wait, reply_by: day, hour } = form.watch()
  const send = useOrderChange(
    (body: { reply_by: string; message: string }) =>
      call(scoutTalent, {
        params: { id: order.id },
        body: {
          slots: [...picks]
            .filter(([, projects]) => projects.size > 0)
            .map(([slot_id, projects]) => ({ slot_id, project_ids: [...projects] })),
          ...body,
        },
      }),
    { onDone: onSent },
  )
  const reply_by =
    wait === 'own'
      ? day && hour
        ? instantOf(day, hour, order.zone).toISOString()
        : null
      : new Date(now + Number(wait) * HOUR).toISOString()
  // Whoever is asked for several moments is asked once.
  const asked = new Set([...picks.values()].flatMap((projects) => [...projects])).size
  const submit = submitOf(
    form,
    async ({ message }) => {
      if (reply_by) await send.mutateAsync({ reply_by, message })
    },
    (field) => (field === 'reply_by' && wait !== 'own' ? null : field),
  )

  return (
    <FormDialog
      title={t('order.talent.ask_title')}
      closeLabel={t('order.page.close')}
      cancelLabel={t('order.page.cancel')}
      submitLabel={t('order.talent.ask', { count: asked })}
      submitIcon={<Send aria-hidden />}
      onSubmit={submit}
      isSubmitting={formState.isSubmitting}
      isDisabled={reply_by === null || asked === 0}
      error={formState.errors.root?.message}
      onClose={onClose}
      className="grid gap-5"
    >
      <div className="grid gap-2">
        <p className="text-sm font-semibold">{t('order.talent.reply_by')}</p>
        <SegmentedControl<Wait>
          label={t('order.talent.reply_by')}
          value={wait}
          onChange={(next) => form.setValue('wait', next)}
          options={[
            ...waits.map((value) => ({ value, label: t('order.talent.hours', { count: Number(value) }) })),
            { value: 'own' as const, label: t('order.talent.own_time') },
          ]}
        />
        {wait === 'own' && (
          <div className="grid grid-cols-[1.4fr_1fr] gap-4">
            <Controller
              control={control}
              name="reply_by"
              render={({ field, fieldState }) => (
                <DatePicker
                  {...field}
                  label={t('order.talent.reply_day')}
                  minValue={wallClock(new Date(now), order.zone).day}
                  errorMessage={fieldState.error?.message}
                />
              )}
            />
            <Controller
              control={control}
              name="hour"
              render={({ field }) => <TimeField {...field} label={t('order.talent.reply_hour')} />}
            />
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
      <FormTextArea
        control={control}
        name="message"
        shared
        label={t('order.talent.message')}
        description={t('order.talent.message_hint')}
        rows={4}
        maxLength={1000}
      />
      <p className="flex gap-2 rounded-control bg-surface-2 p-3 text-sm">
        <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
        {t('order.talent.masked')}
      </p>
    </FormDialog>
  )
}
