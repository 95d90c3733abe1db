import { later } from '#core/web/ui/later.tsx'
import { BudgetsPage } from '#features/budgets/web/BudgetsPage.tsx'

const StandByCard = later(async () => (await import('#features/events/web/StandByCard.tsx')).StandByCard)

/** /budgets, with what a later feature asks of musicians there: to stand by. */
export const BudgetsRoute = () => <BudgetsPage standBy={StandByCard} />
