import { Bell } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useQueryChanges } from '#core/web/address.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { CountBadge, countShown } from '#core/web/ui/CountBadge.tsx'
import { later } from '#core/web/ui/later.tsx'
import type { InvitationSlot } from './NotificationRow.tsx'
import { useNotificationPoll } from './poll.ts'
import { bellTexts } from './texts.ts'

const spoken = texts(bellTexts)

const NotificationsModal = later(async () => (await import('./NotificationsModal.tsx')).NotificationsModal)

/** The bell of the header: how many are unread, and the way into the list. `?notifications=open` opens it too. */
export function NotificationsButton({ Invitation }: { Invitation: InvitationSlot }) {
  const { t } = useTexts(spoken)
  const [query, setQuery] = useQueryChanges()
  const [isOpen, setOpen] = useState(query.get('notifications') === 'open')
  // Stays in the page once opened, so that closing it can be seen.
  const opened = useRef(isOpen)
  opened.current ||= isOpen
  const unread = useNotificationPoll()?.unread ?? 0
  // What is heard is what is seen.
  const label =
    unread > 0
      ? t('notifications.open_label_unread', { n: countShown(unread) })
      : t('notifications.open_label')

  const close = () => {
    setOpen(false)
    if (query.has('notifications')) setQuery({ notifications: null }, { replace: true })
  }

  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="relative grid size-11 place-items-center rounded-control text-ink hover:bg-surface-2"
      >
        <Bell aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
        <CountBadge n={unread} />
      </button>
      <span role="status" className="sr-only">
        {unread > 0 ? label : ''}
      </span>
      {opened.current && (
        <Suspense fallback={null}>
          <NotificationsModal isOpen={isOpen} onClose={close} Invitation={Invitation} />
        </Suspense>
      )}
    </>
  )
}
