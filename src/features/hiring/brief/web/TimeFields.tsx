import { Clock } from 'lucide-react'
import { DEFAULT_ZONE, spanOf, wallClock } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { MomentBox } from '#core/web/ui/MomentBox.tsx'
import { briefTexts } from '#features/hiring/web/texts.ts'
import type { BriefDesk } from './autosave.ts'
import { BriefField, fieldOf } from './BriefField.tsx'

const spoken = texts(briefTexts)

/** The day, and from when to when. */
export function TimeFields({ desk }: { desk: BriefDesk }) {
  const { t } = useTexts(spoken)
  const { calendarDay } = useFormat()
  const day = fieldOf<string>(desk, 'event.day')
  const today = wallClock(new Date(), String(desk.values['event.zone'] ?? DEFAULT_ZONE)).day
  return (
    <div className="grid grid-cols-2 gap-5 sm:grid-cols-[1.4fr_1fr_1fr]">
      <BriefField path="event.day" className="col-span-2 sm:col-span-1">
        <MomentBox
          {...day}
          type="date"
          label={t('order.brief.fields.event.day')}
          isRequired
          min={today}
          // The browser writes days in its own language's order; in words there is no mistaking them.
          description={day.value && calendarDay(day.value, 'full')}
        />
      </BriefField>
      <BriefField path="event.starts">
        <MomentBox
          {...fieldOf<string>(desk, 'event.starts')}
          type="time"
          label={t('order.brief.fields.event.starts')}
          isRequired
        />
      </BriefField>
      <BriefField path="event.ends">
        <MomentBox
          {...fieldOf<string>(desk, 'event.ends')}
          type="time"
          label={t('order.brief.fields.event.ends')}
          isRequired
        />
      </BriefField>
      <Duration desk={desk} />
    </div>
  )
}

/** How long that is, and that it ends after midnight, before anybody is surprised. */
function Duration({ desk }: { desk: BriefDesk }) {
  const { t } = useTexts(spoken)
  const day = desk.values['event.day'] as string | null | undefined
  const starts = desk.values['event.starts'] as string | null | undefined
  const ends = desk.values['event.ends'] as string | null | undefined
  if (!starts || !ends || desk.errors['event.ends']) return null
  const zone = (desk.values['event.zone'] as string | null | undefined) ?? DEFAULT_ZONE
  const span = spanOf(day ?? '2026-01-15', starts, ends, zone)
  const minutes = Math.round((span.ends_at.getTime() - span.starts_at.getTime()) / 60_000)
  return (
    <p className="col-span-full -mt-2 flex items-center gap-2 text-sm text-ink-2" aria-live="polite">
      <Clock aria-hidden className="size-4 shrink-0" />
      <span className="tabular-nums">
        {starts}–{ends}
      </span>
      {t(ends <= starts ? 'order.brief.lasts_overnight' : 'order.brief.lasts', {
        hours: Math.floor(minutes / 60),
        minutes: String(minutes % 60).padStart(2, '0'),
      })}
    </p>
  )
}
