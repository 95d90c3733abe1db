import * as z from 'zod/mini'
import { seenBy } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { Instant, WallTime, Zone } from '#core/contract/time.ts'
import { AccountType } from '#features/access/rules.ts'

/** Every kind of notification, in the order of the journey it tells. */
export const NOTIFICATION_TYPES = [
  'PROFILE_COMPLETED',
  'BRIEF_INITIATED',
  'BRIEF_VALIDATED',
  'OBJECTIVE_SCORE_READY',
  'PLAN_SONORO_CREATED',
  'TALENT_RECOMMENDED',
  'SCOUTING_INITIATED',
  'STRATEGY_ADJUSTMENT_REQUESTED',
  'TALENT_AVAILABILITY_CONFIRMED',
  'CONTINUOUS_PLAN_OFFERED',
  'MUSICIANS_CONFIRMED',
  'CONTINGENCY_PLAN_READY',
  'PROGRESS_TRACKING_ACTIVE',
  'EVENT_REMINDER_SENT',
  'POST_EVENT_SURVEY_SENT',
  'EVENT_RESULTS_READY',
  'BENCHMARKING_READY',
  'CONTINUOUS_PLAN_READY',
  'ROI_RECOMMENDATIONS_READY',
  'SUBSCRIPTION_UPSELL',
  'INVITE_BAND_MEMBER',
  'INVITE_BAND_CONFIRMED',
  'OWNERSHIP_RECEIVED',
  'EVENT_AT_RISK',
  'CONTRACT_READY',
  'PAYMENT_DUE',
  'PAYMENT_RECEIVED',
  'PAYOUT_RELEASED',
  'MEMBERSHIP_CHANGED',
  'REVIEW_REQUESTED',
  'REVIEW_PUBLISHED',
  'MESSAGE_RECEIVED',
  'REFERRAL_REWARDED',
  'LESSON_REQUESTED',
  'LESSON_CONFIRMED',
  'LESSON_CHANGED',
  'LESSON_REMINDER',
  'ASSIGNMENT_GIVEN',
  'MONTH_SUMMARY',
  'SUPPORT_REPLIED',
  'IDENTITY_CHECKED',
] as const
export const NotificationType = z.enum(NOTIFICATION_TYPES)
export type NotificationType = z.output<typeof NotificationType>

/** Types that open the order page; their value is the order's id. */
export const ORDER_TYPES = [
  'BRIEF_INITIATED',
  'TALENT_RECOMMENDED',
  'STRATEGY_ADJUSTMENT_REQUESTED',
  'MUSICIANS_CONFIRMED',
  'PROGRESS_TRACKING_ACTIVE',
  'EVENT_REMINDER_SENT',
] as const satisfies readonly NotificationType[]

/** How a band invitation stands, as a notification tells it. */
export const InvitationStatus = z.enum(['in_process', 'accepted', 'canceled'])
export type InvitationStatus = z.output<typeof InvitationStatus>

export const Notification = z.object({
  id: Id,
  type: NotificationType,
  /** In the reader's language, as is the message. */
  title: z.string(),
  message: z.string(),
  created_at: Instant,
  read: z.boolean(),
  /** What it opens, as the type says: an order's, a request's, an invitation's, an event's or a thread's id. */
  value: z.nullable(z.string()),
  /** Of band invitations only. */
  invitation_status: z.nullable(InvitationStatus),
})
export type Notification = z.output<typeof Notification>

export const NotificationQuery = z.extend(PageQuery, {
  /** Only those with a higher id: what came since. */
  last_event_id: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  notification_type: z.optional(NotificationType),
})
export type NotificationQuery = z.output<typeof NotificationQuery>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/',
  access: 'signed-in',
  summary: 'What was told to the caller, newest first; with last_event_id only what came since',
  query: NotificationQuery,
  reply: page(Notification),
})

export const NotificationCounts = z.object({
  /** How many of each type there are, read or not; types without any are left out. */
  types: z.array(z.object({ type: NotificationType, total: z.int(), unread: z.int() })),
  total: z.int(),
  unread: z.int(),
  /** Highest id so far, 0 for nobody's first. */
  last_id: z.int(),
  /** How much waits for the caller beside what they were told, by the page that has it; pages without any are left out. */
  waiting: z.array(z.object({ page: z.string(), count: z.int() })),
})
export type NotificationCounts = z.output<typeof NotificationCounts>

export const countNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/counts/',
  access: 'signed-in',
  summary:
    'How many notifications the caller has, of each type, read and unread; and what waits for them on each page',
  reply: NotificationCounts,
})

export const readNotification = endpoint({
  method: 'PATCH',
  path: '/api/notifications/:id/',
  access: 'signed-in',
  summary: 'Mark one notification as read, or as unread again',
  params: IdParams,
  body: z.object({ read: z.boolean() }),
  reply: Notification,
})

/** How many can be marked in one call. */
export const MARK_MAX = 500

export const markNotifications = endpoint({
  method: 'PATCH',
  path: '/api/notifications/mark-read/',
  access: 'signed-in',
  summary: 'Mark several notifications as read, or as unread again, such as those of one group',
  body: z.object({
    ids: z.array(Id).check(z.minLength(1), z.maxLength(MARK_MAX)),
    read: z._default(z.boolean(), true),
  }),
  reply: z.object({ marked: z.int() }),
})

