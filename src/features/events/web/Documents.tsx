import { useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useId, useRef } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { refresh } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { UPLOAD_MAX } from '#features/files/contract.ts'
import { FilePick } from '#features/files/web/FilePick.tsx'
import { RetryButton } from '#features/files/web/RetryButton.tsx'
import { fileRefusals } from '#features/files/web/texts.ts'
import { Uploading } from '#features/files/web/Uploading.tsx'
import { upload } from '#features/files/web/upload.ts'
import { useUpload } from '#features/files/web/useUpload.ts'
import { DOCUMENT_TYPES } from '../contract.documents.ts'
import { addEventDocument, type EventDetail, type Performer } from '../contract.ts'
import { documentsOf, hasRoom, sideOfDocuments } from '../rules.documents.ts'
import { DocumentRow } from './DocumentRow.tsx'
import { documentTexts } from './texts.ts'

const spoken = texts(documentTexts, fileRefusals)

const MB = UPLOAD_MAX / 1024 / 1024

interface Shown {
  event: EventDetail
  refreshes: readonly Endpoint[]
  /** As it was read last, without connection: files are elsewhere then. */
  isStored: boolean
}

/** What the host hands over to everybody who plays. */
export function HostDocuments({ as, ...shown }: Shown & { as: 'h2' | 'h3' }) {
  const { t } = useTexts(spoken)
  const title = t('events.documents.host_title')
  return (
    <Card title={title} as={as}>
      <DocumentList {...shown} project_id={null} label={title} />
    </Card>
  )
}

/** What a project hands over to the host. */
export function ArtistDocuments({
  as: Title,
  performer: { project_id, name },
  ...shown
}: Shown & { as: 'h3' | 'h4'; performer: Performer }) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <Title className="font-semibold">{t('events.documents.own_title')}</Title>
      <DocumentList
        {...shown}
        project_id={project_id}
        label={t('events.documents.list', { name: nameOf(name) })}
      />
    </div>
  )
}

function DocumentList({
  event,
  project_id,
  label,
  refreshes,
  isStored,
}: Shown & { project_id: number | null; label: string }) {
  const { t } = useTexts(spoken)
  const documents = documentsOf(event, project_id)
  const { mayAdd } = sideOfDocuments(event, project_id, isStored)
  return (
    <div className="flex flex-col gap-4">
      {documents.length > 0 && (
        <ul aria-label={label} className="flex flex-col divide-y divide-line">
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              event={event}
              document={document}
              refreshes={refreshes}
              isStored={isStored}
            />
          ))}
        </ul>
      )}
      {documents.length === 0 && (
        <p className="text-ink-2">
          {t(project_id === null ? 'events.documents.empty_host' : 'events.documents.empty_own')}
        </p>
      )}
      {isStored && documents.length > 0 && (
        <p className="text-sm text-ink-2">{t('events.documents.offline')}</p>
      )}
      {mayAdd && <AddDocument event={event} project_id={project_id} label={label} refreshes={refreshes} />}
    </div>
  )
}

/** Chooses a file and hands it over at once: it is called as its file, until somebody says otherwise. */
function AddDocument({
  event,
  project_id,
  label,
  refreshes,
}: {
  event: EventDetail
  project_id: number | null
  label: string
  refreshes: readonly Endpoint[]
}) {
  const { t } = useTexts(spoken)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const { share, error, failed, send, stop, say, button } = useUpload<File>(
    async (file, onProgress, signal) => {
      const asked = {
        params: { id: event.id },
        query: project_id === null ? {} : { project: project_id },
      }
      await upload(addEventDocument, asked, { file, name: file.name }, onProgress, signal)
      toast.success(t('events.documents.added'))
      await refresh(client, refreshes)
    },
  )
  const isFull = !hasRoom(event, project_id)
  const full =
    documentsOf(event, project_id).length > 0 ? 'events.documents.full' : 'events.documents.full_event'
  return (
    <div className="flex flex-col gap-2">
      <FilePick
        ref={input}
        accept={DOCUMENT_TYPES.join(',')}
        max={UPLOAD_MAX}
        say={say}
        onChoose={([file]) => void send(file)}
        data-document-input={project_id ?? 'host'}
      />
      {share === null ? (
        <div className="flex flex-wrap gap-2">
          <Button
            ref={button}
            size="sm"
            variant="secondary"
            icon={<FileUp aria-hidden />}
            isDisabled={isFull}
            onPress={() => input.current?.click()}
            aria-describedby={`${id}-help ${id}-fault`}
          >
            {t('events.documents.add')}
            <span className="sr-only">: {label}</span>
          </Button>
          <RetryButton failed={failed} onRetry={(file) => void send(file)} size="sm" />
        </div>
      ) : (
        <Uploading share={share} preparing={t('events.documents.checking')} onStop={stop} />
      )}
      <p id={`${id}-help`} className="text-sm text-ink-2">
        {isFull ? t(full) : t('events.documents.limits', { mb: MB })}
      </p>
      <p id={`${id}-fault`} role="alert" className="text-sm font-medium text-bad empty:hidden">
        {error}
      </p>
    </div>
  )
}
