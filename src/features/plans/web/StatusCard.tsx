import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { type ApiError, call, keyOf } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import {
  cancelMembership,
  keepMembership,
  type Membership,
  pauseMembership,
  readMembership,
  resumeMembership,
  undoChange,
} from '../contract.ts'
import { planTexts } from './texts.ts'

const spoken = texts(planTexts)
const TONES = {
  awaiting: 'warn',
  trialing: 'spot',
  active: 'ok',
  past_due: 'bad',
  paused: 'neutral',
  inactive: 'neutral',
} as const

type Steps = typeof cancelMembership | typeof keepMembership | typeof resumeMembership | typeof undoChange

/** Takes a step and shows what came of it. */
export function usePlanStep<Input = void>(run: (input: Input) => Promise<Membership>, said: string) {
  const client = useQueryClient()
  return useMutation<Membership, ApiError, Input>({
    mutationFn: run,
    onSuccess: async (fresh) => {
      client.setQueryData(keyOf(readMembership), fresh)
      await client.invalidateQueries()
      toast.success(said)
    },
    onError: (failure) => toast.error(failure.message),
  })
}

/** What somebody has now, what is charged next and when, and the steps that they may take. */
export function StatusCard({ membership }: { membership: Membership }) {
  const { t } = useTexts(spoken)
  const { date, money } = useFormat()
  const { held, plan, next_charge, covered_by, credit } = membership
  const [asked, setAsked] = useState<'cancel' | 'pause' | null>(null)
  const [months, setMonths] = useState<'1' | '2' | '3'>('1')
  const step = usePlanStep((endpoint: Steps & Endpoint) => call(endpoint, {}), t('plans.done'))
  const pause = usePlanStep(
    () => call(pauseMembership, { body: { months: Number(months) } }),
    t('plans.done'),
  )
  const day = (at: string) => date(at, undefined, 'long')
  const canPause = held?.state === 'active' && !held.cancels
  const canCancel = held && !held.cancels
  return (
    <Card
      title={t('plans.current')}
      action={held && <Badge tone={TONES[held.state]}>{t(`plans.states.${held.state}`)}</Badge>}
    >
      <p className="title-card">{t(`plans.names.${plan}`)}</p>
      {held && held.plan !== plan && (
        <p className="mt-1">{t('plans.asked', { plan: t(`plans.names.${held.plan}`) })}</p>
      )}
      {held?.band?.name && <p className="mt-1 text-ink-2">{t('plans.of_band', { band: held.band.name })}</p>}
      {covered_by.map(({ id, name }) => (
        <p key={id} className="mt-1 text-ink-2">
          {t('plans.covered', { band: name ?? '' })}
        </p>
      ))}
      {held && (
        <p className="mt-2">
          {t(
            held.cancels || held.state === 'inactive' ? 'plans.until.cancels' : `plans.until.${held.state}`,
            {
              date: day(held.cancels && held.state !== 'paused' ? held.period_end : held.state_until),
            },
          )}
        </p>
      )}
      <p className="mt-2">
        {next_charge
          ? t('plans.next_charge', {
              amount: money(next_charge.amount, next_charge.currency),
              date: day(next_charge.at),
            })
          : t('plans.no_charge')}
      </p>
      {credit.amount > 0 && (
        <p className="mt-2">{t('plans.credit', { amount: money(credit.amount, credit.currency) })}</p>
      )}
      {held?.next && (
        <p className="mt-2">
          {t('plans.becomes', {
            plan: t(`plans.names.${held.next.plan}`),
            interval: t(`plans.intervals.${held.next.interval}`),
            date: day(held.period_end),
          })}
        </p>
      )}
      {held && (
        <div className="mt-4 flex flex-wrap gap-3">
          {held.cancels && (
            <Button onPress={() => step.mutate(keepMembership)} isPending={step.isPending}>
              {t('plans.keep')}
            </Button>
          )}
          {held.state === 'paused' && (
            <Button onPress={() => step.mutate(resumeMembership)} isPending={step.isPending}>
              {t('plans.resume')}
            </Button>
          )}
          {(held.next || membership.open_charge?.kind === 'change') && (
            <Button variant="secondary" onPress={() => step.mutate(undoChange)} isPending={step.isPending}>
              {t('plans.undo_change')}
            </Button>
          )}
          {canPause && (
            <Button variant="secondary" onPress={() => setAsked('pause')}>
              {t('plans.pause')}
            </Button>
          )}
          {canCancel && (
            <Button variant="quiet" onPress={() => setAsked('cancel')}>
              {t('plans.cancel')}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        title={t(asked === 'pause' ? 'plans.pause_title' : 'plans.cancel_title')}
        confirmLabel={t(asked === 'pause' ? 'plans.pause' : 'plans.cancel')}
        cancelLabel={t('plans.back')}
        isOpen={asked !== null}
        onOpenChange={(open) => {
          if (!open) setAsked(null)
        }}
        isPending={pause.isPending || step.isPending}
        isDangerous={asked === 'cancel'}
        onConfirm={() => {
          if (asked === 'pause') pause.mutate()
          else step.mutate(cancelMembership)
          setAsked(null)
        }}
      >
        {asked === 'pause' ? (
          <div className="flex flex-col gap-4">
            <p>{t('plans.pause_text')}</p>
            <SegmentedControl
              label={t('plans.pause_months')}
              value={months}
              onChange={setMonths}
              options={(['1', '2', '3'] as const).map((value) => ({
                value,
                label: t('plans.months', { count: Number(value) }),
              }))}
            />
          </div>
        ) : (
          t(
            held?.state === 'past_due' || held?.state === 'awaiting'
              ? 'plans.cancel_now_text'
              : 'plans.cancel_text',
            { date: held ? day(held.period_end) : '' },
          )
        )}
      </ConfirmDialog>
    </Card>
  )
}
