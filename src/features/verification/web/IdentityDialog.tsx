import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileCheck2, FileUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { refresh, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Checkbox } from '#core/web/ui/aria/Checkbox.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { UPLOAD_MAX } from '#features/files/contract.ts'
import { fileRefusals } from '#features/files/web/texts.ts'
import { Uploading } from '#features/files/web/Uploading.tsx'
import { upload } from '#features/files/web/upload.ts'
import { useUpload } from '#features/files/web/useUpload.ts'
import {
  addIdentityFile,
  DOCUMENT_DAYS,
  DOCUMENT_FILES,
  DOCUMENT_TYPES,
  type OwnChecks,
  readVerification,
  removeIdentityFile,
  sendIdentity,
} from '../contract.ts'
import { verificationTexts } from './texts.ts'

const spoken = texts(verificationTexts, fileRefusals)
const REFRESHES = [readVerification]
const MB = UPLOAD_MAX / 1024 / 1024

/** Uploads the sides of an identity document, says what becomes of them, and sends them with one's consent. */
export function IdentityDialog({
  data,
  name,
  onClose,
}: {
  data: OwnChecks
  name: string
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const [consent, setConsent] = useState(false)
  const [wasTried, setTried] = useState(false)
  const send = useMutation(
    tell(sendIdentity, {
      refreshes: REFRESHES,
      onTold: () => {
        toast.success(t('verification.identity.sent'))
        onClose()
      },
    }),
  )
  const isEmpty = data.files.length === 0
  return (
    <FormDialog
      title={t('verification.identity.dialog')}
      closeLabel={t('verification.close')}
      cancelLabel={t('verification.cancel')}
      submitLabel={t('verification.identity.send')}
      isSubmitting={send.isPending}
      error={(wasTried && isEmpty ? t('verification.identity.missing') : undefined) ?? send.error?.message}
      onClose={onClose}
      maxWidth={560}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!isEmpty && consent) send.mutate({ body: { files: data.files.map(({ id }) => id), consent } })
      }}
    >
      <p className="text-ink-2">{t('verification.identity.how', { name })}</p>
      <Sides files={data.files} />
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-ink-2">
        {(['purpose', 'who', 'deleted', 'never'] as const).map((point) => (
          <li key={point}>{t(`verification.identity.points.${point}`, { count: DOCUMENT_DAYS })}</li>
        ))}
      </ul>
      <Checkbox
        value={consent}
        onChange={setConsent}
        errorMessage={wasTried && !consent ? t('verification.identity.consent_missing') : undefined}
        isRequired
      >
        {t('verification.identity.consent')}
      </Checkbox>
    </FormDialog>
  )
}

function Sides({ files }: { files: OwnChecks['files'] }) {
  const { t } = useTexts(spoken)
  const { number } = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const { share, error, send, stop, say, button } = useUpload<File>(async (file, onProgress, signal) => {
    await upload(addIdentityFile, {}, { file, name: file.name }, onProgress, signal)
    await refresh(client, REFRESHES)
  })
  const remove = useMutation(tell(removeIdentityFile, { refreshes: REFRESHES }))
  const choose = (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    if (file.size > UPLOAD_MAX) say(t('common:errors.files.too_large', { mb: MB }))
    else void send(file)
  }
  return (
    <div className="flex flex-col gap-3">
      {files.length > 0 && (
        <ul aria-label={t('verification.identity.files')} className="flex flex-col gap-2">
          {files.map(({ id, format, bytes }, n) => {
            const label = t('verification.identity.side', {
              number: n + 1,
              format: format.toUpperCase(),
              kb: number(Math.max(1, Math.round(bytes / 1024))),
            })
            return (
              <li
                key={id}
                className="flex items-center justify-between gap-3 rounded-control border border-line px-3 py-1"
              >
                <span className="inline-flex items-center gap-2">
                  <FileCheck2 aria-hidden className="size-5 shrink-0 text-ok" />
                  {label}
                </span>
                <Button
                  variant="quiet"
                  size="sm"
                  icon={<Trash2 aria-hidden />}
                  aria-label={t('verification.identity.remove', { side: label })}
                  isPending={remove.isPending}
                  onPress={() => remove.mutate({ params: { id } })}
                />
              </li>
            )
          })}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        accept={DOCUMENT_TYPES.join(',')}
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
        data-identity-input
        onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
      />
      {share === null ? (
        <div>
          <Button
            ref={button}
            size="sm"
            variant="secondary"
            icon={<FileUp aria-hidden />}
            isDisabled={files.length >= DOCUMENT_FILES}
            onPress={() => input.current?.click()}
          >
            {t(files.length === 0 ? 'verification.identity.add' : 'verification.identity.add_back')}
          </Button>
        </div>
      ) : (
        <Uploading share={share} preparing={t('verification.identity.checking')} onStop={stop} />
      )}
      <p className="text-sm text-ink-2">{t('verification.identity.limits', { mb: MB })}</p>
      <p role="alert" className="text-sm font-medium text-bad empty:hidden">
        {error ?? remove.error?.message}
      </p>
    </div>
  )
}
