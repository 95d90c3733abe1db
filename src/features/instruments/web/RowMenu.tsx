import { useMutation } from '@tanstack/react-query'
import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Menu } from '#core/web/ui/Menu.tsx'
import type { removeInstrument, removeInstrumentSet } from '../contract.ts'
import { instrumentTexts } from './texts.ts'

const spoken = texts(instrumentTexts)

/** Removes a row. The outcome is announced here, because the row that asked is gone by then. */
export function useRemoval(
  endpoint: typeof removeInstrument | typeof removeInstrumentSet,
  refreshes: readonly Endpoint[],
  onSettled: () => void,
) {
  const { t } = useTexts(spoken)
  const base = tell(endpoint, { refreshes })
  return useMutation({
    ...base,
    onSuccess: async (...done) => {
      await base.onSuccess?.(...done)
      toast.success(t('instruments.removed'))
    },
    onError: (error) => toast.error(error.message),
    onSettled,
  })
}

/** What the owner may do with a row. */
export function RowMenu({
  name,
  onEdit,
  onRemove,
}: {
  name: string
  onEdit: () => void
  onRemove: () => void
}) {
  const { t } = useTexts(spoken)
  const label = t('instruments.actions', { name })
  return (
    <span className="-mr-2 sm:mr-0">
      <Menu
        label={label}
        trigger={
          <Button variant="quiet" isIconOnly aria-label={label} icon={<EllipsisVertical aria-hidden />} />
        }
        actions={[
          {
            id: 'edit',
            label: t('instruments.edit'),
            icon: <Pencil aria-hidden />,
            onAction: onEdit,
          },
          {
            id: 'remove',
            label: t('instruments.remove_now'),
            icon: <Trash2 aria-hidden />,
            onAction: onRemove,
            isDangerous: true,
          },
        ]}
      />
    </span>
  )
}
