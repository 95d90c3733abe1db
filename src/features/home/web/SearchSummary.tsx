import { placeOf } from '#core/contract/places.ts'
import { spanOf } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { AskedEvent } from '#features/directory/rules.event.ts'
import { searchTexts } from './texts.ts'

const spoken = texts(searchTexts)

/** How many were found, when they are free and what their prices are for; read out when it changes. */
export function SearchSummary({
  event,
  count,
}: {
  event: AskedEvent & { from: string; to: string }
  /** None while it isn't known: the found are shown without it. */
  count: { count: number; more: boolean } | undefined
}) {
  const { t } = useTexts(spoken)
  const { calendarDay } = useFormat()
  const { starts_at, ends_at } = spanOf('2000-01-01', event.from, event.to, 'UTC')
  const minutes = (ends_at.getTime() - starts_at.getTime()) / 60_000
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const length = t(rest ? 'found.hours_minutes' : 'found.hours', { hours, minutes: rest })
  const city = event.city && (placeOf(event.city)?.city ?? null)
  return (
    <div className="mt-2 text-ink-2">
      <p role="status" className="text-lg text-ink">
        {count?.count === 0 && <span className="sr-only">{t('found.none')}</span>}
        {count && count.count > 0 && (
          <>
            <strong>{t(count.more ? 'found.count_more' : 'found.count', { count: count.count })}</strong>{' '}
            {event.date &&
              t('found.free', { day: calendarDay(event.date, 'full'), from: event.from, to: event.to })}
          </>
        )}
      </p>
      <p className="mt-1">
        {city ? t('found.prices_there', { length, city }) : t('found.prices', { length })}
      </p>
    </div>
  )
}
