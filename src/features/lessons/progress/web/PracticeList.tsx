import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { CloudOff, Pencil, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { askPages, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { useOutbox } from '#core/web/outbox.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { OfflineNote } from '#core/web/ui/OfflineNote.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import {
  changePractice,
  listPractice,
  type Practice,
  type PracticeChange,
  type PracticeDraft,
  removePractice,
} from '../contract.ts'
import { PracticeForm } from './PracticeForm.tsx'
import { note, PRACTICE_PAGES, practiceBox } from './practiceBox.ts'
import { practiceTexts, progressTexts } from './texts.ts'

const spoken = texts(practiceTexts, progressTexts)
const PAGE = 5

/** What somebody noted of their practice: first what waits on this device, then the latest day first. */
export function PracticeList({ today, isAway }: { today: string; isAway: boolean }) {
  const { t } = useTexts(spoken)
  const waiting = useOutbox(practiceBox)
  const [removed, setRemoved] = useState<PracticeDraft | null>(null)
  const list = useInfiniteQuery(askPages(listPractice, { query: { limit: PAGE } }))
  const toBeSent = waiting.filter(({ refused }) => refused === undefined).length
  return (
    <div className="flex flex-col gap-4">
      <OfflineNote>{toBeSent > 0 && t('progress.list.waiting', { count: toBeSent })}</OfflineNote>
      {waiting.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {waiting.map(({ key, refused, ...practice }) => (
            <Row
              key={key}
              practice={practice}
              today={today}
              badge={
                <Badge tone={refused === undefined ? 'warn' : 'bad'} icon={<CloudOff aria-hidden />}>
                  {t(refused === undefined ? 'progress.list.waits' : 'progress.list.refused')}
                </Badge>
              }
              fault={refused}
              // One that is on its way could be there already, as it was.
              {...(refused === undefined
                ? {}
                : {
                    onChange: async (change) => {
                      await note({ ...change, key: crypto.randomUUID() })
                      practiceBox.remove(key)
                    },
                  })}
              onRemove={() => {
                practiceBox.remove(key)
                setRemoved({ ...practice, key })
              }}
              isUndoable
            />
          ))}
        </ul>
      )}
      <div role="status" className={removed ? '' : 'sr-only'}>
        {removed && (
          <span className="flex flex-wrap items-center gap-3 rounded-control bg-surface-2 p-3 text-sm">
            {t('progress.list.removed')}
            <Button
              variant="secondary"
              size="sm"
              icon={<Undo2 aria-hidden />}
              onPress={() => {
                practiceBox.add(removed)
                setRemoved(null)
                void practiceBox.send()
              }}
            >
              {t('progress.timer.undo')}
            </Button>
          </span>
        )}
      </div>
      {isAway && !list.data ? (
        <p className="text-ink-2">{t('progress.list.offline')}</p>
      ) : (
        <LoadedPages
          query={list}
          waiting={<Skeleton className="h-48 rounded-card" />}
          failed={t('progress.list.failed')}
          empty={
            waiting.length === 0 && (
              <EmptyState title={t('progress.list.empty')} as="h3">
                {t('progress.list.empty_text')}
              </EmptyState>
            )
          }
        >
          {(rows, foot) => (
            <>
              <ul className="flex flex-col divide-y divide-line">
                {rows.map((practice) => (
                  <Noted key={practice.id} practice={practice} today={today} />
                ))}
              </ul>
              {foot}
            </>
          )}
        </LoadedPages>
      )}
    </div>
  )
}

/** One that the server has. */
function Noted({ practice, today }: { practice: Practice; today: string }) {
  const { t } = useTexts(spoken)
  const change = useMutation(tell(changePractice, { refreshes: PRACTICE_PAGES }))
  const remove = useMutation(
    tell(removePractice, {
      refreshes: PRACTICE_PAGES,
      onTold: () => toast.success(t('progress.list.removed')),
    }),
  )
  const params = { id: practice.id }
  return (
    <Row
      practice={practice}
      today={today}
      onChange={async (body) => {
        await change.mutateAsync({ params, body })
        toast.success(t('progress.form.changed'))
      }}
      onRemove={() => remove.mutate({ params })}
      isRemoving={remove.isPending}
      removalFault={remove.error?.message}
    />
  )
}

function Row({
  practice: { day, minutes, what },
  today,
  badge,
  fault,
  onChange,
  onRemove,
  isUndoable = false,
  isRemoving = false,
  removalFault,
}: {
  practice: PracticeChange
  today: string
  badge?: ReactNode
  /** Why it isn't noted. */
  fault?: string | undefined
  onChange?: (change: PracticeChange) => Promise<unknown>
  onRemove: () => void
  /** It can be brought back, so nobody is asked: a dialog may need a connection. */
  isUndoable?: boolean
  isRemoving?: boolean
  removalFault?: string | undefined
}) {
  const { t } = useTexts(spoken)
  const { calendarDay, number } = useFormat()
  const [isOpen, setOpen] = useState(false)
  const [isGoing, setGoing] = useState(false)
  const row = t('progress.list.row', { date: calendarDay(day, 'full'), count: minutes })
  if (isOpen && onChange)
    return (
      <li className="py-4 first:pt-0">
        <PracticeForm
          today={today}
          given={{ day, minutes, what }}
          submitLabel={t('progress.form.save')}
          onSend={async (change) => {
            await onChange(change)
            setOpen(false)
          }}
          onCancel={() => setOpen(false)}
        />
      </li>
    )
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold first-letter:uppercase">{calendarDay(day, 'full')}</span>
          <span className="font-semibold text-accent tabular-nums">
            {t('progress.minutes', { count: number(minutes) })}
          </span>
          {badge}
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">{what || t('progress.list.untold')}</p>
        {fault && <p className="mt-1 text-sm font-medium text-bad">{fault}</p>}
      </div>
      <span className="-my-1 -mr-2 flex">
        {onChange && (
          <Button
            variant="quiet"
            isIconOnly
            icon={<Pencil aria-hidden />}
            aria-label={t('progress.list.change_of', { row })}
            onPress={() => setOpen(true)}
          />
        )}
        <Button
          variant="quiet"
          isIconOnly
          icon={<Trash2 aria-hidden />}
          aria-label={t('progress.list.remove_of', { row })}
          onPress={isUndoable ? onRemove : () => setGoing(true)}
        />
      </span>
      <ConfirmDialog
        title={t('progress.list.remove_title', { row })}
        confirmLabel={t('progress.list.remove')}
        cancelLabel={t('progress.list.keep')}
        isOpen={isGoing}
        onOpenChange={setGoing}
        isPending={isRemoving}
        isDangerous
        onConfirm={onRemove}
      >
        {t('progress.list.remove_text')}
        <FormError className="mt-3">{removalFault}</FormError>
      </ConfirmDialog>
    </li>
  )
}
