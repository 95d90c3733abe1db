import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { parseSubject } from '#core/contract/subject.ts'
import { ask, tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText, FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { UnsavedGuard } from '#features/accounts/web/UnsavedGuard.tsx'
import type { Attached } from '#features/files/web/AttachedFiles.tsx'
import { AttachFiles } from '#features/files/web/AttachFiles.tsx'
import {
  ABOUT_KINDS,
  About,
  type AskableThing,
  addTicketFile,
  createTicket,
  FILES_MAX,
  listAskable,
  listTickets,
  NewTicket,
  TICKET_TEXT_MAX,
  TICKET_TOPICS,
  type TicketTopic,
} from '../contract.ts'
import { ticketTexts } from './texts.ts'

const spoken = texts(ticketTexts)

interface Values {
  topic: TicketTopic | null
  title: string
  text: string
  about: string
}

const NONE = 'none'

/** What a problem with something of that kind is about, until somebody says otherwise. */
const TOPIC_OF: Record<string, TicketTopic> = {
  event: 'event',
  lesson: 'lesson',
  contract: 'agreement',
  order: 'agreement',
}

/** /tickets/new: asks support; `?about=event:12` says about what. */
export function NewTicketPage() {
  const { t } = useTexts(spoken)
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const given = About.safeParse(query.get('about')).data ?? NONE
  const kind = parseSubject(given)?.kind
  const things = useQuery(ask(listAskable))
  const [files, setFiles] = useState<readonly Attached[]>([])
  const [isBusy, setBusy] = useState(false)
  const isSent = useRef(false)
  const form = useForm<Values, unknown, NewTicket>({
    resolver: resolverOf<Values, NewTicket>(NewTicket, {
      from: ({ about, ...values }) => ({
        ...values,
        about: about === NONE ? null : about,
        file_ids: files.map(({ id }) => id),
      }),
    }),
    defaultValues: { topic: (kind && TOPIC_OF[kind]) || null, title: '', text: '', about: given },
  })
  const send = useMutation(tell(createTicket, { refreshes: [listTickets] }))
  const [topic, about] = form.watch(['topic', 'about'])
  const { errors, isDirty } = form.formState
  return (
    <div className="mx-auto flex w-full max-w-160 flex-col gap-6">
      <div>
        <PageHeader title={t('tickets.new_title')} eyebrow={t('tickets.eyebrow')} />
        <p className="mt-3 text-ink-2">{t('tickets.lead')}</p>
      </div>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={submitOf(form, async (body) => {
          const ticket = await send.mutateAsync({ body })
          isSent.current = true
          toast.success(t('tickets.sent'))
          void navigate(`/tickets/${ticket.id}`, { replace: true })
        })}
      >
        <FormError>{errors.root?.message}</FormError>
        <SelectBox
          label={t('tickets.topic')}
          placeholder={t('tickets.choose')}
          options={TICKET_TOPICS.map((value) => ({ value, label: t(`tickets.topics.${value}`) }))}
          value={topic}
          onChange={(value) => form.setValue('topic', value, { shouldValidate: form.formState.isSubmitted })}
          errorMessage={errors.topic?.message}
          isRequired
        />
        <AboutBox
          value={about}
          things={things.data?.results ?? []}
          onChange={(value) => form.setValue('about', value)}
          errorMessage={errors.about?.message}
        />
        <FormText
          control={form.control}
          name="title"
          label={t('tickets.subject')}
          maxLength={120}
          isRequired
        />
        <FormTextArea
          control={form.control}
          name="text"
          label={t('tickets.text')}
          description={t('tickets.text_help')}
          rows={6}
          maxLength={TICKET_TEXT_MAX}
          isRequired
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
          <Button
            type="submit"
            size="lg"
            isPending={form.formState.isSubmitting || send.isSuccess}
            isDisabled={isBusy}
          >
            {t('tickets.send')}
          </Button>
        </div>
      </form>
      <UnsavedGuard isOn={(isDirty || files.length > 0) && !send.isSuccess} isDone={isSent} />
    </div>
  )
}

/** One of their events, lessons, agreements or orders, or none. What the address named stays a choice though it is an old one. */
function AboutBox({
  value,
  things,
  onChange,
  errorMessage,
}: {
  value: string
  things: readonly AskableThing[]
  onChange: (value: string) => void
  errorMessage: string | undefined
}) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const named = things.some(({ about }) => about === value)
  const all = named || value === NONE ? things : [{ about: value, name: null, starts_at: null }, ...things]
  const labelOf = ({ name, starts_at }: AskableThing) =>
    [name ?? t('tickets.unnamed'), starts_at && date(starts_at, undefined, 'long')].filter(Boolean).join(', ')
  const groups = ABOUT_KINDS.flatMap((kind) => {
    const options = all
      .filter(({ about }) => about.startsWith(`${kind}:`))
      .map((thing) => ({ value: thing.about, label: labelOf(thing) }))
    return options.length > 0 ? [{ label: t(`tickets.kinds.${kind}`), options }] : []
  })
  return (
    <SelectBox
      label={t('tickets.about')}
      description={t('tickets.about_help')}
      options={[{ value: NONE, label: t('tickets.about_none') }, ...groups]}
      value={value}
      onChange={onChange}
      errorMessage={errorMessage}
    />
  )
}
