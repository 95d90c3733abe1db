import { clsx } from 'clsx'
import { Check, ChevronDown, ChevronUp, Pencil, Trash2, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { MINUTE } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { assumedIn } from '#features/hiring/brief/rules.assumed.ts'
import type { Order } from '#features/hiring/desk/contract.ts'
import { EnergyMeter } from '#features/hiring/web/EnergyMeter.tsx'
import { useSentence } from '#features/hiring/web/sentences.ts'
import { planTexts, repertoireTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import type { Moment, Plan, WishEstimate } from '../contract.ts'
import { SHORTEST_SILENCE } from '../rules.changeover.ts'
import { MomentEstimate } from './MomentEstimate.tsx'
import type { PlanEdits } from './planEdits.ts'

const spoken = texts(planTexts, repertoireTexts)

/** One moment of the plan, in a line; while the plan is open, with what can be done to it. */
export function PlanMoment({
  order,
  plan,
  moment,
  place,
  gap,
  isChosen,
  estimate,
  children,
}: {
  order: Order
  plan: Plan
  moment: Moment
  /** What it costs there; undefined where that isn't known (any more). */
  estimate: WishEstimate | undefined
  /** From 0, in the order of the night. */
  place: number
  /** Minutes after it until somebody plays again. */
  gap: number
  isChosen: boolean
  /** What can be done to it. */
  children: ReactNode
}) {
  const { t, word } = useTexts(spoken)
  const words = useWords()
  const say = useSentence()
  const { money, time } = useFormat()
  return (
    <li
      className={clsx(
        'grid grid-cols-[3.4rem_1fr_auto] items-start gap-x-4 gap-y-2 border-b border-line p-4 last:border-b-0 sm:grid-cols-[3.4rem_2.2rem_1fr_auto] sm:px-5',
        isChosen && 'bg-surface-2',
      )}
    >
      <p className="font-display wide-96 text-lg leading-tight tabular-nums">
        {time(moment.from, order.zone)}
        <span className="block font-sans text-sm font-normal text-ink-2">{time(moment.to, order.zone)}</span>
      </p>
      <span className="rounded-chip bg-noche-950 p-1 max-sm:hidden">
        <EnergyMeter shape={[moment.energy]} className="h-11" />
      </span>
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span aria-hidden className="font-display text-sm text-ink-3">
            {place + 1}
          </span>
          {moment.title ?? words.intent(moment.intent)}
          {moment.required && <Badge tone="accent">{t('order.plan.required')}</Badge>}
        </h3>
        <p className="text-sm text-ink-2">
          {[
            words.genre(moment.genre),
            t('order.plan.energy_said', { energy: moment.energy }),
            t(`order.plan.volumes.${moment.volume}`),
          ].join(' · ')}
        </p>
        {estimate && (
          <p className="mt-1 text-sm text-ink-2">
            <MomentEstimate
              estimate={estimate.estimate}
              cost={moment.cost}
              currency={plan.currency}
              saysGenres={!assumedIn(order.brief).includes('sound.genres_liked')}
            />
          </p>
        )}
        {moment.repertoire.length > 0 && (
          <p className="mt-1 text-sm text-ink-3 max-sm:hidden">
            {moment.repertoire.map((hint) => word('order.repertoire', hint)).join(' · ')}
          </p>
        )}
        <p className="mt-1 text-sm text-ink-3 max-sm:hidden">{say(moment.kpi)}</p>
        {gap > 0 && (
          <p className="mt-1 text-sm text-ink-2">
            {t(gap * MINUTE < SHORTEST_SILENCE ? 'order.plan.changeover' : 'order.plan.silence', {
              count: gap,
            })}
          </p>
        )}
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
      {children}
    </li>
  )
}

/** Approves a moment, changes it, moves it along the night or takes it out. */
export function MomentActions({
  plan,
  moment,
  place,
  canApprove,
  edits,
  onEdit,
}: {
  plan: Plan
  moment: Moment
  place: number
  canApprove: boolean
  edits: PlanEdits
  onEdit: () => void
}) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const name = moment.title ?? words.intent(moment.intent)
  const count = plan.moments.length
  return (
    <div className="col-span-full flex flex-wrap items-center gap-1 sm:col-start-3">
      {canApprove && (
        <Button
          variant={moment.approved ? 'primary' : 'secondary'}
          size="sm"
          icon={<Check aria-hidden />}
          aria-pressed={moment.approved}
          onPress={() =>
            edits.approve({
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
        onPress={onEdit}
      />
      <Button
        variant="quiet"
        size="sm"
        isIconOnly
        icon={<ChevronUp aria-hidden />}
        aria-label={t('order.plan.earlier_said', { name })}
        isDisabled={place === 0}
        onPress={() => edits.moveEarlier(plan, place)}
      />
      <Button
        variant="quiet"
        size="sm"
        isIconOnly
        icon={<ChevronDown aria-hidden />}
        aria-label={t('order.plan.later_said', { name })}
        isDisabled={place === count - 1}
        onPress={() => edits.moveEarlier(plan, place + 1)}
      />
      <Button
        variant="quiet"
        size="sm"
        isIconOnly
        icon={<Trash2 aria-hidden />}
        aria-label={t('order.plan.remove_said', { name })}
        isDisabled={count === 1}
        onPress={() => edits.remove(plan, place, t('order.plan.removed', { name }))}
      />
    </div>
  )
}
