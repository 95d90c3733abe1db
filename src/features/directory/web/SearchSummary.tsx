import { clsx } from 'clsx'
import { placeOf } from '#core/contract/places.ts'
import { DEFAULT_ZONE } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { type AskedEvent, problemOfHours, saidTime } from '../rules.event.ts'
import { directoryTexts } from './texts.ts'

const spoken = texts(directoryTexts)

/** How many were found, when they are free and what their prices are for; read out when it changes. */
export function SearchSummary({
  event,
  count,
  q,
  instead,
}: {
  event: AskedEvent
  /** None while it isn't known: the found are shown without it. */
  count: { count: number; more: boolean } | undefined
  /** The words that were searched for, and what was found instead of them. */
  q?: string | undefined
  instead?: string | null | undefined
}) {
  const { t } = useTexts(spoken)
  const { calendarDay } = useFormat()
  return (
    <div className="mt-2 text-ink-2">
      <p role="status" className="text-lg text-ink">
        {count?.count === 0 && <span className="sr-only">{t('directory.none')}</span>}
        {count && count.count > 0 && (
          <>
            <strong>
              {t(count.more ? 'directory.found.count_more' : 'directory.found.count', { count: count.count })}
            </strong>{' '}
            {event.date &&
              event.from &&
              t('directory.found.free', {
                day: calendarDay(event.date, 'full'),
                from: event.from,
                to: event.to,
              })}
          </>
        )}
      </p>
      {instead && <p className="mt-1">{t('directory.found.instead', { q, instead })}</p>}
      <PricesFor event={event} className="mt-1" />
    </div>
  )
}

/** What the prices beside it are for, once hours were said; an end before the start is asked about. */
export function PricesFor({ event, className }: { event: AskedEvent; className?: string }) {
  const { t } = useTexts(spoken)
  const { minutes } = saidTime(event, DEFAULT_ZONE)
  if (minutes === null) return null
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const length = t(rest ? 'directory.found.hours_minutes' : 'directory.found.hours', { hours, minutes: rest })
  if (problemOfHours(event, DEFAULT_ZONE) === 'ends_before_start')
    return (
      <p className={clsx(className, 'font-medium text-warn')}>
        {t('directory.found.turned', { from: event.from, to: event.to, length })}
      </p>
    )
  const city = event.city && placeOf(event.city)?.city
  return (
    <p className={className}>
      {city ? t('directory.found.prices_there', { length, city }) : t('directory.found.prices', { length })}
    </p>
  )
}
