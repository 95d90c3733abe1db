import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { Controller, useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import type { BodyInput, ReplyOf } from '#core/contract/endpoint.ts'
import { call, refresh } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { NumberBox } from '#core/web/ui/NumberBox.tsx'
import { problemOfNumber } from '#core/web/ui/numberText.ts'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import {
  type AskedEvent,
  addPath,
  eventQuery,
  GUESTS_MAX,
  planPath,
} from '#features/directory/rules.event.ts'
import { useQuestionPath } from '#features/directory/web/useAskPath.ts'
import { TownBox } from '#features/hiring/web/TownBox.tsx'
import { askTexts, briefTexts } from '#features/hiring/web/texts.ts'
import { keyOfTown, placeAt } from '#features/hiring/web/towns.ts'
import { useOrderChange } from '#features/hiring/web/useOrder.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { EVENT_TYPES, type EventType } from '#features/services/contract.ts'
import { askMusician, readAsk } from '../contract.ts'
import { serviceFor } from '../rules.ts'
import { OfferAnswer } from './OfferAnswer.tsx'
import { ServiceField } from './ServiceField.tsx'
import { useOffer } from './useOffer.ts'
import { WhenFields } from './WhenFields.tsx'

const spoken = texts(askTexts, briefTexts)

interface Asked {
  service_id: number | null
  type: EventType | null
  day: string | null
  starts: string | null
  ends: string | null
  /** A place of the list. */
  city: string | null
  guests: number | null
  message: string
}

/** /order?musician=: one musician asked for one date, with what they ask for exactly that. */
export function AskPage({ musician, event }: { musician: number; event: AskedEvent }) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const form = useForm<Asked>({
    defaultValues: {
      service_id: null,
      type: event.event_type ?? null,
      day: event.date ?? null,
      starts: event.from ?? null,
      ends: event.to ?? null,
      city: keyOfTown(event.city),
      guests: event.guests ?? null,
      message: '',
    },
  })
  const { type, day, starts, ends, city, guests } = form.watch()
  const questionPath = useQuestionPath(musician)
  const offer = useOffer(musician, { day, starts, ends }, placeAt(city))
  return (
    <Loaded
      query={offer}
      waiting={
        <div className="grid gap-6">
          <Skeleton className="h-16 max-w-md" />
          <Skeleton className="h-96" />
        </div>
      }
      failed={t('order.ask.load_failed')}
      refused={(error) =>
        error.status === 404 ? (
          <EmptyState
            as="h1"
            title={t('order.ask.missing')}
            action={<LinkButton to={`/musics?${eventQuery(event)}`}>{t('order.ask.search')}</LinkButton>}
          >
            {t('order.ask.missing_text')}
          </EmptyState>
        ) : undefined
      }
    >
      {(data) => {
        const name = nameOf(data.name)
        // Whose prices are all on request is in no plan either: they are asked by message.
        const canBeAsked = data.services.some(({ problem }) => problem !== 'on_request')
        const town = placeAt(city)?.city ?? event.city
        // What was typed goes along to a plan.
        const said: AskedEvent = {
          ...event,
          ...(type ? { event_type: type } : {}),
          ...(town ? { city: town } : {}),
          ...(day ? { date: day } : {}),
          ...(starts && ends ? { from: starts, to: ends } : {}),
          ...(guests ? { guests } : {}),
        }
        const plans = [
          { to: planPath(said, musician), text: t('order.ask.plan', { name }) },
          { to: addPath(musician), text: t('order.ask.add', { name }) },
        ]
        return (
          <div className="grid grid-cols-1 gap-6">
            <PageHeader eyebrow={t('order.ask.eyebrow')} title={t('order.ask.title', { name })} />
            <p className="-mt-3 max-w-reading text-ink-2">{t('order.ask.intro', { name })}</p>
            {data.services.length === 0 ? (
              <EmptyState title={t('order.ask.no_services', { name })}>
                {t('order.ask.no_services_text')}
              </EmptyState>
            ) : (
              <AskForm
                form={form}
                offer={data}
                genre={event.genre ?? null}
                isLooking={offer.isPlaceholderData}
              />
            )}
            <nav aria-label={t('order.ask.other_ways')} className="flex flex-wrap gap-x-6">
              {[
                { to: questionPath, text: t('order.ask.question', { name }) },
                ...(canBeAsked ? plans : []),
              ].map(({ to, text }) => (
                <Link key={to} to={to} className="inline-flex min-h-11 items-center font-medium text-accent">
                  {text}
                </Link>
              ))}
            </nav>
          </div>
        )
      }}
    </Loaded>
  )
}

