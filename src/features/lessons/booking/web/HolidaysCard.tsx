import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, instantOf, wallClock } from '#core/contract/time.ts'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { PlainField } from '#core/web/ui/PlainField.tsx'
import { lessonTexts, teachingTexts } from '../../web/texts.ts'
import {
  addHoliday,
  type Holiday,
  type HolidayDraft,
  type HolidayPreview,
  previewHoliday,
  removeHoliday,
} from '../contract.teaching.ts'
import { LESSON_PAGES } from './refreshes.ts'

const spoken = texts(lessonTexts, teachingTexts)

/** When a teacher is away: series move behind their last lesson, credits wait. */
export function HolidaysCard({ holidays, zone }: { holidays: readonly Holiday[]; zone: string }) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const [days, setDays] = useState({ from: '', to: '' })
  const [asking, setAsking] = useState<{ body: HolidayDraft; preview: HolidayPreview } | null>(null)
  const preview = useMutation(tell(previewHoliday))
  const add = useMutation(tell(addHoliday, { refreshes: LESSON_PAGES }))
  const remove = useMutation(tell(removeHoliday, { refreshes: LESSON_PAGES }))
  const today = wallClock(new Date(), zone).day
  return (
    <Card title={t('lessons.holidays.title')}>
      <p className="mb-2 text-ink-2">{t('lessons.holidays.text')}</p>
      <p className="mb-4 text-ink-2">{t('lessons.holidays.late')}</p>
      {holidays.length > 0 && (
        <ul className="mb-4 flex flex-col divide-y divide-line">
          {holidays.map((one) => {
            const span = t('lessons.holidays.span', {
              from: date(one.from, zone, 'long'),
              to: date(new Date(Date.parse(one.to) - 1), zone, 'long'),
            })
            return (
              <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 py-2">
                <span>{span}</span>
                <Button
                  variant="quiet"
                  aria-label={t('lessons.holidays.remove_of', { span })}
                  isPending={remove.isPending}
                  onPress={() => remove.mutate({ params: { id: one.id } })}
                >
                  {t('lessons.holidays.remove')}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      <form
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!days.from || !days.to) return
          const body = {
            from: instantOf(days.from, '00:00', zone).toISOString(),
            // The last day counts.
            to: instantOf(addDays(days.to, 1), '00:00', zone).toISOString(),
          }
          add.reset()
          preview.mutate({ body }, { onSuccess: (found) => setAsking({ body, preview: found }) })
        }}
      >
        {(['from', 'to'] as const).map((name) => (
          <PlainField key={name} label={t(`lessons.holidays.${name}`)} isRequired>
            {({ className, ...control }) => (
              <input
                {...control}
                className={className}
                type="date"
                required
                min={name === 'to' && days.from ? days.from : today}
                value={days[name]}
                onChange={({ target }) => setDays({ ...days, [name]: target.value })}
              />
            )}
          </PlainField>
        ))}
        <div className="flex flex-col gap-3 sm:col-span-2">
          <FormError>{preview.error?.message ?? remove.error?.message}</FormError>
          <Button type="submit" variant="secondary" isPending={preview.isPending} className="self-start">
            {t('lessons.holidays.add')}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        title={t('lessons.holidays.ask')}
        confirmLabel={t('lessons.holidays.add')}
        cancelLabel={t('lessons.back')}
        isOpen={asking !== null}
        onOpenChange={(isOpen) => !isOpen && setAsking(null)}
        isPending={add.isPending}
        onConfirm={() =>
          asking &&
          add.mutate(
            { body: asking.body },
            {
              onSuccess: ({ moved, cancelled }) => {
                setAsking(null)
                setDays({ from: '', to: '' })
                toast.success(t('lessons.holidays.added', { moved, cancelled }))
              },
            },
          )
        }
      >
        {asking && <WhatFollows preview={asking.preview} />}
        <FormError className="mt-3">{add.error?.message}</FormError>
      </ConfirmDialog>
    </Card>
  )
}

/** What becomes of the lessons on days that a teacher is about to be away. */
export function WhatFollows({ preview }: { preview: HolidayPreview }) {
  const { t } = useTexts(spoken)
  const follows = (['moved', 'cancelled', 'against_you', 'given_more'] as const).filter(
    (name) => preview[name] > 0,
  )
  if (follows.length === 0) return <p>{t('lessons.holidays.none')}</p>
  return (
    <>
      <ul className="mb-3 flex list-disc flex-col gap-1 pl-5">
        {follows.map((name) => (
          <li key={name}>{t(`lessons.holidays.${name}`, { count: preview[name] })}</li>
        ))}
      </ul>
      <p>{t('lessons.holidays.told')}</p>
    </>
  )
}
