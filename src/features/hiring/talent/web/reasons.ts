import { texts, useTexts } from '#core/web/texts.ts'
import { reasonsTexts } from '#features/hiring/web/texts.ts'

const spoken = texts(reasonsTexts)

/** Why a request, a budget or an agreement ended: one of ours translated, somebody's own words as they are. */
export function useReason(): (reason: string) => string {
  const { t, i18n } = useTexts(spoken)
  return (reason) =>
    i18n.exists(`business:budgets.reasons.${reason}`) ? t(`budgets.reasons.${reason as 'busy'}`) : reason
}
