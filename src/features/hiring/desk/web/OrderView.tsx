import { type ReactNode, Suspense, useMemo } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { type Ahead, useAhead } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { mayPlace } from '#features/hiring/journey/rules.ts'
import { deskTexts, talentTexts } from '#features/hiring/web/texts.ts'
import { useOrder } from '#features/hiring/web/useOrder.ts'
import type { Order } from '../contract.ts'
import type { Asking } from './OrderDialogs.tsx'
import type { Panels, View } from './orderViews.ts'
import {
  AddressNote,
  AdjustmentPanel,
  AlonePanel,
  BriefSummary,
  PlanPanel,
  ScorePanel,
  ScoutingPanel,
  TalentPanel,
} from './stagePanels.ts'

const spoken = texts(deskTexts, talentTexts)

/** What may be looked at next, by what is looked at now: fetched ahead, so that a step works without a connection. */
const NEXT: Partial<Record<View, readonly Ahead[]>> = {
  score: [PlanPanel],
  plan: [TalentPanel, AdjustmentPanel],
  adjust: [TalentPanel],
  talent: [ScoutingPanel],
}
/** Where the street becomes needed: who was asked answers, and agreements are made of the answers. */
const WITH_STREET: readonly View[] = ['scouting', 'compare', 'agreement']
const AFTER: Partial<Record<View, keyof Panels>> = {
  scouting: 'compare',
  compare: 'agreement',
  agreement: 'event',
}

/** One view of an order: the work of a stage, or what was done in an earlier one. */
export function OrderView({
  order,
  view,
  panels,
  onShow,
  onAsk,
  onWrite,
  onMoved,
}: {
  order: Order
  view: View
  panels: Panels
  onShow: (view: View) => void
  onAsk: (what: Asking) => void
  /** Opens the brief for changes without asking first. */
  onWrite: () => void
  /** The order has taken a step. */
  onMoved: () => void
}) {
  const { t } = useTexts(spoken)
  const moved = () => {
    onMoved()
    scrollTo({ top: 0 })
  }
  const { can, take, taking } = useOrder(order, moved)
  const running = taking?.step ?? null
  const Panel = view === 'compare' || view === 'agreement' || view === 'event' ? panels[view] : undefined
  const next = useMemo(() => {
    const panel = AFTER[view] && panels[AFTER[view]]
    return NEXT[view] ?? (panel ? [panel] : [])
  }, [view, panels])
  useAhead(next)
  const views: Partial<Record<View, () => ReactNode>> = {
    brief: () => (
      <div className="grid grid-cols-1 gap-4">
        {order.editable && (
          <Button variant="secondary" className="justify-self-start" onPress={() => onAsk('edit')}>
            {t('order.page.edit_brief')}
          </Button>
        )}
        <BriefSummary brief={order.brief} missing={order.missing} />
      </div>
    ),
    score: () =>
      order.score_detail && (
        <ScorePanel
          order={order}
          score={order.score_detail}
          run={(step) => take({ step })}
          running={running}
          onEdit={() => (order.stage === 'changes_needed' ? onWrite() : onAsk('edit'))}
        />
      ),
    plan: () => (
      <PlanPanel
        order={order}
        running={running}
        run={(step, variant) => take({ step, ...(variant ? { variant } : {}) })}
      />
    ),
    adjust: () =>
      order.adjustment &&
      (order.asked_alone ? (
        <AlonePanel
          order={order}
          adjustment={order.adjustment}
          taking={running === 'adjust' ? (taking?.option ?? null) : null}
          onTake={(option) => take({ step: 'adjust', option })}
          onCancel={() => onAsk('cancel')}
          onAsked={moved}
        />
      ) : (
        <AdjustmentPanel
          order={order}
          adjustment={order.adjustment}
          taking={running === 'adjust' ? (taking?.option ?? null) : null}
          onTake={(option) => take({ step: 'adjust', option })}
        />
      )),
    talent: () => (
      <TalentPanel
        order={order}
        onSent={() => {
          moved()
          toast.success(t('order.talent.sent'))
        }}
      />
    ),
    scouting: () => (
      <ScoutingPanel
        order={order}
        onAskMore={() => {
          onShow('talent')
          scrollTo({ top: 0 })
        }}
      />
    ),
    compare: () =>
      Panel && (
        <div className="grid grid-cols-1 gap-4">
          <Panel order={order} />
          {order.stage === 'available' && can('ask_change') && (
            <Button variant="quiet" className="justify-self-start" onPress={() => onAsk('change')}>
              {t('order.talent.ask_change')}
            </Button>
          )}
        </div>
      ),
  }
  const show = views[view] ?? (() => Panel && <Panel order={order} />)
  return (
    // A part of its own: the heading of what is shown is where the keyboard goes on.
    <section>
      {WITH_STREET.includes(view) && !order.brief.event?.address && mayPlace(order, new Date()) && (
        <Suspense fallback={<Skeleton className="mb-4 h-56" />}>
          <div className="mb-4">
            <AddressNote order={order} />
          </div>
        </Suspense>
      )}
      <Suspense fallback={<Skeleton className="h-96" />}>{show()}</Suspense>
    </section>
  )
}
