import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { DAY } from '#core/contract/time.ts'
import { ask, tell } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import {
  askDeletion,
  DELETION_DAYS,
  type DeletionPart,
  type DeletionPreview,
  previewDeletion,
} from '../contract.data.ts'
import { listSessions } from '../contract.ts'
import { PasswordField } from './PasswordField.tsx'
import { accountDialogTexts } from './texts.ts'

const spoken = texts(accountDialogTexts)

/** Says what deleting takes with it, and asks who it is before it is asked for. */
export function DeletionDialog({
  onClose,
  onAsked,
}: {
  onClose: () => void
  onAsked: (delete_at: string) => Promise<void>
}) {
  const { t } = useTexts(spoken)
  const preview = useQuery({ ...ask(previewDeletion), staleTime: 0 })
  const mayAsk = preview.data && !preview.data.parts.some(({ blocks }) => blocks)
  if (mayAsk) return <Confirm preview={preview.data} onClose={onClose} onAsked={onAsked} />
  return (
    <Dialog
      title={t('deletion.dialog')}
      closeLabel={t('deletion.cancel')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Loaded query={preview} waiting={<Skeleton lines={5} />}>
        {(data) => <HandOverFirst preview={data} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

/** A band that others play in isn't left without an owner. */
function HandOverFirst({ preview, onClose }: { preview: DeletionPreview; onClose: () => void }) {
  const { t } = useTexts(spoken)
  return (
    <div className="flex flex-col gap-5">
      <p>{t('deletion.hand_over')}</p>
      <ul className="list-disc pl-5 font-semibold">
        {preview.parts
          .filter(({ blocks }) => blocks)
          .map(({ id, name }) => (
            <li key={id}>{name}</li>
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

/** What is said first, from what touches most people on; anything else follows. */
const FIRST = ['orders', 'gigs', 'requests', 'services', 'pictures']

const placeOf = ({ kind }: DeletionPart) => (FIRST.indexOf(kind) + FIRST.length + 1) % (FIRST.length + 1)

function PartLine({ part: { kind, count, name = '' } }: { part: DeletionPart }) {
  const { word } = useTexts(spoken)
  return <li>{word('deletion', kind, { count, name })}</li>
}

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
  const { t } = useTexts(spoken)
  const format = useFormat()
  const by = preview.confirm_by
  const form = useForm<Proof>({ defaultValues: { password: '', email: '' } })
  const deletion = useMutation(tell(askDeletion, { refreshes: [listSessions] }))
  const submit = submitOf(form, async (proof) => {
    const { delete_at } = await deletion.mutateAsync({ body: proof[by] ? { [by]: proof[by] } : {} })
    await onAsked(delete_at)
  })
  const ending = preview.parts
    .filter(({ stays }) => !stays)
    .sort((one, other) => placeOf(one) - placeOf(other))
  const staying = preview.parts.filter(({ stays }) => stays)
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
          {ending.map((part) => (
            <PartLine key={`${part.kind} ${part.id ?? ''}`} part={part} />
          ))}
          <li>{t('deletion.profile')}</li>
          {staying.map((part) => (
            <PartLine key={part.kind} part={part} />
          ))}
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
