import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { addDays, instantOf, wallClock } from '#core/contract/time.ts'
import { tell } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { TimeField } from '#core/web/ui/aria/TimeField.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { type EventDetail, saveOpening } from '../contract.ts'
import { stageTexts } from './texts.ts'

const spoken = texts(stageTexts)

/** An hour of the event's day; from the hour of its beginning on, of the day before. */
function openingAt(time: string, { starts_at, zone }: Pick<EventDetail, 'starts_at' | 'zone'>): string {
  const { day } = wallClock(starts_at, zone)
  const same = instantOf(day, time, zone)
  const at = same.getTime() < Date.parse(starts_at) ? same : instantOf(addDays(day, -1), time, zone)
  return at.toISOString()
}

/** The host says from when the place can be entered. */
export function OpeningForm({ event, refreshes }: { event: EventDetail; refreshes: readonly Endpoint[] }) {
  const { t } = useTexts(spoken)
  const form = useForm<{ opens_at: string | null }>({
    defaultValues: { opens_at: event.opens_at && wallClock(event.opens_at, event.zone).time },
  })
  const save = useMutation(tell(saveOpening, { refreshes }))
  const send = async (opens_at: string | null) => {
    await save.mutateAsync({ params: { id: event.id }, body: { opens_at } })
    toast.success(t('stage.opening.saved'))
  }
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3 border-t border-line pt-4"
      onSubmit={submitOf(form, async ({ opens_at }) => {
        if (opens_at) await send(openingAt(opens_at, event))
      })}
    >
      <Controller
        control={form.control}
        name="opens_at"
        render={({ field, fieldState }) => (
          <TimeField
            {...field}
            className="max-w-64"
            label={t('stage.opening.label')}
            description={t('stage.opening.note')}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <Button
        type="submit"
        variant="secondary"
        className="sm:mt-7"
        isDisabled={!form.watch('opens_at')}
        isPending={form.formState.isSubmitting}
      >
        {t('stage.opening.save')}
      </Button>
      {event.opens_at !== null && (
        <Button
          variant="quiet"
          className="sm:mt-7"
          isPending={save.isPending}
          onPress={() =>
            send(null).then(
              () => form.reset({ opens_at: null }),
              (error: Error) => toast.error(error.message),
            )
          }
        >
          {t('stage.opening.clear')}
        </Button>
      )}
      <FormError className="basis-full">{form.formState.errors.root?.message}</FormError>
    </form>
  )
}
