import { Suspense, useState } from 'react'
import { call } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { TextField } from '#core/web/ui/aria/TextField.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type Charge, declareTransfer, listCharges, readMembership } from '../contract.ts'
import { usePlanStep } from './StatusCard.tsx'
import { planTexts } from './texts.ts'

const spoken = texts(planTexts)
const SlipField = later(async () => (await import('#features/slips/web/SlipField.tsx')).SlipField)
const REFRESHES = [readMembership, listCharges]

/** What is to be transferred, where to, and the reference that it is found by. */
export function OpenCharge({ charge, account }: { charge: Charge; account: string | null }) {
  const { t } = useTexts(spoken)
  const { date, money } = useFormat()
  const [reference, setReference] = useState('')
  const [missing, setMissing] = useState(false)
  const declare = usePlanStep(
    () => call(declareTransfer, { body: { charge_id: charge.id, reference } }),
    t('plans.charge.said'),
  )
  const isSaid = charge.state === 'declared'
  return (
    <Card
      title={t('plans.charge.title', { amount: money(charge.amount - charge.credit, charge.currency) })}
      action={
        <Badge tone={isSaid ? 'neutral' : charge.state === 'failed' ? 'bad' : 'warn'}>
          {t(`plans.charge_states.${charge.state}`)}
        </Badge>
      }
    >
      <p>
        {t(`plans.kinds.${charge.kind}`, { plan: t(`plans.names.${charge.plan}`) })}{' '}
        {t('plans.charge.due', { date: date(charge.due_at, undefined, 'long') })}
      </p>
      <p className="mt-1 text-sm text-ink-2">{t('plans.charge.number', { id: charge.id })}</p>
      {charge.credit > 0 && (
        <p className="mt-2">
          {t('plans.charge.credit', {
            credit: money(charge.credit, charge.currency),
            price: money(charge.amount, charge.currency),
          })}
        </p>
      )}
      {charge.state === 'failed' && charge.note && (
        <p className="mt-2 text-bad">{t('plans.charge.failed', { reason: charge.note })}</p>
      )}
      {isSaid ? (
        <div className="mt-2 flex flex-col gap-3">
          <p>{t('plans.charge.waits', { reference: charge.reference })}</p>
          <Suspense fallback={<Skeleton className="h-16 max-w-sm" />}>
            <SlipField of="charge" id={charge.id} has={charge.has_slip} adds refreshes={REFRESHES} />
          </Suspense>
        </div>
      ) : (
        account && (
          <>
            <h3 className="mt-4 text-sm text-ink-2">{t('plans.charge.account')}</h3>
            <p className="mt-1 whitespace-pre-line break-words font-semibold">{account}</p>
            <form
              noValidate
              className="mt-4 flex flex-col gap-3 sm:max-w-md"
              onSubmit={(event) => {
                event.preventDefault()
                const isShort = reference.trim().length < 3
                setMissing(isShort)
                if (!isShort) declare.mutate()
              }}
            >
              <TextField
                label={t('plans.charge.reference')}
                description={t('plans.charge.reference_help')}
                value={reference}
                onChange={setReference}
                maxLength={80}
                isRequired
                errorMessage={missing ? t('plans.charge.reference_short') : declare.error?.fields.reference}
              />
              <FormError>{declare.error?.message}</FormError>
              <Button type="submit" isPending={declare.isPending} className="self-start">
                {t('plans.charge.declare')}
              </Button>
            </form>
          </>
        )
      )}
    </Card>
  )
}
