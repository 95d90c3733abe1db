import { CalendarClock, type LucideIcon, UserPlus, X } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { later } from '#core/web/ui/later.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import type { Adjustment } from '#features/hiring/talent/contract.ts'
import { askTexts } from '#features/hiring/web/texts.ts'
import { useOrder } from '#features/hiring/web/useOrder.ts'

const spoken = texts(askTexts)

const AgainDialog = later(async () => (await import('./AgainDialog.tsx')).AgainDialog)

/** The one musician who was asked can't: nobody else was asked, and the hunter says how to go on. */
export function AlonePanel({
  order,
  adjustment,
  taking,
  onTake,
  onCancel,
  onAsked,
}: {
  order: Order
  adjustment: Adjustment
  /** Id of the option on its way. */
  taking: string | null
  onTake: (option: string) => void
  onCancel: () => void
  /** They were asked for another date. */
  onAsked: () => void
}) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const { can } = useOrder(order)
  const [isAsking, setAsking] = useState(false)
  const name = order.preferred && nameOf(order.preferred.name)
  const others = adjustment.options.find(({ kind }) => kind === 'ask_others')
  const reason = (['held_elsewhere', 'lost'] as const).find((one) => one === adjustment.reason)
  return (
    <div className="grid grid-cols-1 gap-5">
      <section aria-labelledby="alone-title" className="stage rounded-card p-6">
        <h2 id="alone-title" className="title-card text-[1.6rem]">
          {name ? t('order.ask.alone.title', { name }) : t('order.ask.alone.title_gone')}
        </h2>
        <p className="mt-2 max-w-reading text-ink-2">
          {t(`order.ask.alone.reasons.${reason ?? 'nobody_answered'}`)}
        </p>
      </section>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {others && can('adjust') && (
          <Way icon={UserPlus} text={t('order.ask.alone.others_text')}>
            <Button
              isPending={taking === others.id}
              isDisabled={taking !== null && taking !== others.id}
              onPress={() => onTake(others.id)}
            >
              {t('order.ask.alone.others')}
            </Button>
          </Way>
        )}
        {name && can('scout') && (
          <Way icon={CalendarClock} text={t('order.ask.alone.again_text')}>
            <Button
              variant="secondary"
              className="max-w-full shrink! py-2 whitespace-normal!"
              onPress={() => setAsking(true)}
            >
              {t('order.ask.alone.again', { name })}
            </Button>
          </Way>
        )}
        {can('cancel') && (
          <Way icon={X} text={t('order.ask.alone.cancel_text')}>
            <Button variant="secondary" onPress={onCancel}>
              {t('order.ask.alone.cancel')}
            </Button>
          </Way>
        )}
      </ul>
      <Suspense fallback={null}>
        {isAsking && order.preferred && (
          <AgainDialog
            order={order}
            musician={order.preferred.project_id}
            onClose={() => setAsking(false)}
            onDone={() => {
              setAsking(false)
              onAsked()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

function Way({ icon: Icon, text, children }: { icon: LucideIcon; text: string; children: ReactNode }) {
  return (
    <li className="flex min-w-0 flex-col items-start gap-3 rounded-card border border-line bg-surface p-5">
      <span className="rounded-control bg-noche-950 p-2.5 text-foco-400">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="text-ink-2">{text}</p>
      <div className="mt-auto">{children}</div>
    </li>
  )
}
