import { useQuery } from '@tanstack/react-query'
import {
  CalendarClock,
  Coins,
  Hourglass,
  type LucideIcon,
  Music3,
  Scissors,
  UserPlus,
  Users,
} from 'lucide-react'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { type Order, readOrder } from '#features/hiring/desk/contract.ts'
import { adjustTexts, deskTexts } from '#features/hiring/web/texts.ts'
import { useOrder } from '#features/hiring/web/useOrder.ts'
import { useWords } from '#features/hiring/web/words.ts'
import type { Adjustment, AdjustOption } from '../contract.ts'

const spoken = texts(deskTexts, adjustTexts)

const LOOKS_AGAIN_MS = 1_500

const ICONS: Record<AdjustOption['kind'], LucideIcon> = {
  date: CalendarClock,
  format: Users,
  budget: Coins,
  genre: Music3,
  drop_slot: Scissors,
  ask_others: UserPlus,
  keep: Hourglass,
}

/** Nobody fits: why, and each way on with what it was counted to bring. */
export function AdjustmentPanel({
  order,
  adjustment,
  taking,
  onTake,
}: {
  order: Order
  adjustment: Adjustment
  /** Id of the option on its way. */
  taking: string | null
  onTake: (option: string) => void
}) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const { list, money, calendarDay } = useFormat()
  const { can } = useOrder(order)
  // The options arrive by themselves, and the desk reads the same answer.
  useQuery({
    ...ask(readOrder, { params: { id: order.id } }),
    enabled: adjustment.pending === true,
    refetchInterval: LOOKS_AGAIN_MS,
  })
  const slots = adjustment.slots.map((slot) => slot.title ?? words.intent(slot.intent))
  const say = (option: AdjustOption) =>
    t(`order.page.adjust.options.${option.kind}`, {
      slot: option.intent
        ? (adjustment.slots.find((one) => one.slot_id === option.slot_id)?.title ??
          words.intent(option.intent))
        : '',
      day: option.day ? calendarDay(option.day, 'full') : '',
      line_up: option.format ? words.lineUp(option.format) : '',
      genre: option.genre ? words.genre(option.genre) : '',
      amount: option.amount === null ? '' : money(option.amount, adjustment.currency),
    })
  const options = [...adjustment.options].sort((a, b) => Number(b.solves) - Number(a.solves))
  return (
    <div className="grid grid-cols-1 gap-5">
      <section aria-labelledby="adjust-title" className="stage rounded-card p-6">
        <h2 id="adjust-title" className="title-card text-[1.6rem]">
          {t('order.page.adjust.title')}
        </h2>
        <p className="mt-2 max-w-reading text-ink-2">
          {t(`order.page.adjust.reasons.${adjustment.reason}`, { slots: list(slots) })}
        </p>
        {adjustment.note && <p className="mt-2 text-ink-2">“{adjustment.note}”</p>}
      </section>
      {adjustment.pending ? (
        <p role="status" className="text-ink-2">
          {t('order.page.adjust.pending')}
        </p>
      ) : options.length === 0 ? (
        <p className="text-ink-2">
          {t(adjustment.partial ? 'order.page.adjust.none_in_time' : 'order.page.adjust.none')}
        </p>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {options.map((option) => {
            const Icon = ICONS[option.kind]
            const told = say(option)
            return (
              <li
                key={option.id}
                className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-5"
              >
                <div className="flex items-start justify-between gap-3">
                  <span className="rounded-control bg-noche-950 p-2.5 text-foco-400">
                    <Icon aria-hidden className="size-5" />
                  </span>
                  {option.solves && <Badge tone="ok">{t('order.page.adjust.solves')}</Badge>}
                </div>
                <h3 className="text-lg leading-snug font-semibold">{told}</h3>
                <p className="text-ink-2">{t('order.page.adjust.count', { count: option.count })}</p>
                {can('adjust') && (
                  <Button
                    className="mt-auto self-start"
                    variant={option.solves ? 'primary' : 'secondary'}
                    isPending={taking === option.id}
                    isDisabled={taking !== null && taking !== option.id}
                    onPress={() => onTake(option.id)}
                  >
                    {t('order.page.adjust.take')}
                    <span className="sr-only">: {told}</span>
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {adjustment.partial && options.length > 0 && (
        <p className="max-w-reading text-ink-2">{t('order.page.adjust.partial')}</p>
      )}
    </div>
  )
}
