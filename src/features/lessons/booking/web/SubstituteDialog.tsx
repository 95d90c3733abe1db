import { useMutation, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { instantOf, wallClock } from '#core/contract/time.ts'
import { ask, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PlainField } from '#core/web/ui/PlainField.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { listSubstituteCandidates, proposeLessonSubstitute } from '../contract.substitutes.ts'
import type { Lesson } from '../contract.ts'
import { ReasonField } from './ReasonField.tsx'
import { LESSON_PAGES } from './refreshes.ts'
import { SubstituteFacts } from './SubstituteFacts.tsx'
import { substituteTexts } from './texts.ts'

const spoken = texts(substituteTexts)

/** A teacher asks another to give a lesson, or those of its series until a day, in their place. */
export function SubstituteDialog({
  lesson,
  zone,
  onClose,
}: {
  lesson: Lesson
  zone: string
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const { date, nameOf, time } = useFormat()
  const [day, setDay] = useState('')
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const [reason, setReason] = useState('')
  const [chosen, setChosen] = useState<number | null>(null)
  const first = wallClock(lesson.starts_at, zone).day
  const until = day >= first && day !== '' ? instantOf(day, '23:59', zone).toISOString() : undefined
  const found = useQuery(
    ask(listSubstituteCandidates, {
      params: { id: lesson.id },
      query: { ...(until ? { until } : {}), ...(q ? { q } : {}) },
    }),
  )
  const propose = useMutation(
    tell(proposeLessonSubstitute, {
      refreshes: LESSON_PAGES,
      onTold: () => {
        toast.success(t('instead.dialog.sent'))
        onClose()
      },
    }),
  )
  const isThere = found.data?.results.some((one) => one.service_id === chosen && one.free) ?? false
  return (
    <FormDialog
      title={t('instead.dialog.title')}
      closeLabel={t('instead.close')}
      cancelLabel={t('instead.back')}
      submitLabel={t('instead.dialog.send')}
      isSubmitting={propose.isPending}
      isDisabled={!isThere}
      error={propose.error?.message}
      maxWidth={560}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen === null) return
        propose.mutate({
          params: { id: lesson.id },
          body: { service_id: chosen, reason: reason.trim(), ...(until ? { until } : {}) },
        })
      }}
    >
      {lesson.kind === 'weekly' && (
        <PlainField label={t('instead.dialog.series')}>
          {({ className, ...control }) => (
            <input
              {...control}
              className={className}
              type="date"
              min={first}
              value={day}
              onChange={({ target }) => setDay(target.value)}
            />
          )}
        </PlainField>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <PlainField label={t('instead.dialog.search')} className="min-w-0 flex-1 basis-48">
          {({ className, ...control }) => (
            <input
              {...control}
              className={className}
              maxLength={100}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              onKeyDown={(event) => {
                // It looks for somebody; nobody is asked by it.
                if (event.key !== 'Enter') return
                event.preventDefault()
                setQ(typed.trim())
              }}
            />
          )}
        </PlainField>
        <Button variant="secondary" onPress={() => setQ(typed.trim())}>
          {t('instead.dialog.find')}
        </Button>
      </div>
      <Loaded query={found} waiting={<Skeleton lines={5} />} failed={t('instead.failed')}>
        {(data) => (
          <>
            <p className="text-ink-2">
              {t('instead.dialog.text', {
                until: `${date(data.reply_by, zone, 'day')}, ${time(data.reply_by, zone)}`,
              })}
            </p>
            {data.lessons > 1 && (
              <p className="font-semibold">{t('instead.dialog.count', { count: data.lessons })}</p>
            )}
            {data.results.length === 0 && (
              <p className="text-ink-2">{t(q ? 'instead.dialog.nobody' : 'instead.dialog.none')}</p>
            )}
            <ul aria-label={t('instead.dialog.who')} className="flex flex-col gap-2">
              {data.results.map((one) => (
                <li key={one.service_id} className="flex flex-wrap items-center gap-2">
                  <button
                    type="button"
                    aria-pressed={one.service_id === chosen}
                    disabled={!one.free}
                    onClick={() => setChosen(one.service_id)}
                    className={clsx(
                      'min-h-11 min-w-0 flex-1 basis-56 rounded-control border p-3 text-left',
                      one.service_id === chosen ? 'border-accent bg-accent-tint' : 'border-line',
                      one.free ? 'cursor-pointer hover:border-accent' : 'border-dashed',
                    )}
                  >
                    <SubstituteFacts substitute={one} />
                    {!one.free && (
                      <span className="block text-sm text-ink-2">{t('instead.dialog.busy')}</span>
                    )}
                  </button>
                  <Link
                    to={`/profile/musician/${one.project_id}`}
                    target="_blank"
                    className="inline-flex min-h-11 items-center font-medium text-accent"
                    aria-label={t('instead.dialog.profile_of', { name: nameOf(one.name) })}
                  >
                    {t('instead.dialog.profile')}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <ReasonField
        label={t('instead.dialog.reason')}
        description={t('instead.dialog.money')}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  )
}
