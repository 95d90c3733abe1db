import { useMutation } from '@tanstack/react-query'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { type Exception, readAvailability, readMonth, removeException } from '../contract.ts'
import { availabilityTexts } from './texts.ts'
import { useSpan } from './useSpan.ts'

const spoken = texts(availabilityTexts)
const NONE: readonly Endpoint[] = []

/** Takes back what was entered for a time by hand, once that is confirmed. */
export function RemoveException({
  exception,
  zone,
  refreshes = NONE,
  onClose,
}: {
  /** Null: nothing is asked. */
  exception: Exception | null
  zone: string
  /** What else shows it. */
  refreshes?: readonly Endpoint[]
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const span = useSpan(zone)
  const remove = useMutation(
    tell(removeException, { refreshes: [readAvailability, readMonth, ...refreshes] }),
  )
  return (
    <ConfirmDialog
      title={t(`exceptions.remove_titles.${exception?.kind ?? 'available'}`)}
      confirmLabel={t('exceptions.remove_now')}
      cancelLabel={t('exceptions.cancel')}
      isOpen={exception !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isPending={remove.isPending}
      isDangerous
      onConfirm={() => {
        if (exception)
          remove.mutate(
            { params: { id: exception.id } },
            {
              onSuccess: () => toast.success(t('exceptions.removed')),
              onError: (error) => toast.error(error.message),
              onSettled: onClose,
            },
          )
      }}
    >
      {exception &&
        [span(exception), exception.reason, t('exceptions.remove_text')].filter(Boolean).join('. ')}
    </ConfirmDialog>
  )
}
