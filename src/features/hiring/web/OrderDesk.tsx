import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CalendarDays, Copy, Ellipsis, MapPin, Pause, Users, X } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { type ApiError, call, keyOf, refresh } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Menu } from '#core/web/ui/Menu.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import {
  adjustOrder,
  approvePlan,
  type BriefDraft,
  continueOrder,
  drawPlan,
  listOrders,
  type Order,
  readCandidates,
  readOrder,
  readPlans,
  type Stage,
  type Step,
  startOrder,
  type Variant,
} from '../contract.ts'
import { placeOnRoad, ROAD } from '../rules.ts'
import { type Act, actOf, JourneyTimeline } from './JourneyTimeline.tsx'
import { OrderSwitcher } from './OrderSwitcher.tsx'
import { deskTexts, talentTexts } from './texts.ts'
import { useWords } from './words.ts'

const spoken = texts(deskTexts, talentTexts)

// Each stage's work comes when it is shown: an order never needs all of them.
const AdjustmentPanel = lazy(async () => ({
  default: (await import('./AdjustmentPanel.tsx')).AdjustmentPanel,
}))
const BriefSummary = lazy(async () => ({ default: (await import('./BriefSummary.tsx')).BriefSummary }))
const BriefWizard = lazy(async () => ({ default: (await import('./BriefWizard.tsx')).BriefWizard }))
const ChangeDialog = lazy(async () => ({ default: (await import('./ChangeDialog.tsx')).ChangeDialog }))
const ConfirmDialog = lazy(async () => ({
  default: (await import('#core/web/ui/ConfirmDialog.tsx')).ConfirmDialog,
}))
const LeaveDialog = lazy(async () => ({ default: (await import('./LeaveDialogs.tsx')).LeaveDialog }))
const PlanPanel = lazy(async () => ({ default: (await import('./PlanPanel.tsx')).PlanPanel }))
const RescheduleDialog = lazy(async () => ({
  default: (await import('./LeaveDialogs.tsx')).RescheduleDialog,
}))
const ScorePanel = lazy(async () => ({ default: (await import('./ScorePanel.tsx')).ScorePanel }))
const ScoutingPanel = lazy(async () => ({ default: (await import('./ScoutingPanel.tsx')).ScoutingPanel }))
const TalentPanel = lazy(async () => ({ default: (await import('./TalentPanel.tsx')).TalentPanel }))

/** What later features show of an order: quotes side by side, the agreement, the event. */
export interface Panels {
  compare?: ComponentType<{ order: Order }>
  agreement?: ComponentType<{ order: Order }>
  event?: ComponentType<{ order: Order }>
}

const VIEWS = [
  'brief',
  'score',
  'plan',
  'adjust',
  'talent',
  'scouting',
  'compare',
  'agreement',
  'event',
] as const
type View = (typeof VIEWS)[number]

const ACT_OF: Record<View, Act> = {
  brief: 'brief',
  score: 'brief',
  plan: 'plan',
  adjust: 'talent',
  talent: 'talent',
  scouting: 'talent',
  compare: 'talent',
  agreement: 'agreement',
  event: 'show',
}

/** Whether the order has come at least as far as a stage of the road; one that left it, as far as it had come. */
function hasReached(order: Order, stage: (typeof ROAD)[number]): boolean {
  const place = placeOnRoad(order.stage)
  if (place) return ROAD.indexOf(place) >= ROAD.indexOf(stage)
  return order.road.some((one) => one.stage === stage && one.reached_at !== null)
}

/** What there is to look at, given how far the order has come. */
function viewsOf(order: Order, panels: Panels): View[] {
  const has: Record<View, boolean> = {
    brief: true,
    score: order.score_detail !== null && order.stage !== 'draft',
    plan: order.plans.length > 0 && hasReached(order, 'planned'),
    adjust: order.adjustment !== null && order.stage === 'adjustment_requested',
    talent: hasReached(order, 'recommended'),
    scouting: order.requests.length > 0,
    compare: Boolean(panels.compare) && order.requests.some((one) => ANSWERED.includes(one.status)),
    agreement: Boolean(panels.agreement) && hasReached(order, 'contracting'),
    event: Boolean(panels.event) && hasReached(order, 'confirmed'),
  }
  return VIEWS.filter((view) => has[view])
}
const ANSWERED = ['available', 'accepted']

