import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import { refresh, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { later } from '#core/web/ui/later.tsx'
import { type Assignment, stepAssignment } from '../contract.ts'
import { isOver } from '../rules.ts'
import { ASSIGNMENT_PAGES } from './refreshes.ts'
import { Due, StateBadge } from './Standing.tsx'
import { assignmentTexts } from './texts.ts'

const spoken = texts(assignmentTexts)

const DraftDialog = later(async () => (await import('./DraftDialog.tsx')).DraftDialog)

/** Steps in the order of their buttons, with how each looks. */
const STEPS = [
  ['turn_in', 'primary'],
  ['accept', 'primary'],
  ['return', 'secondary'],
  ['withdraw', 'danger'],
] as const
type Step = (typeof STEPS)[number][0]

/** What is to be done, how it stands, and what the reader can do with it now. */
export function Task({ assignment }: { assignment: Assignment }) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const client = useQueryClient()
  const [isChanging, setChanging] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { id, side, state, steps } = assignment
  const take = useMutation({
    ...tell(stepAssignment, {
      refreshes: ASSIGNMENT_PAGES,
      onTold: (_, { body }) => {
        setAsking(false)
        if (body) toast.success(t(`assignments.done.${body.step}`))
      },
    }),
    // The other side may have been quicker: what is shown is how it stands.
    onError: () => void refresh(client, ASSIGNMENT_PAGES),
  })
  const go = (step: Step) => take.mutate({ params: { id }, body: { step } })
  const days = [
    ['given_on', assignment.given_at],
    ['turned_in_on', assignment.turned_in_at],
    [state === 'withdrawn' ? 'withdrawn_on' : 'ended_on', assignment.ended_at],
  ] as const
  return (
    <Card
      title={t('assignments.task')}
      action={
        side === 'teacher' &&
        !isOver(assignment) && (
          <Button variant="quiet" size="sm" icon={<Pencil aria-hidden />} onPress={() => setChanging(true)}>
            {t('assignments.draft.change')}
          </Button>
        )
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <StateBadge assignment={assignment} />
        <Due assignment={assignment} />
      </div>
      <p className={`mt-4 wrap-anywhere ${assignment.text ? 'whitespace-pre-line' : 'text-ink-2'}`}>
        {assignment.text || t('assignments.no_text')}
      </p>
      <p className="mt-4 text-sm text-ink-2">
        {days
          .flatMap(([key, at]) =>
            at === null ? [] : t(`assignments.${key}`, { date: date(at, undefined, 'day') }),
          )
          .join(' · ')}
      </p>
      <div className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
        <p>{t(`assignments.next.${side}.${state}`)}</p>
        {steps.length > 0 && (
          <div className="flex flex-wrap gap-3">
            {STEPS.filter(([step]) => steps.includes(step)).map(([step, variant]) => (
              <Button
                key={step}
                variant={variant}
                isPending={take.isPending && take.variables.body?.step === step}
                isDisabled={take.isPending && take.variables.body?.step !== step}
                onPress={() => {
                  if (step !== 'withdraw') return go(step)
                  take.reset()
                  setAsking(true)
                }}
              >
                {t(`assignments.steps.${step}`)}
              </Button>
            ))}
          </div>
        )}
        {!isAsking && <FormError>{take.error?.message}</FormError>}
      </div>
      <ConfirmDialog
        title={t('assignments.withdraw.title')}
        confirmLabel={t('assignments.steps.withdraw')}
        cancelLabel={t('assignments.withdraw.keep')}
        isOpen={isAsking}
        onOpenChange={setAsking}
        isPending={take.isPending}
        isDangerous
        onConfirm={() => go('withdraw')}
      >
        {t('assignments.withdraw.text')}
        <FormError className="mt-3">{take.error?.message}</FormError>
      </ConfirmDialog>
      {isChanging && (
        <Suspense fallback={null}>
          <DraftDialog assignment={assignment} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </Card>
  )
}
