import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { citext, created_at, id, instant, ref } from '#core/server/columns.ts'
import { EXPORT_STATUSES } from './contract.data.ts'

export const users = pgTable(
  'users',
  {
    id: id(),
    /** None once the account is deleted; whoever reads of them reads `common:deleted_account`. */
    name: text(),
    email: citext().notNull().unique(),
    /** argon2id; none for people who come through an identity provider only. */
    password_hash: text(),
    account_type: text({ enum: ['STUDENT', 'TALENT_HUNTER', 'MUSICIAN'] }).notNull(),
    language: text({ enum: ['es', 'en'] })
      .notNull()
      .default('es'),
    verified_at: instant(),
    phone: text(),
    city: text(),
    /** Clients: PERSONAL or BUSINESS; a business has legal name and tax id. */
    client_kind: text({ enum: ['PERSONAL', 'BUSINESS'] }),
    legal_name: text(),
    tax_id: text(),
    /** The referral code they came with. */
    referred_by: text(),
    terms_accepted_at: instant().notNull(),
    /** The version of the terms that they accepted then; 0: the points of the sign-up form, before there were pages. */
    terms_version: integer().notNull().default(0),
    /** Since when they work for the platform: what they do as such is in staff's log. */
    staff_since: instant(),
    /** Somebody asked for deletion: until then they may change their mind. */
    delete_at: instant(),
    /** Carried out: the row is nobody's, and stays for what others have with it (agreements, history). */
    deleted_at: instant(),
    created_at: created_at(),
  },
  (t) => [
    check('users_name_length', sql`char_length(${t.name}) between 2 and 80`),
    check('users_name_until_deleted', sql`${t.name} is not null or ${t.deleted_at} is not null`),
    index('users_of_staff').on(t.id).where(sql`staff_since is not null`),
    index('users_to_delete').on(t.delete_at).where(sql`delete_at is not null`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the opaque token, hex; the token itself is never stored. */
    token_hash: text().notNull().unique(),
    remember: boolean().notNull(),
    /** The project this session acts as (MUSICIAN); a row of music_projects. */
    music_project_id: ref(),
    expires_at: instant().notNull(),
    last_used_at: instant().notNull(),
    user_agent: text(),
    ip: text(),
    /** SHA-256 of the cookie that the browser is known by; none for browsers that keep no cookies. */
    device_hash: text(),
    /** When the person last proved that it is them: by signing in, or when they were asked again. */
    proved_at: instant().notNull().default(sql`now()`),
    created_at: created_at(),
  },
  (t) => [index().on(t.user_id)],
)

/** Codes sent by mail to whoever has no password, to prove that a session is theirs; one a session. */
export const proof_codes = pgTable('proof_codes', {
  session_id: ref()
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  /** argon2id: eight digits are soon guessed by whoever reads a fast hash. */
  code_hash: text().notNull(),
  tries: integer().notNull().default(0),
  expires_at: instant().notNull(),
  created_at: created_at(),
})

/** Browsers that somebody has signed in with, known by a cookie. It opens nothing. */
export const devices = pgTable(
  'devices',
  {
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the cookie, hex. */
    device_hash: text().notNull(),
    seen_at: instant().notNull(),
    created_at: created_at(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.device_hash] }), index().on(t.seen_at)],
)

/** What somebody's app makes codes of; one each. It counts once a code was confirmed. */
export const totp_secrets = pgTable('totp_secrets', {
  user_id: ref()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Base32; the codes can't be checked by a hash of it. */
  secret: text().notNull(),
  /** The step of the clock of the last code that was used: it and those before it work no more. */
  last_step: bigint({ mode: 'number' }),
  confirmed_at: instant(),
  created_at: created_at(),
})

/** Keys of phones, computers and security keys that somebody proves themself with (WebAuthn). */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What its authenticator calls it, base64url. */
    credential_id: text().notNull().unique(),
    /** COSE, base64url; signatures are checked with it, and none can be made. */
    public_key: text().notNull(),
    /** How often it was used, as it says itself; those that are shared between devices stay at 0. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How browsers reach it, as the one said that made it. */
    transports: text().array().notNull(),
    /** The browser it was made with. */
    user_agent: text(),
    used_at: instant(),
    created_at: created_at(),
  },
  (t) => [index().on(t.user_id)],
)

