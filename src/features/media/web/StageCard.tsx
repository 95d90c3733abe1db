import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp, RotateCcw, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { show, tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { TextArea } from '#core/web/ui/aria/TextArea.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { DownloadButton } from '#core/web/ui/DownloadButton.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { UPLOAD_MAX } from '#features/files/contract.ts'
import { FilePick } from '#features/files/web/FilePick.tsx'
import { fileRefusals } from '#features/files/web/texts.ts'
import { Uploading } from '#features/files/web/Uploading.tsx'
import { upload } from '#features/files/web/upload.ts'
import { useUpload } from '#features/files/web/useUpload.ts'
import {
  addRider,
  type OwnMedia,
  readOwnMedia,
  readRider,
  removeRider,
  STAGE_MAX,
  StageWords,
  saveStage,
} from '../contract.ts'
import { REFRESHES } from './Rows.tsx'
import { editTexts, mediaRefusals } from './texts.ts'

const spoken = texts(editTexts, fileRefusals, mediaRefusals)

/** What a project needs of a stage and of the sound, in words and as a PDF. */
export function StageCard({ project, own }: { project: { id: number }; own: OwnMedia }) {
  const { t } = useTexts(spoken)
  const form = useForm<StageWords>({ resolver: resolverOf(StageWords), defaultValues: own.stage })
  const { control, formState } = form
  const save = useMutation(tell(saveStage, { refreshes: REFRESHES }))
  const submit = submitOf(form, async (body) => {
    await save.mutateAsync({ params: { id: project.id }, body })
    form.reset(body)
    toast.success(t('media.edit_stage.saved'))
  })
  return (
    <Card title={t('media.edit_stage.title')}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {(['needs', 'rider'] as const).map((name) => (
          <Controller
            key={name}
            name={name}
            control={control}
            render={({ field, fieldState }) => (
              <TextArea
                {...field}
                shared
                label={t(`media.edit_stage.${name}`)}
                description={t(`media.edit_stage.${name}_help`)}
                rows={5}
                maxLength={STAGE_MAX}
                errorMessage={fieldState.error?.message}
              />
            )}
          />
        ))}
        <FormError>{formState.errors.root?.message}</FormError>
        <Button type="submit" className="justify-self-start" isPending={formState.isSubmitting}>
          {t('media.edit_stage.save')}
        </Button>
      </form>
      <Rider project={project} file={own.rider_file} />
    </Card>
  )
}

function Rider({ project, file }: { project: { id: number }; file: OwnMedia['rider_file'] }) {
  const { t } = useTexts(spoken)
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const params = { id: project.id }
  const remove = useMutation(
    tell(removeRider, { refreshes: REFRESHES, onTold: () => toast.success(t('media.edit_stage.removed')) }),
  )
  const { share, error, failed, send, stop, say, button } = useUpload<File>(
    async (chosen, onProgress, signal) => {
      const view = await upload(addRider, { params }, { file: chosen, name: chosen.name }, onProgress, signal)
      await show(client, readOwnMedia, { params }, view)
    },
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and reset more than a named group
    <div role="group" aria-label={t('media.edit_stage.file')} className="mt-6 border-t border-line pt-4">
      <p className="font-semibold">{t('media.edit_stage.file')}</p>
      <p className="text-sm text-ink-2">
        {t('media.edit_stage.file_help', { mb: UPLOAD_MAX / 1024 / 1024 })}
      </p>
      {file && <p className="mt-2 wrap-anywhere">{file.name}.pdf</p>}
      <FilePick
        ref={input}
        accept="application/pdf,.pdf"
        max={UPLOAD_MAX}
        say={say}
        onChoose={([file]) => void send(file)}
        data-rider-input
      />
      <div className="mt-3">
        {share === null ? (
          <div className="flex flex-wrap gap-2">
            <Button
              ref={button}
              variant="secondary"
              icon={<FileUp aria-hidden />}
              onPress={() => input.current?.click()}
            >
              {t(file ? 'media.edit_stage.replace_file' : 'media.edit_stage.add_file')}
            </Button>
            {failed && (
              <Button variant="quiet" icon={<RotateCcw aria-hidden />} onPress={() => void send(failed)}>
                {t('boundary.retry')}
              </Button>
            )}
            {file && (
              <>
                <DownloadButton endpoint={readRider} input={{ params }} variant="quiet">
                  {t('media.edit_stage.download')}
                </DownloadButton>
                <Button
                  variant="quiet"
                  icon={<Trash2 aria-hidden />}
                  isPending={remove.isPending}
                  onPress={() => remove.mutate({ params })}
                >
                  {t('media.edit_stage.remove_file')}
                </Button>
              </>
            )}
          </div>
        ) : (
          <Uploading share={share} preparing={t('media.edit.preparing')} onStop={stop} />
        )}
        <FormError>{error ?? remove.error?.message}</FormError>
      </div>
    </div>
  )
}
