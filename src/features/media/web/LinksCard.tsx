import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Controller, useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { TextField } from '#core/web/ui/aria/TextField.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { addLink, LinkDraft, type OwnMedia, TITLE_MAX } from '../contract.ts'
import { LinkFrame } from './LinkFrame.tsx'
import { REFRESHES, Rows } from './Rows.tsx'
import { TitleField } from './TitleField.tsx'
import { editTexts, mediaRefusals } from './texts.ts'

const spoken = texts(editTexts, mediaRefusals)

/** Videos and songs on players that we know. */
export function LinksCard({ project, own }: { project: { id: number }; own: OwnMedia }) {
  const { t } = useTexts(spoken)
  const form = useForm<LinkDraft>({
    resolver: resolverOf(LinkDraft),
    defaultValues: { url: '', title: '' },
  })
  const { control, formState } = form
  const add = useMutation(tell(addLink, { refreshes: REFRESHES }))
  const submit = submitOf(form, async (body) => {
    await add.mutateAsync({ params: { id: project.id }, body })
    form.reset()
  })
  return (
    <Card title={t('media.edit_links.title')}>
      <p className="text-sm text-ink-2">{t('media.edit_links.help')}</p>
      {own.links.length === 0 && <p className="mt-4 text-ink-2">{t('media.edit_links.none')}</p>}
      <Rows
        project_id={project.id}
        kind="link"
        items={own.links}
        resting={own.resting}
        nameOf={({ title }) => title}
      >
        {(link) => (
          <div className="grid gap-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
            <LinkFrame link={link} />
            <TitleField project_id={project.id} item={link} label={t('media.edit_links.name')} />
          </div>
        )}
      </Rows>
      <form onSubmit={submit} noValidate className="mt-4 grid items-start gap-4 sm:grid-cols-2">
        <Controller
          name="url"
          control={control}
          render={({ field, fieldState }) => (
            <TextField
              {...field}
              type="url"
              inputMode="url"
              label={t('media.edit_links.url')}
              placeholder="https://"
              isRequired
              errorMessage={fieldState.error?.message}
            />
          )}
        />
        <Controller
          name="title"
          control={control}
          render={({ field, fieldState }) => (
            <TextField
              {...field}
              shared
              label={t('media.edit_links.name')}
              maxLength={TITLE_MAX}
              isRequired
              errorMessage={fieldState.error?.message}
            />
          )}
        />
        <FormError>{formState.errors.root?.message}</FormError>
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start sm:col-span-2"
          icon={<Plus aria-hidden />}
          isPending={formState.isSubmitting}
          isDisabled={own.used >= own.limit}
        >
          {t('media.edit_links.add')}
        </Button>
      </form>
    </Card>
  )
}
