import { CalendarPlus, CalendarX2, Music2, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import type { Availability, Exception, ExceptionKind } from '../contract.ts'
import { todayIn } from '../rules.ts'
import { ExceptionDialog } from './ExceptionDialog.tsx'
import { RemoveException } from './RemoveException.tsx'
import { availabilityTexts } from './texts.ts'
import { useSpan } from './useSpan.ts'

const spoken = texts(availabilityTexts)

const ICONS: Record<ExceptionKind, ReactNode> = {
  available: <CalendarPlus aria-hidden />,
  blocked: <CalendarX2 aria-hidden />,
  gig: <Music2 aria-hidden />,
}

/** The days that differ from the week. */
export function ExceptionList({ availability }: { availability: Availability }) {
  const { t } = useTexts(spoken)
  const { zone, editable, exceptions } = availability
  const span = useSpan(zone)
  const [isAdding, setAdding] = useState(false)
  const [going, setGoing] = useState<Exception | null>(null)
  return (
    <Card
      title={t('exceptions.title')}
      action={
        editable && (
          <Button variant="secondary" size="sm" icon={<Plus aria-hidden />} onPress={() => setAdding(true)}>
            {t('exceptions.add')}
          </Button>
        )
      }
    >
      <p className="mb-4 text-ink-2">{t('exceptions.text')}</p>
      {exceptions.length === 0 ? (
        <p className="text-ink-3">{t('exceptions.none')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {exceptions.map((exception) => (
            <li key={exception.id} className="flex items-start gap-3 py-3">
              <div className="min-w-0 flex-1">
                <p className="mb-1.5 font-semibold">{span(exception)}</p>
                <Badge tone={exception.kind === 'available' ? 'ok' : 'neutral'} icon={ICONS[exception.kind]}>
                  {t(`exceptions.${exception.kind}`)}
                </Badge>
                {exception.reason && (
                  <p className="mt-1.5 text-sm wrap-anywhere text-ink-2">{exception.reason}</p>
                )}
              </div>
              {editable && (
                <Button
                  variant="quiet"
                  size="sm"
                  isIconOnly
                  icon={<Trash2 aria-hidden />}
                  aria-label={t('exceptions.remove', { date: span(exception) })}
                  onPress={() => setGoing(exception)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <ExceptionDialog
          zone={zone}
          today={todayIn(new Date(), zone)}
          isPersonal={availability.project_id === null}
          onClose={() => setAdding(false)}
        />
      )}
      <RemoveException exception={going} zone={zone} onClose={() => setGoing(null)} />
    </Card>
  )
}
