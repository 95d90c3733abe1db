import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { StartPicker } from '../../finding/web/StartPicker.tsx'
import { LessonTime } from '../../web/LessonTime.tsx'
import { bookingTexts, lessonTexts } from '../../web/texts.ts'
import { type Lesson, moveLesson } from '../contract.ts'
import { LESSON_PAGES } from './refreshes.ts'

const spoken = texts(lessonTexts, bookingTexts)

/** Another start for a lesson, among those that are free. */
export function MoveDialog({ lesson, zone, onClose }: { lesson: Lesson; zone: string; onClose: () => void }) {
  const { t } = useTexts(spoken)
  const [chosen, setChosen] = useState<string | null>(null)
  const move = useMutation(
    tell(moveLesson, {
      refreshes: LESSON_PAGES,
      onTold: () => {
        toast.success(t('lessons.move.moved'))
        onClose()
      },
    }),
  )
  return (
    <FormDialog
      title={t('lessons.move.title')}
      closeLabel={t('lessons.close')}
      cancelLabel={t('lessons.back')}
      submitLabel={t('lessons.move.submit')}
      isSubmitting={move.isPending}
      isDisabled={chosen === null}
      error={move.error?.message}
      maxWidth={640}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen) move.mutate({ params: { id: lesson.id }, body: { starts_at: chosen } })
      }}
    >
      <p>
        {t('lessons.move.from')} <LessonTime starts_at={lesson.starts_at} zone={zone} other={lesson.zone} />
      </p>
      <StartPicker service_id={lesson.service_id} zone={zone} chosen={chosen} onChoose={setChosen} />
    </FormDialog>
  )
}
