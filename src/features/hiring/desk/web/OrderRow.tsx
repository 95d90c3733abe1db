import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge, type Tone } from '#core/web/ui/Badge.tsx'
import type { OrderStatus } from '#features/hiring/journey/contract.ts'
import { rowTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import type { OrderSummary } from '../contract.ts'

const spoken = texts(rowTexts)

export const STATUS_TONES: Record<OrderStatus, Tone> = {
  pending: 'warn',
  approved: 'ok',
  'in process': 'neutral',
  active: 'ok',
  completed: 'ok',
  rejected: 'neutral',
  cancelled: 'neutral',
  inactive: 'neutral',
}

/** One order in a list: its date, its name, where it stands and what comes next. */
export function OrderRow({ order }: { order: OrderSummary }) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const { date, time, money } = useFormat()
  const facts = [
    order.city,
    order.starts_at && time(order.starts_at, order.zone),
    order.budget_max !== null && t('order.page.up_to', { amount: money(order.budget_max, order.currency) }),
  ].filter(Boolean)
  return (
    <Link
      to={`/order?id=${order.id}`}
      className="group grid grid-cols-[3.5rem_1fr] items-center gap-x-4 gap-y-2 rounded-control p-3 hover:bg-surface-2 sm:grid-cols-[3.5rem_1fr_auto_1.25rem]"
    >
      <span className="flex h-14 flex-col items-center justify-center rounded-control bg-noche-900 text-noche-50">
        {order.starts_at ? (
          <>
            <span className="font-display wide-110 text-xl leading-none text-foco-400">
              {date(order.starts_at, order.zone, 'day').match(/\d+/)?.[0]}
            </span>
            <span className="text-xs">
              {date(order.starts_at, order.zone, 'day')
                .replace(/[\d\s.]|de /g, '')
                .slice(0, 3)}
            </span>
          </>
        ) : (
          <span aria-hidden className="font-display text-xl text-noche-400">
            ?
          </span>
        )}
      </span>
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{words.title(order)}</span>
        <span className="block text-sm text-ink-2">
          {facts.length > 0 ? facts.join(' · ') : t('order.page.no_facts')}
        </span>
        <span className="block text-sm font-medium">
          {t(`order.page.next_action.${order.stage}`, {
            filled: order.filled,
            held: order.held,
            count: order.slots,
          })}
        </span>
      </span>
      <Badge tone={STATUS_TONES[order.status]} className="col-start-2 justify-self-start sm:col-start-auto">
        {words.stage(order.stage)}
      </Badge>
      <ArrowRight
        aria-hidden
        className="size-5 text-ink-3 transition-transform group-hover:translate-x-0.5 max-sm:hidden"
      />
    </Link>
  )
}
