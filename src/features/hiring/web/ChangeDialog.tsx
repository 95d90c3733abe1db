import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, call, keyOf, refresh } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { TextArea } from '#core/web/ui/TextArea.tsx'
import { askChange, type Order, readCandidates, readOrder } from '../contract.ts'
import { deskTexts, talentTexts } from './texts.ts'

const spoken = texts(deskTexts, talentTexts)

/** Asks for another way on, with a word about what doesn't fit. */
export function ChangeDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTexts(spoken)
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const params = { id: order.id }
  const change = useMutation<Order, ApiError>({
    mutationFn: () => call(askChange, { params, body: { note } }),
    onSuccess: (fresh) => {
      client.setQueryData(keyOf(readOrder, { params }), fresh)
      void refresh(client, [readCandidates])
      onClose()
    },
    onError: (failure) => toast.error(failure.message),
  })
  return (
    <Dialog
      title={t('order.talent.change_title')}
      closeLabel={t('order.page.close')}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            {t('order.page.cancel')}
          </Button>
          <Button isPending={change.isPending} onPress={() => change.mutate()}>
            {t('order.talent.change_confirm')}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-ink-2">{t('order.talent.change_text')}</p>
      <TextArea
        label={t('order.talent.change_note')}
        value={note}
        onChange={setNote}
        rows={3}
        maxLength={500}
      />
    </Dialog>
  )
}
