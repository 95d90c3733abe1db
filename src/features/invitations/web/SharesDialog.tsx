import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { DEFAULT_CURRENCY } from '#core/contract/money.ts'
import { tell } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { ProgressBar } from '#core/web/ui/ProgressBar.tsx'
import { listMembers, type Member, saveShares } from '#features/projects/contract.ts'
import { memberTexts, projectTexts } from '#features/projects/web/texts.ts'

const spoken = texts(memberTexts, projectTexts)

/** The same part for everybody, in hundredths that sum to 100. */
export function evenShares(count: number): number[] {
  const even = Math.floor(10_000 / count) / 100
  const rest = Math.round(10_000 - even * 100 * count)
  return Array.from({ length: count }, (_, i) => Math.round(even * 100 + (i < rest ? 1 : 0)) / 100)
}

/** The same part for all who aren't paid a sum of their own; for everybody where all of them are. */
function evenly(members: readonly Member[]): { share: number | null }[] {
  const sharing = members.filter(({ fee }) => fee === null)
  const among = sharing.length > 0 ? sharing : members
  const parts = evenShares(among.length)
  return members.map((member) => ({ share: parts[among.indexOf(member)] ?? null }))
}

/** How a band shares its fee. Who is paid a sum of their own has no share, unless one is typed for them in its place. */
export function SharesDialog({
  project_id,
  members,
  onClose,
}: {
  project_id: number
  members: readonly Member[]
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const { money, percent } = useFormat()
  const formId = useId()
  const form = useForm<{ shares: { share: number | null }[] }>({
    defaultValues: { shares: members.map(({ share }) => ({ share })) },
  })
  const save = useMutation(
    tell(saveShares, {
      refreshes: [listMembers],
      onTold: () => {
        toast.success(t('projects.saved'))
        onClose()
      },
    }),
  )
  const shares = form.watch('shares')
  const sum = Math.round(shares.reduce((all, { share }) => all + (share ?? 0), 0) * 100) / 100
  const isWhole = sum === 100 || sum === 0
  const submit = submitOf(form, (values) =>
    save.mutateAsync({
      params: { id: project_id },
      body: {
        shares: members
          .map(({ id }, i) => ({ member_id: id, share: values.shares[i]?.share ?? 0 }))
          .filter(({ share }) => share > 0),
      },
    }),
  )
  return (
    <Dialog
      title={t('members.shares.title')}
      closeLabel={t('projects.cancel')}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable={false}
      maxWidth={480}
      footer={
        <>
          <Button variant="secondary" onPress={() => form.setValue('shares', evenly(members))}>
            {t('members.shares.even')}
          </Button>
          <Button type="submit" form={formId} isDisabled={!isWhole} isPending={form.formState.isSubmitting}>
            {t('projects.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-sm text-ink-2">{t('members.shares.help')}</p>
        {members.map((member, i) => (
          <Controller
            key={member.id}
            control={form.control}
            name={`shares.${i}.share`}
            render={({ field: { value, onChange, ...field } }) => (
              <NumberField
                {...field}
                label={member.user.name}
                description={
                  member.fee === null
                    ? undefined
                    : t('members.shares.has_fee', { fee: money(member.fee, DEFAULT_CURRENCY) })
                }
                value={value === null ? null : value / 100}
                onChange={(share) => onChange(share === null ? null : Math.round(share * 10_000) / 100)}
                minValue={0}
                maxValue={1}
                step={0.0001}
                formatOptions={{ style: 'percent', maximumFractionDigits: 2 }}
              />
            )}
          />
        ))}
        <ProgressBar
          label={t('members.shares.sum')}
          value={Math.min(100, sum)}
          valueText={percent(sum / 100, 2)}
        />
        <FormError>
          {form.formState.errors.root?.message ?? (isWhole ? null : t('members.shares.not_whole'))}
        </FormError>
      </form>
    </Dialog>
  )
}