export const readAllNotifications = endpoint({
  method: 'PATCH',
  path: '/api/notifications/mark-all-read/',
  access: 'signed-in',
  summary: 'Mark every notification as read; up to_id only, when given',
  body: z.object({ to_id: z.optional(Id) }),
  reply: z.object({
    marked: z.int(),
    /** Names what was marked, for undoing it; nothing when nothing was unread. */
    read_at: z.nullable(Instant),
  }),
})

export const undoReadAll = endpoint({
  method: 'PATCH',
  path: '/api/notifications/undo-mark-all-read/',
  access: 'signed-in',
  summary: 'Mark as unread again what one mark-all-read marked',
  body: z.object({ read_at: Instant }),
  reply: z.object({ marked: z.int() }),
})

export const streamNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/stream/',
  access: 'signed-in',
  summary: 'Server-sent events: each new notification as it happens, from Last-Event-ID on',
  query: z.object({ last_event_id: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) }),
  raw: ['text/event-stream'],
})

/** What the stream sends: the page asks for the rows themselves, in its own language. */
export const NotificationEvent = z.object({ id: PathId, type: NotificationType })
export type NotificationEvent = z.output<typeof NotificationEvent>

// ─── By e-mail and on other screens ──────────────────────────────────────────────────────────────────────────

/** E-mail about a kind: none, one at once, or with all of a day's in one letter. */
export const EmailChoice = z.enum(['off', 'now', 'daily'])
export type EmailChoice = z.output<typeof EmailChoice>

export const TypeChoice = z.object({ type: NotificationType, email: EmailChoice, push: z.boolean() })
export type TypeChoice = z.output<typeof TypeChoice>

/** A browser that shows notifications while the product isn't open. */
export const Browser = z.object({
  id: Id,
  endpoint: z.string(),
  user_agent: seenBy('self', z.nullable(z.string())),
  created_at: Instant,
})
export type Browser = z.output<typeof Browser>

export const NotificationSettings = z.object({
  /** Of the quiet hours and the day's letter; null until it was said, then DEFAULT_ZONE counts. */
  zone: z.nullable(Zone),
  /** Nothing is sent from… to…, which may lie on the next day; both null: at any hour. */
  quiet_from: z.nullable(WallTime),
  quiet_to: z.nullable(WallTime),
  /** The kinds that somebody of this account type can get by now. */
  types: z.array(TypeChoice),
  browsers: z.array(Browser),
  /** What a browser subscribes with (VAPID). */
  push_key: z.string(),
})
export type NotificationSettings = z.output<typeof NotificationSettings>

export const readNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/settings/',
  access: 'signed-in',
  summary: 'What the caller wants by e-mail and on which browsers, and when nothing may be sent',
  reply: NotificationSettings,
})

export const changeNotificationSettings = endpoint({
  method: 'PATCH',
  path: '/api/notifications/settings/',
  access: 'signed-in',
  summary: 'Change what is sent by e-mail and push, type by type, and the quiet hours; the rest stays',
  body: z.object({
    zone: z.optional(Zone),
    /** The hours change together; null for none. */
    quiet: z.optional(z.nullable(z.object({ from: WallTime, to: WallTime }))),
    types: z.optional(
      z
        .array(
          z.object({
            type: NotificationType,
            email: z.optional(EmailChoice),
            push: z.optional(z.boolean()),
          }),
        )
        .check(z.maxLength(NOTIFICATION_TYPES.length)),
    ),
  }),
  reply: NotificationSettings,
})

export const addBrowser = endpoint({
  method: 'POST',
  path: '/api/notifications/browsers/',
  access: 'signed-in',
  summary: 'Show notifications on this browser, until its session ends (a PushSubscription as JSON)',
  body: z.object({
    endpoint: z.url().check(z.maxLength(1000)),
    keys: z.object({
      p256dh: z.string().check(z.regex(/^[A-Za-z0-9_-]{86,88}=?$/)),
      auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}={0,2}$/)),
    }),
  }),
  reply: NotificationSettings,
})

export const removeBrowser = endpoint({
  method: 'DELETE',
  path: '/api/notifications/browsers/:id/',
  access: 'signed-in',
  summary: 'No longer show notifications on a browser',
  params: IdParams,
  reply: NotificationSettings,
})

/** Which letters: of one type, or all. */
export const LetterKind = z.union([NotificationType, z.literal('all')])
export type LetterKind = z.output<typeof LetterKind>
const LetterLink = z.object({
  token: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,100}$/)),
  type: z._default(LetterKind, 'all'),
})

export const showUnsubscribe = endpoint({
  method: 'GET',
  path: '/api/notifications/unsubscribe/',
  access: 'public',
  summary: 'The link of a letter, opened by a person: leads to a page that asks, and changes nothing',
  query: z.extend(LetterLink, { as: z.optional(AccountType) }),
  status: 302,
  raw: [],
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/notifications/unsubscribe/',
  access: 'public',
  summary: 'No more letters of a type, or none at all; also by one click of a mail program (RFC 8058)',
  query: LetterLink,
  form: true,
  limit: 60,
  reply: z.object({ type: LetterKind }),
})
