import { Controller, useFormContext } from 'react-hook-form'
import { wallClock } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { DatePicker } from '#core/web/ui/aria/DatePicker.tsx'
import { TimeField } from '#core/web/ui/aria/TimeField.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { type ReplyBy, replyByIn, type Wait, waitWithin } from './replyBy.ts'
import { talentTexts } from './texts.ts'

const spoken = texts(talentTexts)

/** Until when whoever is asked may answer: so many hours, or a day and an hour. In a form that holds a `ReplyBy`. */
export function ReplyByFields({ waits, zone }: { waits: readonly Wait[]; zone: string }) {
  const { t } = useTexts(spoken)
  const { date, time } = useFormat()
  const { control, setValue, watch } = useFormContext<ReplyBy>()
  const [chosen, day, hour] = watch(['wait', 'reply_by', 'hour'])
  const wait = waitWithin(chosen, waits)
  const now = Date.now()
  const reply_by = replyByIn({ wait, reply_by: day, hour }, now, zone)
  return (
    <div className="grid gap-2">
      <p className="text-sm font-semibold">{t('order.talent.reply_by')}</p>
      <SegmentedControl<Wait>
        label={t('order.talent.reply_by')}
        value={wait}
        onChange={(next) => setValue('wait', next)}
        options={[
          ...waits.map((value) => ({ value, label: t('order.talent.hours', { count: Number(value) }) })),
          { value: 'own' as const, label: t('order.talent.own_time') },
        ]}
      />
      {wait === 'own' && (
        <div className="grid grid-cols-[1.4fr_1fr] gap-4">
          <Controller
            control={control}
            name="reply_by"
            render={({ field, fieldState }) => (
              <DatePicker
                {...field}
                label={t('order.talent.reply_day')}
                minValue={wallClock(new Date(now), zone).day}
                errorMessage={fieldState.error?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="hour"
            render={({ field }) => <TimeField {...field} label={t('order.talent.reply_hour')} />}
          />
        </div>
      )}
      {reply_by && (
        <p className="text-sm text-ink-2">
          {t('order.talent.reply_by_said', { day: date(reply_by, zone, 'full'), time: time(reply_by, zone) })}
        </p>
      )}
    </div>
  )
}
