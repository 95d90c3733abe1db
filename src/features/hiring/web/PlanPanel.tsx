import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import {
  Check,
  ChevronDown,
  ChevronUp,
  History,
  Pencil,
  Plus,
  RefreshCw,
  Star,
  Trash2,
  Users,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ApiError, ask, call, keyOf, refresh } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import {
  approveMoment,
  listOrders,
  type MomentEdit,
  type Order,
  type Plan,
  readOrder,
  readPlans,
  type Step,
  savePlan,
  type Variant,
} from '../contract.ts'
import { EnergyMeter } from './EnergyMeter.tsx'
import { editOf, inOrder, madeRoom, movedEarlier, newMoment } from './moments.ts'
import { PlanTimeline } from './PlanTimeline.tsx'
import { useSentence } from './sentences.ts'
import { deskTexts, planTexts, repertoireTexts } from './texts.ts'
import { useWords } from './words.ts'

const spoken = texts(deskTexts, planTexts, repertoireTexts)

const MomentDialog = lazy(async () => ({ default: (await import('./MomentDialog.tsx')).MomentDialog }))
const PlanVersions = lazy(async () => ({ default: (await import('./PlanVersions.tsx')).PlanVersions }))

/** The plan sonoro: both variants on stage, and the chosen one moment by moment. */
export function PlanPanel({
  order,
  run,
  running,
}: {
  order: Order
  run: (step: 'approve_plan' | 'publish_plan', variant?: Variant) => void
  running: Step | null
}) {
  const { t, word } = useTexts(spoken)
  const words = useWords()
  const say = useSentence()
  const { money, percent, time } = useFormat()
  const client = useQueryClient()
  const params = { id: order.id }
  const key = keyOf(readPlans, { params, query: {} })
  const { data, error, refetch, isRefetching } = useQuery(ask(readPlans, { params, query: {} }))
  const [picked, setPicked] = useState<Variant | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const [dialog, setDialog] = useState<{ moment: MomentEdit; hints: readonly string[] } | null>(null)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const tick = useMutation({
    mutationFn: ({ variant, slot, approved }: { variant: Variant; slot: number; approved: boolean }) =>
      call(approveMoment, { params: { ...params, variant, slot }, body: { approved } }),
    onSuccess: (plan) => keep(plan),
    onError: (failure: Error) => toast.error(failure.message),
  })

  if (error)
    return (
      <ErrorState
        title={t('order.plan.load_failed')}
        retryLabel={t('order.page.retry')}
        onRetry={() => void refetch()}
        isRetrying={isRefetching}
      >
        {error.message}
      </ErrorState>
    )
  if (!data)
    return (
      <div aria-busy="true" className="grid gap-5 md:grid-cols-2">
        <Skeleton className="h-96" />
        <Skeleton className="h-96 max-md:hidden" />
      </div>
    )

  const can = (step: Step) => order.steps.some((one) => one.step === step)
  const canApprove = can('approve_plan')
  // Until musicians are asked the plan may change; from then on it is what they were asked for.
  const isOpen = can('publish_plan')
  const plans = data.plans
  const variant = picked ?? order.variant ?? plans.find((one) => one.variant === 'recommended')?.variant
  const plan = plans.find((one) => one.variant === variant) ?? plans[0]
  if (!plan) return <p className="text-ink-2">{t('order.plan.none')}</p>
  const moments = inOrder(plan.moments)
  const max = order.budget_max ?? plan.total + plan.left

  function keep(fresh: Plan) {
    client.setQueryData(key, (old: typeof data) =>
      old ? { ...old, plans: old.plans.map((one) => (one.variant === fresh.variant ? fresh : one)) } : old,
    )
  }

  /** Sends the whole list as the next version; the server's refusal goes to whoever asked. */
  const send = async (edits: readonly MomentEdit[], of: Plan = plan) => {
    try {
      const fresh = await call(savePlan, {
        params: { ...params, variant: of.variant },
        body: { version: of.version, moments: [...edits] },
      })
      keep(fresh)
      void refresh(client, [readPlans, readOrder, listOrders])
      return fresh
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 409) {
        void refresh(client, [readPlans, readOrder])
        toast.error(failure.message)
      }
      throw failure
    }
  }
  const sendQuietly = (edits: readonly MomentEdit[], said?: string) =>
    send(edits).then(
      () => said && toast.success(said),
      (failure: ApiError) => toast.error(Object.values(failure.fields ?? {})[0] ?? failure.message),
    )

  const edits = moments.map(editOf)
  const approved = moments.filter((one) => one.approved).length

  return (
    <div className="grid grid-cols-1 gap-5">
      {plans.length > 1 && (
        <SegmentedControl<Variant>
          label={t('order.plan.variants_label')}
          className="flex! w-full md:hidden!"
          value={plan.variant}
          onChange={(next) => {
            setPicked(next)
            setChosen(null)
          }}
          options={plans.map((one) => ({
            value: one.variant,
            label: `${t(`order.plan.variants.${one.variant}.name`)} · ${money(one.total, one.currency)}`,
          }))}
        />
      )}
      <div className={clsx('grid gap-5', plans.length > 1 && 'md:grid-cols-2')}>
        {plans.map((one) => {
          const isShown = one.variant === plan.variant
          const name = t(`order.plan.variants.${one.variant}.name`)
          const moment = inOrder(one.moments).find((each) => each.slot_id === chosen && isShown)
          return (
            <section
              key={one.variant}
              aria-labelledby={`variant-${one.variant}`}
              className={clsx(
                'stage relative isolate min-w-0 flex-col overflow-hidden rounded-card p-5 sm:p-6',
                isShown ? 'flex' : 'hidden md:flex',
                isShown && plans.length > 1 && 'ring-3 ring-foco-400',
              )}
            >
              <Beams energy={Math.max(...one.moments.map((each) => each.energy))} />
              <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
                <div>
                  <p className="text-sm font-semibold text-foco-300">
                    {t('order.plan.version_said', { version: one.version })}
                  </p>
                  <h2 id={`variant-${one.variant}`} className="title-card text-[1.6rem]">
                    {name}
                  </h2>
                </div>
                {one.state === 'approved' ? (
                  <Badge tone="spot" icon={<Check aria-hidden />}>
                    {t('order.plan.approved')}
                  </Badge>
                ) : one.variant === 'recommended' && plans.length > 1 ? (
                  <Badge tone="spot" icon={<Star aria-hidden />}>
                    {t('order.plan.our_pick')}
                  </Badge>
                ) : null}
              </header>
              <p className="mt-1 text-sm text-ink-2">{t(`order.plan.variants.${one.variant}.means`)}</p>
              <div className="mt-4 mb-5">
                <PlanTimeline
                  plan={one}
                  zone={order.zone}
                  chosen={isShown ? chosen : null}
                  onChoose={(slot) => {
                    setPicked(one.variant)
                    setChosen(slot)
                  }}
                />
              </div>
              <p className="mb-4 min-h-11 text-sm" aria-live="polite">
                {moment ? (
                  <>
                    <strong className="block text-foco-300">
                      {time(moment.from, order.zone)}–{time(moment.to, order.zone)} ·{' '}
                      {moment.title ?? words.intent(moment.intent)}
                    </strong>
                    {[
                      words.genre(moment.genre),
                      words.lineUp(moment.format),
                      moment.cost > 0 ? money(moment.cost, one.currency) : null,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </>
                ) : (
                  <span className="text-ink-2">{t('order.plan.choose_moment')}</span>
                )}
              </p>
              <dl className="mt-auto grid grid-cols-3 gap-3 border-t border-noche-700 pt-4">
                <Fact label={t('order.plan.total')}>
                  <span className="font-display wide-110 text-xl text-foco-400 sm:text-2xl">
                    {money(one.total, one.currency)}
                  </span>
                </Fact>
                <Fact label={t('order.plan.left')}>{money(one.left, one.currency)}</Fact>
                <Fact label={t('order.plan.coverage')}>{percent(one.coverage)}</Fact>
              </dl>
              <Spent total={one.total} max={max} label={t('order.plan.against_budget')} />
              {canApprove && (
                <div className="mt-5 flex flex-wrap gap-3">
                  <Button
                    variant={isShown ? 'primary' : 'secondary'}
                    onPress={() => run('approve_plan', one.variant)}
                    isPending={running === 'approve_plan' && isShown}
                    isDisabled={running !== null && !isShown}
                    icon={<Check aria-hidden />}
                    aria-label={t('order.plan.approve_said', { variant: name })}
                  >
                    {t('order.plan.approve')}
                  </Button>
                  {!isShown && (
                    <Button
                      variant="secondary"
                      onPress={() => {
                        setPicked(one.variant)
                        setChosen(null)
                      }}
                    >
                      {t('order.plan.open_variant')}
                      <span className="sr-only">: {name}</span>
                    </Button>
                  )}
                </div>
              )}
            </section>
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
                ? t('order.plan.moments_checked', { count: approved, of: moments.length })
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
                  isDisabled={moments.length >= 20}
                  onPress={() => setDialog({ moment: newMoment(edits, order), hints: [] })}
                >
                  {t('order.plan.add_moment')}
                </Button>
              </>
            )}
          </div>
        </header>
        <ol>
          {moments.map((moment, i) => {
            const name = moment.title ?? words.intent(moment.intent)
            return (
              <li
                key={moment.slot_id}
                className={clsx(
                  'grid grid-cols-[3.4rem_1fr_auto] items-start gap-x-4 gap-y-2 border-b border-line p-4 last:border-b-0 sm:grid-cols-[3.4rem_2.2rem_1fr_auto] sm:px-5',
                  moment.slot_id === chosen && 'bg-surface-2',
                )}
              >
                <p className="font-display wide-96 text-lg leading-tight tabular-nums">
                  {time(moment.from, order.zone)}
                  <span className="block font-sans text-sm font-normal text-ink-2">
                    {time(moment.to, order.zone)}
                  </span>
                </p>
                <span className="rounded-chip bg-noche-950 p-1 max-sm:hidden">
                  <EnergyMeter shape={[moment.energy]} className="h-11" />
                </span>
                <div className="min-w-0">
                  <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
                    <span aria-hidden className="font-display text-sm text-ink-3">
                      {i + 1}
                    </span>
                    {name}
                    {moment.required && <Badge tone="accent">{t('order.plan.required')}</Badge>}
                  </h3>
                  <p className="text-sm text-ink-2">
                    {[
                      words.genre(moment.genre),
                      t('order.plan.energy_said', { energy: moment.energy }),
                      t(`order.plan.volumes.${moment.volume}`),
                    ].join(' · ')}
                  </p>
                  {moment.repertoire.length > 0 && (
                    <p className="mt-1 text-sm text-ink-3 max-sm:hidden">
                      {moment.repertoire.map((hint) => word('order.repertoire', hint)).join(' · ')}
                    </p>
                  )}
                  <p className="mt-1 text-sm text-ink-3 max-sm:hidden">{say(moment.kpi)}</p>
                </div>
                <div className="text-right">
                  <p className="font-semibold tabular-nums">
                    {moment.cost > 0 ? money(moment.cost, plan.currency) : '—'}
                  </p>
                  <p className="flex items-center justify-end gap-1 text-sm text-ink-2">
                    <Users aria-hidden className="size-4" />
                    {words.lineUp(moment.format)}
                  </p>
                </div>
                {isOpen && (
                  <div className="col-span-full flex flex-wrap items-center gap-1 sm:col-start-3">
                    {canApprove && (
                      <Button
                        variant={moment.approved ? 'primary' : 'secondary'}
                        size="sm"
                        icon={<Check aria-hidden />}
                        aria-pressed={moment.approved}
                        onPress={() =>
                          tick.mutate({
                            variant: plan.variant,
                            slot: moment.slot_id,
                            approved: !moment.approved,
                          })
                        }
                      >
                        {t(moment.approved ? 'order.plan.is_good' : 'order.plan.mark_good')}
                        <span className="sr-only">: {name}</span>
                      </Button>
                    )}
                    <span className="flex-1 sm:flex-none" />
                    <Button
                      variant="quiet"
                      size="sm"
                      isIconOnly
                      icon={<Pencil aria-hidden />}
                      aria-label={t('order.plan.edit_said', { name })}
                      onPress={() => {
                        setChosen(moment.slot_id)
                        setDialog({ moment: editOf(moment), hints: moment.repertoire })
                      }}
                    />
                    <Button
                      variant="quiet"
                      size="sm"
                      isIconOnly
                      icon={<ChevronUp aria-hidden />}
                      aria-label={t('order.plan.earlier_said', { name })}
                      isDisabled={i === 0}
                      onPress={() => void sendQuietly(movedEarlier(edits, i))}
                    />
                    <Button
                      variant="quiet"
                      size="sm"
                      isIconOnly
                      icon={<ChevronDown aria-hidden />}
                      aria-label={t('order.plan.later_said', { name })}
                      isDisabled={i === moments.length - 1}
                      onPress={() => void sendQuietly(movedEarlier(edits, i + 1))}
                    />
                    <Button
                      variant="quiet"
                      size="sm"
                      isIconOnly
                      icon={<Trash2 aria-hidden />}
                      aria-label={t('order.plan.remove_said', { name })}
                      isDisabled={moments.length === 1}
                      onPress={() =>
                        void sendQuietly(
                          edits.filter((_, at) => at !== i),
                          t('order.plan.removed', { name }),
                        )
                      }
                    />
                  </div>
                )}
              </li>
            )
          })}
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
              const others = edits.filter((one) => one.slot_id === null || one.slot_id !== changed.slot_id)
              // The changed one goes first, so that a refusal of it is found again.
              return send([changed, ...madeRoom(others, changed)])
            }}
            at={0}
          />
        )}
        {isHistoryOpen && (
          <PlanVersions
            order={order}
            versions={data.versions}
            canRestore={isOpen}
            onClose={() => setHistoryOpen(false)}
            onRestore={async (old) => {
              const present = plans.find((one) => one.variant === old.variant)
              if (!present) return
              // A moment that the newest version lacks comes back as a new one.
              const known = new Set(present.moments.map((one) => one.slot_id))
              await send(
                old.moments
                  .map(editOf)
                  .map((one) => (one.slot_id && known.has(one.slot_id) ? one : { ...one, slot_id: null })),
                present,
              )
              setPicked(old.variant)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col justify-end">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

/** How much of the money is planned: twenty lamps, the last ones red. */
function Spent({ total, max, label }: { total: number; max: number; label: string }) {
  const { percent } = useFormat()
  const share = max > 0 ? total / max : 0
  return (
    <div className="mt-3" role="img" aria-label={`${label}: ${percent(share)}`}>
      <span aria-hidden className="flex h-2 gap-1">
        {Array.from({ length: 20 }, (_, i) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: lamps have no other identity than their place
            key={i}
            className={clsx(
              'flex-1 rounded-full',
              i >= Math.round(share * 20) ? 'bg-noche-800' : i >= 19 ? 'bg-telon-400' : 'bg-foco-400',
            )}
          />
        ))}
      </span>
    </div>
  )
}

/** Two quiet beams from above; more light for a livelier night. */
function Beams({ energy }: { energy: number }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 400 300"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-x-0 top-0 -z-10 h-80 w-full mix-blend-screen"
      style={{ opacity: 0.18 + energy * 0.05 }}
    >
      <defs>
        <linearGradient id="beam-amber" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#ffb630" stopOpacity=".55" />
          <stop offset="1" stopColor="#ffb630" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="beam-red" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fd617a" stopOpacity=".55" />
          <stop offset="1" stopColor="#fd617a" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path d="M248 0h34l96 300H170z" fill="url(#beam-amber)" />
      <path d="M330 0h26l60 300H236z" fill="url(#beam-red)" />
    </svg>
  )
}
