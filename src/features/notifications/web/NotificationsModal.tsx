import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing, CheckCheck, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ask, askPages, call, refresh } from '#core/web/ask.ts'
import { useNow } from '#core/web/now.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Tabs } from '#core/web/ui/aria/Tabs.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LoadMore } from '#core/web/ui/LoadMore.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import {
  countNotifications,
  listNotifications,
  MARK_MAX,
  markNotifications,
  type Notification,
  type NotificationCounts,
  type NotificationType,
  readAllNotifications,
  readNotification,
  undoReadAll,
} from '../contract.ts'
import { nameOf, tabsOf } from '../rules.delivery.ts'
import { groupsOf, opens } from '../rules.ts'
import { type InvitationSlot, NotificationRow, type NotificationRowProps } from './NotificationRow.tsx'
import { markAtOnce } from './optimistic.ts'
import { TypeBox } from './TypeBox.tsx'
import { notificationTexts } from './texts.ts'

const spoken = texts(notificationTexts)

type Tab = 'all' | NotificationType
/** How long "undo" stays, milliseconds. */
const UNDO_MS = 8000

/** Everything that was told to the person, by kind; a dialog up to 600 px wide. */
export function NotificationsModal({
  isOpen,
  onClose,
  Invitation,
}: {
  isOpen: boolean
  onClose: () => void
  /** What an expanded band invitation shows. */
  Invitation: InvitationSlot
}) {
  const { t } = useTexts(spoken)
  return (
    <Dialog
      title={t('notifications.title')}
      closeLabel={t('notifications.close')}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      maxWidth={600}
      className="h-[85dvh] sm:h-[44rem] sm:max-h-[calc(100dvh-3rem)]"
    >
      <Content onClose={onClose} Invitation={Invitation} />
    </Dialog>
  )
}

function Content({ onClose, Invitation }: { onClose: () => void; Invitation: InvitationSlot }) {
  const { t } = useTexts(spoken)
  const [tab, setTab] = useState<Tab>('all')
  const [error, setError] = useState<string | null>(null)
  const counts = useQuery(ask(countNotifications))
  const tabs = useTabs(counts.data)
  const { markAll, undo, undoable } = useMarkAll(setError)
  return (
    <div className="flex flex-col gap-3">
      <FormError closeLabel={t('notifications.close')} onClose={() => setError(null)}>
        {error}
      </FormError>
      <div className="-mt-2 flex flex-wrap items-center justify-between gap-x-4">
        <Link
          to="/profile#notices"
          onClick={onClose}
          className="inline-flex min-h-11 items-center gap-2 rounded-chip text-sm font-semibold text-ink-2 hover:text-ink sm:min-h-9"
        >
          <BellRing aria-hidden className="size-4" />
          {t('notifications.settings')}
        </Link>
        <div role="status">
          {undoable ? (
            <span className="flex items-center gap-2 text-sm text-ink-2">
              {t('notifications.marked_all')}
              <Button
                variant="quiet"
                size="sm"
                className="-mr-3"
                icon={<RotateCcw aria-hidden />}
                onPress={undo}
              >
                {t('notifications.undo')}
              </Button>
            </span>
          ) : (
            (counts.data?.unread ?? 0) > 0 && (
              <Button
                variant="quiet"
                size="sm"
                className="-mx-3"
                icon={<CheckCheck aria-hidden />}
                onPress={markAll}
              >
                {t('notifications.mark_all')}
              </Button>
            )
          )}
        </div>
      </div>
      <Tabs
        label={t('notifications.tabs')}
        tabs={tabs}
        value={tab}
        onChange={setTab}
        onPhone={<TypeBox tabs={tabs} value={tab} onChange={setTab} />}
      >
        <List key={tab} tab={tab} onClose={onClose} onError={setError} Invitation={Invitation} />
      </Tabs>
    </div>
  )
}

/** 'Todas (count)', then one tab per type that there is for the person: those that hold something first. */
function useTabs(counts: NotificationCounts | undefined) {
  const { t } = useTexts(spoken)
  const account_type = useSession((session) => session.user?.accountType ?? 'STUDENT')
  const of = (type: NotificationType) => counts?.types.find((one) => one.type === type)
  const types = tabsOf(account_type, (type) => of(type) !== undefined)
  return [
    { id: 'all' as Tab, label: t('notifications.all', { count: counts?.total ?? 0 }), isEmpty: false },
    ...types.map((type) => {
      const count = of(type)?.total ?? 0
      const name = t(`notifications.types.${nameOf(type, account_type)}`)
      return { id: type as Tab, label: count > 0 ? `${name} (${count})` : name, isEmpty: count === 0 }
    }),
  ]
}

