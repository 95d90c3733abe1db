import { useMutation, useQuery } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { ask, tell } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type BandAtEvent, proposeSubstitute, readBandAtEvent } from '../contract.substitutes.ts'
import type { EventDetail, Performer } from '../contract.ts'
import { substituteTexts } from './texts.ts'

const spoken = texts(substituteTexts)

/** The owner of a band says who can't play, and who does instead. */
export function SubstituteDialog({
  event,
  performer,
  refreshes,
  onClose,
}: {
  event: EventDetail
  performer: Performer
  refreshes: readonly Endpoint[]
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const { project_id } = performer
  const band = useQuery(ask(readBandAtEvent, { params: { id: event.id, project: project_id } }))
  const form = useForm<{ member: string | null; substitute: string | null; reason: string }>({
    defaultValues: { member: null, substitute: null, reason: '' },
  })
  const propose = useMutation(tell(proposeSubstitute, { refreshes: [readBandAtEvent, ...refreshes] }))
  const { member, substitute } = form.watch()
  const submit = submitOf(form, async ({ reason }) => {
    await propose.mutateAsync({
      params: { id: event.id },
      body: { project_id, member_id: Number(member), substitute_id: Number(substitute), reason },
    })
    toast.success(t('substitutes.sent'))
    onClose()
  })
  const isPossible = band.data !== undefined && band.data.reply_by !== null && band.data.others.length > 0
  return (
    <FormDialog
      title={t('substitutes.title', { date: date(event.starts_at, event.zone, 'day') })}
      closeLabel={t('substitutes.close')}
      cancelLabel={t('substitutes.back')}
      submitLabel={t('substitutes.send')}
      onSubmit={submit}
      isSubmitting={form.formState.isSubmitting}
      isDisabled={!isPossible || !member || !substitute}
      error={form.formState.errors.root?.message}
      onClose={onClose}
      maxWidth={520}
    >
      <Loaded query={band} waiting={<Skeleton lines={5} />} failed={t('substitutes.error')}>
        {(data) => <Fields event={event} band={data} form={form} />}
      </Loaded>
    </FormDialog>
  )
}

function Fields({
  event,
  band,
  form,
}: {
  event: EventDetail
  band: BandAtEvent
  form: ReturnType<typeof useForm<{ member: string | null; substitute: string | null; reason: string }>>
}) {
  const { t } = useTexts(spoken)
  const { date, time, nameOf } = useFormat()
  const { member } = form.watch()
  if (band.reply_by === null) return <p className="text-ink-2">{t('substitutes.late')}</p>
  if (band.others.length === 0)
    return (
      <div className="flex flex-col items-start gap-3">
        <p className="text-ink-2">{t('substitutes.none')}</p>
        <LinkButton to="/members" variant="secondary" size="sm">
          {t('substitutes.to_members')}
        </LinkButton>
      </div>
    )
  return (
    <>
      <p className="text-ink-2">
        {t('substitutes.text', {
          until: `${date(band.reply_by, event.zone, 'day')}, ${time(band.reply_by, event.zone)}`,
        })}
      </p>
      <Controller
        control={form.control}
        name="member"
        render={({ field, fieldState }) => (
          <Select
            {...field}
            label={t('substitutes.who')}
            errorMessage={fieldState.error?.message}
            options={band.players.map((one) => ({ value: String(one.member_id), label: nameOf(one.name) }))}
          />
        )}
      />
      <Controller
        control={form.control}
        name="substitute"
        render={({ field, fieldState }) => (
          <Select
            {...field}
            label={t('substitutes.instead')}
            errorMessage={fieldState.error?.message}
            options={band.others
              .filter(({ member_id }) => String(member_id) !== member)
              .map((one) => ({
                value: String(one.member_id),
                label: one.free ? nameOf(one.name) : t('substitutes.busy', { name: nameOf(one.name) }),
              }))}
          />
        )}
      />
      <FormText
        control={form.control}
        name="reason"
        shared
        label={t('substitutes.reason')}
        description={t('substitutes.reason_note')}
        maxLength={300}
      />
    </>
  )
}
