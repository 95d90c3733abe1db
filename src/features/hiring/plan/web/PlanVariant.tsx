import { clsx } from 'clsx'
import { Check, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import { planTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import type { Plan } from '../contract.ts'
import { inOrder } from './moments.ts'
import { PlanTimeline } from './PlanTimeline.tsx'

const spoken = texts(planTexts)

/** One variant of the plan on stage: its night as a curve, what it costs, and its approval. */
export function PlanVariant({
  order,
  plan,
  isShown,
  isAlone,
  chosen,
  onOpen,
  approval,
}: {
  order: Order
  plan: Plan
  /** Its moments are listed below. */
  isShown: boolean
  /** There is no other variant. */
  isAlone: boolean
  /** The moment that is looked at. */
  chosen: number | null
  /** Shows this variant, at one of its moments. */
  onOpen: (slot: number | null) => void
  /** What approving it takes; null while it can't be approved. */
  approval: { approve: () => void; isPending: boolean; isDisabled: boolean } | null
}) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const { money, percent, time } = useFormat()
  const name = t(`order.plan.variants.${plan.variant}.name`)
  const moment = inOrder(plan.moments).find((one) => one.slot_id === chosen && isShown)
  const max = order.budget_max ?? plan.total + plan.left
  return (
    <section
      aria-labelledby={`variant-${plan.variant}`}
      className={clsx(
        'stage relative isolate min-w-0 flex-col overflow-hidden rounded-card p-5 sm:p-6',
        isShown ? 'flex' : 'hidden md:flex',
        isShown && !isAlone && 'ring-3 ring-foco-400',
      )}
    >
      <Beams energy={Math.max(...plan.moments.map((one) => one.energy))} />
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <p className="text-sm font-semibold text-foco-300">
            {t('order.plan.version_said', { version: plan.version })}
          </p>
          <h2 id={`variant-${plan.variant}`} className="title-card text-[1.6rem]">
            {name}
          </h2>
        </div>
        {plan.state === 'approved' ? (
          <Badge tone="spot" icon={<Check aria-hidden />}>
            {t('order.plan.approved')}
          </Badge>
        ) : plan.variant === 'recommended' && !isAlone ? (
          <Badge tone="spot" icon={<Star aria-hidden />}>
            {t('order.plan.our_pick')}
          </Badge>
        ) : null}
      </header>
      <p className="mt-1 text-sm text-ink-2">{t(`order.plan.variants.${plan.variant}.means`)}</p>
      <div className="mt-4 mb-5">
        <PlanTimeline plan={plan} zone={order.zone} chosen={isShown ? chosen : null} onChoose={onOpen} />
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
              moment.cost > 0 ? money(moment.cost, plan.currency) : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </>
        ) : (
          <span className="text-ink-2">{t('order.plan.choose_moment')}</span>
        )}
      </p>
      <dl className="mt-auto grid grid-cols-2 gap-3 border-t border-noche-700 pt-4">
        <Fact label={t('order.plan.total')}>
          <span className="font-display wide-110 text-xl text-foco-400 sm:text-2xl">
            {money(plan.total, plan.currency)}
          </span>
        </Fact>
        <Fact label={t('order.plan.coverage')}>{percent(plan.coverage)}</Fact>
      </dl>
      <Spent total={plan.total} max={max} label={t('order.plan.against_budget')} />
      <p className="mt-2 text-sm text-ink-2">
        {plan.left > 0
          ? t('order.plan.reserve', { amount: money(plan.left, plan.currency) })
          : t('order.plan.no_reserve')}
      </p>
      {approval && (
        <div className="mt-5 flex flex-wrap gap-3">
          <Button
            variant={isShown ? 'primary' : 'secondary'}
            onPress={approval.approve}
            isPending={approval.isPending}
            isDisabled={approval.isDisabled}
            icon={<Check aria-hidden />}
            aria-label={t('order.plan.approve_said', { variant: name })}
          >
            {t('order.plan.approve')}
          </Button>
          {!isShown && (
            <Button variant="secondary" onPress={() => onOpen(null)}>
              {t('order.plan.open_variant')}
              <span className="sr-only">: {name}</span>
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
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
