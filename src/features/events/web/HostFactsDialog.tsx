import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { resolverOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText, FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { FACT_MAX, HostFacts, type HostSays } from '../contract.day.ts'
import { saveHostFacts } from '../contract.ts'
import { linesIn } from '../rules.day.ts'
import { dayTexts } from './texts.ts'
import { useFacts } from './useFacts.tsx'

const spoken = texts(dayTexts)

const WORDS = ['parking', 'way_in', 'power', 'dress', 'meals'] as const

interface Values extends Record<(typeof WORDS)[number], string> {
  contact_name: string
  contact_phone: string
  /** One a line. */
  must_play: string
  do_not_play: string
}

const valuesOf = ({ parking, way_in, power, dress, meals, ...says }: HostSays): Values => ({
  parking,
  way_in,
  power,
  dress,
  meals,
  contact_name: says.day_contact?.name ?? '',
  contact_phone: says.day_contact?.phone ?? '',
  must_play: says.must_play.join('\n'),
  do_not_play: says.do_not_play.join('\n'),
})

/** The form's field for a field of the facts: a line's fault is its list's. */
const nameOf = (field: string): string =>
  field.startsWith('day_contact')
    ? `contact_${field.split('.')[1] ?? 'name'}`
    : (field.split('.')[0] ?? field)

/** The host writes what those who play have to know. */
export function HostFactsDialog({
  event_id,
  says,
  refreshes,
  onClose,
}: {
  event_id: number
  says: HostSays
  refreshes: readonly Endpoint[]
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const form = useForm<Values, unknown, HostFacts>({
    resolver: resolverOf<Values, HostFacts>(HostFacts, {
      from: ({ contact_name: name, contact_phone: phone, must_play, do_not_play, ...words }) => ({
        ...words,
        day_contact: name.trim() || phone.trim() ? { name, phone } : null,
        must_play: linesIn(must_play),
        do_not_play: linesIn(do_not_play),
      }),
      nameOf,
    }),
    defaultValues: valuesOf(says),
  })
  const save = useMutation(
    tell(saveHostFacts, {
      refreshes,
      onTold: () => {
        toast.success(t('events.facts.saved'))
        onClose()
      },
    }),
  )
  const { submit, changed } = useFacts({
    form,
    says,
    valuesOf,
    save: (body) => save.mutateAsync({ params: { id: event_id }, body }),
    refreshes,
    nameOf,
  })
  const { control, formState } = form
  return (
    <FormDialog
      title={t('events.facts.host_title')}
      closeLabel={t('events.facts.close')}
      cancelLabel={t('events.facts.cancel')}
      submitLabel={t('events.facts.save')}
      onSubmit={submit}
      isSubmitting={formState.isSubmitting}
      error={formState.errors.root?.message}
      onClose={onClose}
      maxWidth={620}
    >
      {changed}
      <div className="grid gap-5 sm:grid-cols-2">
        <FormText
          control={control}
          name="contact_name"
          label={t('events.facts.day_contact')}
          description={t('events.facts.contact_hint')}
          maxLength={80}
        />
        <FormText
          control={control}
          name="contact_phone"
          label={t('events.facts.contact_phone')}
          type="tel"
          maxLength={20}
        />
      </div>
      {WORDS.map((name) => (
        <FormTextArea
          key={name}
          control={control}
          name={name}
          label={t(`events.facts.${name}`)}
          rows={2}
          maxLength={FACT_MAX}
        />
      ))}
      <FormTextArea
        control={control}
        name="must_play"
        label={t('events.facts.must_play')}
        description={t('events.facts.must_play_hint')}
        rows={3}
      />
      <FormTextArea
        control={control}
        name="do_not_play"
        label={t('events.facts.do_not_play')}
        description={t('events.facts.lines_hint')}
        rows={4}
      />
    </FormDialog>
  )
}
