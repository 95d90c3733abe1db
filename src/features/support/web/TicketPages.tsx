import { useMutation, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useParams } from 'react-router'
import { ask, tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { DownloadButton } from '#core/web/ui/DownloadButton.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import type { Attached } from '#features/files/web/AttachedFiles.tsx'
import { AttachFiles } from '#features/files/web/AttachFiles.tsx'
import {
  addTicketFile,
  closeTicket,
  FILES_MAX,
  listTickets,
  readTicket,
  readTicketFile,
  replyToTicket,
  TICKET_TEXT_MAX,
  type TicketDetail,
  type TicketMessage,
  TicketReply,
} from '../contract.ts'
import { OVER } from '../rules.ts'
import { TicketBadge, TicketList } from './TicketList.tsx'
import { ticketTexts } from './texts.ts'

const spoken = texts(ticketTexts)

/** /tickets: what somebody asked support. */
export function TicketsPage() {
  const { t } = useTexts(spoken)
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('tickets.title')}
        eyebrow={t('tickets.eyebrow')}
        actions={<LinkButton to="/tickets/new">{t('tickets.ask')}</LinkButton>}
      />
      <h2 className="sr-only">{t('tickets.title')}</h2>
      <TicketList />
    </div>
  )
}

/** /tickets/:id: one question, with what was answered. */
export function TicketPage() {
  const { t } = useTexts(spoken)
  const id = Number(useParams().id)
  const ticket = useQuery(ask(readTicket, { params: { id } }))
  return (
    <div className="mx-auto flex w-full max-w-180 flex-col gap-5">
      <Link
        to="/tickets"
        className="inline-flex min-h-11 items-center self-start font-semibold text-accent underline underline-offset-4"
      >
        {t('tickets.back')}
      </Link>
      {!ticket.data && <PageHeader title={t('tickets.title')} eyebrow={t('tickets.eyebrow')} />}
      <Loaded query={ticket} failed={t('tickets.one_failed')} waiting={<Skeleton className="h-72" />}>
        {(data) => <Ticket ticket={data} />}
      </Loaded>
    </div>
  )
}

function Ticket({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTexts(spoken)
  const close = useMutation(tell(closeTicket, { refreshes: [readTicket, listTickets] }))
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{ticket.title}</span>}
        eyebrow={t(`tickets.topics.${ticket.topic}`)}
      />
      <div className="flex flex-wrap gap-2">
        <TicketBadge state={ticket.state} />
        {ticket.urgent && <Badge tone="warn">{t('tickets.urgent')}</Badge>}
      </div>
      <section aria-label={t('tickets.messages')}>
        <ol className="flex flex-col gap-3">
          {ticket.messages.map((message) => (
            <Message key={message.id} ticket_id={ticket.id} message={message} />
          ))}
        </ol>
      </section>
      {ticket.open_to_write ? (
        <ReplyForm ticket={ticket} />
      ) : (
        <Card>
          <p className="mb-4 text-ink-2">{t('tickets.over')}</p>
          <LinkButton to="/tickets/new" variant="secondary">
            {t('tickets.ask')}
          </LinkButton>
        </Card>
      )}
      {!OVER.includes(ticket.state) && (
        <div>
          <Button
            variant="quiet"
            isPending={close.isPending}
            onPress={() =>
              close.mutate(
                { params: { id: ticket.id } },
                {
                  onSuccess: () => toast.success(t('tickets.closed')),
                  onError: (error) => toast.error(error.message),
                },
              )
            }
          >
            {t('tickets.close')}
          </Button>
        </div>
      )}
    </>
  )
}

function Message({ ticket_id, message }: { ticket_id: number; message: TicketMessage }) {
  const { t } = useTexts(spoken)
  const { date, time } = useFormat()
  const isOwn = message.by === 'person'
  return (
    <li
      className={clsx(
        'max-w-[92%] rounded-card border p-4',
        isOwn ? 'self-end border-line bg-surface' : 'self-start border-transparent bg-accent-tint',
      )}
    >
      <p className="mb-1 text-sm font-semibold text-ink-2">
        {t(isOwn ? 'tickets.you' : 'tickets.staff')} · {date(message.created_at, undefined, 'long')},{' '}
        {time(message.created_at)}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{message.text}</p>
      {message.files.length > 0 && (
        <div className="mt-3 flex flex-col items-start gap-2">
          {message.files.map((file) => (
            <DownloadButton
              key={file.id}
              endpoint={readTicketFile}
              input={{ params: { id: ticket_id, file: file.id } }}
              size="sm"
            >
              <span className="wrap-anywhere">{t('tickets.file', { name: file.name })}</span>
            </DownloadButton>
          ))}
        </div>
      )}
    </li>
  )
}

function ReplyForm({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTexts(spoken)
  const [files, setFiles] = useState<readonly Attached[]>([])
  const [isBusy, setBusy] = useState(false)
  const form = useForm<{ text: string }, unknown, TicketReply>({
    resolver: resolverOf<{ text: string }, TicketReply>(TicketReply, {
      from: ({ text }) => ({ text, file_ids: files.map(({ id }) => id) }),
    }),
    defaultValues: { text: '' },
  })
  const send = useMutation(tell(replyToTicket, { refreshes: [readTicket, listTickets] }))
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={submitOf(form, async (body) => {
        await send.mutateAsync({ params: { id: ticket.id }, body })
        form.reset()
        setFiles([])
      })}
    >
      <FormError>{form.formState.errors.root?.message}</FormError>
      <FormTextArea
        control={form.control}
        name="text"
        label={t('tickets.reply')}
        {...(OVER.includes(ticket.state) ? { description: t('tickets.reopens') } : {})}
        rows={4}
        maxLength={TICKET_TEXT_MAX}
      />
      <AttachFiles
        to={addTicketFile}
        input={{}}
        files={files}
        most={FILES_MAX}
        onChange={setFiles}
        onBusy={setBusy}
      />
      <div>
        <Button type="submit" isPending={form.formState.isSubmitting} isDisabled={isBusy}>
          {t('tickets.reply_send')}
        </Button>
      </div>
    </form>
  )
}
