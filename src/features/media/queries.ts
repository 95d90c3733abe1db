import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { readBy } from '#core/server/audience.ts'
import type { Db } from '#core/server/db.ts'
import { type AudioFormat, documentPart } from '#features/files/rules.ts'
import { plansOf } from '#features/plans/queries.ts'
import { entitlementsOf, MOST_MEDIA } from '#features/plans/rules.ts'
import { isPublic, type ProjectScope } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import type { GalleryPicture, MediaLink, OwnMedia, ProjectMedia, Sound } from './contract.ts'
import { pageOf } from './rules.links.ts'
import { project_media, project_songs, project_stages } from './table.ts'

type Row = typeof project_media.$inferSelect

/** What is there: stored, and not taken down. */
export const isThere: SQL | undefined = and(
  isNull(project_media.deleted_at),
  sql`(${project_media.kind} <> 'sound' or ${project_media.stored_at} is not null)`,
)

/** Where a sound's bytes are. */
export const soundPlace = ({ key, format }: { key: string; format: AudioFormat }) => ({
  key,
  parts: [documentPart(format)],
})

const pictureOf = ({ id, picture, width, height, title }: Row): GalleryPicture => ({
  id,
  url: picture ?? '',
  width: width ?? 1,
  height: height ?? 1,
  title,
})
const soundOf = ({ id, secret, title, seconds, levels }: Row): Sound => ({
  id,
  url: `/api/media/sounds/${id}/?v=${secret}`,
  title,
  seconds: seconds ?? 0,
  levels,
})
const linkOf = ({ id, provider, ref, title }: Row): MediaLink => ({
  id,
  provider: provider ?? 'youtube',
  url: pageOf({ provider: provider ?? 'youtube', ref: ref ?? '' }),
  title,
})

async function partsOf(db: Db, project_id: number, which?: SQL) {
  // One after the other: inside a transaction there is one connection.
  const rows = await db
    .select()
    .from(project_media)
    .where(and(eq(project_media.project_id, project_id), isThere, which))
    .orderBy(asc(project_media.position), asc(project_media.id))
  const songs = await db
    .select({ title: project_songs.title, artist: project_songs.artist })
    .from(project_songs)
    .where(eq(project_songs.project_id, project_id))
    .orderBy(asc(project_songs.position))
  const [stage] = await db.select().from(project_stages).where(eq(project_stages.project_id, project_id))
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind)
  return {
    rows,
    rider_file:
      stage?.rider_key && stage.rider_stored_at
        ? { name: stage.rider_name ?? '', bytes: stage.rider_bytes ?? 0 }
        : null,
    shown: {
      pictures: of('picture').map(pictureOf),
      sounds: of('sound').map(soundOf),
      links: of('link').map(linkOf),
      songs,
      stage: { needs: stage?.needs ?? '', rider: stage?.rider ?? '' },
    },
  }
}

/** What anybody may see and hear of a project, as long as it is shown to anybody. @throws Refusal 404 */
export async function projectMedia(db: Db, project_id: number): Promise<ProjectMedia> {
  const [project] = await db
    .select({ id: music_projects.id })
    .from(music_projects)
    .where(and(eq(music_projects.id, project_id), isPublic))
  if (!project) throw notFound()
  const { shown, rider_file } = await partsOf(db, project_id, eq(project_media.is_resting, false))
  return { ...shown, has_rider_file: rider_file !== null }
}

/** What a project's own people see of it, with the room that its owner's plan gives. */
export async function ownMedia(db: Db, scope: ProjectScope): Promise<OwnMedia> {
  const [project] = await db
    .select({ owner_id: music_projects.owner_id })
    .from(music_projects)
    .where(eq(music_projects.id, scope.project_id))
  if (!project) throw notFound()
  const { media } = entitlementsOf(await plansOf(db, project.owner_id))
  const { rows, shown, rider_file } = await partsOf(db, scope.project_id)
  return readBy(
    { side: 'artist', open: true },
    {
      ...shown,
      rider_file,
      limit: media ?? MOST_MEDIA,
      used: rows.length,
      resting: rows.filter(({ is_resting }) => is_resting).map(({ id }) => id),
    },
  )
}

/**
 * Where a sound is, for whoever has its address and its project is there to be found.
 * @param secret from its address
 * @throws Refusal 404
 */
export async function soundAt(
  db: Db,
  id: number,
  secret: string | undefined,
): Promise<{ key: string; format: AudioFormat; bytes: number }> {
  const [row] = await db
    .select({ key: project_media.key, format: project_media.format, bytes: project_media.bytes })
    .from(project_media)
    .innerJoin(music_projects, eq(music_projects.id, project_media.project_id))
    .where(
      and(
        eq(project_media.id, id),
        eq(project_media.kind, 'sound'),
        eq(project_media.secret, secret ?? ''),
        isPublic,
        isThere,
      ),
    )
  if (!row?.key || !row.format) throw notFound()
  return { key: row.key, format: row.format, bytes: row.bytes ?? 0 }
}

