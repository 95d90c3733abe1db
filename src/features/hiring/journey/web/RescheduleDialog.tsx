import { Controller, useForm } from 'react-hook-form'
import { wallClock } from '#core/contract/time.ts'
import { call } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { DatePicker } from '#core/web/ui/aria/DatePicker.tsx'
import { TimeField } from '#core/web/ui/aria/TimeField.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { type Order, rescheduleOrder } from '#features/hiring/desk/contract.ts'
import { briefTexts, deskTexts } from '#features/hiring/web/texts.ts'
import { useOrder, useOrderChange } from '#features/hiring/web/useOrder.ts'

const spoken = texts(briefTexts, deskTexts)

interface When {
  day: string | null
  starts: string | null
  ends: string | null
}

/** Gives a postponed event its new day. */
export function RescheduleDialog({
  order,
  onClose,
  onDone,
}: {
  order: Order
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTexts(spoken)
  const { can } = useOrder(order)
  const today = wallClock(new Date(), order.zone).day
  const form = useForm<When>({
    defaultValues: {
      day: null,
      starts: order.brief.event?.starts ?? null,
      ends: order.brief.event?.ends ?? null,
    },
  })
  const move = useOrderChange(
    (body: { day: string; starts: string; ends: string }) =>
      call(rescheduleOrder, { params: { id: order.id }, body }),
    { onDone },
  )
  const submit = submitOf(form, async ({ day, starts, ends }) => {
    if (day && starts && ends) await move.mutateAsync({ day, starts, ends })
  })
  const { day, starts, ends } = form.watch()
  return (
    <FormDialog
      title={t('order.page.leave.reschedule.title')}
      closeLabel={t('order.page.close')}
      cancelLabel={t('order.page.cancel')}
      submitLabel={t('order.page.leave.reschedule.confirm')}
      onSubmit={submit}
      isSubmitting={form.formState.isSubmitting}
      isDisabled={!day || !starts || !ends || !can('reschedule')}
      error={form.formState.errors.root?.message}
      onClose={onClose}
      className="grid gap-4"
    >
      <p className="text-ink-2">{t('order.page.leave.reschedule.text')}</p>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-[1.4fr_1fr_1fr]">
        <div className="col-span-2 sm:col-span-1">
          <Controller
            control={form.control}
            name="day"
            render={({ field, fieldState }) => (
              <DatePicker
                {...field}
                label={t('order.brief.fields.event.day')}
                minValue={today}
                errorMessage={fieldState.error?.message}
                isRequired
              />
            )}
          />
        </div>
        {(['starts', 'ends'] as const).map((name) => (
          <Controller
            key={name}
            control={form.control}
            name={name}
            render={({ field, fieldState }) => (
              <TimeField
                {...field}
                label={t(`order.brief.fields.event.${name}`)}
                errorMessage={fieldState.error?.message}
                isRequired
              />
            )}
          />
        ))}
      </div>
    </FormDialog>
  )
}
