import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CircleCheck, Hourglass, MessageCircleQuestion, RefreshCcw, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { type ApiError, ask, call, keyOf, refresh } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type Order, type OrderRequest, readCandidates, readOrder, withdrawRequest } from '../contract.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { useNow } from './now.ts'
import { useReason } from './reasons.ts'
import { REQUEST_TONES } from './requestTone.ts'
import { deskTexts, talentTexts } from './texts.ts'
import { useWords } from './words.ts'

const spoken = texts(deskTexts, talentTexts)

/** Who was asked for what, and what each has answered; it looks again by itself. */
export function ScoutingPanel({ order, onAskMore }: { order: Order; onAskMore: () => void }) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const reasonOf = useReason()
  const { time } = useFormat()
  const client = useQueryClient()
  const now = useNow()
  const params = { id: order.id }
  const { data, error, refetch, isRefetching } = useQuery(ask(readCandidates, { params }))
  const [isChanging, setChanging] = useState(false)
  const [leaving, setLeaving] = useState<OrderRequest | null>(null)
  const withdraw = useMutation<Order, ApiError, number>({
    mutationFn: (request) => call(withdrawRequest, { params: { ...params, request } }),
    onSuccess: (fresh) => {
      client.setQueryData(keyOf(readOrder, { params }), fresh)
      setLeaving(null)
      void refresh(client, [readCandidates])
    },
    onError: (failure) => {
      setLeaving(null)
      toast.error(failure.message)
    },
  })
  const canChange = order.steps.some((one) => one.step === 'ask_change')
  const canAsk = order.steps.some((one) => one.step === 'scout')

  if (error)
    return (
      <ErrorState
        title={t('order.talent.load_failed')}
        retryLabel={t('order.page.retry')}
        onRetry={() => void refetch()}
        isRetrying={isRefetching}
      >
        {error.message}
      </ErrorState>
    )
  if (!data)
    return (
      <div aria-busy="true">
        <Skeleton className="h-72" />
      </div>
    )

  const isHeld = (slot_id: number) =>
    order.requests.some(
      (one) => one.slot_id === slot_id && (one.status === 'available' || one.status === 'accepted'),
    )
  const needed = data.slots.filter((one) => one.required)
  const held = needed.filter((one) => isHeld(one.slot_id)).length
  const open = order.requests.filter((one) => one.status === 'asked').length

  return (
    <div className="grid grid-cols-1 gap-5">
      <section aria-labelledby="scouting-title" className="stage rounded-card p-6">
        <div className="flex flex-wrap items-end justify-between gap-5">
          <div aria-live="polite">
            <h2 id="scouting-title" className="font-semibold text-foco-300">
              {t('order.talent.scouting_title')}
            </h2>
            <p className="mt-2 flex items-end gap-3">
              <span className="font-display wide-125 text-6xl leading-[0.85] text-foco-400 tabular-nums">
                {held}/{needed.length}
              </span>
              <span className="max-w-52 text-ink-2">{t('order.talent.held_of')}</span>
            </p>
            <p className="mt-3 text-sm text-ink-2">{t('order.talent.waiting', { count: open })}</p>
          </div>
          <div className="flex flex-wrap gap-3">
            {canAsk && (
              <Button icon={<UserPlus aria-hidden />} onPress={onAskMore}>
                {t('order.talent.ask_more')}
              </Button>
            )}
            {canChange && (
              <Button
                variant="secondary"
                icon={<MessageCircleQuestion aria-hidden />}
                onPress={() => setChanging(true)}
              >
                {t('order.talent.ask_change')}
              </Button>
            )}
          </div>
        </div>
        <div aria-hidden className="mt-5 flex gap-1.5">
          {needed.map((one) => (
            <span
              key={one.slot_id}
              className={clsx(
                'h-2.5 flex-1 rounded-full',
                isHeld(one.slot_id) ? 'bg-cabina-400' : 'bg-noche-800',
              )}
            />
          ))}
        </div>
      </section>

      <ul className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        {data.slots.map((slot) => {
          const requests = order.requests.filter((one) => one.slot_id === slot.slot_id)
          const isCovered = isHeld(slot.slot_id)
          return (
            <li key={slot.slot_id} className="min-w-0 rounded-card border border-line bg-surface">
              <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line p-4">
                <div className="min-w-0">
                  <h3 className="font-semibold">{slot.title ?? words.intent(slot.intent)}</h3>
                  <p className="text-sm text-ink-2">
                    {time(slot.from, order.zone)}–{time(slot.to, order.zone)} · {words.lineUp(slot.format)} ·{' '}
                    {words.genre(slot.genre)}
                  </p>
                </div>
                {isCovered ? (
                  <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
                    {t('order.talent.covered')}
                  </Badge>
                ) : (
                  <Badge tone={slot.required ? 'warn' : 'neutral'}>
                    {t(slot.required ? 'order.talent.required' : 'order.talent.optional')}
                  </Badge>
                )}
              </header>
              {requests.length === 0 ? (
                <p className="p-4 text-sm text-ink-2">{t('order.talent.nobody_asked')}</p>
              ) : (
                <ul>
                  {requests.map((request) => (
                    <li
                      key={request.id}
                      className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 border-b border-line p-4 last:border-b-0"
                    >
                      <Avatar name={request.project_name} src={request.profile_image} />
                      <div className="min-w-0">
                        <p className="truncate font-semibold">{request.project_name}</p>
                        <p className="truncate text-sm text-ink-2">{request.service_title}</p>
                      </div>
                      <Badge tone={REQUEST_TONES[request.status]}>
                        {t(`order.talent.statuses.${request.status}`)}
                      </Badge>
                      {request.reason && (
                        <p className="col-span-2 col-start-2 text-sm text-ink-2">
                          {t('order.talent.because', {
                            reason: reasonOf(request.reason),
                          })}
                        </p>
                      )}
                      {(request.status === 'asked' || request.status === 'available') && (
                        <div className="col-span-2 col-start-2 flex flex-wrap items-center justify-between gap-x-3">
                          {request.status === 'asked' ? (
                            <span className="flex items-center gap-1.5 text-sm text-ink-2 tabular-nums">
                              <Hourglass aria-hidden className="size-4" />
                              <Left until={request.reply_by} now={now} />
                            </span>
                          ) : (
                            <span />
                          )}
                          <Button
                            variant="quiet"
                            size="sm"
                            className="-mr-3"
                            onPress={() => setLeaving(request)}
                          >
                            {t('order.talent.withdraw')}
                            <span className="sr-only">: {request.project_name}</span>
                          </Button>
                        </div>
                      )}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
      <p className="flex items-center gap-2 text-sm text-ink-2">
        <RefreshCcw aria-hidden className="size-4" />
        {t('order.talent.looks_again')}
      </p>

      <ConfirmDialog
        title={t('order.talent.withdraw_title', { name: leaving?.project_name ?? '' })}
        confirmLabel={t('order.talent.withdraw')}
        cancelLabel={t('order.page.keep')}
        isOpen={leaving !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setLeaving(null)
        }}
        onConfirm={() => leaving && withdraw.mutate(leaving.id)}
        isPending={withdraw.isPending}
        isDangerous
      >
        {t(
          leaving?.status === 'available' ? 'order.talent.withdraw_held_text' : 'order.talent.withdraw_text',
        )}
      </ConfirmDialog>
      {isChanging && <ChangeDialog order={order} onClose={() => setChanging(false)} />}
    </div>
  )
}

/** What is left until then, in the two largest units. */
function Left({ until, now }: { until: string; now: number }) {
  const { t } = useTexts(spoken)
  const minutes = Math.max(0, Math.floor((Date.parse(until) - now) / 60_000))
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  if (minutes === 0) return t('order.talent.left_none')
  if (days > 0) return t('order.talent.left_days', { days, hours })
  return t('order.talent.left_hours', { hours, minutes: minutes % 60 })
}
