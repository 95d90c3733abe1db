import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { Controller, useForm } from 'react-hook-form'
import type { BodyInput } from '#core/contract/endpoint.ts'
import { call, refresh } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import { askTexts, deskTexts } from '#features/hiring/web/texts.ts'
import { useOrderChange } from '#features/hiring/web/useOrder.ts'
import { askAgain, readAsk } from '../contract.ts'
import { serviceFor } from '../rules.ts'
import { OfferAnswer } from './OfferAnswer.tsx'
import { ServiceField } from './ServiceField.tsx'
import { useOffer } from './useOffer.ts'
import { type When, WhenFields } from './WhenFields.tsx'

const spoken = texts(askTexts, deskTexts)

/** Asks the one musician of an order for another date. */
export function AgainDialog({
  order,
  musician,
  onClose,
  onDone,
}: {
  order: Order
  musician: number
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const client = useQueryClient()
  const name = nameOf(order.preferred?.name ?? null)
  const {
    type = null,
    starts: first = null,
    ends: last = null,
    lat,
    lng,
    city = null,
  } = order.brief.event ?? {}
  const form = useForm<When & { service_id: number | null; message: string }>({
    defaultValues: { day: null, starts: first, ends: last, service_id: null, message: '' },
  })
  const { day, starts, ends, service_id } = form.watch()
  const offer = useOffer(
    musician,
    { day, starts, ends },
    typeof lat === 'number' && typeof lng === 'number' ? { zone: order.zone, lat, lng } : null,
  )
  const services = offer.data?.services ?? []
  const service = services.find(({ id }) => id === service_id) ?? serviceFor(services, { type })
  const send = useOrderChange(
    (body: BodyInput<typeof askAgain>) => call(askAgain, { params: { id: order.id }, body }),
    {
      onDone: () => {
        toast.success(t('order.ask.sent', { name }))
        onDone()
      },
      // What was on the screen isn't so any more.
      onRefused: () => void refresh(client, [readAsk]),
    },
  )
  const submit = submitOf(form, async ({ message }) => {
    if (!service || service.price === null || !day || !starts || !ends) return
    await send.mutateAsync({ service_id: service.id, price: service.price, day, starts, ends, message })
  })
  const isReady =
    !offer.isPlaceholderData &&
    offer.data?.free === true &&
    offer.data.reply_by !== null &&
    service?.problem === null &&
    service.price !== null
  return (
    <FormDialog
      title={t('order.ask.alone.again', { name })}
      closeLabel={t('order.page.close')}
      cancelLabel={t('order.page.cancel')}
      submitLabel={t('order.ask.again_submit')}
      submitIcon={<Send aria-hidden />}
      onSubmit={submit}
      isSubmitting={form.formState.isSubmitting}
      isDisabled={!day || !isReady}
      error={form.formState.errors.root?.message}
      onClose={onClose}
      className="grid gap-5"
    >
      <WhenFields control={form.control} zone={order.zone} />
      <Loaded query={offer} waiting={<Skeleton className="h-40" />} failed={t('order.ask.load_failed')}>
        {(data) => (
          <>
            <Controller
              control={form.control}
              name="service_id"
              render={({ field, fieldState }) => (
                <ServiceField
                  services={data.services}
                  value={service?.id ?? null}
                  errorMessage={fieldState.error?.message}
                  onChange={field.onChange}
                />
              )}
            />
            <OfferAnswer
              offer={data}
              service={service}
              event={{ day, starts, ends }}
              city={city}
              zone={order.zone}
              isLooking={offer.isPlaceholderData}
            />
          </>
        )}
      </Loaded>
      <FormTextArea
        control={form.control}
        name="message"
        shared
        label={t('order.ask.message')}
        rows={3}
        maxLength={1000}
      />
    </FormDialog>
  )
}
