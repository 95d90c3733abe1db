import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ask, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type LessonScore, listScores, removeScore } from '../contract.ts'
import type { OpenScore } from './place.ts'
import { ScoreUpload } from './ScoreUpload.tsx'
import { scoreTexts } from './texts.ts'

const spoken = texts(scoreTexts)

/** What the two can open together, and a place to bring another. */
export function ScoreDialog({
  lesson_id,
  isOpen,
  onOpenChange,
  onChoose,
}: {
  lesson_id: number
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onChoose: (score: OpenScore) => void
}) {
  const { t } = useTexts(spoken)
  return (
    <Dialog
      title={t('scores.dialog.title')}
      closeLabel={t('scores.dialog.close')}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Choice lesson_id={lesson_id} onChoose={onChoose} />
    </Dialog>
  )
}

function Choice({ lesson_id, onChoose }: { lesson_id: number; onChoose: (score: OpenScore) => void }) {
  const { t } = useTexts(spoken)
  // Whatever came since: an assignment, a message, what the other brought.
  const query = useQuery({ ...ask(listScores, { params: { id: lesson_id } }), refetchOnMount: 'always' })
  return (
    <Loaded
      query={query}
      waiting={<Skeleton className="h-40 rounded-control" />}
      failed={t('scores.dialog.failed')}
    >
      {({ scores, brought }) => (
        <div className="flex flex-col gap-5">
          {scores.length === 0 ? (
            <p className="text-ink-2">{t('scores.dialog.none')}</p>
          ) : (
            <ul aria-label={t('scores.dialog.list')} className="flex flex-col divide-y divide-line">
              {scores.map((score) => (
                <Row
                  key={`${score.source}:${score.id}`}
                  lesson_id={lesson_id}
                  score={score}
                  onChoose={onChoose}
                />
              ))}
            </ul>
          )}
          <ScoreUpload lesson_id={lesson_id} brought={brought} onAdded={onChoose} />
        </div>
      )}
    </Loaded>
  )
}

function Row({
  lesson_id,
  score: { source, id, name, bytes, mine },
  onChoose,
}: {
  lesson_id: number
  score: LessonScore
  onChoose: (score: OpenScore) => void
}) {
  const { t } = useTexts(spoken)
  const { size } = useFormat()
  const [isGoing, setGoing] = useState(false)
  const remove = useMutation(
    tell(removeScore, {
      refreshes: [listScores],
      onTold: () => toast.success(t('scores.dialog.removed')),
    }),
  )
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-40 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-2">
          {t(`scores.dialog.${source}`)} · {size(bytes)}
        </p>
      </div>
      <Button variant="secondary" size="sm" onPress={() => onChoose({ source, id, name })}>
        {t('scores.dialog.choose')} <span className="sr-only">{name}</span>
      </Button>
      {mine && (
        <Button variant="quiet" size="sm" icon={<Trash2 aria-hidden />} onPress={() => setGoing(true)}>
          {t('scores.dialog.remove')} <span className="sr-only">{name}</span>
        </Button>
      )}
      <ConfirmDialog
        title={t('scores.dialog.remove_title', { name })}
        confirmLabel={t('scores.dialog.remove')}
        cancelLabel={t('scores.dialog.keep')}
        isOpen={isGoing}
        onOpenChange={setGoing}
        isPending={remove.isPending}
        isDangerous
        onConfirm={() => remove.mutate({ params: { id: lesson_id, file: id } })}
      >
        {t('scores.dialog.remove_text')}
        <FormError className="mt-3">{remove.error?.message}</FormError>
      </ConfirmDialog>
    </li>
  )
}
