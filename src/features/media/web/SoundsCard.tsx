import { useQueryClient } from '@tanstack/react-query'
import { FileAudio, Play, RotateCcw } from 'lucide-react'
import { useRef } from 'react'
import { call, show } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { SOUND_SECONDS } from '#features/files/contract.ts'
import { FilePick } from '#features/files/web/FilePick.tsx'
import { fileRefusals } from '#features/files/web/texts.ts'
import { Uploading } from '#features/files/web/Uploading.tsx'
import { upload } from '#features/files/web/upload.ts'
import { useUpload } from '#features/files/web/useUpload.ts'
import {
  addSound,
  type OwnMedia,
  readOwnMedia,
  readProjectMedia,
  SOUND_MAX,
  saveLevels,
} from '../contract.ts'
import { tracksOf } from './hear.ts'
import { clockOf, usePlaying } from './player.ts'
import { Rows } from './Rows.tsx'
import { SoundWave } from './SoundWave.tsx'
import { TitleField } from './TitleField.tsx'
import { editTexts, mediaRefusals } from './texts.ts'

const spoken = texts(editTexts, fileRefusals, mediaRefusals)

/** The sounds of a profile. */
export function SoundsCard({ project, own }: { project: { id: number; name: string }; own: OwnMedia }) {
  const { t } = useTexts(spoken)
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const params = { id: project.id }
  const isFull = own.used >= own.limit
  const shown = (view: OwnMedia) => show(client, readOwnMedia, { params }, view)
  const { share, error, failed, send, stop, say, button } = useUpload<File>(
    async (file, onProgress, signal) => {
      const known = new Set(own.sounds.map(({ id }) => id))
      const view = await upload(addSound, { params }, { file, name: file.name }, onProgress, signal)
      await shown(view)
      const added = view.sounds.find(({ id }) => !known.has(id))
      // The server can't listen to AAC; the browser it was chosen in can.
      const levels = added && /\.(m4a|mp4|m4b)$/i.test(file.name) ? await heard(file) : null
      if (added && levels)
        await call(saveLevels, { params: { ...params, media_id: added.id }, body: { levels } }).then(
          shown,
          () => {},
        )
      void client.invalidateQueries({ queryKey: [readProjectMedia.path] })
    },
  )
  return (
    <Card title={t('media.edit_sounds.title')}>
      <p className="text-sm text-ink-2">
        {t('media.edit_sounds.help', { mb: SOUND_MAX / 1024 / 1024, minutes: SOUND_SECONDS.most / 60 })}
      </p>
      {own.sounds.length === 0 && <p className="mt-4 text-ink-2">{t('media.edit_sounds.none')}</p>}
      <Rows
        project_id={project.id}
        kind="sound"
        items={own.sounds}
        resting={own.resting}
        nameOf={({ title }) => title}
      >
        {(sound) => (
          <div className="grid gap-2">
            <TitleField project_id={project.id} item={sound} label={t('media.edit_sounds.name')} />
            <div className="flex items-center gap-3">
              <Button
                variant="secondary"
                isIconOnly
                icon={<Play aria-hidden />}
                aria-label={t('media.edit_sounds.play', { title: sound.title })}
                onPress={() => usePlaying.getState().begin(tracksOf(project, { sounds: [sound] }), 0)}
              />
              <SoundWave levels={sound.levels} className="h-9 min-w-0 flex-1" />
              <span className="text-sm text-ink-2 tabular-nums">{clockOf(sound.seconds)}</span>
            </div>
          </div>
        )}
      </Rows>
      <FilePick
        ref={input}
        accept=".mp3,.m4a,.ogg,.oga,.opus,.wav,.flac,audio/mpeg,audio/mp4,audio/ogg,audio/wav,audio/flac"
        max={SOUND_MAX}
        say={say}
        onChoose={([file]) => void send(file)}
        data-sound-input
      />
      <div className="mt-4">
        {share === null ? (
          <div className="flex flex-wrap gap-2">
            <Button
              ref={button}
              variant="secondary"
              icon={<FileAudio aria-hidden />}
              isDisabled={isFull}
              onPress={() => input.current?.click()}
            >
              {t('media.edit_sounds.add')}
            </Button>
            {failed && (
              <Button variant="quiet" icon={<RotateCcw aria-hidden />} onPress={() => void send(failed)}>
                {t('boundary.retry')}
              </Button>
            )}
          </div>
        ) : (
          <Uploading share={share} preparing={t('media.edit.preparing')} onStop={stop} />
        )}
        <FormError>{error}</FormError>
      </div>
    </Card>
  )
}

/** Fetched for who uploads such a file alone. */
const heard = async (file: File) => (await import('./heard.ts')).heardLevels(file)
