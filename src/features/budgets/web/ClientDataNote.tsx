import type { ReactNode } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { requestTexts } from './texts.ts'

const spoken = texts(requestTexts)

/**
 * Asks a client what the sign-up didn't, where an order needs it, and leads back to that order; nothing is drawn for
 * whoever has said it.
 */
export function ClientDataNote({
  order,
  children,
}: {
  order: { id: number; city: string | null }
  /** What it is needed for here. */
  children: ReactNode
}) {
  const { t } = useTexts(spoken)
  const isSaid = useSession(({ completedSteps }) => completedSteps.isProfileInfoCompleted)
  if (isSaid) return null
  const way = new URLSearchParams({
    next: `/order?id=${order.id}`,
    // Most often where they live, too.
    ...(order.city ? { city: order.city } : {}),
  })
  return (
    <div className="flex flex-col items-start gap-3 rounded-control bg-warn-tint px-4 py-3">
      <p>{children}</p>
      <LinkButton to={`/signup-client-update?${way}`} variant="secondary" size="sm">
        {t('budgets.complete_data')}
      </LinkButton>
    </div>
  )
}