/** The work of a stage. */
const WORK: Record<Stage, View> = {
  draft: 'brief',
  validated: 'score',
  changes_needed: 'score',
  scored: 'score',
  planned: 'plan',
  recommended: 'talent',
  scouting: 'scouting',
  adjustment_requested: 'adjust',
  available: 'compare',
  contracting: 'agreement',
  confirmed: 'event',
  tracking: 'event',
  delivered: 'event',
  results: 'event',
  closed: 'event',
  cancelled: 'brief',
  postponed: 'brief',
  expired: 'brief',
}

/** One order, or one that is about to begin: its journey above, the work of its stage below. */
export function OrderDesk({
  order,
  panels,
  prefill,
  musician,
  onStarted,
}: {
  order: Order | null
  panels: Panels
  prefill?: BriefDraft
  musician?: number | null
  onStarted: (order: Order) => void
}) {
  const { t, word } = useTexts(spoken)
  const words = useWords()
  const { date, time, number } = useFormat()
  const client = useQueryClient()
  const navigate = useNavigate()
  // A view chosen by hand holds while the order stays at the stage it was chosen at.
  const [picked, setPicked] = useState<{ view: View; stage: Stage } | null>(null)
  const [dialog, setDialog] = useState<'cancel' | 'postpone' | 'reschedule' | 'edit' | 'change' | null>(null)
  const [isWriting, setWriting] = useState(false)

  const keep = (fresh: Order) => {
    client.setQueryData(keyOf(readOrder, { params: { id: fresh.id } }), fresh)
    void refresh(client, [listOrders, readCandidates, readPlans])
  }
  const take = useMutation<Order, ApiError, { step: Step; variant?: Variant; option?: string }>({
    mutationFn: ({ step, variant, option }) => {
      const params = { id: order?.id ?? 0 }
      if (step === 'continue') return call(continueOrder, { params })
      if (step === 'approve_plan')
        return call(approvePlan, { params, body: { variant: variant ?? 'recommended' } })
      if (step === 'adjust') return call(adjustOrder, { params, body: { option: option ?? '' } })
      return call(drawPlan, { params })
    },
    onSuccess: (fresh) => {
      keep(fresh)
      setPicked(null)
      scrollTo({ top: 0 })
    },
    onError: (failure) => {
      toast.error(failure.message)
      if (failure.status === 409) void refresh(client, [readOrder, readPlans, readCandidates])
    },
  })
  const copy = useMutation<Order, ApiError, Order>({
    mutationFn: (old) => {
      const { day: _, ...event } = old.brief.event ?? {}
      return call(startOrder, { body: { brief: { ...old.brief, event } } })
    },
    onSuccess: (fresh) => {
      keep(fresh)
      toast.success(t('order.page.duplicated'))
      navigate(`/order?id=${fresh.id}`)
    },
    onError: (failure) => toast.error(failure.message),
  })

  const wizard = (
    <BriefWizard
      order={order}
      {...(prefill ? { prefill } : {})}
      {...(musician ? { musician } : {})}
      onStarted={onStarted}
      onSubmitted={(fresh) => {
        keep(fresh)
        setWriting(false)
        setPicked(null)
        scrollTo({ top: 0 })
      }}
    />
  )

  const can = (step: Step) => order?.steps.some((one) => one.step === step) ?? false
  const views = order ? viewsOf(order, panels) : (['brief'] as View[])
  const wanted =
    order && picked?.stage === order.stage && views.includes(picked.view)
      ? picked.view
      : order
        ? WORK[order.stage]
        : 'brief'
  const view: View = isWriting ? 'brief' : views.includes(wanted) ? wanted : (views.at(-1) ?? 'brief')
  const act = ACT_OF[view]
  const siblings = views.filter((one) => ACT_OF[one] === act)
  const show = (next: View) => {
    if (order) setPicked({ view: next, stage: order.stage })
    setWriting(false)
  }
  const running = take.isPending ? (take.variables?.step ?? null) : null
  const isOver = order && ['cancelled', 'postponed', 'expired'].includes(order.stage)

  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader
        eyebrow={
          order?.starts_at
            ? date(order.starts_at, order.zone, 'full')
            : t(order ? 'order.page.eyebrow' : 'order.page.eyebrow_new')
        }
        title={order ? words.title(order) : t('order.page.new_title')}
        actions={
          order && (
            <>
              <OrderSwitcher current={order.id} />
              <Menu
                label={t('order.page.actions')}
                trigger={
                  <Button
                    variant="secondary"
                    isIconOnly
                    icon={<Ellipsis aria-hidden />}
                    aria-label={t('order.page.actions')}
                  />
                }
                actions={[
                  {
                    id: 'copy',
                    label: t('order.page.duplicate'),
                    icon: <Copy aria-hidden />,
                    onAction: () => copy.mutate(order),
                  },
                  ...(can('reschedule')
                    ? [
                        {
                          id: 'reschedule',
                          label: t('order.page.leave.reschedule.action'),
                          icon: <CalendarDays aria-hidden />,
                          onAction: () => setDialog('reschedule'),
                        },
                      ]
                    : []),
                  ...(can('postpone')
                    ? [
                        {
                          id: 'postpone',
                          label: t('order.page.leave.postpone.action'),
                          icon: <Pause aria-hidden />,
                          onAction: () => setDialog('postpone'),
                        },
                      ]
                    : []),
                  ...(can('cancel')
                    ? [
                        {
                          id: 'cancel',
                          label: t('order.page.leave.cancel.action'),
                          icon: <X aria-hidden />,
                          isDangerous: true,
                          onAction: () => setDialog('cancel'),
                        },
                      ]
                    : []),
                ]}
              />
            </>
          )
        }
      />

      {order && (
        <>
          <ul className="-mt-3 flex flex-wrap items-center gap-x-5 gap-y-1.5 text-sm text-ink-2">
            {order.starts_at && order.ends_at && (
              <li className="flex items-center gap-1.5">
                <CalendarDays aria-hidden className="size-4" />
                {time(order.starts_at, order.zone)}–{time(order.ends_at, order.zone)}
              </li>
            )}
            {order.city && (
              <li className="flex items-center gap-1.5">
                <MapPin aria-hidden className="size-4" />
                {order.city}
              </li>
            )}
            {order.guests !== null && (
              <li className="flex items-center gap-1.5">
                <Users aria-hidden className="size-4" />
                {t('order.page.guests', { count: order.guests, number: number(order.guests) })}
              </li>
            )}
            {order.wished && (
              <li className="flex items-center gap-1.5">
                <Avatar name={order.wished.name} src={order.wished.profile_image} size="xs" />
                {t('order.page.with', { name: order.wished.name })}
              </li>
            )}
            {order.continuous_offered && <Badge tone="accent">{t('order.page.continuous')}</Badge>}
          </ul>
          <JourneyTimeline
            order={order}
            shown={act}
            canShow={(one) => views.some((each) => ACT_OF[each] === one)}
            onShow={(one) => {
              const own = views.filter((each) => ACT_OF[each] === one)
              const current = own.find((each) => each === WORK[order.stage]) ?? own.at(-1)
              if (current) show(current)
            }}
          />
        </>
      )}
      {!order && musician ? <p className="-mt-3 text-ink-2">{t('order.page.from_profile')}</p> : null}

      {isOver && order && (
        <EmptyState
          title={word('order.page.over', `${order.stage}.title`)}
          className="rounded-card border border-line bg-surface"
          action={
            <>
              {can('reschedule') && (
                <Button onPress={() => setDialog('reschedule')}>
                  {t('order.page.leave.reschedule.action')}
                </Button>
              )}
              <Button variant="secondary" isPending={copy.isPending} onPress={() => copy.mutate(order)}>
                {t('order.page.duplicate')}
              </Button>
            </>
          }
        >
          {word('order.page.over', `${order.stage}.text`)}
        </EmptyState>
      )}

      {siblings.length > 1 && !isWriting && (
        <SegmentedControl<View>
          label={t('order.page.views_label')}
          className="justify-self-start"
          value={view}
          onChange={show}
          options={siblings.map((one) => ({ value: one, label: t(`order.page.views.${one}`) }))}
        />
      )}

      <Suspense fallback={<Skeleton className="h-96" />}>
        {view === 'brief' &&
          (!order || order.stage === 'draft' || isWriting ? (
            wizard
          ) : (
            <div className="grid grid-cols-1 gap-4">
              {order.editable && (
                <Button variant="secondary" className="justify-self-start" onPress={() => setDialog('edit')}>
                  {t('order.page.edit_brief')}
                </Button>
              )}
              <BriefSummary brief={order.brief} missing={order.missing} />
            </div>
          ))}
        {order && view === 'score' && order.score_detail && (
          <ScorePanel
            order={order}
            score={order.score_detail}
            run={(step) => take.mutate({ step })}
            running={running}
            onEdit={() => (order.stage === 'changes_needed' ? setWriting(true) : setDialog('edit'))}
          />
        )}
        {order && view === 'plan' && (
          <PlanPanel
            order={order}
            running={running}
            run={(step, variant) => take.mutate({ step, ...(variant ? { variant } : {}) })}
          />
        )}
        {order && view === 'adjust' && order.adjustment && (
          <AdjustmentPanel
            order={order}
            adjustment={order.adjustment}
            taking={running === 'adjust' ? (take.variables?.option ?? null) : null}
            onTake={(option) => take.mutate({ step: 'adjust', option })}
          />
        )}
        {order && view === 'talent' && (
          <TalentPanel
            order={order}
            onSent={(fresh) => {
              keep(fresh)
              setPicked(null)
              toast.success(t('order.talent.sent'))
              scrollTo({ top: 0 })
            }}
          />
        )}
        {order && view === 'scouting' && (
          <ScoutingPanel
            order={order}
            onAskMore={() => {
              show('talent')
              scrollTo({ top: 0 })
            }}
          />
        )}
        {order && view === 'compare' && panels.compare && (
          <div className="grid grid-cols-1 gap-4">
            <panels.compare order={order} />
            {order.stage === 'available' && can('ask_change') && (
              <Button variant="quiet" className="justify-self-start" onPress={() => setDialog('change')}>
                {t('order.talent.ask_change')}
              </Button>
            )}
          </div>
        )}
        {order && view === 'agreement' && panels.agreement && <panels.agreement order={order} />}
        {order && view === 'event' && panels.event && <panels.event order={order} />}
      </Suspense>
      <Suspense fallback={null}>
        {order && (dialog === 'cancel' || dialog === 'postpone') && (
          <LeaveDialog
            order={order}
            kind={dialog}
            onClose={() => setDialog(null)}
            onDone={(fresh) => {
              setDialog(null)
              setPicked(null)
              keep(fresh)
              toast.success(t(`order.page.leave.${dialog}.done`))
            }}
          />
        )}
        {order && dialog === 'reschedule' && (
          <RescheduleDialog
            order={order}
            onClose={() => setDialog(null)}
            onDone={(fresh) => {
              setDialog(null)
              setPicked(null)
              keep(fresh)
              toast.success(t('order.page.leave.reschedule.done'))
              scrollTo({ top: 0 })
            }}
          />
        )}
        {order && dialog === 'change' && <ChangeDialog order={order} onClose={() => setDialog(null)} />}
        {dialog === 'edit' && (
          <ConfirmDialog
            title={t('order.page.edit_title')}
            confirmLabel={t('order.page.edit_brief')}
            cancelLabel={t('order.page.cancel')}
            isOpen
            onOpenChange={(isOpen) => setDialog(isOpen ? 'edit' : null)}
            onConfirm={() => {
              setDialog(null)
              setWriting(true)
            }}
          >
            {t(
              order && actOf(order.stage) !== 'brief' ? 'order.page.edit_text_plan' : 'order.page.edit_text',
            )}
          </ConfirmDialog>
        )}
      </Suspense>
      {!order && (
        <p className="text-sm text-ink-2">
          <LinkButton to="/order" variant="quiet" size="sm" className="-ml-3">
            {t('order.page.all')}
          </LinkButton>
        </p>
      )}
    </div>
  )
}
