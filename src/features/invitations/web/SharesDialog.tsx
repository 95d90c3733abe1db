import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { NumberField } from '#core/web/ui/NumberField.tsx'
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

/** How a band shares its fee. */
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
  const { number } = useFormat()
  const [shares, setShares] = useState<(number | null)[]>(() => members.map(({ share }) => share))
  const save = useMutation({
    ...tell(saveShares, { refreshes: [listMembers] }),
    onSuccess: async (_reply, _input, _result, { client }) => {
      await client.invalidateQueries({ queryKey: [listMembers.path] })
      toast.success(t('projects.saved'))
      onClose()
    },
  })
  const sum = Math.round(shares.reduce<number>((all, share) => all + (share ?? 0), 0) * 100) / 100
  const isWhole = sum === 100 || sum === 0
  const submit = () =>
    save.mutate({
      params: { id: project_id },
      body: {
        shares: members
          .map(({ id }, i) => ({ member_id: id, share: shares[i] ?? 0 }))
          .filter(({ share }) => share > 0),
      },
    })
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
          <Button variant="secondary" onPress={() => setShares(evenShares(members.length))}>
            {t('members.shares.even')}
          </Button>
          <Button onPress={submit} isDisabled={!isWhole} isPending={save.isPending}>
            {t('projects.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm text-ink-2">{t('members.shares.help')}</p>
        {members.map((member, i) => (
          <NumberField
            key={member.id}
            label={member.user.name}
            value={shares[i] === null || shares[i] === undefined ? null : shares[i] / 100}
            onChange={(share) =>
              setShares((now) =>
                now.map((one, at) =>
                  at === i ? (share === null ? null : Math.round(share * 10_000) / 100) : one,
                ),
              )
            }
            minValue={0}
            maxValue={1}
            step={0.0001}
            formatOptions={{ style: 'percent', maximumFractionDigits: 2 }}
          />
        ))}
        <ProgressBar
          label={t('members.shares.sum')}
          value={Math.min(100, sum)}
          valueText={number(sum / 100, { style: 'percent', maximumFractionDigits: 2 })}
        />
        <FormError>{save.error?.message ?? (isWhole ? null : t('members.shares.not_whole'))}</FormError>
      </div>
    </Dialog>
  )
}
