import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { wallClock } from '#core/contract/time.ts'
import { ask, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type LessonModality, MOST_IN_SERIES } from '../../contract.ts'
import { StartPicker } from '../../finding/web/StartPicker.tsx'
import { LessonTime } from '../../web/LessonTime.tsx'
import { ownZone } from '../../web/ownZone.ts'
import { bookingTexts, lessonRefusals, lessonTexts } from '../../web/texts.ts'
import { bookSeries, checkSeries, type LessonPackage, type SeriesDate } from '../contract.ts'
import { LESSON_PAGES } from './refreshes.ts'

const spoken = texts(lessonTexts, bookingTexts, lessonRefusals)

/** A weekly series that a package pays: the first start, how many weeks, and what takes the place of dates that collide. */
export function SeriesForm({
  pack,
  modality,
  teacher_zone,
}: {
  pack: LessonPackage
  /** null: still to be said. */
  modality: LessonModality | null
  teacher_zone: string
}) {
  const { t } = useTexts(spoken)
  const most = Math.min(pack.left, MOST_IN_SERIES)
  const [first, setFirst] = useState<string | null>(null)
  const [weeks, setWeeks] = useState(most)
  return (
    <div className="flex flex-col gap-5">
      <p className="text-ink-2">{t('lessons.series.text', { count: pack.left })}</p>
      <StartPicker service_id={pack.service_id} zone={ownZone()} chosen={first} onChoose={setFirst} />
      <SelectBox
        label={t('lessons.series.weeks')}
        className="max-w-60"
        options={Array.from({ length: most }, (_, n) => ({
          value: String(n + 1),
          label: t('lessons.series.lessons', { count: n + 1 }),
        }))}
        value={String(weeks)}
        onChange={(value) => setWeeks(Number(value))}
      />
      {first && (
        <Dates
          key={`${first} ${weeks}`}
          pack={pack}
          first={first}
          weeks={weeks}
          modality={modality}
          teacher_zone={teacher_zone}
        />
      )}
    </div>
  )
}

function Dates({
  pack,
  first,
  weeks,
  modality,
  teacher_zone,
}: {
  pack: LessonPackage
  first: string
  weeks: number
  modality: LessonModality | null
  teacher_zone: string
}) {
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  const zone = ownZone()
  const { date: dayOf, time } = useFormat()
  const checked = useQuery(ask(checkSeries, { query: { package: pack.id, first, weeks } }))
  // What takes the place of a date; '': that week is left out.
  const [instead, setInstead] = useState<Readonly<Record<string, string>>>({})
  const book = useMutation(
    tell(bookSeries, {
      refreshes: [...LESSON_PAGES, checkSeries],
      // Before the desk is asked again: it has no credit left then, and this form goes with the last one.
      onTold: () => {
        toast.success(t('lessons.series.asked'))
        void navigate('/calendar')
      },
    }),
  )
  return (
    <Loaded query={checked} waiting={<Skeleton className="h-48" />} failed={t('lessons.series.failed')}>
      {({ dates, zone: their }) => {
        const startOf = ({ starts_at, obstacle, offers }: SeriesDate) =>
          obstacle === null ? starts_at : (instead[starts_at] ?? offers[0] ?? '')
        const starts = dates.map(startOf).filter(Boolean)
        // One of the two clocks changes meanwhile where they aren't as far apart at every start.
        const apart = new Set(
          starts.map(
            (start) => (wallClock(start, zone).minutes - wallClock(start, their).minutes + 1440) % 1440,
          ),
        )
        return (
          <form
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              if (modality) book.mutate({ body: { package_id: pack.id, starts, modality, note: '' } })
            }}
          >
            {apart.size > 1 && (
              <p role="note" className="rounded-control bg-warn-tint p-3 text-warn">
                {t('lessons.series.clocks')}
              </p>
            )}
            <ol className="flex flex-col divide-y divide-line">
              {dates.map((date) => (
                <li key={date.starts_at} className="flex flex-wrap items-start justify-between gap-3 py-3">
                  <LessonTime starts_at={date.starts_at} zone={zone} other={teacher_zone} />
                  {date.obstacle === null ? (
                    <Badge tone="ok">{t('lessons.series.free')}</Badge>
                  ) : (
                    <div className="flex w-full flex-col gap-2">
                      <Badge tone="warn" className="self-start">
                        {t(`lessons.series.obstacles.${date.obstacle}`)}
                      </Badge>
                      <SelectBox
                        label={t('lessons.series.instead')}
                        options={[
                          ...date.offers.map((offer) => ({
                            value: offer,
                            label: t('lessons.when', {
                              date: dayOf(offer, zone, 'full'),
                              time: time(offer, zone),
                            }),
                          })),
                          { value: 'none', label: t('lessons.series.leave_out') },
                        ]}
                        value={startOf(date) || 'none'}
                        onChange={(value) =>
                          setInstead({ ...instead, [date.starts_at]: value === 'none' ? '' : value })
                        }
                      />
                    </div>
                  )}
                </li>
              ))}
            </ol>
            {!modality && <p className="text-warn">{t('errors.lessons.modality')}</p>}
            <FormError>{book.error?.message}</FormError>
            <Button
              type="submit"
              isDisabled={starts.length === 0 || !modality}
              isPending={book.isPending}
              className="self-start"
            >
              {t('lessons.series.ask', { count: starts.length })}
            </Button>
          </form>
        )
      }}
    </Loaded>
  )
}
