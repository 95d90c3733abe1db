import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { History, Plus, RefreshCw } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ReplyOf } from '#core/contract/endpoint.ts'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import type { Step } from '#features/hiring/journey/contract.ts'
import { deskTexts, planTexts } from '#features/hiring/web/texts.ts'
import { useOrder } from '#features/hiring/web/useOrder.ts'
import { type MomentEdit, readPlans, type Variant } from '../contract.ts'
import { editOf, estimateAt, gapAfter, inOrder, madeRoom, newMoment } from './moments.ts'
import { MomentActions, PlanMoment } from './PlanMoment.tsx'
import { PlanVariant } from './PlanVariant.tsx'
import { editsOf, usePlanEdits } from './planEdits.ts'

const spoken = texts(deskTexts, planTexts)

const MomentDialog = later(async () => (await import('./MomentDialog.tsx')).MomentDialog)
const PlanVersions = later(async () => (await import('./PlanVersions.tsx')).PlanVersions)

const MOMENTS_MAX = 20

interface Props {
  order: Order
  run: (step: 'approve_plan' | 'publish_plan', variant?: Variant) => void
  running: Step | null
}

/** The plan sonoro: both variants on stage, and the chosen one moment by moment. */
export function PlanPanel(props: Props) {
  const { t } = useTexts(spoken)
  const query = useQuery(ask(readPlans, { params: { id: props.order.id }, query: {} }))
  return (
    <Loaded
      query={query}
      waiting={
        <div className="grid gap-5 md:grid-cols-2">
          <Skeleton className="h-96" />
          <Skeleton className="h-96 max-md:hidden" />
        </div>
      }
      failed={t('order.plan.load_failed')}
      isEmpty={({ plans }) => plans.length === 0}
      empty={<p className="text-ink-2">{t('order.plan.none')}</p>}
    >
      {(data) => <Plans {...props} {...data} />}
    </Loaded>
  )
}

function Plans({ order, run, running, plans, versions, estimates }: Props & ReplyOf<typeof readPlans>) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  const { can } = useOrder(order)
  const edits = usePlanEdits(order)
  const [picked, setPicked] = useState<Variant | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const [dialog, setDialog] = useState<{ moment: MomentEdit; hints: readonly string[] } | null>(null)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const canApprove = can('approve_plan')
  // Until musicians are asked the plan may change; from then on it is what they were asked for.
  const isOpen = can('publish_plan')
  const variant = picked ?? order.variant ?? plans.find((one) => one.variant === 'recommended')?.variant
  const plan = plans.find((one) => one.variant === variant) ?? plans[0]
  if (!plan) return null
  const moments = inOrder(plan.moments)
  const isAlone = plans.length === 1
  const open = (next: Variant, slot: number | null) => {
    setPicked(next)
    setChosen(slot)
  }

  return (
    <div className="grid grid-cols-1 gap-5">
      {!isAlone && (
        <SegmentedControl<Variant>
          label={t('order.plan.variants_label')}
          className="flex! w-full md:hidden!"
          value={plan.variant}
          onChange={(next) => open(next, null)}
          options={plans.map((one) => ({
            value: one.variant,
            label: t(`order.plan.variants.${one.variant}.name`),
            description: money(one.total, one.currency),
          }))}
        />
      )}
      <div className={clsx('grid gap-5', !isAlone && 'md:grid-cols-2')}>
        {plans.map((one) => {
          const isShown = one.variant === plan.variant
          return (
            <PlanVariant
              key={one.variant}
              order={order}
              plan={one}
              isShown={isShown}
              isAlone={isAlone}
              chosen={isShown ? chosen : null}
              onOpen={(slot) => open(one.variant, slot)}
              approval={
                canApprove
                  ? {
                      approve: () => run('approve_plan', one.variant),
                      isPending: running === 'approve_plan' && isShown,
                      isDisabled: running !== null && !isShown,
                    }
                  : null
              }
            />
          )
        })}
      </div>

      {isOpen && !canApprove && <p className="text-sm text-ink-2">{t('order.plan.change_restarts')}</p>}

      <section aria-labelledby="moments-title" className="rounded-card border border-line bg-surface">
        <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line p-5">
          <div>
            <h2 id="moments-title" className="title-card">
              {t('order.plan.moments_of', { variant: t(`order.plan.variants.${plan.variant}.name`) })}
            </h2>
            <p className="text-sm text-ink-2">
              {canApprove
                ? t('order.plan.moments_checked', {
                    count: moments.filter((one) => one.approved).length,
                    of: moments.length,
                  })
                : t('order.plan.moments_count', { count: moments.length })}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="quiet"
              size="sm"
              icon={<History aria-hidden />}
              onPress={() => setHistoryOpen(true)}
            >
              {t('order.plan.versions')}
            </Button>
            {isOpen && (
              <>
                <Button
                  variant="quiet"
                  size="sm"
                  icon={<RefreshCw aria-hidden />}
                  onPress={() => run('publish_plan')}
                  isPending={running === 'publish_plan'}
                >
                  {t('order.page.draw_again')}
                </Button>
                <Button
                  variant="secondary"
                  size="sm"
                  icon={<Plus aria-hidden />}
                  isDisabled={moments.length >= MOMENTS_MAX}
                  onPress={() => setDialog({ moment: newMoment(editsOf(plan), order), hints: [] })}
                >
                  {t('order.plan.add_moment')}
                </Button>
              </>
            )}
          </div>
        </header>
        <ol>
          {moments.map((moment, place) => (
            <PlanMoment
              key={moment.slot_id}
              order={order}
              plan={plan}
              moment={moment}
              place={place}
              gap={gapAfter(moments, place)}
              isChosen={moment.slot_id === chosen}
              estimate={estimateAt(estimates, moment)}
            >
              {isOpen && (
                <MomentActions
                  plan={plan}
                  moment={moment}
                  place={place}
                  canApprove={canApprove}
                  edits={edits}
                  onEdit={() => {
                    setChosen(moment.slot_id)
                    setDialog({ moment: editOf(moment), hints: moment.repertoire })
                  }}
                />
              )}
            </PlanMoment>
          ))}
        </ol>
      </section>

      <Suspense fallback={null}>
        {dialog && (
          <MomentDialog
            key={dialog.moment.slot_id ?? 'new'}
            order={order}
            currency={plan.currency}
            moment={dialog.moment}
            hints={dialog.hints}
            onClose={() => setDialog(null)}
            onSave={(changed) => {
              const others = editsOf(plan).filter(
                (one) => one.slot_id === null || one.slot_id !== changed.slot_id,
              )
              // The changed one goes first, so that a refusal of it is found again.
              return edits.save(plan, [changed, ...madeRoom(others, changed)])
            }}
            at={0}
          />
        )}
        {isHistoryOpen && (
          <PlanVersions
            order={order}
            versions={versions}
            canRestore={isOpen}
            onClose={() => setHistoryOpen(false)}
            onRestore={async (old) => {
              const present = plans.find((one) => one.variant === old.variant)
              if (!present) return
              await edits.restore(old, present)
              setPicked(old.variant)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