/** What one of somebody's passkeys is to sign, or what a new one is made for: each once, within minutes. */
export const passkey_challenges = pgTable(
  'passkey_challenges',
  {
    /** Random, base64url. */
    challenge: text().primaryKey(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expires_at: instant().notNull(),
    created_at: created_at(),
  },
  (t) => [index().on(t.user_id), index().on(t.expires_at)],
)

/** Codes that stand in for a second factor that was lost, each once. */
export const recovery_codes = pgTable(
  'recovery_codes',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256: a code is random, 120 bits. */
    code_hash: text().notNull(),
    used_at: instant(),
    created_at: created_at(),
  },
  (t) => [unique().on(t.user_id, t.code_hash)],
)

/** Sign-ins whose first factor was right, and that wait for the second; minutes at most. */
export const sign_in_tickets = pgTable(
  'sign_in_tickets',
  {
    /** SHA-256 of the ticket. */
    ticket_hash: text().primaryKey(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    remember: boolean().notNull(),
    tries: integer().notNull().default(0),
    expires_at: instant().notNull(),
    created_at: created_at(),
  },
  (t) => [index().on(t.user_id), index().on(t.expires_at)],
)

/** Links sent by mail: single-use, but for those of the adults of minors. */
export const mail_tokens = pgTable(
  'mail_tokens',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['verify', 'reset', 'guardian', 'email', 'factor'] }).notNull(),
    /**
     * Where it was sent. That of a verification or a reset is worth nothing once the account has another e-mail; that of a
     * new factor brings this one back.
     */
    email: citext(),
    /** Of a new factor's: what was added from then on goes with it. */
    since: instant(),
    token_hash: text().notNull().unique(),
    expires_at: instant().notNull(),
    used_at: instant(),
    created_at: created_at(),
  },
  (t) => [index().on(t.user_id, t.kind)],
)

/** An e-mail that an account is to have once its link was used; one each. Until then it is nobody's. */
export const email_changes = pgTable(
  'email_changes',
  {
    user_id: ref()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: citext().notNull(),
    /** The session that asked, which goes on when the others end. */
    session_id: ref().references(() => sessions.id, { onDelete: 'set null' }),
    expires_at: instant().notNull(),
    created_at: created_at(),
  },
  (t) => [index().on(t.session_id), index().on(t.expires_at)],
)

/** Third-party identities linked to an account. */
export const identities = pgTable(
  'identities',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    subject: text().notNull(),
    created_at: created_at(),
  },
  (t) => [unique().on(t.issuer, t.subject), index().on(t.user_id)],
)

/** Sign-ins with a provider under way: from the redirect to the account, at most minutes. */
export const identity_flows = pgTable(
  'identity_flows',
  {
    id: id(),
    /** SHA-256 of the secret that only the starting browser has. */
    flow_hash: text().notNull().unique(),
    state_hash: text(),
    nonce: text(),
    code_verifier: text(),
    remember: boolean().notNull(),
    /** What the provider said, when the person still has to choose an account type. */
    issuer: text(),
    subject: text(),
    email: citext(),
    name: text(),
    used_at: instant(),
    expires_at: instant().notNull(),
    created_at: created_at(),
  },
  (t) => [index().on(t.expires_at)],
)

/** Copies of one's data: made by a job, fetched by the owner, gone after a while. */
export const account_exports = pgTable(
  'account_exports',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text({ enum: EXPORT_STATUSES }).notNull().default('queued'),
    /** 0 to 100. */
    progress: integer().notNull().default(0),
    /** Where its bytes are stored: each try has a key of its own, which is saved before the bytes are. */
    key: text(),
    bytes: bigint({ mode: 'number' }),
    /** SHA-256 of the secret in the address it is fetched by, and until when that works. */
    link_hash: text().unique(),
    link_expires_at: instant(),
    /** The session that asked for the address, which ends with it. */
    link_session_id: ref().references(() => sessions.id, { onDelete: 'set null' }),
    expires_at: instant(),
    updated_at: instant().notNull().default(sql`now()`),
    created_at: created_at(),
  },
  (t) => [
    index().on(t.user_id, t.id),
    index().on(t.link_session_id),
    uniqueIndex('one_running_export').on(t.user_id).where(sql`status in ('queued', 'running')`),
  ],
)