function AskForm({
  form,
  offer,
  genre,
  isLooking,
}: {
  form: ReturnType<typeof useForm<Asked>>
  offer: ReplyOf<typeof readAsk>
  /** What was searched for. */
  genre: BodyInput<typeof askMusician>['genre']
  isLooking: boolean
}) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const { nameOf, number } = useFormat()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { control, formState } = form
  const { service_id, type, day, starts, ends, city } = form.watch()
  const name = nameOf(offer.name)
  const place = placeAt(city)
  const service =
    offer.services.find(({ id }) => id === service_id) ??
    serviceFor(offer.services, { type, ...(genre ? { genre } : {}) })
  const send = useOrderChange((body: BodyInput<typeof askMusician>) => call(askMusician, { body }), {
    onDone: (order) => {
      toast.success(t('order.ask.sent', { name }))
      navigate(`/order?id=${order.id}`)
    },
    // What was on the screen isn't so any more.
    onRefused: () => void refresh(client, [readAsk]),
  })
  const required = { required: t('common:validation.required') }
  const outside = (guests: number | null) => {
    const written = Number.isNaN(guests) ? undefined : guests
    const problem = problemOfNumber(written, { isWhole: true, least: 1, most: GUESTS_MAX })
    const value = number(problem === 'minimum' ? 1 : GUESTS_MAX)
    return problem ? t(`common:validation.${problem}`, { value }) : undefined
  }
  const isReady =
    !isLooking &&
    offer.free === true &&
    offer.reply_by !== null &&
    service?.problem === null &&
    service.price !== null
  const submit = submitOf(
    form,
    async ({ message, guests, ...said }) => {
      if (!service || service.price === null || !place || guests === null) return
      if (!said.type || !said.day || !said.starts || !said.ends) return
      const { zone, country, lat, lng } = place
      await send.mutateAsync({
        musician: offer.musician,
        service_id: service.id,
        price: service.price,
        type: said.type,
        ...{ day: said.day, starts: said.starts, ends: said.ends },
        ...{ zone, city: place.city, country, lat, lng, guests, message },
        genre: genre ?? null,
        consent: true,
      })
    },
    (field) => (['zone', 'lat', 'lng', 'country'].includes(field) ? 'city' : field),
  )
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid gap-6 rounded-card border border-line bg-surface p-5 sm:p-7"
    >
      <FormError>{formState.errors.root?.message}</FormError>
      <div className="grid gap-5 sm:grid-cols-2">
        <Controller
          control={control}
          name="service_id"
          render={({ field, fieldState }) => (
            <ServiceField
              services={offer.services}
              value={service?.id ?? null}
              errorMessage={fieldState.error?.message}
              onChange={field.onChange}
            />
          )}
        />
        <Controller
          control={control}
          name="type"
          rules={required}
          render={({ field, fieldState }) => (
            <SelectBox<EventType>
              {...field}
              label={t('order.brief.fields.event.type')}
              isRequired
              placeholder={t('order.brief.choose')}
              errorMessage={fieldState.error?.message}
              options={EVENT_TYPES.map((value) => ({ value, label: words.type(value) }))}
            />
          )}
        />
      </div>
      <WhenFields control={control} {...(place ? { zone: place.zone } : {})} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Controller
          control={control}
          name="city"
          rules={required}
          render={({ field, fieldState }) => (
            <TownBox
              {...field}
              description={t('order.ask.elsewhere')}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="guests"
          rules={{ ...required, validate: outside }}
          render={({ field, fieldState }) => (
            <NumberBox
              {...field}
              label={t('order.brief.fields.event.guests')}
              isRequired
              // As in a brief: nobody at all can be typed and is said to be too few; nothing is corrected without a word.
              minValue={0}
              maxValue={GUESTS_MAX}
              errorMessage={outside(field.value) ?? fieldState.error?.message}
            />
          )}
        />
      </div>
      <FormTextArea
        control={control}
        name="message"
        shared
        label={t('order.ask.message')}
        description={t('order.ask.message_hint')}
        rows={3}
        maxLength={1000}
      />
      <OfferAnswer
        offer={offer}
        service={service}
        event={{ day, starts, ends }}
        city={place?.city ?? null}
        {...(place ? { zone: place.zone } : {})}
        isLooking={isLooking}
      />
      <footer className="grid gap-4 border-t border-line pt-5">
        <p className="max-w-reading text-sm text-ink-2">{t('order.ask.consent', { name })}</p>
        <Button
          type="submit"
          size="lg"
          icon={<Send aria-hidden />}
          isPending={formState.isSubmitting}
          // What is still empty is said at its field; whoever isn't free then can't be asked.
          isDisabled={Boolean(day && starts && ends && place) && !isReady}
          // As on the first screen of a brief: the field is left with the press, not before it.
          onMouseDown={(press) => press.preventDefault()}
          className="justify-self-start max-sm:w-full"
        >
          {t('order.ask.submit')}
        </Button>
      </footer>
    </form>
  )
}
