import { useMutation } from '@tanstack/react-query'
import { Check, Clock, TriangleAlert } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { refresh, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { useNow } from '#core/web/now.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { later } from '#core/web/ui/later.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import type { EventDay } from '../contract.day.ts'
import { type EventDetail, undoReport } from '../contract.ts'
import { isInDay, UNDO_MS } from '../rules.day.ts'
import { isOver } from '../rules.ts'
import { DayList } from './DayList.tsx'
import { sayArrived, waitingArrival } from './offline.ts'
import { dayTexts } from './texts.ts'

const spoken = texts(dayTexts)

const ReportDialog = later(async () => (await import('./ReportDialog.tsx')).ReportDialog)

/** The day of an event: who has arrived, comes late or has a problem, and the buttons to say so. */
export function DayCard({
  event,
  day,
  refreshes,
  as,
}: {
  event: EventDetail
  day: EventDay
  refreshes: readonly Endpoint[]
  as: 'h2' | 'h3'
}) {
  const { t } = useTexts(spoken)
  const { date, time, nameOf } = useFormat()
  const now = useNow()
  const own = event.performers.filter(({ mine }) => mine)
  const [chosen, setChosen] = useState<number | null>(null)
  const project_id = event.side === 'hunter' ? null : (chosen ?? own[0]?.project_id ?? null)
  const [asking, setAsking] = useState<'late' | 'problem' | null>(null)
  const [said, setSaid] = useState<number | null>(null)
  const [isOpen, isBefore] = [isInDay(day, now) && !isOver(event.state), now.getTime() < Date.parse(day.from)]
  const isHere = day.reports.some(
    (one) => one.mine && one.kind === 'arrived' && one.project_id === project_id,
  )

  // What was just said can be taken back for ten seconds.
  useEffect(() => {
    if (said === null) return
    const timer = setTimeout(() => setSaid(null), UNDO_MS)
    return () => clearTimeout(timer)
  }, [said])
  const onSaid = (reply: EventDetail) => {
    const mine = (reply.day?.reports ?? []).filter((one) => one.mine).map(({ id }) => id)
    setSaid(mine.length > 0 ? Math.max(...mine) : null)
    toast.success(t('events.day.said'))
  }
  const onError = (error: Error) => toast.error(error.message)
  const arrive = useMutation({
    mutationFn: () => sayArrived(event.id, project_id),
    // Without connection it isn't kept waiting, but stored.
    networkMode: 'always',
    onSuccess: (reply, _input, _result, { client }) => {
      if (!reply) return
      onSaid(reply)
      return refresh(client, refreshes)
    },
    onError,
  })
  const waiting = waitingArrival(event.id, project_id)
  const undo = useMutation(tell(undoReport, { refreshes, onTold: () => setSaid(null), atOnce: true }))
  return (
    <Card title={t('events.day.title')} as={as}>
      <div className="flex flex-col gap-4">
        {isBefore && (
          <p className="text-ink-2">
            {t('events.day.before', {
              date: date(day.from, event.zone, 'full'),
              time: time(day.from, event.zone),
            })}
          </p>
        )}
        {isOpen && (
          <>
            <p className="text-ink-2">{t('events.day.intro')}</p>
            {own.length > 1 && (
              <SegmentedControl
                label={t('events.day.as')}
                value={String(project_id)}
                options={own.map((one) => ({ value: String(one.project_id), label: nameOf(one.name) }))}
                onChange={(value) => setChosen(Number(value))}
              />
            )}
            <div className="flex flex-wrap gap-3">
              <Button
                icon={<Check aria-hidden />}
                isDisabled={isHere || waiting !== null}
                isPending={arrive.isPending}
                onPress={() => arrive.mutate()}
              >
                {t('events.day.arrived')}
              </Button>
              <Button variant="secondary" icon={<Clock aria-hidden />} onPress={() => setAsking('late')}>
                {t('events.day.late')}
              </Button>
              <Button
                variant="secondary"
                icon={<TriangleAlert aria-hidden />}
                onPress={() => setAsking('problem')}
              >
                {t('events.day.problem')}
              </Button>
              {said !== null && (
                <Button
                  variant="quiet"
                  isPending={undo.isPending}
                  onPress={() => undo.mutate({ params: { id: event.id, report: said } }, { onError })}
                >
                  {t('events.day.undo')}
                </Button>
              )}
            </div>
            <p role="status" className={waiting ? 'text-sm text-warn' : 'sr-only'}>
              {waiting && t('events.offline.waiting', { time: time(waiting, event.zone) })}
            </p>
          </>
        )}
        {!isBefore && <DayList event={event} reports={day.reports} />}
      </div>
      {asking && (
        <Suspense>
          <ReportDialog
            kind={asking}
            event_id={event.id}
            project_id={project_id}
            refreshes={refreshes}
            onSaid={onSaid}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      )}
    </Card>
  )
}
