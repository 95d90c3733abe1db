import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useId, useRef } from 'react'
import { refresh, unreached } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { fetched } from '#core/web/ui/later.tsx'
import { UPLOAD_MAX } from '#features/files/contract.ts'
import { FilePick } from '#features/files/web/FilePick.tsx'
import { RetryButton } from '#features/files/web/RetryButton.tsx'
import { Uploading } from '#features/files/web/Uploading.tsx'
import { upload } from '#features/files/web/upload.ts'
import { useUpload } from '#features/files/web/useUpload.ts'
import { addScore, type LessonScore, listScores, MOST_SCORES, PAGES_MAX } from '../contract.ts'
import { scoreTexts } from './texts.ts'

const spoken = texts(scoreTexts)

/** Brings a PDF to a lesson: read here first, so that what can't be opened isn't sent. */
export function ScoreUpload({
  lesson_id,
  brought,
  onAdded,
}: {
  lesson_id: number
  /** How many the two have brought to it. */
  brought: number
  onAdded: (score: LessonScore) => void
}) {
  const { t } = useTexts(spoken)
  const id = useId()
  const client = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const { share, error, failed, send, stop, say, button } = useUpload<File>(
    async (file, onProgress, signal) => {
      const to = { params: { id: lesson_id } }
      const added = await upload(addScore, to, { file, name: file.name }, onProgress, signal)
      void refresh(client, [listScores])
      onAdded(added)
    },
  )
  const choose = async (file: File) => {
    if (brought >= MOST_SCORES) return say(t('scores.upload.many', { count: MOST_SCORES }))
    const reader = await fetched(() => import('./pdf.ts')).catch(() => null)
    if (!reader) return say(unreached().message)
    try {
      const pages = await reader.pagesOf(file)
      if (pages > PAGES_MAX) return say(t('scores.long', { pages, most: PAGES_MAX }))
    } catch (problem) {
      return say(t(`scores.${reader.problemOf(problem)}`))
    }
    await send(file)
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <FilePick
        ref={field}
        accept="application/pdf"
        max={UPLOAD_MAX}
        say={say}
        onChoose={([file]) => void choose(file)}
        data-score-input
      />
      {share !== null && <Uploading share={share} preparing={t('scores.upload.preparing')} onStop={stop} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          ref={button}
          variant="secondary"
          icon={<Upload aria-hidden />}
          aria-describedby={id}
          isDisabled={share !== null}
          onPress={() => field.current?.click()}
        >
          {t('scores.upload.button')}
        </Button>
        <RetryButton failed={failed} onRetry={(file) => void send(file)} />
      </div>
      <p id={id} className="text-sm text-ink-2">
        {t('scores.upload.limits', { mb: UPLOAD_MAX / 1024 / 1024, pages: PAGES_MAX, count: MOST_SCORES })}
      </p>
      <p role="alert" className="text-sm font-medium text-bad empty:hidden">
        {error}
      </p>
    </div>
  )
}
