import { useQueryClient } from '@tanstack/react-query'
import { ImagePlus, RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { call, show } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LazyImage } from '#core/web/ui/LazyImage.tsx'
import { pictureUrl, UPLOAD_MAX, uploadFile } from '#features/files/contract.ts'
import { fileRefusals } from '#features/files/web/texts.ts'
import { Uploading } from '#features/files/web/Uploading.tsx'
import { upload } from '#features/files/web/upload.ts'
import { useUpload } from '#features/files/web/useUpload.ts'
import { addPicture, type OwnMedia, readOwnMedia, readProjectMedia } from '../contract.ts'
import { Rows } from './Rows.tsx'
import { TitleField } from './TitleField.tsx'
import { editTexts } from './texts.ts'

const spoken = texts(editTexts, fileRefusals)

/** The photos of a gallery: several are chosen at once and uploaded one after the other. */
export function PicturesCard({ project, own }: { project: { id: number }; own: OwnMedia }) {
  const { t } = useTexts(spoken)
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [queue, setQueue] = useState({ n: 0, count: 0 })
  const [note, setNote] = useState('')
  const params = { id: project.id }
  const room = Math.max(0, own.limit - own.used)
  const { share, error, failed, send, stop, say, button } = useUpload<File[]>(
    async (files, onProgress, signal) => {
      const left = [...files]
      try {
        for (const [n, file] of files.entries()) {
          setQueue({ n: n + 1, count: files.length })
          const { url } = await upload(uploadFile, {}, { file, name: 'picture.jpg' }, onProgress, signal)
          const view = await call(addPicture, { params, body: { picture: url, title: '' } }, { signal })
          await show(client, readOwnMedia, { params }, view)
          left.shift()
        }
      } finally {
        // For another try: only those that aren't there yet.
        files.splice(0, files.length, ...left)
        void client.invalidateQueries({ queryKey: [readProjectMedia.path] })
      }
    },
  )
  const choose = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (input.current) input.current.value = ''
    if (files.length === 0) return
    const fits = files.slice(0, room)
    setNote(files.length > room ? t('media.edit_pictures.too_many', { count: files.length, room }) : '')
    if (fits.some(({ size }) => size > UPLOAD_MAX))
      say(t('common:errors.files.too_large', { mb: UPLOAD_MAX / 1024 / 1024 }))
    else if (fits.length > 0) void send(fits)
  }
  return (
    <Card title={t('media.edit_pictures.title')}>
      <p className="text-sm text-ink-2">{t('media.edit_pictures.help', { mb: UPLOAD_MAX / 1024 / 1024 })}</p>
      {own.pictures.length === 0 && <p className="mt-4 text-ink-2">{t('media.edit_pictures.none')}</p>}
      <Rows
        project_id={project.id}
        kind="picture"
        items={own.pictures}
        resting={own.resting}
        nameOf={({ title }, n) => title || t('media.edit.unnamed', { n: n + 1 })}
      >
        {(picture) => (
          <div className="flex flex-wrap items-start gap-4">
            <LazyImage
              src={pictureUrl(picture.url, 'medium') ?? picture.url}
              alt={picture.title}
              width={picture.width}
              height={picture.height}
              className="h-24 w-32 shrink-0 rounded-control"
            />
            <div className="min-w-0 flex-1 basis-52">
              <TitleField
                project_id={project.id}
                item={picture}
                label={t('media.edit_pictures.alt')}
                description={t('media.edit_pictures.alt_help')}
              />
            </div>
          </div>
        )}
      </Rows>
      <input
        ref={input}
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
        data-pictures-input
        onChange={({ currentTarget }) => choose(currentTarget.files)}
      />
      <div className="mt-4">
        {share === null ? (
          <div className="flex flex-wrap gap-2">
            <Button
              ref={button}
              variant="secondary"
              icon={<ImagePlus aria-hidden />}
              isDisabled={room === 0}
              onPress={() => input.current?.click()}
            >
              {t('media.edit_pictures.add')}
            </Button>
            {failed && failed.length > 0 && (
              <Button variant="quiet" icon={<RotateCcw aria-hidden />} onPress={() => void send(failed)}>
                {t('boundary.retry')}
              </Button>
            )}
          </div>
        ) : (
          <>
            <p className="mb-1 text-sm text-ink-2 tabular-nums">{t('media.edit.sending', queue)}</p>
            <Uploading share={share} preparing={t('media.edit.preparing')} onStop={stop} />
          </>
        )}
        <p role="status" className="mt-2 text-sm text-warn empty:hidden">
          {note}
        </p>
        <FormError>{error}</FormError>
      </div>
    </Card>
  )
}
