import { later } from '#core/web/ui/later.tsx'
import { BudgetsPage } from '#features/budgets/web/BudgetsPage.tsx'

const StandByCard = later(async () => (await import('#features/events/web/StandByCard.tsx')).StandByCard)

const RequestTalk = later(async () => (await import('#features/threads/web/RequestTalk.tsx')).RequestTalk)

/** /budgets, with what later features have there: to stand by, and to talk with who asks. */
export const BudgetsRoute = () => <BudgetsPage standBy={StandByCard} Talk={RequestTalk} />
