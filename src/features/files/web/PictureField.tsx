import { ImageUp, Trash2 } from 'lucide-react'
import { type Ref, Suspense, useId, useImperativeHandle, useRef, useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { later } from '#core/web/ui/later.tsx'
import { pictureUrl, UPLOAD_MAX, uploadFile } from '../contract.ts'
import { RetryButton } from './RetryButton.tsx'
import { fileRefusals, fileTexts } from './texts.ts'
import { Uploading } from './Uploading.tsx'
import { upload } from './upload.ts'
import { useUpload } from './useUpload.ts'

const spoken = texts(fileTexts, fileRefusals)

const CropDialog = later(async () => (await import('./CropDialog.tsx')).CropDialog)

/** A square picture: chosen, cropped and uploaded at once; the form holds its address. */
export function PictureField({
  label,
  name,
  value,
  onChange,
  onUploading,
  errorMessage,
  ref,
}: {
  label: string
  /** Whose picture it is; draws the waveform while there is none. */
  name: string
  value: string | null
  onChange: (url: string | null) => void
  /** Whether one is on its way: a form that is saved before it is here would be saved without it. */
  onUploading: (isUploading: boolean) => void
  errorMessage?: string | undefined
  /** What a form leads to when the picture is missing. */
  ref?: Ref<{ focus: () => void }>
}) {
  const { t } = useTexts(spoken)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const { share, error, failed, send, stop, say, button } = useUpload<Blob>(
    async (picture, onProgress, signal) => {
      const sent = { file: picture, name: 'picture.jpg' }
      onUploading(true)
      try {
        const { url } = await upload(uploadFile, {}, sent, onProgress, signal)
        onChange(url)
      } finally {
        onUploading(false)
      }
    },
  )
  useImperativeHandle(ref, () => ({ focus: () => button.current?.focus() }), [button])

  const choose = (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    if (file.size > UPLOAD_MAX) say(t('common:errors.files.too_large', { mb: UPLOAD_MAX / 1024 / 1024 }))
    else setChosen(file)
  }
  const fault = error ?? errorMessage
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and reset more than a named group
    <div role="group" aria-labelledby={`${id}-label`} className="flex flex-wrap items-center gap-5">
      <Avatar name={name} src={pictureUrl(value, 'medium')} size="xl" />
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-2">
        <span id={`${id}-label`} className="font-semibold">
          {label}
        </span>
        <span className="text-sm text-ink-2">{t('files.help', { mb: UPLOAD_MAX / 1024 / 1024 })}</span>
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          className="hidden"
          tabIndex={-1}
          aria-hidden="true"
          data-picture-input
          onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
        />
        {share === null ? (
          <div className="flex flex-wrap gap-2">
            <Button
              ref={button}
              variant="secondary"
              icon={<ImageUp aria-hidden />}
              onPress={() => input.current?.click()}
              aria-describedby={`${id}-fault`}
            >
              {t(value ? 'files.change' : 'files.choose')}
            </Button>
            <RetryButton failed={failed} onRetry={(file) => void send(file)} />
            {value && !failed && (
              <Button variant="quiet" icon={<Trash2 aria-hidden />} onPress={() => onChange(null)}>
                {t('files.remove')}
              </Button>
            )}
          </div>
        ) : (
          <Uploading share={share} preparing={t('files.preparing')} onStop={stop} />
        )}
        <p id={`${id}-fault`} role="alert" className="text-sm font-medium text-bad empty:hidden">
          {fault}
        </p>
      </div>
      {chosen && (
        <Suspense fallback={null}>
          <CropDialog
            file={chosen}
            onCancel={() => setChosen(null)}
            onDone={(square) => {
              setChosen(null)
              void send(square)
            }}
            onUnreadable={() => {
              setChosen(null)
              say(t('common:errors.files.not_an_image'))
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
