import { useMutation } from '@tanstack/react-query'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { addDays, instantOf } from '#core/contract/time.ts'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { DatePicker } from '#core/web/ui/aria/DatePicker.tsx'
import { RadioCards } from '#core/web/ui/aria/RadioCards.tsx'
import { TextField } from '#core/web/ui/aria/TextField.tsx'
import { TimeField } from '#core/web/ui/aria/TimeField.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import {
  createException,
  ExceptionDraft,
  type ExceptionKind,
  readAvailability,
  readMonth,
} from '../contract.ts'
import { availabilityTexts } from './texts.ts'

const spoken = texts(availabilityTexts)

const KINDS = ['blocked', 'gig', 'available'] as const satisfies readonly ExceptionKind[]

interface Values {
  /** The project that it is about, by its id; empty: the active one. */
  project: string
  kind: ExceptionKind
  all_day: boolean
  /** Day and time of the start, then of the end. */
  from: string | null
  from_time: string | null
  to: string | null
  to_time: string | null
  reason: string
}

/** Opens or blocks a time apart from the week, or notes a gig that was agreed elsewhere. */
export function ExceptionDialog({
  zone,
  today,
  day = null,
  title,
  projects = [],
  refreshes = [],
  isPersonal = false,
  onClose,
}: {
  zone: string
  today: string
  /** The day that it is about, as far as that is known. */
  day?: string | null
  title?: string
  /** Those that it may be about, the first of them unless another is chosen; none: the active one. */
  projects?: readonly { id: number; name: string }[]
  /** What else shows it. */
  refreshes?: readonly Endpoint[]
  /** Of somebody without a project, who has no gigs. */
  isPersonal?: boolean
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const check = resolverOf<Values, ExceptionDraft>(ExceptionDraft)
  const form = useForm<Values, unknown, ExceptionDraft>({
    resolver: (values, context, options) => {
      const end = values.to ?? values.from
      const at = (day: string | null, time: string | null) =>
        day && time ? instantOf(day, time, zone).toISOString() : undefined
      const sent = {
        kind: values.kind,
        reason: values.reason,
        from: at(values.from, values.all_day ? '00:00' : values.from_time),
        to: values.all_day ? at(end && addDays(end, 1), '00:00') : at(end, values.to_time),
      }
      return check(sent as unknown as Values, context, options)
    },
    defaultValues: {
      project: String(projects[0]?.id ?? ''),
      kind: 'blocked',
      all_day: true,
      from: day,
      from_time: '18:00',
      to: null,
      to_time: '23:00',
      reason: '',
    },
  })
  const { control, formState } = form
  const all_day = useWatch({ control, name: 'all_day' })
  const first = useWatch({ control, name: 'from' })
  const isGig = useWatch({ control, name: 'kind' }) === 'gig'
  const save = useMutation(tell(createException, { refreshes: [readAvailability, readMonth, ...refreshes] }))
  const submit = submitOf(form, async (body) => {
    const project = form.getValues('project')
    await save.mutateAsync({ body, query: project ? { project } : {} })
    toast.success(t('exceptions.saved'))
    onClose()
  })
  return (
    <FormDialog
      title={title ?? t('exceptions.add')}
      closeLabel={t('exceptions.close')}
      cancelLabel={t('exceptions.cancel')}
      submitLabel={t('exceptions.save')}
      onSubmit={submit}
      isSubmitting={formState.isSubmitting}
      error={formState.errors.root?.message}
      onClose={onClose}
    >
      {projects.length > 1 && (
        <Controller
          name="project"
          control={control}
          render={({ field }) => (
            <SelectBox
              {...field}
              label={t('exceptions.project')}
              options={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )}
        />
      )}
      <Controller
        name="kind"
        control={control}
        render={({ field, fieldState }) => (
          <RadioCards
            {...field}
            label={t('exceptions.kind')}
            options={KINDS.filter((value) => !isPersonal || value !== 'gig').map((value) => ({
              value,
              label: t(`exceptions.${value}`),
              description: t(`exceptions.${value}_help`),
            }))}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <Controller
        name="all_day"
        control={control}
        render={({ field }) => <Switch {...field}>{t('exceptions.all_day')}</Switch>}
      />
      <div className={all_day ? 'grid gap-5 sm:grid-cols-2' : 'grid gap-5'}>
        {(['from', 'to'] as const).map((end) => (
          <div
            key={end}
            className={all_day ? 'min-w-0' : 'grid grid-cols-[minmax(0,1fr)_8rem] items-start gap-4'}
          >
            <Controller
              name={end}
              control={control}
              render={({ field, fieldState }) => (
                <DatePicker
                  {...field}
                  label={t(`exceptions.${end}_day`)}
                  value={field.value ?? (end === 'to' ? first : null)}
                  minValue={end === 'to' && first ? first : today}
                  errorMessage={fieldState.error?.message}
                />
              )}
            />
            {!all_day && (
              <Controller
                name={`${end}_time`}
                control={control}
                render={({ field }) => <TimeField {...field} label={t(`exceptions.${end}_time`)} />}
              />
            )}
          </div>
        ))}
      </div>
      <Controller
        name="reason"
        control={control}
        render={({ field, fieldState }) => (
          <TextField
            {...field}
            label={t(isGig ? 'exceptions.gig_name' : 'exceptions.reason')}
            description={t(isGig ? 'exceptions.gig_name_help' : 'exceptions.reason_help')}
            maxLength={200}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
    </FormDialog>
  )
}
