import { useState } from 'react'
import { CURRENCIES, type Currency } from '#core/contract/money.ts'
import { ApiError, call } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import {
  beginMembership,
  changeMembership,
  checkPlanCard,
  type Membership,
  type PaidPlan,
  type PlanInterval,
} from '../contract.ts'
import { changeTo, priceOf } from '../rules.ts'
import { usePlanStep } from './StatusCard.tsx'
import { planTexts } from './texts.ts'

const spoken = texts(planTexts)
/** How often it is asked what came of a card. */
const MOST_ASKED = 5

/** Begins a plan or changes to it: month or year, currency, band, and what it costs before anything is sent. */
export function ChoosePlan({
  membership,
  plan,
  onClose,
}: {
  membership: Membership
  plan: PaidPlan
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const { date, money } = useFormat()
  const { held, has_trial, bands } = membership
  const mine = held?.band?.id
  const open = bands.filter(({ id, is_covered }) => !is_covered || id === mine)
  const [interval, setInterval] = useState<PlanInterval>(held?.interval ?? 'month')
  const [chosen_currency, setCurrency] = useState<Currency>('USD')
  const [band, setBand] = useState<string | null>(open[0] ? String(open[0].id) : null)
  const [now] = useState(() => new Date())
  const currency = held?.currency ?? chosen_currency
  const currencies = membership.transfer_account ? CURRENCIES : membership.card_currencies
  const project = plan === 'band' && band ? { project_id: Number(band) } : {}
  const change = held && changeTo(held, { plan, interval }, now)
  const send = usePlanStep(async () => {
    const choice = { plan, interval, ...project }
    let fresh = change
      ? await call(changeMembership, { body: { ...choice, amount: change.amount } })
      : await call(beginMembership, { body: { ...choice, currency } })
    // Its card is asked for the difference this moment: until then nobody knows what came of it.
    const isAsked = change?.when === 'now' && membership.card?.state === 'running'
    for (let times = 0; isAsked && times < MOST_ASKED && fresh.open_charge?.method === 'card'; times++)
      fresh = await call(checkPlanCard, {})
    if (isAsked && !fresh.open_charge && (fresh.held?.plan !== plan || fresh.held.interval !== interval))
      throw new ApiError(409, { code: 'plans.card_declined', message: t('plans.card.declined') })
    onClose()
    return fresh
  }, t('plans.done'))
  const name = t(`plans.names.${plan}`)
  const needs_band = plan === 'band' && open.length === 0
  const is_same =
    held?.plan === plan && held.interval === interval && (plan !== 'band' || String(mine) === band)
  return (
    <FormDialog
      title={t(held ? 'plans.change_to' : has_trial ? 'plans.try_of' : 'plans.buy_of', { plan: name })}
      closeLabel={t('plans.close')}
      cancelLabel={t('plans.back')}
      submitLabel={t(held ? 'plans.change' : has_trial ? 'plans.try' : 'plans.buy')}
      isSubmitting={send.isPending}
      isDisabled={needs_band || is_same}
      error={send.error?.message}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate()
      }}
    >
      <SegmentedControl
        label={t('plans.interval')}
        value={interval}
        onChange={setInterval}
        options={(['month', 'year'] as const).map((value) => ({
          value,
          label: t(`plans.intervals.${value}`),
        }))}
      />
      {!held && (
        <Select
          label={t('plans.currency')}
          value={currency}
          onChange={(value) => setCurrency(value)}
          options={currencies.map((value) => ({ value, label: value }))}
        />
      )}
      {plan === 'band' &&
        (needs_band ? (
          <p className="text-warn">{t('plans.needs_band')}</p>
        ) : (
          <Select
            label={t('plans.band')}
            description={t('plans.band_help')}
            value={band}
            onChange={setBand}
            options={open.map(({ id, name: label }) => ({ value: String(id), label: label ?? '' }))}
          />
        ))}
      <dl className="flex flex-col gap-1.5">
        <Line name={t(`plans.cost.${interval}`)} value={money(priceOf(plan, interval, currency), currency)} />
        {change && change.credit > 0 && (
          <Line name={t('plans.cost.credit')} value={money(-change.credit, currency)} />
        )}
        <Line
          name={t('plans.cost.now')}
          value={money(change ? change.amount : has_trial ? 0 : priceOf(plan, interval, currency), currency)}
          strong
        />
      </dl>
      <p className="text-sm text-ink-2">
        {is_same
          ? t('plans.says.same')
          : change
            ? t(
                change.when === 'now' && membership.card
                  ? 'plans.says.now_card'
                  : `plans.says.${change.when}`,
                { date: date(held.period_end, undefined, 'long') },
              )
            : t(has_trial ? 'plans.says.trial' : 'plans.says.buy')}
      </p>
      {membership.credit.amount > 0 && (
        <p className="text-sm text-ink-2">
          {t('plans.credit', { amount: money(membership.credit.amount, membership.credit.currency) })}
        </p>
      )}
    </FormDialog>
  )
}

function Line({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <div className={`flex justify-between gap-4 ${strong ? 'border-t border-line pt-2 font-semibold' : ''}`}>
      <dt>{name}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  )
}
