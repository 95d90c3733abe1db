import { queue } from '#core/server/queues.ts'

/**
 * A letter with a single-use link. A reset is queued for any e-mail, so that the call takes the same time whether or
 * not it has an account.
 */
export const letters = queue<
  { kind: 'verify' | 'email'; user_id: number } | { kind: 'reset'; email: string }
>({
  name: 'accounts.letter',
})

/** The code that whoever has no password proves themself with. */
export const proofCodes = queue<{ user_id: number; session_id: number }>({ name: 'accounts.proof_code' })

/** News about one's data and account. */
export interface Notice {
  user_id: number
  news:
    | 'export_ready'
    | 'deletion_planned'
    | 'deletion_dropped'
    | 'guardian_confirmed'
    | 'guardian_refused'
    | 'guardian_missing'
}
export const notices = queue<Notice>({ name: 'accounts.notice' })

/** Asks the adult whom somebody under age named; who has answered gets a link to what they said. */
export const guardianLetters = queue<{ user_id: number }>({ name: 'accounts.guardian' })

/** Queued for any e-mail that asks, so that the call takes the same time whether or not an account names it. */
export const guardianLinks = queue<{ email: string }>({ name: 'accounts.guardian_links' })

/** What somebody must hear of who might not have done it themselves. */
export interface Warning {
  user_id: number
  news:
    | 'new_device'
    | 'password_reset'
    | 'password_changed'
    | 'email_asked'
    | 'email_changed'
    | 'totp_added'
    | 'totp_removed'
    | 'passkey_added'
    | 'passkey_removed'
    | 'recovery_used'
    | 'sign_up_tried'
    | 'email_wanted'
  /** When it happened. */
  at: string
  user_agent?: string | null
  ip?: string | null
  /** The address that was theirs when it happened; else the one they have. */
  to?: string
}
export const warnings = queue<Warning>({ name: 'accounts.warning' })

/** The copy of somebody's data that was asked for. */
export const exports = queue<{ export_id: number }>({
  name: 'accounts.export',
  retry: { limit: 4, delay_seconds: 5, delay_max_seconds: 60 },
  concurrency: 1,
})

/** The bytes of a copy whose row is gone. */
export const exportRemovals = queue<{ key: string }>({ name: 'accounts.remove_export' })
