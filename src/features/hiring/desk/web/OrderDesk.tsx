import { LifeBuoy } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { subject } from '#core/contract/subject.ts'
import { call } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { type Ahead, later, listed, useAhead } from '#core/web/ui/later.tsx'
import { useIsSomeOpen } from '#core/web/ui/openSheets.ts'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import type { BriefDraft } from '#features/hiring/brief/contract.ts'
import type { Stage } from '#features/hiring/journey/contract.ts'
import { deskTexts } from '#features/hiring/web/texts.ts'
import { useOrder, useOrderChange } from '#features/hiring/web/useOrder.ts'
import { type Order, startOrder } from '../contract.ts'
import type { Asking } from './OrderDialogs.tsx'
import { ACT_OF, ENDED, type Panels, type View, viewsOf, workOf } from './orderViews.ts'

const spoken = texts(deskTexts)

const BriefWizard = later(
  async () => (await import('#features/hiring/brief/web/BriefWizard.tsx')).BriefWizard,
)

/** The same for one that has been begun: it opens at what is wrong with it, so that is found first. */
const BegunBrief = later(async () => {
  const [{ BriefWizard }, { CHECKS }] = await Promise.all([
    import('#features/hiring/brief/web/BriefWizard.tsx'),
    import('#features/hiring/brief/web/autosave.ts'),
  ])
  await CHECKS.fetch()
  return BriefWizard
})

// Whoever writes a first brief has no order yet.
const OrderDialogs = later(async () => (await import('./OrderDialogs.tsx')).OrderDialogs)
const OrderHeader = later(async () => (await import('./OrderHeader.tsx')).OrderHeader)
const OrderView = later(async () => (await import('./OrderView.tsx')).OrderView)

/** What stands around the work of an order. */
export const OF_AN_ORDER: readonly Ahead[] = [OrderHeader, OrderView, OrderDialogs]

/** What comes after the brief. */
const AFTER_BRIEF: readonly Ahead[] = [
  ...OF_AN_ORDER,
  listed(async () => (await import('./stagePanels.ts')).AFTER_BRIEF),
]

const NOTHING: readonly Ahead[] = []

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
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  // A view chosen by hand holds while the order stays at the stage it was chosen at.
  const [picked, setPicked] = useState<{ view: View; stage: Stage } | null>(null)
  // One that the address names, until another is chosen.
  const [query, setQuery] = useSearchParams()
  const named = query.get('view')
  const [asking, setAsking] = useState<Asking | null>(null)
  const [isWriting, setWriting] = useState(false)
  // One that becomes an order while it is being written stays the same.
  const [Brief] = useState(() => (order ? BegunBrief : BriefWizard))
  const { can } = useOrder(order)
  const copy = useOrderChange(
    ({ brief }: Order) => {
      const { day: _, ...event } = brief.event ?? {}
      return call(startOrder, { body: { brief: { ...brief, event } } })
    },
    {
      onDone: (fresh) => {
        toast.success(t('order.page.duplicated'))
        navigate(`/order?id=${fresh.id}`)
      },
      onRefused: (failure) => toast.error(failure.message),
    },
  )

  const over = ENDED.find((stage) => stage === order?.stage)
  const views: View[] = order ? viewsOf(order, panels) : ['brief']
  const chosen =
    views.find((one) => one === named) ?? (picked?.stage === order?.stage ? picked?.view : undefined)
  const wanted = chosen && views.includes(chosen) ? chosen : order ? workOf(order, views) : 'brief'
  const current: View = isWriting ? 'brief' : views.includes(wanted) ? wanted : (views.at(-1) ?? 'brief')
  // Others may move the order while somebody writes in a dialog: what it stands on goes once it is closed.
  const isAnswering = useIsSomeOpen()
  const [held, setHeld] = useState(current)
  if (!isAnswering && held !== current) setHeld(current)
  const view = isAnswering && views.includes(held) ? held : current
  const act = ACT_OF[view]
  const siblings = views.filter((one) => ACT_OF[one] === act)
  const isBrief = !order || (view === 'brief' && (order.stage === 'draft' || isWriting))
  useAhead(isBrief ? AFTER_BRIEF : NOTHING)
  const pick = (next: View | null) => {
    setPicked(next && order ? { view: next, stage: order.stage } : null)
    if (named === null) return
    query.delete('view')
    setQuery(query, { replace: true, preventScrollReset: true })
  }
  const show = (next: View) => {
    pick(next)
    setWriting(false)
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      {order ? (
        <Suspense fallback={<HeaderSkeleton />}>
          <OrderHeader
            order={order}
            onCopy={copy.mutate}
            onAsk={setAsking}
            shown={act}
            canShow={(one) => views.some((each) => ACT_OF[each] === one)}
            onShow={(one) => {
              const own = views.filter((each) => ACT_OF[each] === one)
              const current = own.find((each) => each === workOf(order, views)) ?? own.at(-1)
              if (current) show(current)
            }}
          />
        </Suspense>
      ) : (
        <PageHeader eyebrow={t('order.page.eyebrow_new')} title={t('order.page.new_title')} />
      )}
      {!order && musician ? <p className="-mt-3 text-ink-2">{t('order.page.from_profile')}</p> : null}

      {order && over && (
        <EmptyState
          title={t(`order.page.over.${over}.title`)}
          className="rounded-card border border-line bg-surface"
          action={
            <>
              {can('reschedule') && (
                <Button onPress={() => setAsking('reschedule')}>
                  {t('order.page.leave.reschedule.action')}
                </Button>
              )}
              <Button variant="secondary" isPending={copy.isPending} onPress={() => copy.mutate(order)}>
                {t('order.page.duplicate')}
              </Button>
            </>
          }
        >
          {t(`order.page.over.${over}.text`)}
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

      {order && !isBrief ? (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <OrderView
            order={order}
            view={view}
            panels={panels}
            onShow={show}
            onAsk={setAsking}
            onWrite={() => setWriting(true)}
            onMoved={() => pick(null)}
          />
        </Suspense>
      ) : (
        // As long as the form is on any screen: what stands below moves nowhere when it comes.
        <Suspense fallback={<Skeleton className="h-dvh" />}>
          <Brief
            order={order}
            {...(prefill ? { prefill } : {})}
            {...(musician ? { musician } : {})}
            onStarted={onStarted}
            onSubmitted={() => {
              setWriting(false)
              pick(null)
              scrollTo({ top: 0 })
            }}
          />
        </Suspense>
      )}
      {order && panels.talk && order.requests.length > 0 && (
        <Suspense fallback={<Skeleton className="h-32" />}>
          <panels.talk order={order} />
        </Suspense>
      )}
      {order && (
        <Suspense fallback={null}>
          <OrderDialogs
            order={order}
            asking={asking}
            onClose={() => setAsking(null)}
            onDone={() => {
              setAsking(null)
              pick(null)
            }}
            onEdit={() => {
              setAsking(null)
              setWriting(true)
            }}
          />
        </Suspense>
      )}
      {/* An event has its own. */}
      {order && view !== 'event' && (
        <LinkButton
          to={`/tickets/new?about=${subject('order', order.id)}`}
          variant="quiet"
          size="sm"
          icon={<LifeBuoy aria-hidden />}
          className="-ml-3 justify-self-start"
        >
          {t('common:report_problem')}
        </LinkButton>
      )}
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

/** The shape of what stands above the work. */
export const HeaderSkeleton = () => (
  <>
    <Skeleton className="h-16 max-w-md" />
    <Skeleton className="h-20" />
  </>
)
