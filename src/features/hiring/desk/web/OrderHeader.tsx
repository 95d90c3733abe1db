import { CalendarDays, Copy, Ellipsis, MapPin, Pause, Repeat, Users, X } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Menu, type MenuAction } from '#core/web/ui/Menu.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { mayPlace, milestoneOf } from '#features/hiring/journey/rules.ts'
import { JourneyTimeline } from '#features/hiring/journey/web/JourneyTimeline.tsx'
import { addressTexts, deskTexts } from '#features/hiring/web/texts.ts'
import { useOrder } from '#features/hiring/web/useOrder.ts'
import { useWords } from '#features/hiring/web/words.ts'
import type { Order } from '../contract.ts'
import { OrderSwitcher } from './OrderSwitcher.tsx'
import { AddressNote } from './stagePanels.ts'

const spoken = texts(deskTexts, addressTexts)

const ASIDE = [
  { step: 'reschedule', icon: <CalendarDays aria-hidden />, isDangerous: false },
  { step: 'postpone', icon: <Pause aria-hidden />, isDangerous: false },
  { step: 'cancel', icon: <X aria-hidden />, isDangerous: true },
] as const

/** What the order is called, what can be done with it whatever its stage, and how far it has come. */
export function OrderHeader({
  order,
  onCopy,
  onAsk,
  ...journey
}: {
  order: Order
  onCopy: (order: Order) => void
  onAsk: (step: (typeof ASIDE)[number]['step']) => void
} & Pick<ComponentProps<typeof JourneyTimeline>, 'shown' | 'canShow' | 'onShow'>) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const { date } = useFormat()
  const { can } = useOrder(order)
  const asides: MenuAction[] = ASIDE.filter(({ step }) => can(step)).map(({ step, icon, isDangerous }) => ({
    id: step,
    label: t(`order.page.leave.${step}.action`),
    icon,
    isDangerous,
    onAction: () => onAsk(step),
  }))
  return (
    <>
      <PageHeader
        eyebrow={order.starts_at ? date(order.starts_at, order.zone, 'full') : t('order.page.eyebrow')}
        title={words.title(order)}
        actions={
          <>
            <OrderSwitcher current={order.id} />
            <Menu
              label={t('order.page.actions')}
              trigger={
                <Button
                  variant="secondary"
                  isIconOnly
                  icon={<Ellipsis aria-hidden />}
                  aria-label={t('order.page.actions')}
                />
              }
              actions={[
                {
                  id: 'copy',
                  label: t('order.page.duplicate'),
                  icon: <Copy aria-hidden />,
                  onAction: () => onCopy(order),
                },
                ...asides,
              ]}
            />
          </>
        }
      />
      <OrderFacts order={order} />
      <Address order={order} />
      <JourneyTimeline order={order} {...journey} />
    </>
  )
}

/** When, where and for how many. */
function OrderFacts({ order }: { order: Order }) {
  const { t } = useTexts(spoken)
  const { time, number, nameOf } = useFormat()
  return (
    <ul className="-mt-3 flex flex-wrap items-center gap-x-5 gap-y-1.5 text-sm text-ink-2">
      {order.starts_at && order.ends_at && (
        <li className="flex items-center gap-1.5">
          <CalendarDays aria-hidden className="size-4" />
          {time(order.starts_at, order.zone)}–{time(order.ends_at, order.zone)}
        </li>
      )}
      {order.city && (
        <li className="flex items-center gap-1.5">
          <MapPin aria-hidden className="size-4" />
          {order.city}
        </li>
      )}
      {order.guests !== null && (
        <li className="flex items-center gap-1.5">
          <Users aria-hidden className="size-4" />
          {t('order.page.guests', { count: order.guests, number: number(order.guests) })}
        </li>
      )}
      {order.preferred && (
        <li className="flex items-center gap-1.5">
          <Avatar name={nameOf(order.preferred.name)} src={order.preferred.profile_image} size="xs" />
          {t(order.asked_alone ? 'order.page.asked' : 'order.page.with', {
            name: nameOf(order.preferred.name),
          })}
        </li>
      )}
      {(order.continuous_plan !== null ||
        (order.continuous_offered && milestoneOf(order.stage) !== null)) && (
        <li>
          <LinkButton
            to={`/continuous/${order.continuous_plan ?? order.id}`}
            variant="secondary"
            size="sm"
            icon={<Repeat aria-hidden />}
          >
            {t(order.continuous_plan === null ? 'order.page.continuous' : 'order.page.continuous_plan')}
          </LinkButton>
        </li>
      )}
    </ul>
  )
}

/** Where it is exactly, once that is said; a slip of the pen is put right until it begins. */
function Address({ order }: { order: Order }) {
  const { t } = useTexts(spoken)
  const [isWriting, setWriting] = useState(false)
  const address = order.brief.event?.address
  if (!address || order.stage === 'draft') return null
  const leave = () => setWriting(false)
  if (isWriting)
    return (
      <Suspense fallback={<Skeleton className="h-56" />}>
        <AddressNote order={order} address={address} onSaved={leave} onLeave={leave} />
      </Suspense>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-2">
      <p className="min-w-0 wrap-anywhere">{t('order.address.said', { address })}</p>
      {mayPlace(order, new Date()) && (
        <Button variant="quiet" size="sm" onPress={() => setWriting(true)}>
          {t('order.address.correct')}
        </Button>
      )}
    </div>
  )
}
