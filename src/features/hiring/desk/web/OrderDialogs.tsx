import { Suspense } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { later } from '#core/web/ui/later.tsx'
import { actOf } from '#features/hiring/journey/rules.acts.ts'
import { deskTexts, leaveTexts } from '#features/hiring/web/texts.ts'
import type { Order } from '../contract.ts'

const spoken = texts(deskTexts, leaveTexts)

const CancelDialog = later(
  async () => (await import('#features/hiring/journey/web/CancelDialog.tsx')).CancelDialog,
)
const ChangeDialog = later(
  async () => (await import('#features/hiring/talent/web/ChangeDialog.tsx')).ChangeDialog,
)
const ConfirmDialog = later(async () => (await import('#core/web/ui/ConfirmDialog.tsx')).ConfirmDialog)
const RescheduleDialog = later(
  async () => (await import('#features/hiring/journey/web/RescheduleDialog.tsx')).RescheduleDialog,
)

/** What the desk asks before it does something. */
export type Asking = 'cancel' | 'postpone' | 'reschedule' | 'edit' | 'change'

export function OrderDialogs({
  order,
  asking,
  onClose,
  onDone,
  onEdit,
}: {
  order: Order
  asking: Asking | null
  onClose: () => void
  /** The order has changed: what was asked for is done. */
  onDone: () => void
  onEdit: () => void
}) {
  const { t } = useTexts(spoken)
  if (!asking) return null
  const done = (text: string) => {
    onDone()
    toast.success(text)
  }
  return (
    <Suspense fallback={null}>
      {(asking === 'cancel' || asking === 'postpone') && (
        <CancelDialog
          order={order}
          kind={asking}
          onClose={onClose}
          onDone={() => done(t(`order.page.leave.${asking}.done`))}
        />
      )}
      {asking === 'reschedule' && (
        <RescheduleDialog
          order={order}
          onClose={onClose}
          onDone={({ stage }) => {
            done(t(`order.page.leave.reschedule.${stage === 'planned' ? 'done' : 'done_asked'}`))
            scrollTo({ top: 0 })
          }}
        />
      )}
      {asking === 'change' && <ChangeDialog order={order} onClose={onClose} />}
      {asking === 'edit' && (
        <ConfirmDialog
          title={t('order.page.edit_title')}
          confirmLabel={t('order.page.edit_brief')}
          cancelLabel={t('order.page.cancel')}
          isOpen
          onOpenChange={(isOpen) => {
            if (!isOpen) onClose()
          }}
          onConfirm={onEdit}
        >
          {t(actOf(order.stage) === 'brief' ? 'order.page.edit_text' : 'order.page.edit_text_plan')}
        </ConfirmDialog>
      )}
    </Suspense>
  )
}
