import { useMutation } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useEffect } from 'react'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import {
  checkPlanCard,
  endPlanCard,
  listCharges,
  type Membership,
  openPlanPortal,
  payPlanByCard,
  readMembership,
} from '../contract.ts'
import { planTexts } from './texts.ts'

const spoken = texts(planTexts)
const REFRESHES = [readMembership, listCharges]

/** Whether the plan may be charged to a card: it runs, its currency is taken, and nothing else of it is on its way. */
const mayPay = ({ held, open_charge, card_currencies }: Membership): boolean =>
  held !== null &&
  card_currencies.includes(held.currency) &&
  !held.cancels &&
  held.state !== 'paused' &&
  held.state !== 'inactive' &&
  open_charge?.state !== 'declared' &&
  open_charge?.kind !== 'change'

/** The card that a plan is charged to: offered, about to be typed in, or charged by itself; nothing without cards. */
export function PlanCard({ membership }: { membership: Membership }) {
  const { t } = useTexts(spoken)
  const { card } = membership
  const pay = useMutation(
    tell(payPlanByCard, { refreshes: [], onTold: ({ url }) => window.location.assign(url) }),
  )
  const portal = useMutation(
    tell(openPlanPortal, { refreshes: [], onTold: ({ url }) => window.location.assign(url) }),
  )
  const end = useMutation(tell(endPlanCard, { refreshes: REFRESHES }))
  const { mutate: check } = useMutation(tell(checkPlanCard, { refreshes: REFRESHES }))
  // Somebody came back from the provider's page, or left it: it is asked once what became of it.
  const waits = card?.state === 'open' || card?.late === true
  useEffect(() => {
    if (waits) check({})
  }, [waits, check])
  if (!card && !mayPay(membership)) return null
  return (
    <Card title={t('plans.card.title')}>
      {card?.state === 'running' ? (
        <div className="flex flex-col items-start gap-3">
          {card.late ? (
            <p role="status" className="rounded-control bg-warn-tint px-4 py-3">
              {t('plans.card.late')}
            </p>
          ) : (
            <p>{t('plans.card.running')}</p>
          )}
          <Button
            variant={card.late ? 'primary' : 'secondary'}
            icon={<CreditCard aria-hidden />}
            isPending={portal.isPending || portal.isSuccess}
            onPress={() => portal.mutate({})}
          >
            {t('plans.card.portal')}
          </Button>
          <FormError>{portal.error?.message}</FormError>
        </div>
      ) : (
        <div className="flex flex-col items-start gap-3">
          <p className="max-w-reading">{t(card ? 'plans.card.open' : 'plans.card.offer')}</p>
          <div className="flex flex-wrap gap-3">
            <Button
              icon={<CreditCard aria-hidden />}
              isPending={pay.isPending || pay.isSuccess}
              onPress={() => pay.mutate({})}
            >
              {t(card ? 'plans.card.go_on' : 'plans.card.pay')}
            </Button>
            {card && (
              <Button variant="secondary" isPending={end.isPending} onPress={() => end.mutate({})}>
                {t('plans.card.leave')}
              </Button>
            )}
          </div>
          <FormError>{pay.error?.message ?? end.error?.message}</FormError>
        </div>
      )}
    </Card>
  )
}
