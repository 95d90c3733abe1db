import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { citext, created_at, id, instant, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects } from '#features/projects/table.ts'

export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    invited_by: ref()
      .notNull()
      .references(() => users.id),
    email: citext().notNull(),
    /** Known once the e-mail has an account. */
    user_id: ref().references(() => users.id, { onDelete: 'cascade' }),
    function: text(),
    instruments: text().array().notNull().default(sql`'{}'`),
    required: boolean().notNull().default(true),
    message: text().notNull().default(''),
    status: text({ enum: ['pending', 'accepted', 'rejected', 'revoked', 'expired'] })
      .notNull()
      .default('pending'),
    expires_at: instant().notNull(),
    answered_at: instant(),
    /** When its mail went out last. */
    sent_at: instant().notNull().default(sql`now()`),
    created_at: created_at(),
  },
  (t) => [
    uniqueIndex('one_open_invitation').on(t.project_id, t.email).where(sql`status = 'pending'`),
    index().on(t.user_id),
    index().on(t.email),
  ],
)

/** Links of the letters about an invitation. Each letter has its own; all of them are worth as much as the invitation. */
export const invitation_links = pgTable(
  'invitation_links',
  {
    id: id(),
    invitation_id: ref()
      .notNull()
      .references(() => invitations.id, { onDelete: 'cascade' }),
    /** Its token is in the letter alone. */
    token_hash: text().notNull().unique(),
    created_at: created_at(),
  },
  (t) => [index().on(t.invitation_id)],
)
