import { clsx } from 'clsx'
import { ChevronDown, ChevronRight, Circle, CircleDot } from 'lucide-react'
import { type ComponentType, type ReactNode, useId } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import type { InvitationStatus, Notification } from '../contract.ts'
import { agoOf } from '../rules.ts'
import { notificationTexts } from './texts.ts'
import { TYPE_ICONS } from './typeIcons.ts'

const spoken = texts(notificationTexts)

/** What the modal shows inside an expanded band invitation; a higher feature's part. */
export type InvitationSlot = ComponentType<{
  invitation_id: number
  status: InvitationStatus | null
}>

/** The older ones of a row's group. */
export interface Older {
  /** How many there are in all, the row's own included. */
  count: number
  isOpen: boolean
  onToggle: () => void
  /** Their rows; made only when they are open. */
  rows: ReactNode
}

export interface NotificationRowProps {
  notification: Notification
  now: Date
  /** Pressing it leads to another page. */
  leads: boolean
  isExpanded: boolean
  onPress: () => void
  onMark: (read: boolean) => void
  /** Of a group: whether all of it is read. */
  isRead?: boolean
  older?: Older | undefined
  Invitation: InvitationSlot
}

/** One notification, or the newest of a group: pressing it reads it and opens what it is about. */
export function NotificationRow({
  notification,
  now,
  leads,
  isExpanded,
  onPress,
  onMark,
  isRead = notification.read,
  older,
  Invitation,
}: NotificationRowProps) {
  const { t, i18n } = useTexts(spoken)
  const id = useId()
  const { type, title, message, created_at, value, invitation_status } = notification
  const read = isRead
  const Icon = TYPE_ICONS[type]
  const { key, values } = agoOf(created_at, now, i18n.language)
  const expands = type === 'INVITE_BAND_MEMBER'
  const markKey = older
    ? read
      ? 'notifications.mark_group_unread'
      : 'notifications.mark_group_read'
    : read
      ? 'notifications.mark_unread'
      : 'notifications.mark_read'
  const Hint = expands ? ChevronDown : ChevronRight
  return (
    <li
      className={clsx(
        // Rows out of sight cost nothing, however many were loaded.
        'relative rounded-card border transition-colors [contain-intrinsic-size:auto_5rem] [content-visibility:auto]',
        read ? 'border-transparent' : 'border-line bg-surface-2/60',
      )}
    >
      <div className="flex items-start">
        <button
          type="button"
          onClick={onPress}
          {...(expands ? { 'aria-expanded': isExpanded, 'aria-controls': id } : {})}
          className="flex min-w-0 flex-1 cursor-pointer items-start gap-3 rounded-card p-3 text-left hover:bg-surface-2"
        >
          <span
            className={clsx(
              'grid size-10 shrink-0 place-items-center rounded-control',
              read ? 'bg-surface-2 text-ink-2' : 'bg-accent-tint text-accent',
            )}
          >
            <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </span>
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className={clsx('min-w-0', read ? 'font-medium' : 'font-bold')}>
                {!read && <span className="sr-only">{`${t('notifications.unread')}: `}</span>}
                {title}
                {older && (
                  <span className="ml-2 rounded-chip bg-surface-2 px-1.5 py-0.5 text-sm font-semibold text-ink-2 tabular-nums">
                    <span aria-hidden="true">{`× ${older.count}`}</span>
                    <span className="sr-only">{t('notifications.group_count', { count: older.count })}</span>
                  </span>
                )}
              </span>
              <time dateTime={created_at} className="shrink-0 text-sm text-ink-2">
                {t(key, values)}
              </time>
            </span>
            <span className="mt-0.5 block text-sm text-ink-2">{message}</span>
          </span>
          {(leads || expands) && (
            <Hint
              aria-hidden="true"
              className={clsx(
                'mt-2.5 size-4 shrink-0 text-ink-3 transition-transform',
                // The text needs the room on a phone, where the whole row is what is pressed.
                !expands && 'max-sm:hidden',
                isExpanded && 'rotate-180',
              )}
            />
          )}
        </button>
        <button
          type="button"
          aria-label={`${t(markKey, { count: older?.count ?? 1 })}: ${title}`}
          onClick={() => onMark(!read)}
          className={clsx(
            'mt-1 mr-1 grid size-11 shrink-0 place-items-center rounded-control hover:bg-surface-2',
            read ? 'text-ink-3' : 'text-accent',
          )}
        >
          {read ? (
            <Circle aria-hidden="true" className="size-3.5" />
          ) : (
            <CircleDot aria-hidden="true" className="size-3.5" strokeWidth={3} />
          )}
        </button>
      </div>
      {older && (
        <div className="pr-1 pb-2 pl-16">
          <button
            type="button"
            onClick={older.onToggle}
            aria-expanded={older.isOpen}
            aria-controls={id}
            className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-control px-2 text-sm font-semibold text-accent hover:bg-surface-2 sm:min-h-8"
          >
            <ChevronDown
              aria-hidden="true"
              className={clsx('size-4 transition-transform', older.isOpen && 'rotate-180')}
            />
            {older.isOpen
              ? t('notifications.hide_older')
              : t('notifications.show_older', { count: older.count - 1 })}
          </button>
          <ul id={id} hidden={!older.isOpen} className="mt-1 -ml-4 border-l border-line">
            {older.isOpen && older.rows}
          </ul>
        </div>
      )}
      {expands && (
        <div id={id} hidden={!isExpanded} className="px-3 pb-3 sm:pl-16">
          {isExpanded && value && <Invitation invitation_id={Number(value)} status={invitation_status} />}
        </div>
      )}
    </li>
  )
}
