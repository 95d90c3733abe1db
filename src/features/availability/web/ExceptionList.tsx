import { useMutation } from '@tanstack/react-query'
import { CalendarPlus, CalendarX2, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { FocusPlace } from '#core/web/ui/FocusPlace.tsx'
import {
  type Availability,
  type Exception,
  readAvailability,
  readMonth,
  removeException,
} from '../contract.ts'
import { todayIn } from '../rules.ts'
import { ExceptionDialog } from './ExceptionDialog.tsx'
import { availabilityTexts } from './texts.ts'
import { useSpan } from './useSpan.ts'

const spoken = texts(availabilityTexts)

/** The days that differ from the week. */
export function ExceptionList({ availability }: { availability: Availability }) {
  const { t } = useTexts(spoken)
  const { zone, editable, exceptions } = availability
  const span = useSpan(zone)
  const [isAdding, setAdding] = useState(false)
  const [going, setGoing] = useState<Exception | null>(null)
  const remove = useMutation(tell(removeException, { refreshes: [readAvailability, readMonth] }))
  return (
    <FocusPlace>
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
                  <Badge
                    tone={exception.kind === 'available' ? 'ok' : 'neutral'}
                    icon={
                      exception.kind === 'available' ? (
                        <CalendarPlus aria-hidden />
                      ) : (
                        <CalendarX2 aria-hidden />
                      )
                    }
                  >
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
          <ExceptionDialog zone={zone} today={todayIn(new Date(), zone)} onClose={() => setAdding(false)} />
        )}
        <ConfirmDialog
          title={t('exceptions.remove_title')}
          confirmLabel={t('exceptions.remove_now')}
          cancelLabel={t('exceptions.cancel')}
          isOpen={going !== null}
          onOpenChange={(open) => {
            if (!open) setGoing(null)
          }}
          isPending={remove.isPending}
          isDangerous
          onConfirm={() => {
            if (going)
              remove.mutate(
                { params: { id: going.id } },
                {
                  onSuccess: () => toast.success(t('exceptions.removed')),
                  onError: (error) => toast.error(error.message),
                  onSettled: () => setGoing(null),
                },
              )
          }}
        >
          {going && `${span(going)}. ${t('exceptions.remove_text')}`}
        </ConfirmDialog>
      </Card>
    </FocusPlace>
  )
}
