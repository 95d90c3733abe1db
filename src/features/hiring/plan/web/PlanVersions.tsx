import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { type ApiError, ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import { deskTexts, planTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { type Plan, type PlanVersion, readPlans } from '../contract.ts'
import { inOrder } from './moments.ts'

const spoken = texts(deskTexts, planTexts)

/** Every version, newest first: look at it, and bring it back as the newest. */
export function PlanVersions({
  order,
  versions,
  canRestore,
  onClose,
  onRestore,
}: {
  order: Order
  versions: readonly PlanVersion[]
  canRestore: boolean
  onClose: () => void
  onRestore: (old: Plan) => Promise<void>
}) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const { money, date, time } = useFormat()
  const sorted = [...versions].sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id)
  const [looked, setLooked] = useState<number | null>(null)
  const [isRestoring, setRestoring] = useState(false)
  const old = useQuery({
    ...ask(readPlans, { params: { id: order.id }, query: { plan: looked ?? 0 } }),
    enabled: looked !== null,
  })
  const plan = old.data?.plans.find((one) => one.id === looked)

  const restore = async () => {
    if (!plan) return
    setRestoring(true)
    try {
      await onRestore(plan)
      toast.success(t('order.plan.restored', { version: plan.version }))
      onClose()
    } catch (error) {
      const failure = error as ApiError
      toast.error(Object.values(failure.fields ?? {})[0] ?? failure.message)
    } finally {
      setRestoring(false)
    }
  }

  return (
    <Dialog
      title={t('order.plan.versions')}
      closeLabel={t('order.page.close')}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      maxWidth={680}
    >
      <ul className="grid gap-2">
        {sorted.map((one) => (
          <li key={one.id} className="rounded-control border border-line">
            <button
              type="button"
              aria-expanded={looked === one.id}
              onClick={() => setLooked(looked === one.id ? null : one.id)}
              className="flex min-h-12 w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-control p-3 text-left hover:bg-surface-2"
            >
              <span className="font-display wide-110">v{one.version}</span>
              <span className="font-semibold">{t(`order.plan.variants.${one.variant}.name`)}</span>
              {one.state !== 'superseded' && (
                <Badge tone={one.state === 'approved' ? 'ok' : 'neutral'}>
                  {t(`order.plan.states.${one.state}`)}
                </Badge>
              )}
              <span className="flex-1 text-right text-sm text-ink-2 tabular-nums">
                {date(one.created_at, undefined, 'day')} · {time(one.created_at)} ·{' '}
                {t('order.plan.moments_count', { count: one.moments })} · {money(one.total, order.currency)}
              </span>
            </button>
            {looked === one.id && (
              <div className="border-t border-line p-3">
                {plan ? (
                  <>
                    <ol className="grid gap-1.5 text-sm">
                      {inOrder(plan.moments).map((moment) => (
                        <li key={moment.slot_id} className="flex flex-wrap gap-x-3">
                          <span className="text-ink-2 tabular-nums">
                            {time(moment.from, order.zone)}–{time(moment.to, order.zone)}
                          </span>
                          <span className="font-semibold">{moment.title ?? words.intent(moment.intent)}</span>
                          <span className="text-ink-2">
                            {words.genre(moment.genre)} · {words.lineUp(moment.format)}
                            {moment.cost > 0 && ` · ${money(moment.cost, plan.currency)}`}
                          </span>
                        </li>
                      ))}
                    </ol>
                    {canRestore && one.state === 'superseded' && (
                      <Button
                        variant="secondary"
                        size="sm"
                        className="mt-3"
                        icon={<RotateCcw aria-hidden />}
                        isPending={isRestoring}
                        onPress={() => void restore()}
                      >
                        {t('order.plan.restore')}
                      </Button>
                    )}
                  </>
                ) : old.error ? (
                  <p className="text-sm text-bad">{old.error.message}</p>
                ) : (
                  <Skeleton lines={3} />
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