function List({
  tab,
  onClose,
  onError,
  Invitation,
}: {
  tab: Tab
  onClose: () => void
  onError: (error: string | null) => void
  Invitation: InvitationSlot
}) {
  const { t } = useTexts(spoken)
  const client = useQueryClient()
  const navigate = useNavigate()
  const account_type = useSession((session) => session.user?.accountType ?? 'STUDENT')
  const [expanded, setExpanded] = useState<number | null>(null)
  // A group is named by its oldest: newer ones may still join it.
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const [dismissed, setDismissed] = useState(false)
  const now = useNow()
  const list = useInfiniteQuery(
    askPages(listNotifications, { query: tab === 'all' ? {} : { notification_type: tab } }),
  )
  const mark = useMutation({
    mutationFn: async ({ ids, read }: { ids: readonly number[]; read: boolean }) => {
      const [id, another] = ids
      if (id !== undefined && another === undefined)
        await call(readNotification, { params: { id }, body: { read } })
      else
        for (let at = 0; at < ids.length; at += MARK_MAX)
          await call(markNotifications, { body: { ids: ids.slice(at, at + MARK_MAX), read } })
    },
    onMutate: (marked) => {
      onError(null)
      return markAtOnce(client, marked)
    },
    onError: (_error, _marked, takeBack) => {
      takeBack?.()
      onError(t('notifications.errors.read'))
    },
    onSettled: () => refresh(client, [countNotifications]),
  })

  /** @param those what is read with it: a folded group is one matter */
  const press = (notification: Notification, those: readonly Notification[]) => {
    const ids = those.filter(({ read }) => !read).map(({ id }) => id)
    if (ids.length > 0) mark.mutate({ ids, read: true })
    if (notification.type === 'INVITE_BAND_MEMBER') {
      setExpanded((id) => (id === notification.id ? null : notification.id))
      return
    }
    const path = opens(notification, account_type)
    if (!path) return
    onClose()
    void navigate(path)
  }

  const rowOf = (
    notification: Notification,
    those: readonly Notification[] = [notification],
    group: Partial<Pick<NotificationRowProps, 'isRead' | 'onMark' | 'older'>> = {},
  ) => (
    <NotificationRow
      key={notification.id}
      notification={notification}
      now={now}
      leads={opens(notification, account_type) !== null}
      isExpanded={expanded === notification.id}
      onPress={() => press(notification, those)}
      onMark={(read) => mark.mutate({ ids: [notification.id], read })}
      Invitation={Invitation}
      {...group}
    />
  )

  if (list.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-3">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    )
  const rows = list.data?.pages.flatMap((page) => page.results) ?? []
  return (
    <>
      {list.isError && !dismissed && (
        <FormError className="mb-3" closeLabel={t('notifications.close')} onClose={() => setDismissed(true)}>
          <p>{t('notifications.errors.load')}</p>
          <button type="button" className="mt-1 underline" onClick={() => void list.refetch()}>
            {t('boundary.retry')}
          </button>
        </FormError>
      )}
      {rows.length === 0 && !list.isError ? (
        <EmptyState title={t(tab === 'all' ? 'notifications.empty' : 'notifications.empty_type')} as="h3">
          {t('notifications.empty_hint')}
        </EmptyState>
      ) : (
        <ul className="-mx-2 flex flex-col gap-1">
          {groupsOf(rows).map((group) => {
            const [newest, ...others] = group
            const name = group.at(-1)?.id ?? 0
            if (!newest) return null
            if (others.length === 0) return rowOf(newest)
            const isOpen = unfolded.has(name)
            const isRead = group.every(({ read }) => read)
            return rowOf(newest, isOpen ? [newest] : group, {
              isRead,
              onMark: (read) =>
                mark.mutate({ ids: group.filter((one) => one.read !== read).map(({ id }) => id), read }),
              older: {
                count: group.length,
                isOpen,
                onToggle: () =>
                  setUnfolded(
                    (before) =>
                      new Set(isOpen ? [...before].filter((one) => one !== name) : [...before, name]),
                  ),
                rows: isOpen && others.map((one) => rowOf(one)),
              },
            })
          })}
        </ul>
      )}
      <LoadMore
        label={t('more')}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onLoadMore={() => void list.fetchNextPage()}
      />
    </>
  )
}

/** Marks all at once, and takes it back for a while. */
function useMarkAll(onError: (error: string | null) => void) {
  const { t } = useTexts(spoken)
  const client = useQueryClient()
  const [undoable, setUndoable] = useState<string | null>(null)
  const mark = useMutation({
    mutationFn: () => call(readAllNotifications, { body: {} }),
    onMutate: () => {
      onError(null)
      return markAtOnce(client, 'all')
    },
    onSuccess: ({ read_at }) => setUndoable(read_at),
    onError: (_error, _nothing, takeBack) => {
      takeBack?.()
      onError(t('notifications.errors.read_all'))
    },
    onSettled: () => refresh(client, [listNotifications, countNotifications]),
  })
  const undo = useMutation({
    mutationFn: (read_at: string) => call(undoReadAll, { body: { read_at } }),
    onMutate: () => {
      onError(null)
      setUndoable(null)
    },
    onError: (error) => onError(error.message),
    onSettled: () => refresh(client, [listNotifications, countNotifications]),
  })
  useEffect(() => {
    if (!undoable) return
    const timer = setTimeout(() => setUndoable(null), UNDO_MS)
    return () => clearTimeout(timer)
  }, [undoable])
  return {
    markAll: () => mark.mutate(),
    undo: () => {
      if (undoable) undo.mutate(undoable)
    },
    undoable: undoable !== null,
  }
}
