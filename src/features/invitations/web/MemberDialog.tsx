import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { DEFAULT_CURRENCY } from '#core/contract/money.ts'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { MoneyField } from '#core/web/ui/aria/MoneyField.tsx'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import { listMembers, type Member, MemberChange, saveMember } from '#features/projects/contract.ts'
import { memberTexts, projectTexts } from '#features/projects/web/texts.ts'
import { PartFields } from './PartFields.tsx'

const spoken = texts(memberTexts, projectTexts)

const NOBODY = 'nobody'

interface Values {
  function: string
  instruments: string[]
  required: boolean
  substitute_for: string
  substitute_rank: number | null
  fee: number | null
}

/** What the owner says of a member. */
export function MemberDialog({
  member,
  members,
  project_id,
  onClose,
}: {
  member: Member
  members: readonly Member[]
  project_id: number
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const { percent } = useFormat()
  const isOwner = member.role === 'OWNER'
  const check = resolverOf<Values, MemberChange>(MemberChange)
  const form = useForm<Values, unknown, MemberChange>({
    resolver: (values, context, options) => {
      const substitute = isOwner || values.substitute_for === NOBODY ? null : Number(values.substitute_for)
      const sent = {
        function: values.function.trim() || null,
        instruments: values.instruments,
        fee: values.fee,
        ...(isOwner ? {} : { substitute_for: substitute }),
        ...(substitute === null
          ? { required: values.required }
          : { required: false, substitute_rank: values.substitute_rank ?? 1 }),
      }
      return check(sent as unknown as Values, context, options)
    },
    defaultValues: {
      function: member.function ?? '',
      instruments: member.instruments,
      required: member.required,
      substitute_for: member.substitute_for ? String(member.substitute_for) : NOBODY,
      substitute_rank: member.substitute_rank ?? 1,
      fee: member.fee,
    },
  })
  const { control, formState } = form
  const stands_in = useWatch({ control, name: 'substitute_for' }) !== NOBODY
  const save = useMutation(tell(saveMember, { refreshes: [listMembers] }))
  const submit = submitOf(form, async (body) => {
    await save.mutateAsync({ params: { id: project_id, member_id: member.id }, body })
    toast.success(t('projects.saved'))
    onClose()
  })
  const others = members.filter((other) => other.id !== member.id && !other.substitute_for)
  return (
    <FormDialog
      title={member.user.name}
      closeLabel={t('projects.cancel')}
      cancelLabel={t('projects.cancel')}
      submitLabel={t('projects.save')}
      onSubmit={submit}
      isSubmitting={formState.isSubmitting}
      error={formState.errors.root?.message}
      onClose={onClose}
    >
      <PartFields control={control} />
      {!isOwner && (
        <div className={clsx('grid gap-5', stands_in && 'sm:grid-cols-[1fr_8rem]')}>
          <Controller
            name="substitute_for"
            control={control}
            render={({ field, fieldState }) => (
              <Select
                {...field}
                label={t('members.fields.substitute_for')}
                options={[
                  { value: NOBODY, label: t('members.fields.nobody') },
                  ...others.map(({ id, user }) => ({ value: String(id), label: user.name })),
                ]}
                errorMessage={fieldState.error?.message}
              />
            )}
          />
          {stands_in && (
            <Controller
              name="substitute_rank"
              control={control}
              render={({ field, fieldState }) => (
                <NumberField
                  {...field}
                  label={t('members.fields.substitute_rank')}
                  minValue={1}
                  maxValue={9}
                  errorMessage={fieldState.error?.message}
                />
              )}
            />
          )}
        </div>
      )}
      {!stands_in && (
        <Controller
          name="required"
          control={control}
          render={({ field, fieldState }) => (
            <Switch
              {...field}
              description={t('members.fields.required_help')}
              errorMessage={fieldState.error?.message}
            >
              {t('members.fields.required')}
            </Switch>
          )}
        />
      )}
      {member.share === null ? (
        <Controller
          name="fee"
          control={control}
          render={({ field, fieldState }) => (
            <MoneyField
              {...field}
              label={t('members.fields.fee')}
              description={t('members.fields.fee_help')}
              currency={DEFAULT_CURRENCY}
              minValue={0}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      ) : (
        <p className="text-sm text-ink-2">
          {t('members.fields.has_share', { share: percent(member.share / 100, 2) })}
        </p>
      )}
    </FormDialog>
  )
}
