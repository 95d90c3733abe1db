import { useQueryClient } from '@tanstack/react-query'
import { FileUp, RotateCcw } from 'lucide-react'
import { useId, useRef } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { refresh } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { DownloadButton } from '#core/web/ui/DownloadButton.tsx'
import { UPLOAD_MAX } from '#features/files/contract.ts'
import { FilePick } from '#features/files/web/FilePick.tsx'
import { fileRefusals } from '#features/files/web/texts.ts'
import { Uploading } from '#features/files/web/Uploading.tsx'
import { upload } from '#features/files/web/upload.ts'
import { useUpload } from '#features/files/web/useUpload.ts'
import { addSlip, readSlip, SLIP_TYPES, type SlipOf } from '../contract.ts'
import { slipTexts } from './texts.ts'

const spoken = texts(slipTexts, fileRefusals)
const MB = UPLOAD_MAX / 1024 / 1024

/** The slip of a transfer: to be seen by its two ends, and added by whoever recorded it. */
export function SlipField({
  of,
  id,
  has,
  adds,
  refreshes,
}: {
  of: SlipOf
  id: number
  has: boolean
  adds: boolean
  refreshes: readonly Endpoint[]
}) {
  const { t } = useTexts(spoken)
  return (
    <div className="flex flex-col items-start gap-2">
      {has && (
        <DownloadButton size="sm" variant="quiet" endpoint={readSlip} input={{ params: { of, id } }}>
          {t('slips.open')}
        </DownloadButton>
      )}
      {adds && <AddSlip {...{ of, id, has, refreshes }} />}
    </div>
  )
}

function AddSlip({
  of,
  id,
  has,
  refreshes,
}: {
  of: SlipOf
  id: number
  has: boolean
  refreshes: readonly Endpoint[]
}) {
  const { t } = useTexts(spoken)
  const help = useId()
  const input = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const { share, error, failed, send, stop, say, button } = useUpload<File>(
    async (file, onProgress, signal) => {
      await upload(addSlip, { params: { of, id } }, { file, name: file.name }, onProgress, signal)
      toast.success(t('slips.added'))
      await refresh(client, refreshes)
    },
  )
  return (
    <>
      <FilePick
        ref={input}
        accept={SLIP_TYPES.join(',')}
        max={UPLOAD_MAX}
        say={say}
        onChoose={([file]) => void send(file)}
        data-slip-input={of}
      />
      {share === null ? (
        <div className="flex flex-wrap gap-2">
          <Button
            ref={button}
            size="sm"
            variant="secondary"
            icon={<FileUp aria-hidden />}
            onPress={() => input.current?.click()}
            aria-describedby={`${help}-help ${help}-fault`}
          >
            {t(has ? 'slips.replace' : 'slips.add')}
          </Button>
          {failed && (
            <Button
              size="sm"
              variant="quiet"
              icon={<RotateCcw aria-hidden />}
              onPress={() => void send(failed)}
            >
              {t('boundary.retry')}
            </Button>
          )}
        </div>
      ) : (
        <Uploading share={share} preparing={t('slips.checking')} onStop={stop} />
      )}
      <p id={`${help}-help`} className="text-sm text-ink-2">
        {t('slips.limits', { mb: MB })}
      </p>
      <p id={`${help}-fault`} role="alert" className="text-sm font-medium text-bad empty:hidden">
        {error}
      </p>
    </>
  )
}
