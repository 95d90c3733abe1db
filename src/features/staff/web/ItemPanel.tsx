import { useMutation, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ArrowLeft, Hand, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ask, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { DownloadButton } from '#core/web/ui/DownloadButton.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import {
  type DeskMessage,
  type DeskSheet,
  leaveItem,
  listLog,
  listQueue,
  readDeskFile,
  readItem,
  takeItem,
} from '../contract.ts'
import { DecideForm } from './DecideForm.tsx'
import { Facts } from './Facts.tsx'
import { LookUpSheet } from './LookUpSheet.tsx'
import { staffTexts } from './texts.ts'

const spoken = texts(staffTexts)

interface Item {
  kind: string
  id: number
}

/** One of what waits, with what is needed to decide it. */
export function ItemPanel({ kind, id, onClose }: Item & { onClose: () => void }) {
  const { t } = useTexts(spoken)
  const sheet = useQuery(ask(readItem, { params: { kind, id } }))
  return (
    <section aria-label={sheet.data?.title ?? t('staff.queue.list')} className="flex flex-col gap-4">
      <div className="lg:hidden">
        <Button variant="quiet" icon={<ArrowLeft aria-hidden />} onPress={onClose}>
          {t('staff.item.back')}
        </Button>
      </div>
      <Loaded
        query={sheet}
        failed={t('staff.item.failed')}
        waiting={<Skeleton className="h-96" />}
        refused={(error) =>
          error.status === 404 ? (
            <EmptyState
              title={t('staff.item.gone')}
              className="rounded-card border border-line bg-surface"
              action={
                <Button variant="secondary" onPress={onClose}>
                  {t('staff.item.back')}
                </Button>
              }
            >
              {t('staff.item.gone_text')}
            </EmptyState>
          ) : undefined
        }
      >
        {(data) => <Sheet sheet={data} onDone={onClose} />}
      </Loaded>
    </section>
  )
}

function Sheet({ sheet, onDone }: { sheet: DeskSheet; onDone: () => void }) {
  const { t } = useTexts(spoken)
  const { date, time } = useFormat()
  const [about, setAbout] = useState<string | null>(null)
  const isOthers = sheet.taken_by !== null && !sheet.taken_by_me
  return (
    <>
      <Card>
        <header className="mb-4 flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <p className="text-sm text-ink-2">
              {sheet.kind_label} {sheet.id}
            </p>
            <h2 className="title-card wrap-anywhere">{sheet.title}</h2>
            <p className="mt-1 text-sm text-ink-2">
              {t(sheet.waits ? 'staff.item.since' : 'staff.item.done_since', {
                when: `${date(sheet.since, undefined, 'long')}, ${time(sheet.since)}`,
              })}
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            {sheet.urgent && <Badge tone="warn">{t('staff.queue.urgent')}</Badge>}
            {sheet.waits && !isOthers && <TakeButton sheet={sheet} />}
          </div>
        </header>
        {!sheet.waits && (
          <p className="mb-4 rounded-control bg-surface-2 px-3 py-2 text-ink-2">{t('staff.item.done')}</p>
        )}
        {isOthers && (
          <p className="mb-4 rounded-control bg-warn-tint px-3 py-2 text-warn">
            {t('staff.item.held_by_colleague', { name: sheet.taken_by })}
          </p>
        )}
        <h3 className="sr-only">{t('staff.item.facts')}</h3>
        <Facts facts={sheet.facts} />
        {sheet.related.length > 0 && (
          <div className="mt-5">
            <h3 className="mb-2 text-sm font-semibold">{t('staff.item.related')}</h3>
            <ul className="flex flex-wrap gap-2">
              {sheet.related.map(({ subject, label }) => (
                <li key={subject}>
                  <Button variant="secondary" size="sm" onPress={() => setAbout(subject)}>
                    {label}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Card>
      {sheet.messages.length > 0 && (
        <Card title={t('staff.item.messages')}>
          <ol className="flex flex-col gap-3">
            {sheet.messages.map((message, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are only added to
              <Message key={at} item={sheet} message={message} />
            ))}
          </ol>
        </Card>
      )}
      {sheet.waits && !isOthers && (
        <Card title={t('staff.item.acts')}>
          <DecideForm sheet={sheet} onDone={onDone} />
        </Card>
      )}
      {about !== null && <LookUpSheet subject={about} onClose={() => setAbout(null)} />}
    </>
  )
}

function TakeButton({ sheet }: { sheet: DeskSheet }) {
  const { t } = useTexts(spoken)
  const refreshes = [readItem, listQueue, listLog]
  const take = useMutation(tell(takeItem, { refreshes, onTold: () => toast.success(t('staff.item.taken')) }))
  const leave = useMutation(tell(leaveItem, { refreshes, onTold: () => toast.success(t('staff.item.left')) }))
  const input = { params: { kind: sheet.kind, id: sheet.id } }
  const onError = (error: { message: string }) => toast.error(error.message)
  return sheet.taken_by_me ? (
    <Button
      variant="quiet"
      size="sm"
      icon={<Undo2 aria-hidden />}
      isPending={leave.isPending}
      onPress={() => leave.mutate(input, { onError })}
    >
      {t('staff.item.leave')}
    </Button>
  ) : (
    <Button
      variant="secondary"
      size="sm"
      icon={<Hand aria-hidden />}
      isPending={take.isPending}
      onPress={() => take.mutate(input, { onError })}
    >
      {t('staff.item.take')}
    </Button>
  )
}

function Message({ item, message }: { item: Item; message: DeskMessage }) {
  const { t } = useTexts(spoken)
  const { date, time } = useFormat()
  return (
    <li
      className={clsx(
        'flex max-w-[92%] flex-col gap-2 rounded-card border p-4',
        message.by_staff ? 'self-end border-transparent bg-accent-tint' : 'self-start border-line bg-surface',
      )}
    >
      <p className="text-sm font-semibold text-ink-2">
        {message.author}
        {message.by_staff && ` (${t('staff.item.by_staff')})`}
        {message.at && ` · ${date(message.at, undefined, 'long')}, ${time(message.at)}`}
      </p>
      {(message.text || message.files.length === 0) && (
        <p className="whitespace-pre-line wrap-anywhere">{message.text || t('staff.item.none_written')}</p>
      )}
      {message.files.map((file) => (
        <DownloadButton
          key={file.id}
          endpoint={readDeskFile}
          input={{ params: { kind: item.kind, id: item.id, file: file.id } }}
          size="sm"
        >
          <span className="wrap-anywhere">{t('staff.item.file', { name: file.name })}</span>
        </DownloadButton>
      ))}
    </li>
  )
}
