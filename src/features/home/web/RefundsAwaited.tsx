import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { useNow } from '#core/web/now.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { type RefundRow, readHunterHome } from '../contract.ts'
import { TaskLink } from './TaskLink.tsx'
import { hunterHomeTexts } from './texts.ts'

const spoken = texts(hunterHomeTexts)

/** Money that comes back of agreements that ended, until it is there: how much, of whom, and until when. */
export function RefundsAwaited() {
  const { data } = useQuery(ask(readHunterHome))
  return <RefundList refunds={data?.refunds ?? []} />
}

export function RefundList({ refunds }: { refunds: readonly RefundRow[] }) {
  const { t } = useTexts(spoken)
  const { date, money, nameOf } = useFormat()
  const words = useWords()
  const now = useNow()
  if (refunds.length === 0) return null
  const whenOf = ({ waits, due_at }: RefundRow) => {
    if (waits === 'refund_card') return 'since'
    if (waits === 'refund_stuck') return 'stuck'
    if (waits !== 'refund') return null
    return Date.parse(due_at) < now.getTime() ? 'late' : 'by'
  }
  return (
    <ul className="grid gap-3" aria-label={t('hunter_home.refunds.title')}>
      {refunds.map((one) => {
        const when = whenOf(one)
        return (
          <li key={one.id}>
            <TaskLink
              to={`/order?id=${one.order_id}&view=agreement`}
              icon={Undo2}
              title={t(`hunter_home.refunds.${one.mine ? 'refund_arrived' : one.waits}`, {
                name: nameOf(one.artist),
                amount: money(one.amount, one.currency),
              })}
            >
              {when && (
                <span className="block text-sm font-medium">
                  {t(`hunter_home.refunds.${when}`, { date: date(one.due_at, one.zone, 'long') })}
                </span>
              )}
              <span className="block text-sm text-ink-2">
                {words.title(one)}, {date(one.starts_at, one.zone, 'day')}
              </span>
            </TaskLink>
          </li>
        )
      })}
    </ul>
  )
}
