import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Controller, useForm } from 'react-hook-form'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { instantOf, wallClock } from '#core/contract/time.ts'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { DatePicker } from '#core/web/ui/aria/DatePicker.tsx'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { addItem, type EventDetail, NewItem } from '../contract.ts'
import { eventTexts } from './texts.ts'

const spoken = texts(eventTexts)

interface Values {
  title: string
  /** A day of the place; it is due at noon. */
  due_at: string | null
}

/** The hunter adds to the checklist. The day stays for the next item. */
export function NewItemForm({ event, refreshes }: { event: EventDetail; refreshes: readonly Endpoint[] }) {
  const { t } = useTexts(spoken)
  const form = useForm<Values, unknown, NewItem>({
    resolver: resolverOf<Values, NewItem>(NewItem, {
      from: ({ title, due_at }) => ({
        title,
        due_at: due_at && instantOf(due_at, '12:00', event.zone).toISOString(),
      }),
    }),
    defaultValues: { title: '', due_at: null },
  })
  const { control, formState } = form
  const add = useMutation(tell(addItem, { refreshes }))
  return (
    <form
      noValidate
      className="mt-4 flex flex-wrap items-start gap-3 border-t border-line pt-4"
      onSubmit={submitOf(form, async (body) => {
        await add.mutateAsync({ params: { id: event.id }, body })
        form.reset({ ...form.getValues(), title: '' })
      })}
    >
      <FormText
        control={control}
        name="title"
        className="min-w-56 flex-1"
        label={t('events.new_item')}
        maxLength={160}
      />
      <Controller
        control={control}
        name="due_at"
        render={({ field, fieldState }) => (
          <DatePicker
            {...field}
            label={t('events.new_item_due')}
            minValue={wallClock(new Date(), event.zone).day}
            maxValue={wallClock(event.ends_at, event.zone).day}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <Button
        type="submit"
        variant="secondary"
        className="sm:mt-7"
        icon={<Plus aria-hidden />}
        isPending={formState.isSubmitting}
      >
        {t('events.add_item')}
      </Button>
      <FormError className="basis-full">{formState.errors.root?.message}</FormError>
    </form>
  )
}
