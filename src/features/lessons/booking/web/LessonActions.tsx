import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { later } from '#core/web/ui/later.tsx'
import { lessonTexts, oneLessonTexts } from '../../web/texts.ts'
import { type Lesson, stepLesson, TAKEN_STEPS, type TakenStep } from '../contract.ts'
import { ReasonField } from './ReasonField.tsx'
import { LESSON_PAGES } from './refreshes.ts'
import { substituteTexts } from './texts.ts'

const spoken = texts(lessonTexts, oneLessonTexts, substituteTexts)

// A desk with a lesson on it carries neither the choosing of another time nor that of another teacher.
const MoveDialog = later(async () => (await import('./MoveDialog.tsx')).MoveDialog)
const SubstituteDialog = later(async () => (await import('./SubstituteDialog.tsx')).SubstituteDialog)

/** Steps that are asked about once more, because something is lost by them. */
const ASKED: readonly TakenStep[] = [
  'decline',
  'cancel_as_student',
  'cancel_as_teacher',
  'miss_as_student',
  'miss_as_teacher',
]
/** Those of them that take a word to the other side. */
const SAID: readonly TakenStep[] = ['decline', 'cancel_as_student', 'cancel_as_teacher']

/** What may be done with a lesson now, as buttons. */
export function LessonActions({
  lesson,
  zone,
  isAlone,
}: {
  lesson: Lesson
  zone: string
  /** On its own page, where another teacher is proposed too. */
  isAlone: boolean
}) {
  const { t } = useTexts(spoken)
  const [asking, setAsking] = useState<TakenStep | null>(null)
  const [isMoving, setMoving] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  const [reason, setReason] = useState('')
  const take = useMutation(
    tell(stepLesson, {
      refreshes: LESSON_PAGES,
      onTold: (_, { body }) => {
        setAsking(null)
        if (body) toast.success(t(`lessons.done.${body.step}`))
      },
    }),
  )
  const steps = TAKEN_STEPS.filter((step) => lesson.steps.includes(step))
  const canMove = lesson.steps.includes('reschedule')
  const canReplace = isAlone && lesson.substitutable
  if (steps.length === 0 && !canMove && !canReplace) return null
  const go = (step: TakenStep) =>
    take.mutate({ params: { id: lesson.id }, body: { step, reason: reason.trim() } })
  const cost =
    asking === 'cancel_as_student'
      ? t(lesson.late ? 'lessons.costs.late' : 'lessons.costs.nothing')
      : asking === 'cancel_as_teacher' && lesson.state === 'accepted'
        ? t('lessons.asks.cancel_unpaid')
        : asking && t(`lessons.asks.${asking}` as 'lessons.asks.decline')
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-3">
        {steps.map((step) => (
          <Button
            key={step}
            variant={step === 'accept' || step === 'confirm' ? 'primary' : 'secondary'}
            isPending={take.isPending && take.variables?.body?.step === step}
            onPress={() => {
              if (!ASKED.includes(step)) return go(step)
              take.reset()
              setReason('')
              setAsking(step)
            }}
          >
            {t(`lessons.steps.${step}`)}
          </Button>
        ))}
        {canMove && (
          <Button variant="secondary" onPress={() => setMoving(true)}>
            {t('lessons.steps.reschedule')}
          </Button>
        )}
        {canReplace && (
          <Button variant="secondary" onPress={() => setReplacing(true)}>
            {t('instead.open')}
          </Button>
        )}
      </div>
      {!asking && <FormError>{take.error?.message}</FormError>}
      {asking && (
        <FormDialog
          title={t(`lessons.steps.${asking}`)}
          closeLabel={t('lessons.close')}
          cancelLabel={t('lessons.back')}
          submitLabel={t(`lessons.steps.${asking}`)}
          isSubmitting={take.isPending}
          isDangerous
          error={take.error?.message}
          onClose={() => setAsking(null)}
          onSubmit={(event) => {
            event.preventDefault()
            go(asking)
          }}
        >
          <p>{cost}</p>
          {SAID.includes(asking) && (
            <ReasonField label={t('lessons.reason')} value={reason} onChange={setReason} />
          )}
        </FormDialog>
      )}
      <Suspense fallback={null}>
        {isMoving && <MoveDialog lesson={lesson} zone={zone} onClose={() => setMoving(false)} />}
        {isReplacing && <SubstituteDialog lesson={lesson} zone={zone} onClose={() => setReplacing(false)} />}
      </Suspense>
    </div>
  )
}
