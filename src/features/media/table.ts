import { boolean, index, integer, jsonb, pgTable, real, text, unique } from 'drizzle-orm/pg-core'
import { created_at, id, instant, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'
import { music_projects } from '#features/projects/table.ts'

/** What there is to see and hear of a project: photos, sounds, links to players. */
export const project_media = pgTable(
  'project_media',
  {
    id: id(),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    /** Who added it. */
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['picture', 'sound', 'link'] }).notNull(),
    title: text().notNull().default(''),
    /** Its place among those of its kind. */
    position: integer().notNull(),
    /** A photo: its address, and its size in pixels. */
    picture: text(),
    width: integer(),
    height: integer(),
    /** A sound: where its bytes are, and what makes its address unguessable. */
    key: text().unique(),
    secret: text(),
    format: text({ enum: ['mp3', 'm4a', 'ogg', 'wav', 'flac'] }),
    bytes: integer(),
    seconds: real(),
    levels: jsonb().$type<number[]>(),
    /** When it was listened through, also where nothing came of it. */
    analysed_at: instant(),
    /** Its bytes are there: until then nobody sees it. */
    stored_at: instant(),
    /** A link: whose player, and what it is called there. */
    provider: text({ enum: ['youtube', 'vimeo', 'soundcloud', 'spotify'] }),
    ref: text(),
    /** Its owner's plan has no room for it: kept, and not shown. */
    is_resting: boolean().notNull().default(false),
    /** Taken down: it can be brought back for an hour. */
    deleted_at: instant(),
    created_at: created_at(),
  },
  (t) => [index().on(t.project_id, t.kind, t.position), index().on(t.user_id, t.analysed_at)],
)

/** What a project plays. */
export const project_songs = pgTable(
  'project_songs',
  {
    id: id(),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    title: text().notNull(),
    artist: text().notNull(),
  },
  (t) => [unique().on(t.project_id, t.position)],
)

/** What a project needs of a stage, and its technical rider. */
export const project_stages = pgTable('project_stages', {
  project_id: ref()
    .primaryKey()
    .references(() => music_projects.id, { onDelete: 'cascade' }),
  needs: text().notNull().default(''),
  rider: text().notNull().default(''),
  /** The PDF: where its bytes are, and what it was called. */
  rider_key: text(),
  rider_name: text(),
  rider_bytes: integer(),
  /** Its bytes are there. */
  rider_stored_at: instant(),
})
