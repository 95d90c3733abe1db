import * as z from 'zod/mini'
import { wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { line } from '#core/contract/text.ts'
import { PictureUrl } from '#features/files/contract.ts'
import { LINK_PROVIDERS, linkOf } from './rules.links.ts'

/** Bytes of one sound at most. */
export const SOUND_MAX = 30 * 1024 * 1024
/** As what a sound is taken and sent. */
export const SOUND_TYPES = ['audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/wav', 'audio/flac']
/** Columns that a sound's waveform is drawn with. */
export const LEVELS = 96
/** Songs of a repertoire at most. */
export const SONGS_MAX = 300

export const TITLE_MAX = 120
const title = line(0, TITLE_MAX)

export const MEDIA_KINDS = ['picture', 'sound', 'link'] as const
export const MediaKind = z.enum(MEDIA_KINDS)
export type MediaKind = z.output<typeof MediaKind>

/** How loud a sound is from its beginning to its end: 0 to 100 each, the loudest 100. */
export const Levels = z
  .array(z.int().check(z.minimum(0), z.maximum(100)))
  .check(z.minLength(LEVELS), z.maxLength(LEVELS))

const words = (schema: z.ZodMiniType<string>) => wordsOf('artist', schema)

/** A photo of a gallery, in its own proportions. */
export const GalleryPicture = z.object({
  id: Id,
  url: z.string(),
  width: z.int(),
  height: z.int(),
  /** What is to be seen; who can't see it hears this. */
  title: words(z.string()),
})
export type GalleryPicture = z.output<typeof GalleryPicture>

/** Something to hear. */
export const Sound = z.object({
  id: Id,
  url: z.string(),
  title: words(z.string()),
  seconds: z.number(),
  /** Not before it was listened through. */
  levels: z.nullable(Levels),
})
export type Sound = z.output<typeof Sound>

/** Something to see or hear elsewhere; nothing is asked there before somebody wants to. */
export const MediaLink = z.object({
  id: Id,
  provider: z.enum(LINK_PROVIDERS),
  url: z.string(),
  title: words(z.string()),
})
export type MediaLink = z.output<typeof MediaLink>

export const RepertoireSong = z.object({
  title: wordsOf('artist', line(1, TITLE_MAX)),
  /** Who is known for it; empty: their own, or nobody's. */
  artist: wordsOf('artist', title),
})
export type RepertoireSong = z.output<typeof RepertoireSong>

export const STAGE_MAX = 4000
const long = z.string().check(z.trim(), z.maxLength(STAGE_MAX))

/** What a project needs of a stage, in words. */
export const StageWords = z.object({
  /** Room, electricity, chairs, who sets up: for whoever has the place. */
  needs: wordsOf('artist', long),
  /** Channels, microphones, monitors: for whoever does the sound. */
  rider: wordsOf('artist', long),
})
export type StageWords = z.output<typeof StageWords>

const shown = {
  pictures: z.array(GalleryPicture),
  sounds: z.array(Sound),
  links: z.array(MediaLink),
  songs: z.array(RepertoireSong),
  stage: StageWords,
}

/** What anybody may see and hear of a project. */
export const ProjectMedia = z.object({
  ...shown,
  /** There is a technical rider as a PDF, for those who have an agreement with them. */
  has_rider_file: z.boolean(),
})
export type ProjectMedia = z.output<typeof ProjectMedia>

/** The same as its own people see it. */
export const OwnMedia = z.object({
  ...shown,
  rider_file: z.nullable(z.object({ name: z.string(), bytes: z.int() })),
  /** Photos, sounds and links together, by the owner's plan. */
  limit: z.int(),
  /** How many there are. */
  used: z.int(),
  /** Those that aren't shown, since the plan has no room for them. */
  resting: z.array(Id),
})
export type OwnMedia = z.output<typeof OwnMedia>

export const readProjectMedia = endpoint({
  method: 'GET',
  path: '/api/directory/projects/:id/media/',
  access: 'public',
  summary:
    'What there is to see and hear of a project: photos, sounds, links, repertoire, what they need of a stage',
  params: IdParams,
  reply: ProjectMedia,
})

/** The `v` of a sound's address. */
const ReadQuery = z.object({ v: z.optional(z.string().check(z.maxLength(30))) })

export const readSound = endpoint({
  method: 'GET',
  path: '/api/media/sounds/:id/',
  access: 'public',
  summary: 'A sound, whole or in ranges; 404 without the `v` of its address',
  params: IdParams,
  query: ReadQuery,
  raw: SOUND_TYPES,
})

const of = { access: 'read:music-project-profiles', params: IdParams, reply: OwnMedia } as const
const ItemParams = z.object({ id: PathId, media_id: PathId })

export const readOwnMedia = endpoint({
  ...of,
  method: 'GET',
  path: '/api/projects/:id/media/',
  summary: "What one of the caller's projects shows, and how much more it may",
})

export const PictureDraft = z.object({ picture: PictureUrl, title })

export const addPicture = endpoint({
  ...of,
  method: 'POST',
  path: '/api/projects/:id/media/pictures/',
  summary: 'Show an uploaded picture in the gallery (owner)',
  body: PictureDraft,
  status: 201,
})

export const addSound = endpoint({
  ...of,
  method: 'POST',
  path: '/api/projects/:id/media/sounds/',
  summary: 'Upload a sound (multipart field `file`; mp3, m4a, ogg, wav or flac by content, owner)',
  upload: SOUND_TYPES,
  status: 201,
  limit: 60,
})

/** An address that a player can be made of. */
const PlayerUrl = z.string().check(
  z.trim(),
  z.maxLength(500),
  z.refine((url) => linkOf(url) !== null, { error: 'validation.link' }),
)
export const LinkDraft = z.object({ url: PlayerUrl, title: line(2, TITLE_MAX) })
export type LinkDraft = z.output<typeof LinkDraft>

export const addLink = endpoint({
  ...of,
  method: 'POST',
  path: '/api/projects/:id/media/links/',
  summary: 'Show a video or a song from YouTube, Vimeo, SoundCloud or Spotify (owner)',
  body: LinkDraft,
  status: 201,
})

export const saveMedia = endpoint({
  ...of,
  method: 'PATCH',
  path: '/api/projects/:id/media/:media_id/',
  summary: 'Say what is to be seen or heard (owner)',
  params: ItemParams,
  body: z.object({ title }),
})

export const removeMedia = endpoint({
  ...of,
  method: 'DELETE',
  path: '/api/projects/:id/media/:media_id/',
  summary: 'Take a photo, sound or link down (owner); for an hour it can be brought back',
  params: ItemParams,
})

export const restoreMedia = endpoint({
  ...of,
  method: 'POST',
  path: '/api/projects/:id/media/:media_id/restore/',
  summary: 'Bring back what was taken down less than an hour ago (owner)',
  params: ItemParams,
})

export const MediaOrder = z.object({ kind: MediaKind, ids: z.array(Id).check(z.maxLength(50)) })

export const orderMedia = endpoint({
  ...of,
  method: 'PUT',
  path: '/api/projects/:id/media/order/',
  summary: 'Say in which order the photos, sounds or links come (owner); those that are left out come last',
  body: MediaOrder,
})

export const saveLevels = endpoint({
  ...of,
  method: 'PUT',
  path: '/api/projects/:id/media/:media_id/levels/',
  summary: 'Say how loud a sound is where only a browser can listen to it (m4a, owner); once',
  params: ItemParams,
  body: z.object({ levels: Levels }),
})

export const saveSongs = endpoint({
  ...of,
  method: 'PUT',
  path: '/api/projects/:id/media/songs/',
  summary: 'Write the repertoire (owner): all of it, in its order',
  body: z.object({ songs: z.array(RepertoireSong).check(z.maxLength(SONGS_MAX)) }),
})

export const saveStage = endpoint({
  ...of,
  method: 'PUT',
  path: '/api/projects/:id/media/stage/',
  summary: 'Say what the project needs of a stage and of the sound (owner)',
  body: StageWords,
})

export const addRider = endpoint({
  ...of,
  method: 'POST',
  path: '/api/projects/:id/media/rider/',
  summary: 'Upload the technical rider (multipart field `file`; a PDF, owner) in place of the one before',
  upload: ['application/pdf'],
  status: 201,
  limit: 30,
})

export const removeRider = endpoint({
  ...of,
  method: 'DELETE',
  path: '/api/projects/:id/media/rider/',
  summary: 'Take the technical rider down (owner)',
})

export const readRider = endpoint({
  method: 'GET',
  path: '/api/projects/:id/media/rider/',
  access: 'signed-in',
  summary: 'The technical rider as a PDF, for its own people and for who has an event with them',
  params: IdParams,
  raw: ['application/pdf'],
})
