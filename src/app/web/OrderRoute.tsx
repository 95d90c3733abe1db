import { later } from '#core/web/ui/later.tsx'
import { OrderPage } from '#features/hiring/desk/web/OrderPage.tsx'

// Each comes when its stage is looked at.
const PANELS = {
  compare: later(async () => (await import('#features/budgets/web/CompareBudgets.tsx')).CompareBudgets),
  agreement: later(async () => (await import('#features/contracts/web/AgreementPanel.tsx')).AgreementPanel),
  talk: later(async () => (await import('#features/threads/web/OrderTalk.tsx')).OrderTalk),
  event: later(async () => (await import('./OrderEvent.tsx')).OrderEvent),
}

/** /order with what the features above it show of an order. */
export const OrderRoute = () => <OrderPage panels={PANELS} />
