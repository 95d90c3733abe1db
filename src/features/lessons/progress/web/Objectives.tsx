import { useMutation } from '@tanstack/react-query'
import { Check, Pencil, Plus, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { later } from '#core/web/ui/later.tsx'
import { type LearnerObjective, type Progress, removeObjective, saveObjective } from '../contract.ts'
import { GOAL_PAGES } from './goalPages.ts'
import { progressTexts } from './texts.ts'
import { VouchedLine } from './VouchedLine.tsx'

const spoken = texts(progressTexts)

const ObjectiveDialog = later(async () => (await import('./ObjectiveDialog.tsx')).ObjectiveDialog)

/** What a student wants to reach: both they and who teaches them set it, and say that it is reached. */
export function Objectives({ progress, as }: { progress: Progress; as: 'student' | 'teacher' }) {
  const { t } = useTexts(spoken)
  /** One that is changed, or a new one. */
  const [open, setOpen] = useState<LearnerObjective | 'new' | null>(null)
  const { objectives, student, today, zone } = progress
  // What is still to be reached stands first.
  const sorted = [...objectives].sort((a, b) => Number(a.reached_at !== null) - Number(b.reached_at !== null))
  return (
    <Card
      title={t('progress.objectives.title')}
      action={
        <Button variant="quiet" size="sm" icon={<Plus aria-hidden />} onPress={() => setOpen('new')}>
          {t('progress.objectives.add')}
        </Button>
      }
    >
      {objectives.length === 0 ? (
        <EmptyState title={t('progress.objectives.empty')} as="h3">
          {t(as === 'student' ? 'progress.objectives.empty_text' : 'progress.objectives.empty_teacher_text')}
        </EmptyState>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {sorted.map((one) => (
            <Row
              key={one.id}
              objective={one}
              today={today}
              zone={zone}
              as={as}
              onChange={() => setOpen(one)}
            />
          ))}
        </ul>
      )}
      {open && (
        <Suspense fallback={null}>
          <ObjectiveDialog
            student_id={student.id}
            objective={open === 'new' ? null : open}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </Card>
  )
}

function Row({
  objective: { id, title, until, reached_at, vouched },
  today,
  zone,
  as,
  onChange,
}: {
  objective: LearnerObjective
  today: string
  zone: string
  as: 'student' | 'teacher'
  onChange: () => void
}) {
  const { t } = useTexts(spoken)
  const { calendarDay, date } = useFormat()
  const [isGoing, setGoing] = useState(false)
  const save = useMutation(tell(saveObjective, { refreshes: GOAL_PAGES }))
  const remove = useMutation(
    tell(removeObjective, {
      refreshes: GOAL_PAGES,
      onTold: () => toast.success(t('progress.objectives.removed')),
    }),
  )
  /** What was just pressed, until the server has said it. */
  const [wanted, setWanted] = useState<boolean | null>(null)
  const isReached = wanted ?? reached_at !== null
  const isLate = until !== null && until < today && !isReached
  const when =
    reached_at !== null
      ? t('progress.objectives.reached_on', { date: date(reached_at, zone, 'long') })
      : until === null
        ? t('progress.objectives.open')
        : t(isLate ? 'progress.objectives.late' : 'progress.objectives.by', {
            date: calendarDay(until, 'long'),
          })
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
      <label className="relative -m-2.5 grid size-11 shrink-0 cursor-pointer place-items-center">
        <input
          type="checkbox"
          checked={isReached}
          aria-label={t('progress.objectives.reach_of', { title })}
          onChange={({ target }) => {
            setWanted(target.checked)
            save.mutate(
              { params: { id }, body: { title, until, reached: target.checked } },
              { onSettled: () => setWanted(null) },
            )
          }}
          className="peer absolute inset-0 m-0 size-full cursor-pointer opacity-0"
        />
        <span
          aria-hidden
          className="grid size-5.5 place-items-center rounded-check border border-line-strong bg-surface text-transparent peer-checked:border-graph-ok peer-checked:bg-graph-ok peer-checked:text-surface peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus"
        >
          <Check className="size-4" strokeWidth={3} />
        </span>
      </label>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h3 className={`font-semibold wrap-anywhere ${isReached ? 'text-ink-2' : ''}`}>{title}</h3>
        <p className={`text-sm ${isReached ? 'text-ok' : isLate ? 'text-warn' : 'text-ink-2'}`}>{when}</p>
        {reached_at !== null && isReached && (
          <VouchedLine
            {...{ vouched, title, zone, as }}
            isPending={save.isPending}
            onConfirm={() =>
              save.mutate(
                { params: { id }, body: { title, until, reached: true } },
                { onSuccess: () => toast.success(t('progress.vouched.confirmed')) },
              )
            }
          />
        )}
        <FormError className="mt-2">{save.error?.message}</FormError>
      </div>
      <span className="-my-1 -mr-2 flex">
        <Button
          variant="quiet"
          isIconOnly
          icon={<Pencil aria-hidden />}
          aria-label={t('progress.objectives.change_of', { title })}
          onPress={onChange}
        />
        <Button
          variant="quiet"
          isIconOnly
          icon={<Trash2 aria-hidden />}
          aria-label={t('progress.objectives.remove_of', { title })}
          onPress={() => setGoing(true)}
        />
      </span>
      <ConfirmDialog
        title={t('progress.objectives.remove_title')}
        confirmLabel={t('progress.objectives.remove')}
        cancelLabel={t('progress.objectives.keep')}
        isOpen={isGoing}
        onOpenChange={setGoing}
        isPending={remove.isPending}
        isDangerous
        onConfirm={() => remove.mutate({ params: { id } })}
      >
        {title}
        <FormError className="mt-3">{remove.error?.message}</FormError>
      </ConfirmDialog>
    </li>
  )
}
