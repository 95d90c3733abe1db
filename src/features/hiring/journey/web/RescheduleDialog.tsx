import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Controller, FormProvider, useForm } from 'react-hook-form'
import { instantOf, wallClock } from '#core/contract/time.ts'
import { ask, call, refresh } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { texts, useTexts, validation } from '#core/web/texts.ts'
import { DatePicker } from '#core/web/ui/aria/DatePicker.tsx'
import { TimeField } from '#core/web/ui/aria/TimeField.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { problemOfHours } from '#features/directory/rules.event.ts'
import { type Order, previewReschedule, rescheduleOrder } from '#features/hiring/desk/contract.ts'
import {
  type ReplyBy,
  replyByAtFirst,
  replyByIn,
  waitsUntil,
  waitWithin,
} from '#features/hiring/web/replyBy.ts'
import { briefTexts, deskTexts, leaveTexts } from '#features/hiring/web/texts.ts'
import { useOrder, useOrderChange } from '#features/hiring/web/useOrder.ts'

const spoken = texts(briefTexts, deskTexts, leaveTexts, validation)

// Only for events that musicians had agreed to.
const AskedAgain = later(async () => (await import('./AskedAgain.tsx')).AskedAgain)

interface When extends ReplyBy {
  day: string | null
  starts: string | null
  ends: string | null
}

/** Gives a postponed event its new day, after showing who would be asked again for it. */
export function RescheduleDialog({
  order,
  onClose,
  onDone,
}: {
  order: Order
  onClose: () => void
  onDone: (fresh: Order) => void
}) {
  const { t } = useTexts(spoken)
  const { can } = useOrder(order)
  const now = Date.now()
  const today = wallClock(new Date(now), order.zone).day
  const form = useForm<When>({
    defaultValues: {
      day: null,
      starts: order.brief.event?.starts ?? null,
      ends: order.brief.event?.ends ?? null,
      ...replyByAtFirst('72', now, order.zone),
    },
  })
  const client = useQueryClient()
  const { day, starts, ends, ...answer } = form.watch()
  const problem = problemOfHours({ date: day, from: starts, to: ends }, order.zone)
  const isSaid = Boolean(day && starts && ends)
  const preview = useQuery({
    ...ask(previewReschedule, {
      params: { id: order.id, day: day ?? '' },
      query: { ...(starts ? { starts } : {}), ...(ends ? { ends } : {}) },
    }),
    enabled: isSaid && !problem && can('ask_again'),
    // Who is free is never shown from before.
    staleTime: 0,
    gcTime: 0,
  })
  const asked = (preview.data?.musicians ?? []).filter(({ why }) => why === null)
  const waits = waitsUntil(now, day && starts ? instantOf(day, starts, order.zone).getTime() : null)
  // A nearer day leaves less time to answer; what was chosen stays chosen for another one.
  const wait = waitWithin(answer.wait, waits)
  const reply_by = replyByIn({ ...answer, wait }, now, order.zone)
  const move = useOrderChange(
    (body: { day: string; starts: string; ends: string }) =>
      call(rescheduleOrder, {
        params: { id: order.id },
        // Whoever isn't free any more is said, instead of not being asked.
        body: {
          ...body,
          ...(preview.data ? { ask: asked.map(({ project_id }) => project_id) } : {}),
          ...(reply_by && asked.length > 0 ? { reply_by } : {}),
        },
      }),
    {
      onDone,
      onRefused: ({ code }) => {
        if (code === 'hiring.no_longer_free') void refresh(client, [previewReschedule])
      },
    },
  )
  const submit = submitOf(
    form,
    async ({ day, starts, ends }) => {
      if (day && starts && ends) await move.mutateAsync({ day, starts, ends })
    },
    (field) => (field === 'reply_by' && wait !== 'own' ? null : field),
  )
  // What can't be chosen is said at its field, once it is sent.
  const isWrong = preview.error?.status === 422
  // Nobody is asked whom the hunter hasn't been shown.
  const isUnknown = preview.isError && !isWrong
  return (
    <FormDialog
      title={t('order.page.leave.reschedule.title')}
      closeLabel={t('order.page.close')}
      cancelLabel={t('order.page.cancel')}
      submitLabel={
        asked.length > 0
          ? t('order.page.leave.reschedule.confirm_ask', { count: asked.length })
          : t('order.page.leave.reschedule.confirm')
      }
      onSubmit={submit}
      isSubmitting={form.formState.isSubmitting}
      isDisabled={
        !isSaid || preview.isLoading || isUnknown || (asked.length > 0 && !reply_by) || !can('reschedule')
      }
      error={form.formState.errors.root?.message}
      onClose={onClose}
      className="grid gap-4"
    >
      <p className="text-ink-2">
        {t(`order.page.leave.reschedule.${preview.data?.musicians.length === 0 ? 'none' : 'text'}`)}
      </p>
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
                errorMessage={
                  name === 'ends' && problem ? t(`common:validation.${problem}`) : fieldState.error?.message
                }
                isRequired
              />
            )}
          />
        ))}
      </div>
      {isSaid && !problem && !isWrong && can('ask_again') && (
        <Loaded
          query={preview}
          waiting={<Skeleton lines={3} />}
          failed={t('order.page.leave.reschedule.check_failed')}
        >
          {({ musicians }) =>
            musicians.length > 0 && (
              <Suspense fallback={<Skeleton lines={3} />}>
                <FormProvider {...form}>
                  <AskedAgain musicians={musicians} waits={waits} zone={order.zone} />
                </FormProvider>
              </Suspense>
            )
          }
        </Loaded>
      )}
    </FormDialog>
  )
}
