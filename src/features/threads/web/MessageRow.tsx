import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Ellipsis, EyeOff, Flag, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { DownloadButton } from '#core/web/ui/DownloadButton.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Menu } from '#core/web/ui/Menu.tsx'
import { deleteMessage, readThreadFile, type Thread, type ThreadMessage } from '../contract.ts'
import { threadTexts } from './texts.ts'
import { useHappened } from './useHappened.ts'
import { TALK } from './useThread.ts'

const spoken = texts(threadTexts)

const ReportDialog = later(async () => (await import('./ReportDialog.tsx')).ReportDialog)

/** One line of a conversation. */
export function MessageRow({
  thread,
  message,
  day,
  isSeen,
}: {
  thread: Thread
  message: ThreadMessage
  /** The day, above its first message. */
  day: string | null
  /** The last of one's own that somebody else has read. */
  isSeen: boolean
}) {
  const { t } = useTexts(spoken)
  const { time, nameOf } = useFormat()
  const happened = useHappened()
  const { mine } = message
  return (
    <li className="flex flex-col gap-2">
      {day && <p className="pt-2 text-center text-xs font-semibold text-ink-2">{day}</p>}
      {message.event ? (
        <p className="text-center text-sm text-ink-2">
          {happened(message.event, message.params)}{' '}
          <time dateTime={message.created_at}>{time(message.created_at)}</time>
        </p>
      ) : (
        <div className={clsx('flex max-w-[85%] flex-col gap-1', mine ? 'items-end self-end' : 'self-start')}>
          <p className="text-xs text-ink-2">
            <span className={clsx('font-semibold', mine && 'sr-only')}>{nameOf(message.author)}</span>{' '}
            <time dateTime={message.created_at}>{time(message.created_at)}</time>
          </p>
          <div className={clsx('flex items-start gap-1', mine && 'flex-row-reverse')}>
            <Words message={message} thread={thread} />
            <Actions message={message} thread={thread} />
          </div>
          {mine && message.masked && (
            <p className="flex items-center gap-1.5 text-xs text-warn">
              <EyeOff aria-hidden className="size-3.5 shrink-0" />
              {t(thread.kind === 'series' ? 'threads.masked_lessons' : 'threads.masked')}
            </p>
          )}
          {isSeen && <p className="text-xs text-ink-2">{t('threads.seen')}</p>}
        </div>
      )}
    </li>
  )
}

function Words({ thread, message }: { thread: Thread; message: ThreadMessage }) {
  const { t } = useTexts(spoken)
  const [isShown, setShown] = useState(false)
  if (message.deleted)
    return (
      <p className="rounded-card border border-line px-3 py-2 text-ink-2 italic">
        {message.removed_reason === null
          ? t('threads.deleted')
          : t('threads.removed', { reason: message.removed_reason })}
      </p>
    )
  if (message.reported && !isShown)
    return (
      <div className="rounded-card border border-line px-3 py-2 text-ink-2">
        <p>{t('threads.reported')}</p>
        <Button variant="quiet" size="sm" onPress={() => setShown(true)}>
          {t('threads.show_reported')}
        </Button>
      </div>
    )
  return (
    <div
      className={clsx(
        'flex min-w-0 flex-col gap-2 rounded-card px-3 py-2',
        message.mine ? 'bg-accent-tint' : 'bg-surface-2',
      )}
    >
      {message.text && <p className="whitespace-pre-line wrap-anywhere">{message.text}</p>}
      {message.files.map((file) => (
        <DownloadButton
          key={file.id}
          endpoint={readThreadFile}
          input={{ params: { id: thread.id, file: file.id } }}
          size="sm"
        >
          <span className="wrap-anywhere">{file.name}</span>
        </DownloadButton>
      ))}
      {!message.mine && message.masked && (
        <p className="text-xs text-ink-2">
          {t(
            thread.open
              ? 'threads.hidden_members'
              : thread.kind === 'series'
                ? 'threads.hidden_lessons'
                : 'threads.hidden',
          )}
        </p>
      )}
    </div>
  )
}

function Actions({ thread, message }: { thread: Thread; message: ThreadMessage }) {
  const { t } = useTexts(spoken)
  const [asking, setAsking] = useState<'delete' | 'report' | null>(null)
  const remove = useMutation(
    tell(deleteMessage, {
      refreshes: TALK,
      onTold: () => {
        setAsking(null)
        toast.success(t('threads.deleted_done'))
      },
    }),
  )
  const params = { id: thread.id, seq: message.seq }
  const mayDelete = message.deletable_until !== null
  const mayReport = !message.mine && !message.deleted && !message.reported
  if (!mayDelete && !mayReport) return null
  return (
    <>
      <Menu
        label={t('threads.actions')}
        trigger={
          <Button
            variant="quiet"
            size="sm"
            isIconOnly
            icon={<Ellipsis aria-hidden />}
            aria-label={t('threads.actions')}
          />
        }
        actions={
          mayDelete
            ? [
                {
                  id: 'delete',
                  label: t('threads.delete'),
                  icon: <Trash2 aria-hidden />,
                  isDangerous: true,
                  onAction: () => setAsking('delete'),
                },
              ]
            : [
                {
                  id: 'report',
                  label: t('threads.report'),
                  icon: <Flag aria-hidden />,
                  onAction: () => setAsking('report'),
                },
              ]
        }
      />
      <ConfirmDialog
        title={t('threads.delete_title')}
        confirmLabel={t('threads.delete')}
        cancelLabel={t('threads.cancel')}
        isOpen={asking === 'delete'}
        onOpenChange={(isOpen) => setAsking(isOpen ? 'delete' : null)}
        onConfirm={() => remove.mutate({ params })}
        isPending={remove.isPending}
        isDangerous
      >
        <p>{t('threads.delete_text')}</p>
        {remove.error && (
          <p role="alert" className="mt-3 font-medium text-bad">
            {remove.error.message}
          </p>
        )}
      </ConfirmDialog>
      {asking === 'report' && (
        <Suspense fallback={null}>
          <ReportDialog params={params} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </>
  )
}
