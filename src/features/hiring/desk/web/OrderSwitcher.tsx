import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Popover } from '#core/web/ui/Popover.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { deskTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { listOrders } from '../contract.ts'

const spoken = texts(deskTexts)

/** From one order to another without leaving the page. */
export function OrderSwitcher({ current }: { current: number }) {
  const { t } = useTexts(spoken)
  return (
    <Popover
      label={t('order.page.switch')}
      trigger={
        <Button variant="secondary">
          {t('order.page.switch')}
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      }
      className="w-88 max-w-full p-2"
    >
      {(close) => <Choices current={current} close={close} />}
    </Popover>
  )
}

function Choices({ current, close }: { current: number; close: () => void }) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const { data } = useQuery(ask(listOrders, { query: { when: 'open', limit: 8 } }))
  return (
    <div className="grid gap-1">
      {data ? (
        <ul className="grid gap-1">
          {data.results.map((order) => (
            <li key={order.id}>
              <Link
                to={`/order?id=${order.id}`}
                onClick={close}
                aria-current={order.id === current ? 'page' : undefined}
                className="block rounded-chip p-2.5 hover:bg-surface-2 aria-[current]:bg-surface-2"
              >
                <span className="block font-semibold wrap-anywhere">{words.title(order)}</span>
                <span className="block text-sm text-ink-2">{words.stage(order.stage)}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton lines={3} className="p-2" />
      )}
      <div className="flex flex-wrap justify-between gap-2 border-t border-line pt-2 text-sm font-semibold text-accent">
        <Link to="/order" onClick={close} className="rounded-chip p-2.5 hover:bg-surface-2">
          {t('order.page.all')}
        </Link>
        <Link
          to="/order?new=1"
          onClick={close}
          className="flex items-center gap-1.5 rounded-chip p-2.5 hover:bg-surface-2"
        >
          <Plus aria-hidden className="size-4" />
          {t('order.page.new')}
        </Link>
      </div>
    </div>
  )
}
