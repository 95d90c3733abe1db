import { useMutation, useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { ask, refresh, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { readTransfer, withdrawTransfer } from '#features/projects/contract.transfer.ts'
import { transferTexts } from '#features/projects/web/texts.ts'

const spoken = texts(transferTexts)

/** That the band is offered to somebody, and the way to take that back; nothing while it isn't. */
export function OpenOffer({ project_id }: { project_id: number }) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const { data } = useQuery(ask(readTransfer, { params: { id: project_id } }))
  const withdraw = useMutation({
    ...tell(withdrawTransfer),
    onSuccess: async (_reply, _input, _result, { client }) => {
      toast.success(t('transfers.withdrawn'))
      await refresh(client, [readTransfer])
    },
    onError: async (error, _input, _result, { client }) => {
      toast.error(error.message)
      await refresh(client, [readTransfer])
    },
  })
  const offer = data?.transfer
  if (!offer) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface px-5 py-3"
    >
      <p className="min-w-0 flex-1 basis-64">
        {t('transfers.open', { name: offer.to.name, date: date(offer.offered_at, undefined, 'long') })}
      </p>
      <Button
        variant="quiet"
        size="sm"
        icon={<Undo2 aria-hidden />}
        isPending={withdraw.isPending}
        onPress={() => withdraw.mutate({ params: { id: project_id } })}
      >
        {t('transfers.withdraw')}
      </Button>
    </div>
  )
}
