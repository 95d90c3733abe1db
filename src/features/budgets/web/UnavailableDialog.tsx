import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { RadioCards } from '#core/web/ui/RadioCards.tsx'
import { TextArea } from '#core/web/ui/TextArea.tsx'
import { reasonsTexts } from '#features/hiring/web/texts.ts'
import { answerUnavailable, listRequests, readRequest, UNAVAILABLE_REASONS } from '../contract.ts'
import { budgetTexts } from './texts.ts'

const spoken = texts(budgetTexts, reasonsTexts)

type Reason = (typeof UNAVAILABLE_REASONS)[number]

/** Saying no takes one choice; the hunter learns the reason, so that they can look elsewhere at once. */
export function UnavailableDialog({
  requestId,
  isOpen,
  onOpenChange,
}: {
  requestId: number
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}) {
  const { t } = useTexts(spoken)
  const [reason, setReason] = useState<Reason>('busy')
  const [detail, setDetail] = useState('')
  const answer = useMutation(
    tell(answerUnavailable, {
      refreshes: [listRequests, readRequest],
      onTold: () => {
        onOpenChange(false)
        toast.success(t('budgets.toast.unavailable'))
      },
    }),
  )
  return (
    <Dialog
      title={t('budgets.unavailable.title')}
      closeLabel={t('budgets.close')}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      maxWidth={520}
      footer={
        <>
          <Button variant="secondary" onPress={() => onOpenChange(false)}>
            {t('budgets.unavailable.keep')}
          </Button>
          <Button
            isPending={answer.isPending}
            onPress={() => answer.mutate({ params: { id: requestId }, body: { reason, detail } })}
          >
            {t('budgets.unavailable.send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <RadioCards
          label={t('budgets.unavailable.reason')}
          value={reason}
          onChange={(value) => value && setReason(value)}
          options={UNAVAILABLE_REASONS.map((value) => ({ value, label: t(`budgets.reasons.${value}`) }))}
          columns={1}
        />
        <TextArea
          label={t('budgets.unavailable.detail')}
          value={detail}
          onChange={setDetail}
          maxLength={500}
          rows={3}
        />
        <FormError>{answer.error?.message}</FormError>
      </div>
    </Dialog>
  )
}
