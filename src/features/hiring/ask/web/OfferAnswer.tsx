import { CalendarCheck, CalendarX, Clock } from 'lucide-react'
import type { ReplyOf } from '#core/contract/endpoint.ts'
import { DEFAULT_ZONE, MINUTE, spanOf, wallClock } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { problemOfHours } from '#features/directory/rules.event.ts'
import { askTexts } from '#features/hiring/web/texts.ts'
import type { AskedService, readAsk } from '../contract.ts'

const spoken = texts(askTexts)

/** What somebody asks for exactly this event, and whether they are free then: the server's answer, in plain words. */
export function OfferAnswer({
  offer,
  service,
  event: { day: said, starts, ends: until },
  city,
  zone = DEFAULT_ZONE,
  isLooking,
}: {
  offer: ReplyOf<typeof readAsk>
  service: AskedService | null
  event: { day: string | null; starts: string | null; ends: string | null }
  city: string | null
  zone?: string
  /** The answer is that of what was said before. */
  isLooking: boolean
}) {
  const { t } = useTexts(spoken)
  const { money, date, time, calendarDay } = useFormat()
  // Nobody plays on a day that is over: its field says so, and here the question stays open.
  const day = said && said >= wallClock(new Date(), zone).day ? said : null
  // Nor for hours that can't be meant.
  const ends = problemOfHours({ date: day, from: starts, to: until }, zone) ? null : until
  const lasting = (on: string, from: string, to: string) => {
    const { starts_at, ends_at } = spanOf(on, from, to, zone)
    const length = (ends_at.getTime() - starts_at.getTime()) / MINUTE
    const [hours, minutes] = [Math.floor(length / 60), length % 60]
    return minutes === 0 ? t('order.ask.hours', { hours }) : t('order.ask.hours_minutes', { hours, minutes })
  }
  return (
    <section aria-label={t('order.ask.answer')} className="stage rounded-card p-5">
      <div role="status" aria-busy={isLooking}>
        {service?.problem && (service.problem === 'on_request' || (day && city)) ? (
          <p className="font-semibold">{t(`order.ask.problems.${service.problem}`)}</p>
        ) : !service || service.price === null || !day || !starts || !ends || !city ? (
          <p className="text-ink-2">{t('order.ask.pending')}</p>
        ) : isLooking ? (
          <p className="text-ink-2">{t('order.ask.looking')}</p>
        ) : (
          <>
            <p className="font-display wide-110 text-2xl leading-tight text-foco-400 tabular-nums">
              {t(service.price_mode === 'from' ? 'order.ask.price_from' : 'order.ask.price', {
                price: money(service.price, service.currency),
              })}
            </p>
            <p className="text-sm text-ink-2">
              {t('order.ask.price_for', { length: lasting(day, starts, ends), city })}
            </p>
            <p className="mt-3 flex items-start gap-2 font-semibold">
              {offer.free ? (
                <CalendarCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-foco-400" />
              ) : (
                <CalendarX aria-hidden className="mt-0.5 size-5 shrink-0" />
              )}
              {t(offer.free ? 'order.ask.free' : 'order.ask.not_free', { day: calendarDay(day, 'full') })}
            </p>
            {offer.free && (
              <p className="mt-1 flex items-start gap-2 text-sm text-ink-2">
                <Clock aria-hidden className="mt-0.5 size-4 shrink-0" />
                {offer.reply_by
                  ? t('order.ask.reply_by', {
                      day: date(offer.reply_by, zone, 'full'),
                      time: time(offer.reply_by, zone),
                    })
                  : t('order.ask.problems.short_notice')}
              </p>
            )}
          </>
        )}
      </div>
    </section>
  )
}
