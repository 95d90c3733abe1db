import { Paperclip } from 'lucide-react'
import { useId, useRef } from 'react'
import type { Endpoint, ReplyOf } from '#core/contract/endpoint.ts'
import type { InputOf } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ATTACHMENT_TYPES, UPLOAD_MAX } from '../contract.ts'
import { type Attached, AttachedFiles } from './AttachedFiles.tsx'
import { RetryButton } from './RetryButton.tsx'
import { attachTexts, fileRefusals } from './texts.ts'
import { Uploading } from './Uploading.tsx'
import { upload } from './upload.ts'
import { useUpload } from './useUpload.ts'

const spoken = texts(attachTexts, fileRefusals)

const MB = UPLOAD_MAX / 1024 / 1024

/** Uploads files one after the other, and lists them until what they go with is sent. */
export function AttachFiles<E extends Endpoint>({
  to,
  input,
  files,
  most,
  onChange,
  onBusy,
}: {
  /** Where they are uploaded; it answers what was. */
  to: E
  input: InputOf<E>
  files: readonly Attached[]
  most: number
  onChange: (change: (before: readonly Attached[]) => readonly Attached[]) => void
  /** While one is on its way nothing should be sent. */
  onBusy?: (isBusy: boolean) => void
}) {
  const { t } = useTexts(spoken)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { share, error, failed, stop, say, button, send } = useUpload<File>(
    async (file, onProgress, signal) => {
      onBusy?.(true)
      try {
        const added = (await upload(to, input, { file, name: file.name }, onProgress, signal)) as ReplyOf<E> &
          Attached
        onChange((before) => [...before, { id: added.id, name: added.name }])
      } finally {
        onBusy?.(false)
      }
    },
  )
  const choose = (file: File | undefined) => {
    if (field.current) field.current.value = ''
    if (!file) return
    if (files.length >= most) say(t('attach.many', { count: most }))
    else if (file.size > UPLOAD_MAX) say(t('common:errors.files.too_large', { mb: MB }))
    else void send(file)
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <input
        ref={field}
        type="file"
        accept={ATTACHMENT_TYPES.join(',')}
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
        data-attach-input
        onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
      />
      <AttachedFiles
        files={files}
        onRemove={(removed) => {
          onChange((before) => before.filter(({ id }) => id !== removed))
          button.current?.focus()
        }}
      />
      {share !== null && <Uploading share={share} preparing={t('attach.preparing')} onStop={stop} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          ref={button}
          variant="secondary"
          size="sm"
          icon={<Paperclip aria-hidden />}
          aria-describedby={id}
          isDisabled={share !== null}
          onPress={() => field.current?.click()}
        >
          {t('attach.button')}
        </Button>
        <RetryButton failed={failed} onRetry={(file) => void send(file)} size="sm" />
      </div>
      <p id={id} className="text-sm text-ink-2">
        {t('attach.limits', { count: most, mb: MB })}
      </p>
      <p role="alert" className="text-sm font-medium text-bad empty:hidden">
        {error}
      </p>
    </div>
  )
}
