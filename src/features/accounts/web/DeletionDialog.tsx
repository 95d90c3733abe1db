import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DAY } from '#core/contract/time.ts'
import { ask, tell } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import {
  askDeletion,
  DELETION_DAYS,
  type DeletionPreview,
  listSessions,
  previewDeletion,
} from '../contract.ts'
import { FormText } from './FormText.tsx'
import { PasswordField } from './PasswordField.tsx'

/** Says what deleting takes with it, and asks who it is before it is asked for. */
export function DeletionDialog({
  onClose,
  onAsked,
}: {
  onClose: () => void
  onAsked: (delete_at: string) => Promise<void>
}) {
  const { t } = useTranslation(['auth', 'common'])
  const preview = useQuery({ ...ask(previewDeletion), staleTime: 0 })
  const mayAsk = preview.data && !preview.data.impacts.some(({ kind }) => kind === 'band_hand_over')
  if (mayAsk) return <Confirm preview={preview.data} onClose={onClose} onAsked={onAsked} />
  return (
    <Dialog
      title={t('deletion.dialog')}
      closeLabel={t('deletion.cancel')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {preview.isPending ? (
        <div aria-busy="true">
          <Skeleton lines={5} />
        </div>
      ) : preview.isError ? (
        <ErrorState
          title={preview.error.message}
          retryLabel={t('common:boundary.retry')}
          onRetry={() => void preview.refetch()}
          isRetrying={preview.isFetching}
        />
      ) : (
        <HandOverFirst preview={preview.data} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** A band that others play in isn't left without an owner. */
function HandOverFirst({ preview, onClose }: { preview: DeletionPreview; onClose: () => void }) {
  const { t } = useTranslation('auth')
  return (
    <div className="flex flex-col gap-5">
      <p>{t('deletion.hand_over')}</p>
      <ul className="list-disc pl-5 font-semibold">
        {preview.impacts
          .filter(({ kind }) => kind === 'band_hand_over')
          .map(({ name }) => (
            <li key={name}>{name}</li>
          ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/profiles">{t('deletion.to_members')}</LinkButton>
        <Button variant="secondary" onPress={onClose}>
          {t('deletion.understood')}
        </Button>
      </div>
    </div>
  )
}

/** The kinds that the page has words for, in the order in which it lists them; the profile stands between. */
const BEFORE_PROFILE = [
  'orders',
  'gigs',
  'requests',
  'services',
  'pictures',
  'band_goes',
  'band_left',
] as const
const AFTER_PROFILE = ['contracts'] as const
type ImpactKind = (typeof BEFORE_PROFILE)[number] | (typeof AFTER_PROFILE)[number]

interface Proof {
  password: string
  email: string
}

function Confirm({
  preview,
  onClose,
  onAsked,
}: {
  preview: DeletionPreview
  onClose: () => void
  onAsked: (delete_at: string) => Promise<void>
}) {
  const { t } = useTranslation('auth')
  const format = useFormat()
  const by = preview.confirm_by
  const form = useForm<Proof>({ defaultValues: { password: '', email: '' } })
  const deletion = useMutation(tell(askDeletion, { refreshes: [listSessions] }))
  const submit = submitOf(form, async (proof) => {
    const { delete_at } = await deletion.mutateAsync({ body: proof[by] ? { [by]: proof[by] } : {} })
    await onAsked(delete_at)
  })
  const saidOf = (kinds: readonly ImpactKind[]) =>
    kinds.flatMap((wanted) =>
      preview.impacts
        .filter(({ kind }) => kind === wanted)
        .map(({ kind, count, name }) => (
          <li key={`${kind} ${name ?? ''}`}>{t(`deletion.${wanted}`, { count, name })}</li>
        )),
    )
  const day = format.date(new Date(Date.now() + DELETION_DAYS * DAY), undefined, 'long')
  return (
    <FormDialog
      title={t('deletion.dialog')}
      closeLabel={t('deletion.cancel')}
      cancelLabel={t('deletion.cancel')}
      submitLabel={t('deletion.confirm')}
      onSubmit={submit}
      isSubmitting={form.formState.isSubmitting}
      isDangerous
      error={form.formState.errors.root?.message}
      onClose={onClose}
      className="flex flex-col gap-4"
    >
      <p className="font-semibold">{t('deletion.when', { date: day })}</p>
      <div>
        <p>{t('deletion.what')}</p>
        <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-ink-2">
          {saidOf(BEFORE_PROFILE)}
          <li>{t('deletion.profile')}</li>
          {saidOf(AFTER_PROFILE)}
        </ul>
      </div>
      <p className="text-ink-2">{t('deletion.sessions')}</p>
      <FormText
        control={form.control}
        name={by}
        label={t(`deletion.${by}`)}
        {...(by === 'password' ? { as: PasswordField } : { type: 'email' as const })}
        autoComplete={by === 'password' ? 'current-password' : 'off'}
        isRequired
      />
    </FormDialog>
  )
}
