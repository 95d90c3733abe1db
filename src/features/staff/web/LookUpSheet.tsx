import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { type LookedUp, LookUp, listLog, openLookUp } from '../contract.ts'
import { Facts } from './Facts.tsx'
import { staffTexts } from './texts.ts'

const spoken = texts(staffTexts)

/** Opens a person, an order or an agreement: first why, then what is known of it, to read. */
export function LookUpSheet({ subject, onClose }: { subject: string; onClose: () => void }) {
  const [about, setAbout] = useState(subject)
  const [opened, setOpened] = useState<LookedUp | null>(null)
  if (!opened) return <Why key={about} subject={about} onOpened={setOpened} onClose={onClose} />
  return (
    <Opened
      opened={opened}
      onOpen={(next) => {
        setOpened(null)
        setAbout(next)
      }}
      onClose={onClose}
    />
  )
}

function Why({
  subject,
  onOpened,
  onClose,
}: {
  subject: string
  onOpened: (opened: LookedUp) => void
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const form = useForm<{ reason: string }, unknown, LookUp>({
    resolver: resolverOf<{ reason: string }, LookUp>(LookUp, { from: ({ reason }) => ({ subject, reason }) }),
    defaultValues: { reason: '' },
  })
  const open = useMutation(tell(openLookUp, { refreshes: [listLog] }))
  return (
    <FormDialog
      title={t('staff.look_up.title')}
      closeLabel={t('staff.look_up.cancel')}
      cancelLabel={t('staff.look_up.cancel')}
      submitLabel={t('staff.look_up.submit')}
      isSubmitting={form.formState.isSubmitting}
      error={form.formState.errors.root?.message}
      onClose={onClose}
      maxWidth={480}
      onSubmit={submitOf(form, async (body) => onOpened(await open.mutateAsync({ body })))}
    >
      <p className="text-ink-2">{t('staff.look_up.text')}</p>
      <FormText
        control={form.control}
        name="reason"
        label={t('staff.look_up.reason')}
        description={t('staff.look_up.reason_help')}
        maxLength={300}
        autoFocus
        isRequired
      />
    </FormDialog>
  )
}

function Opened({
  opened,
  onOpen,
  onClose,
}: {
  opened: LookedUp
  onOpen: (subject: string) => void
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  return (
    <Dialog
      title={`${opened.kind_label}: ${opened.title}`}
      closeLabel={t('staff.decide.close')}
      isOpen
      maxWidth={720}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="secondary" onPress={onClose}>
          {t('staff.decide.close')}
        </Button>
      }
    >
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard, also where nothing in it is pressed
        tabIndex={0}
        aria-label={opened.title}
        className="flex flex-col gap-6"
      >
        <p className="text-sm text-ink-2">{t('staff.look_up.read_only')}</p>
        <Facts facts={opened.facts} />
        {opened.sections.map(({ name, label, rows }) => (
          <section key={name} aria-label={label}>
            <h3 className="mb-2 font-semibold">{label}</h3>
            <ul className="flex flex-col divide-y divide-line border-y border-line">
              {rows.map(({ subject, title, detail, at }, index) => (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: they are read once and stay as they are
                  key={index}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
                >
                  <span className="min-w-0">
                    <span className="block wrap-anywhere">{title}</span>
                    <span className="block text-sm text-ink-2">
                      {[detail, at && date(at, undefined, 'long')].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                  {subject && (
                    <Button
                      variant="quiet"
                      size="sm"
                      aria-label={t('staff.search.open', { what: title })}
                      onPress={() => onOpen(subject)}
                    >
                      {t('staff.search.opens')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </section>
    </Dialog>
  )
}
