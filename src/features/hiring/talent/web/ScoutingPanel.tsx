import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CircleCheck, MessageCircleQuestion, RefreshCcw, UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { ask, call } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type Order, withdrawRequest } from '#features/hiring/desk/contract.ts'
import { deskTexts, talentTexts } from '#features/hiring/web/texts.ts'
import { useOrder, useOrderChange } from '#features/hiring/web/useOrder.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { type CandidateSlot, readCandidates } from '../contract.ts'
import { isOpen } from '../rules.ts'
import { type AskedFor, RequestLine } from './RequestLine.tsx'

const spoken = texts(deskTexts, talentTexts)

const ChangeDialog = later(async () => (await import('./ChangeDialog.tsx')).ChangeDialog)

interface Props {
  order: Order
  onAskMore: () => void
}

/** What is said before a moment is taken back: whoever goes on with others isn't told that there is no need to answer. */
function withdrawalOf({ request, moment }: AskedFor) {
  if (moment.status === 'available') return 'withdraw_held_text'
  const goesOn = request.moments.some((one) => one !== moment && isOpen(one.status))
  return goesOn ? 'withdraw_some_text' : 'withdraw_text'
}

/** Who was asked for what, and what each has answered; it looks again by itself. */
export function ScoutingPanel(props: Props) {
  const { t } = useTexts(spoken)
  const query = useQuery(ask(readCandidates, { params: { id: props.order.id } }))
  return (
    <Loaded query={query} waiting={<Skeleton className="h-72" />} failed={t('order.talent.load_failed')}>
      {({ slots }) => <Scouting {...props} slots={slots} />}
    </Loaded>
  )
}

function Scouting({ order, onAskMore, slots }: Props & { slots: readonly CandidateSlot[] }) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const { time, nameOf } = useFormat()
  const { can } = useOrder(order)
  const [isChanging, setChanging] = useState(false)
  const [withdrawn, setWithdrawn] = useState<AskedFor | null>(null)
  const withdraw = useOrderChange(
    ({ request, moment }: AskedFor) =>
      call(withdrawRequest, {
        params: { id: order.id, request: request.id },
        body: { slot_ids: [moment.slot_id] },
      }),
    {
      onDone: () => setWithdrawn(null),
      onRefused: (failure) => {
        setWithdrawn(null)
        toast.error(failure.message)
      },
    },
  )
  // Of whom the hunter added: nobody else was looked for where one musician alone was asked.
  const isAnybodyLeft = slots.some(({ candidates }) => candidates.some(({ request }) => !request))
  const asked = order.requests.flatMap((request) => request.moments.map((moment) => ({ request, moment })))
  const isHeld = (slot_id: number) =>
    asked.some(
      ({ moment }) =>
        moment.slot_id === slot_id && (moment.status === 'available' || moment.status === 'accepted'),
    )
  const needed = slots.filter((one) => one.required)
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
            {can('scout') && (!order.asked_alone || isAnybodyLeft) && (
              <Button icon={<UserPlus aria-hidden />} onPress={onAskMore}>
                {t('order.talent.ask_more')}
              </Button>
            )}
            {can('ask_change') && (
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
        {slots.map((slot) => {
          const requests = asked.filter(({ moment }) => moment.slot_id === slot.slot_id)
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
                  {requests.map((one) => (
                    <RequestLine
                      key={one.request.id}
                      order={order}
                      asked={one}
                      onWithdraw={() => setWithdrawn(one)}
                    />
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
        title={t('order.talent.withdraw_title', {
          name: withdrawn ? nameOf(withdrawn.request.project_name) : '',
        })}
        confirmLabel={t('order.talent.withdraw')}
        cancelLabel={t('order.page.keep')}
        isOpen={withdrawn !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setWithdrawn(null)
        }}
        onConfirm={() => withdrawn && withdraw.mutate(withdrawn)}
        isPending={withdraw.isPending}
        isDangerous
      >
        {withdrawn && t(`order.talent.${withdrawalOf(withdrawn)}`)}
      </ConfirmDialog>
      <Suspense fallback={null}>
        {isChanging && <ChangeDialog order={order} onClose={() => setChanging(false)} />}
      </Suspense>
    </div>
  )
}
