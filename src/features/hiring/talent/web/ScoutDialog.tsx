import { Send, ShieldCheck } from 'lucide-react'
import { FormProvider, useForm } from 'react-hook-form'
import { call } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { type Order, scoutTalent } from '#features/hiring/desk/contract.ts'
import { ReplyByFields } from '#features/hiring/web/ReplyByFields.tsx'
import {
  type ReplyBy,
  replyByAtFirst,
  replyByIn,
  waitsUntil,
  waitWithin,
} from '#features/hiring/web/replyBy.ts'
import { deskTexts, talentTexts } from '#features/hiring/web/texts.ts'
import { useOrderChange } from '#features/hiring/web/useOrder.ts'

const spoken = texts(deskTexts, talentTexts)

interface Asked extends ReplyBy {
  message: string
}

/** Asks whether they can play: until when to answer, and a word of one's own. */
export function ScoutDialog({
  order,
  picks,
  onClose,
  onSent,
}: {
  order: Order
  /** slot → projects */
  picks: ReadonlyMap<number, ReadonlySet<number>>
  onClose: () => void
  onSent: () => void
}) {
  const { t } = useTexts(spoken)
  const now = Date.now()
  const waits = waitsUntil(now, order.starts_at ? Date.parse(order.starts_at) : null)
  const form = useForm<Asked>({
    defaultValues: { ...replyByAtFirst('48', now, order.zone), message: '' },
  })
  const { control, formState } = form
  const chosen = form.watch()
  const wait = waitWithin(chosen.wait, waits)
  const send = useOrderChange(
    (body: { reply_by: string; message: string }) =>
      call(scoutTalent, {
        params: { id: order.id },
        body: {
          slots: [...picks]
            .filter(([, projects]) => projects.size > 0)
            .map(([slot_id, projects]) => ({ slot_id, project_ids: [...projects] })),
          ...body,
        },
      }),
    { onDone: onSent },
  )
  const reply_by = replyByIn({ ...chosen, wait }, now, order.zone)
  // Whoever is asked for several moments is asked once.
  const asked = new Set([...picks.values()].flatMap((projects) => [...projects])).size
  const submit = submitOf(
    form,
    async ({ message }) => {
      if (reply_by) await send.mutateAsync({ reply_by, message })
    },
    (field) => (field === 'reply_by' && wait !== 'own' ? null : field),
  )

  return (
    <FormDialog
      title={t('order.talent.ask_title')}
      closeLabel={t('order.page.close')}
      cancelLabel={t('order.page.cancel')}
      submitLabel={t('order.talent.ask', { count: asked })}
      submitIcon={<Send aria-hidden />}
      onSubmit={submit}
      isSubmitting={formState.isSubmitting}
      isDisabled={reply_by === null || asked === 0}
      error={formState.errors.root?.message}
      onClose={onClose}
      className="grid gap-5"
    >
      <FormProvider {...form}>
        <ReplyByFields waits={waits} zone={order.zone} />
      </FormProvider>
      <FormTextArea
        control={control}
        name="message"
        shared
        label={t('order.talent.message')}
        description={t('order.talent.message_hint')}
        rows={4}
        maxLength={1000}
      />
      <p className="flex gap-2 rounded-control bg-surface-2 p-3 text-sm">
        <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
        {t('order.talent.masked')}
      </p>
    </FormDialog>
  )
}
