import { Hourglass } from 'lucide-react'
import { useFormat } from '#core/web/format.ts'
import { useNow } from '#core/web/now.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import { ArtistLink } from '#features/hiring/web/ArtistLink.tsx'
import { talentTexts } from '#features/hiring/web/texts.ts'
import type { OrderRequest } from '../contract.ts'
import { useReason } from './reasons.ts'
import { REQUEST_TONES } from './requestTone.ts'

const spoken = texts(talentTexts)

/** A request in view of one of its moments. */
export interface AskedFor {
  request: OrderRequest
  moment: OrderRequest['moments'][number]
}

/** Somebody who was asked for a moment: their answer, or how long they have for it. */
export function RequestLine({
  order,
  asked: { request, moment },
  onWithdraw,
}: {
  order: Order
  asked: AskedFor
  onWithdraw: () => void
}) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const reasonOf = useReason()
  return (
    <li className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 border-b border-line p-4 last:border-b-0">
      <Avatar name={nameOf(request.project_name)} src={request.profile_image} />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          <ArtistLink project_id={request.project_id} name={request.project_name} order={order} />
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">{moment.service_title}</p>
      </div>
      <Badge tone={REQUEST_TONES[moment.status]}>{t(`order.talent.statuses.${moment.status}`)}</Badge>
      {moment.reason && (
        <p className="col-span-2 col-start-2 text-sm text-ink-2">
          {t('order.talent.because', {
            reason: reasonOf(moment.reason),
          })}
        </p>
      )}
      {request.calendar_unknown && (
        <p className="col-span-2 col-start-2 text-sm text-ink-2">{t('order.talent.calendar_unknown')}</p>
      )}
      {(moment.status === 'asked' || moment.status === 'available') && (
        <div className="col-span-2 col-start-2 flex flex-wrap items-center justify-between gap-x-3">
          {moment.status === 'asked' ? (
            <span className="flex items-center gap-1.5 text-sm text-ink-2 tabular-nums">
              <Hourglass aria-hidden className="size-4" />
              <Left until={request.reply_by} />
            </span>
          ) : (
            <span />
          )}
          <Button variant="quiet" size="sm" className="-mr-3" onPress={onWithdraw}>
            {t('order.talent.withdraw')}
            <span className="sr-only">: {nameOf(request.project_name)}</span>
          </Button>
        </div>
      )}
    </li>
  )
}

/** What is left until then, in the two largest units. */
function Left({ until }: { until: string }) {
  const { t } = useTexts(spoken)
  const now = useNow().getTime()
  const minutes = Math.max(0, Math.floor((Date.parse(until) - now) / 60_000))
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  if (minutes === 0) return t('order.talent.left_none')
  if (days > 0) return t('order.talent.left_days', { days, hours })
  return t('order.talent.left_hours', { hours, minutes: minutes % 60 })
}
