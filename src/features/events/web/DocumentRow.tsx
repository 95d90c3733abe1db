import { useMutation } from '@tanstack/react-query'
import { FileImage, FileText, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { DownloadButton } from '#core/web/ui/DownloadButton.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { later } from '#core/web/ui/later.tsx'
import type { EventDocument } from '../contract.documents.ts'
import { type EventDetail, readEventDocument, removeEventDocument } from '../contract.ts'
import { isOver } from '../rules.ts'
import { documentTexts } from './texts.ts'

const spoken = texts(documentTexts)

const DocumentDialog = later(async () => (await import('./DocumentDialog.tsx')).DocumentDialog)

/** One document: what it is, and what its reader may do with it. */
export function DocumentRow({
  event,
  document,
  refreshes,
  isStored,
}: {
  event: EventDetail
  document: EventDocument
  refreshes: readonly Endpoint[]
  isStored: boolean
}) {
  const { t } = useTexts(spoken)
  const { date, time, size, nameOf } = useFormat()
  const [isRenaming, setRenaming] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const input = { params: { id: event.id, document: document.id } }
  const remove = useMutation(
    tell(removeEventDocument, {
      refreshes,
      onTold: () => {
        setRemoving(false)
        toast.success(t('events.documents.removed'))
      },
    }),
  )
  const { title, format, bytes, added_at, added_by } = document
  const Icon = format === 'pdf' ? FileText : FileImage
  const mayChange = document.mine && !isOver(event.state) && !isStored
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden className="size-6 shrink-0 text-ink-2" strokeWidth={1.5} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="text-sm text-ink-2">
          {t('events.documents.by', {
            format: format.toUpperCase(),
            size: size(bytes),
            name: nameOf(added_by),
            date: date(added_at, event.zone, 'day'),
            time: time(added_at, event.zone),
          })}
        </p>
      </div>
      {!isStored && (
        <DownloadButton size="sm" endpoint={readEventDocument} input={input}>
          {t('events.documents.download')}
          <span className="sr-only">: {title}</span>
        </DownloadButton>
      )}
      {mayChange && (
        <div className="flex gap-1">
          <Button
            size="sm"
            variant="quiet"
            isIconOnly
            icon={<Pencil aria-hidden />}
            aria-label={`${t('events.documents.rename')}: ${title}`}
            onPress={() => setRenaming(true)}
          />
          <Button
            size="sm"
            variant="quiet"
            isIconOnly
            icon={<Trash2 aria-hidden />}
            aria-label={`${t('events.documents.remove')}: ${title}`}
            onPress={() => {
              remove.reset()
              setRemoving(true)
            }}
          />
        </div>
      )}
      {isRenaming && (
        <Suspense>
          <DocumentDialog
            event_id={event.id}
            document={document}
            refreshes={refreshes}
            onClose={() => setRenaming(false)}
          />
        </Suspense>
      )}
      <ConfirmDialog
        title={t('events.documents.remove_title', { title })}
        confirmLabel={t('events.documents.remove')}
        cancelLabel={t('events.documents.keep')}
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        onConfirm={() => remove.mutate(input)}
        isPending={remove.isPending}
        isDangerous
      >
        {t('events.documents.remove_help')}
        <FormError className="mt-3">{remove.error?.message}</FormError>
      </ConfirmDialog>
    </li>
  )
}
