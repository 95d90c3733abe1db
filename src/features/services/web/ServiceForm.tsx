import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LimitNote } from '#features/plans/web/LimitNote.tsx'
import type { Service } from '../contract.ts'
import { asks, onlyAsked } from '../rules.ts'
import { MediaFields } from './MediaFields.tsx'
import { AboutFields, LessonFields, MusicFields } from './OfferFields.tsx'
import { ServicePreview } from './ServicePreview.tsx'
import { type Form, type ServiceValues, useServiceForm } from './serviceForm.ts'
import { PlaceFields, PriceFields } from './TermsFields.tsx'
import { serviceTexts } from './texts.ts'
import { useLessonBeginning } from './useLessonBeginning.ts'

const spoken = texts(serviceTexts)

/** What each field is called, in the form's order: what has to be corrected is named beside the button. */
const FIELDS = [
  ['title', 'name'],
  ['category', 'category'],
  ['description', 'description'],
  ['instrument', 'instrument'],
  ['level', 'level'],
  ['modality', 'modality'],
  ['lesson_minutes', 'lesson_minutes'],
  ['trial_price', 'trial'],
  ['package_4_price', 'package_4'],
  ['package_8_price', 'package_8'],
  ['package_12_price', 'package_12'],
  ['genres', 'genres'],
  ['format', 'format'],
  ['languages', 'languages'],
  ['event_types', 'event_types'],
  ['price_mode', 'price_mode'],
  ['price', 'amount'],
  ['currency', 'currency'],
  ['duration_minutes', 'duration'],
  ['extras', 'extras'],
  ['travel_radius_km', 'radius'],
  ['travel_fee_per_km', 'fee_per_km'],
  ['setup_minutes', 'setup'],
  ['lead_time_days', 'lead'],
  ['media', 'media'],
] as const satisfies readonly (readonly [keyof ServiceValues, string])[]

/** The whole form of a service with its card beside it. */
export function ServiceForm({
  project_id,
  service,
  onSaved,
  onCancel,
}: {
  project_id: number
  service: Service | null
  onSaved: () => void
  onCancel: () => void
}) {
  const { t, i18n } = useTexts(spoken)
  const { form, submit, isRestored, startOver } = useServiceForm(project_id, service, onSaved)
  useLessonBeginning(form, service || isRestored ? null : project_id)
  const [sending, setSending] = useState<'save' | 'activate' | null>(null)
  /** How many pictures are on their way. */
  const [uploading, setUploading] = useState(0)
  const { control, formState } = form
  const category = useWatch({ control, name: 'category' })
  const send = async (activate: boolean) => {
    setSending(activate ? 'activate' : 'save')
    await submit(activate)
    setSending(null)
  }
  const canActivate = !service || service.steps.includes('activate')
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send(false)
        }}
        className="flex min-w-0 flex-col gap-5"
      >
        {isRestored && (
          <p
            role="status"
            className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface px-5 py-3"
          >
            {t('services.form.kept')}
            <Button variant="quiet" size="sm" onPress={startOver}>
              {t('services.form.start_over')}
            </Button>
          </p>
        )}
        <AboutFields form={form} />
        {asks({ category }, 'lesson') && <LessonFields form={form} />}
        <MusicFields form={form} />
        <PriceFields form={form} project_id={project_id} />
        <PlaceFields form={form} />
        <MediaFields
          form={form}
          onUploading={(isUploading) => setUploading((count) => count + (isUploading ? 1 : -1))}
        />
        <FormError>
          {formState.errors.root?.message ??
            (formState.submitCount > 0 && Object.keys(formState.errors).length > 0
              ? t('services.form.fix', {
                  fields: new Intl.ListFormat(i18n.language).format(
                    FIELDS.flatMap(([field, label]) =>
                      formState.errors[field] ? [t(`services.form.${label}`)] : [],
                    ),
                  ),
                })
              : null)}
        </FormError>
        {canActivate && <LimitNote of="active_services" />}
        <div className="flex flex-wrap gap-3">
          {canActivate && (
            <Button onPress={() => void send(true)} isPending={sending === 'activate' || uploading > 0}>
              {t('services.form.save_activate')}
            </Button>
          )}
          <Button
            type="submit"
            variant={canActivate ? 'secondary' : 'primary'}
            isPending={sending === 'save' || uploading > 0}
          >
            {service && service.status !== 'draft' ? t('services.form.save') : t('services.form.save_draft')}
          </Button>
          <Button variant="quiet" onPress={onCancel}>
            {t('services.form.cancel')}
          </Button>
        </div>
      </form>
      <aside aria-label={t('services.form.preview')} className="flex flex-col gap-3 lg:sticky lg:top-24">
        <h2 className="font-semibold">{t('services.form.preview')}</h2>
        <Preview form={form} />
      </aside>
    </div>
  )
}

function Preview({ form: { control } }: { form: Form }) {
  const values = onlyAsked(useWatch({ control }) as ServiceValues)
  return (
    <ServicePreview
      service={{
        ...values,
        duration_minutes: values.duration_minutes ?? 0,
        travel_radius_km: values.travel_radius_km ?? 0,
      }}
    />
  )
}
