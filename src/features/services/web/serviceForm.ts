import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { readJson, storeJson } from '#core/web/storage.ts'
import {
  createService,
  listServices,
  readService,
  type Service,
  ServiceDraft,
  saveService,
} from '../contract.ts'
import { onlyAsked } from '../rules.ts'

/** What the form holds while it is being filled in: numbers may be empty. */
export type ServiceValues = Omit<
  ServiceDraft,
  | 'category'
  | 'duration_minutes'
  | 'travel_radius_km'
  | 'travel_fee_per_km'
  | 'setup_minutes'
  | 'lead_time_days'
> & {
  category: ServiceDraft['category']
  duration_minutes: number | null
  travel_radius_km: number | null
  travel_fee_per_km: number | null
  setup_minutes: number | null
  lead_time_days: number | null
}

/** The form that its parts share. */
export type Form = UseFormReturn<ServiceValues, unknown, ServiceDraft>

/** How fields write a number of minutes. */
export const minutes = { style: 'unit', unit: 'minute', unitDisplay: 'short' } as const

const EMPTY: ServiceValues = {
  title: '',
  category: 'MUSIC_SETTING',
  description: '',
  genres: [],
  event_types: [],
  format: 'solo',
  duration_minutes: 120,
  price_mode: 'fixed',
  price: null,
  currency: 'USD',
  travel_radius_km: 50,
  travel_fee_per_km: 0,
  includes_sound: false,
  setup_minutes: 30,
  lead_time_days: 2,
  languages: ['es'],
  media: [],
  extras: [],
  instrument: null,
  level: null,
  modality: null,
  lesson_minutes: null,
  trial_price: null,
  package_4_price: null,
  package_8_price: null,
  package_12_price: null,
}

function valuesOf(service: Service): ServiceValues {
  return Object.fromEntries(
    Object.keys(EMPTY).map((key) => [key, service[key as keyof ServiceValues]]),
  ) as unknown as ServiceValues
}

function unsavedOf(key: string): ServiceValues | null {
  const stored = readJson('session', key)
  return stored && typeof stored === 'object' ? { ...EMPTY, ...stored } : null
}

/**
 * The form of a service, new without one. What was typed is stored for this browser tab until it is saved, so that a
 * reload or a wrong turn loses nothing.
 */
export function useServiceForm(project_id: number, service: Service | null, onSaved: () => void) {
  const key = `service:${project_id}:${service ? service.id : 'new'}`
  const [unsaved, setUnsaved] = useState(() => unsavedOf(key))
  const form = useForm<ServiceValues, unknown, ServiceDraft>({
    resolver: resolverOf<ServiceValues, ServiceDraft>(ServiceDraft, {
      // An item of media or an extra with nothing in it was only opened.
      from: (values) => ({
        ...onlyAsked(values),
        media: values.media.filter(({ url, title }) => url || title),
        extras: values.extras.filter(({ name, price }) => name || price),
      }),
    }),
    defaultValues: unsaved ?? (service ? valuesOf(service) : EMPTY),
  })

  const done = useRef(false)
  const { watch } = form
  useEffect(() => {
    const { unsubscribe } = watch((values) => {
      if (!done.current) storeJson('session', key, values)
    })
    return unsubscribe
  }, [watch, key])

  const create = useMutation(tell(createService, { refreshes: [listServices] }))
  const save = useMutation(tell(saveService, { refreshes: [listServices, readService] }))
  const submit = (activate: boolean) =>
    submitOf(form, async (draft) => {
      const body = { ...draft, activate }
      if (service) await save.mutateAsync({ params: { id: service.id }, body })
      else await create.mutateAsync({ body })
      done.current = true
      storeJson('session', key, null)
      onSaved()
    })()

  const startOver = () => {
    form.reset(service ? valuesOf(service) : EMPTY)
    storeJson('session', key, null)
    setUnsaved(null)
  }
  return { form, submit, isRestored: unsaved !== null, startOver }
}
