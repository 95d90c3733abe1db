import { Paperclip } from 'lucide-react'
import { type Ref, useId, useImperativeHandle, useRef } from 'react'
import type { Endpoint, ReplyOf } from '#core/contract/endpoint.ts'
import type { InputOf } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ATTACHMENT_TYPES, UPLOAD_MAX } from '../contract.ts'
import { FilePick } from './FilePick.tsx'
import { RetryButton } from './RetryButton.tsx'
import { attachTexts } from './texts.ts'
import { Uploading } from './Uploading.tsx'
import { upload } from './upload.ts'
import { useUpload } from './useUpload.ts'

const spoken = texts(attachTexts)

/** Chooses a file and uploads it at once: how far it is, what went wrong, and another try. */
export function AttachButton<E extends Endpoint>({
  to,
  input,
  there,
  most,
  onAdded,
  onBusy,
  ref,
}: {
  /** Where it is uploaded. */
  to: E
  input: InputOf<E>
  /** How many there are. */
  there: number
  most: number
  /** The upload counts as done when this is over. */
  onAdded: (added: ReplyOf<E>) => void | Promise<void>
  onBusy?: ((isBusy: boolean) => void) | undefined
  /** Leads to the button. */
  ref?: Ref<{ focus: () => void }>
}) {
  const { t } = useTexts(spoken)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { share, error, failed, stop, say, button, send } = useUpload<File>(
    async (file, onProgress, signal) => {
      onBusy?.(true)
      try {
        await onAdded(await upload(to, input, { file, name: file.name }, onProgress, signal))
      } finally {
        onBusy?.(false)
      }
    },
  )
  useImperativeHandle(ref, () => ({ focus: () => button.current?.focus() }), [button])
  return (
    <div className="flex flex-col items-start gap-2">
      <FilePick
        ref={field}
        accept={ATTACHMENT_TYPES.join(',')}
        max={UPLOAD_MAX}
        say={say}
        onChoose={([file]) => {
          if (there >= most) say(t('attach.many', { count: most }))
          else void send(file)
        }}
        data-attach-input
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
        {t('attach.limits', { count: most, mb: UPLOAD_MAX / 1024 / 1024 })}
      </p>
      <p role="alert" className="text-sm font-medium text-bad empty:hidden">
        {error}
      </p>
    </div>
  )
}