/** Where a project's technical rider is. @throws Refusal 404 when there is none */
export async function riderOf(
  db: Db,
  project_id: number,
): Promise<{ key: string; name: string; bytes: number }> {
  const [row] = await db
    .select()
    .from(project_stages)
    .innerJoin(music_projects, eq(music_projects.id, project_stages.project_id))
    .where(
      and(
        eq(project_stages.project_id, project_id),
        eq(music_projects.status, 'active'),
        isNotNull(project_stages.rider_stored_at),
      ),
    )
  const stage = row?.project_stages
  if (!stage?.rider_key) throw notFound()
  return { key: stage.rider_key, name: stage.rider_name ?? '', bytes: stage.rider_bytes ?? 0 }
}

/** A sound that waits to be listened to. */
export interface Unheard {
  id: number
  user_id: number
  key: string
  format: AudioFormat
}

/**
 * The next sound to listen to: of who had the fewest listened to in the last minutes, so that somebody's twenty don't
 * hold up another's first.
 */
export async function nextUnheard(db: Db, now: Date): Promise<Unheard | null> {
  const since = new Date(now.getTime() - 10 * 60_000).toISOString()
  const lately = sql`(select count(*) from ${project_media} done
    where done.user_id = ${project_media}.user_id and done.analysed_at > ${since}::timestamptz)`
  const [row] = await db
    .select({
      id: project_media.id,
      user_id: project_media.user_id,
      key: project_media.key,
      format: project_media.format,
    })
    .from(project_media)
    .where(
      and(
        eq(project_media.kind, 'sound'),
        isThere,
        isNull(project_media.analysed_at),
        sql`${project_media.format} <> 'm4a'`,
      ),
    )
    .orderBy(lately, asc(project_media.id))
    .limit(1)
  return row?.key && row.format ? { ...row, key: row.key, format: row.format } : null
}

/** What somebody's projects show, for the copy of their data, with where sounds and riders are. */
export async function mediaCopiesOf(db: Db, user_id: number) {
  const rows = await db
    .select({ media: project_media })
    .from(project_media)
    .innerJoin(music_projects, eq(music_projects.id, project_media.project_id))
    .where(and(eq(music_projects.owner_id, user_id), isThere))
    .orderBy(asc(project_media.id))
  return rows.map(({ media }) => {
    const { id, project_id, kind, title, picture, provider, ref, format, bytes, seconds, created_at } = media
    const file = kind === 'sound' ? `sounds/${id}.${format}` : null
    return {
      copy: {
        id,
        project_id,
        kind,
        title,
        picture,
        link: provider && ref ? pageOf({ provider, ref }) : null,
        format,
        bytes,
        seconds,
        file,
        created_at,
      },
      place: media.key && format ? { key: media.key, part: documentPart(format) } : null,
    }
  })
}

/** What somebody's projects play and need, for the copy of their data. */
export async function stageCopiesOf(db: Db, user_id: number) {
  const own = eq(music_projects.owner_id, user_id)
  const songs = await db
    .select({
      project_id: project_songs.project_id,
      title: project_songs.title,
      artist: project_songs.artist,
    })
    .from(project_songs)
    .innerJoin(music_projects, eq(music_projects.id, project_songs.project_id))
    .where(own)
    .orderBy(asc(project_songs.project_id), asc(project_songs.position))
  const stages = await db
    .select({ stage: project_stages })
    .from(project_stages)
    .innerJoin(music_projects, eq(music_projects.id, project_stages.project_id))
    .where(own)
    .orderBy(asc(project_stages.project_id))
  return {
    songs,
    stages: stages.map(({ stage: { project_id, needs, rider, rider_key, rider_name } }) => ({
      copy: {
        project_id,
        needs,
        rider,
        rider_name,
        file: rider_key ? `riders/${project_id}.pdf` : null,
      },
      key: rider_key,
    })),
  }
}

/** Where the bytes of all sounds and riders are. */
export async function storedMedia(db: Db) {
  const sounds = await db
    .select({ key: project_media.key, format: project_media.format })
    .from(project_media)
    .where(isNotNull(project_media.key))
  const riders = await db
    .select({ key: project_stages.rider_key })
    .from(project_stages)
    .where(isNotNull(project_stages.rider_key))
  return [
    ...sounds.flatMap(({ key, format }) => (key && format ? [soundPlace({ key, format })] : [])),
    ...riders.flatMap(({ key }) => (key ? [{ key, parts: [documentPart('pdf')] }] : [])),
  ]
}
