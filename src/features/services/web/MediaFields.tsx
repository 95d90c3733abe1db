import { ImagePlus, Link2, Trash2 } from 'lucide-react'
import { Controller, useFieldArray, useWatch } from 'react-hook-form'
import { texts, useTexts } from '#core/web/texts.ts'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { TextField } from '#core/web/ui/aria/TextField.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { PictureField } from '#features/files/web/PictureField.tsx'
import { LimitNote } from '#features/plans/web/LimitNote.tsx'
import { isPublicMedia } from '../rules.ts'
import type { Form } from './serviceForm.ts'
import { serviceTexts } from './texts.ts'

const spoken = texts(serviceTexts)

/** What there is to see and hear: uploaded pictures, and links. */
export function MediaFields({
  form: { control },
  onUploading,
}: {
  form: Form
  onUploading: (isUploading: boolean) => void
}) {
  const { t } = useTexts(spoken)
  const media = useFieldArray({ control, name: 'media' })
  const values = useWatch({ control, name: 'media' })
  return (
    <Card title={t('services.form.media')}>
      <p className="mb-1 text-sm text-ink-2">{t('services.form.media_help')}</p>
      <div className="mb-4">
        <LimitNote of="media" />
      </div>
      <ul className="flex flex-col gap-5">
        {media.fields.map((item, n) => (
          <li key={item.id} className="flex items-start gap-3 border-b border-line pb-5">
            <div className="grid min-w-0 flex-1 gap-4 sm:grid-cols-2">
              {values[n]?.kind === 'image' ? (
                <div className="sm:col-span-2">
                  <Controller
                    name={`media.${n}.url`}
                    control={control}
                    render={({ field, fieldState }) => (
                      <PictureField
                        label={t('services.form.image')}
                        name={`${n + 1}`}
                        value={field.value || null}
                        onChange={(url) => field.onChange(url ?? '')}
                        onUploading={onUploading}
                        errorMessage={fieldState.error?.message}
                      />
                    )}
                  />
                </div>
              ) : (
                <>
                  <Controller
                    name={`media.${n}.kind`}
                    control={control}
                    render={({ field }) => (
                      <Select
                        {...field}
                        label={t('services.form.media_kind')}
                        options={(['audio', 'video'] as const).map((value) => ({
                          value,
                          label: t(`services.form.${value}`),
                        }))}
                      />
                    )}
                  />
                  <Controller
                    name={`media.${n}.url`}
                    control={control}
                    render={({ field, fieldState }) => (
                      <TextField
                        {...field}
                        type="url"
                        inputMode="url"
                        label={t('services.form.media_url')}
                        placeholder="https://"
                        description={
                          field.value && !isPublicMedia({ url: field.value })
                            ? t('services.form.media_not_shown')
                            : t('services.form.media_players')
                        }
                        errorMessage={fieldState.error?.message}
                      />
                    )}
                  />
                </>
              )}
              <Controller
                name={`media.${n}.title`}
                control={control}
                render={({ field, fieldState }) => (
                  <TextField
                    {...field}
                    className="sm:col-span-2"
                    shared
                    label={t('services.form.media_title')}
                    maxLength={120}
                    errorMessage={fieldState.error?.message}
                  />
                )}
              />
            </div>
            <Button
              variant="quiet"
              isIconOnly
              icon={<Trash2 aria-hidden />}
              aria-label={t('services.form.remove_media', { n: n + 1 })}
              onPress={() => media.remove(n)}
            />
          </li>
        ))}
      </ul>
      {media.fields.length < 20 && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button
            variant="secondary"
            size="sm"
            icon={<ImagePlus aria-hidden />}
            onPress={() => media.append({ kind: 'image', url: '', title: '' })}
          >
            {t('services.form.add_image')}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            icon={<Link2 aria-hidden />}
            onPress={() => media.append({ kind: 'video', url: '', title: '' })}
          >
            {t('services.form.add_link')}
          </Button>
        </div>
      )}
    </Card>
  )
}
