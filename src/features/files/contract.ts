import * as z from 'zod/mini'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'

/** Bytes of one upload at most. */
export const UPLOAD_MAX = 10 * 1024 * 1024
/** Pixels of one picture at most: what a 50-megapixel camera makes. */
export const PIXELS_MAX = 50_000_000
/** Uploads of one person in a day at most. */
export const UPLOADS_A_DAY = 100

/** How long a sound may be, seconds. */
export const SOUND_SECONDS = { least: 1, most: 30 * 60 } as const

/** As what a file that comes with something written is kept, by its content. */
export const ATTACHMENT_FORMATS = ['pdf', 'jpeg', 'png', 'webp', 'mp3', 'm4a', 'ogg', 'wav', 'flac'] as const
/** The same as media types. */
export const ATTACHMENT_TYPES = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/webp',
  'audio/mpeg',
  'audio/mp4',
  'audio/ogg',
  'audio/wav',
  'audio/flac',
]

/** Sizes that pages use: longest side in pixels, each as AVIF, WebP and JPEG. */
export const PICTURE_SIZES = { small: 96, medium: 384, large: 1280 } as const
/** As what a picture is taken. */
const TAKEN_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
/** As what a picture is sent. */
const PICTURE_TYPES = ['image/avif', 'image/webp', 'image/jpeg']
export const PictureSize = z.enum(['small', 'medium', 'large'])
export type PictureSize = z.output<typeof PictureSize>

/**
 * The address of an uploaded picture: its id, a secret that makes it unguessable, and from the second on its version.
 * Whoever knows it may see it, as an `<img>` sends no token; pages give it to those who may see what shows it.
 */
export const PICTURE_ADDRESS = /^\/api\/files\/([1-9]\d{0,14})\/\?v=([0-9a-f]{16})(?:\.([1-9]\d{0,5}))?$/
export const PictureUrl = z.string().check(z.regex(PICTURE_ADDRESS, 'validation.picture'))

export const UploadedFile = z.object({
  id: Id,
  /** What other calls take for a picture, and what pages show. */
  url: z.string(),
  width: z.int(),
  height: z.int(),
  /** Bytes of everything that is stored of it. */
  bytes: z.int(),
})
export type UploadedFile = z.output<typeof UploadedFile>

export const uploadFile = endpoint({
  method: 'POST',
  path: '/api/files/',
  access: 'signed-in',
  summary: 'Upload one picture (multipart field `file`; JPEG, PNG, WebP, AVIF or GIF by content)',
  upload: TAKEN_TYPES,
  reply: UploadedFile,
  status: 201,
  limit: 30,
})

export const replaceFile = endpoint({
  method: 'PATCH',
  path: '/api/files/:id/',
  access: 'signed-in',
  summary: "Put another picture in place of one's own; its address gets a new version",
  params: IdParams,
  upload: TAKEN_TYPES,
  reply: UploadedFile,
  limit: 30,
})

export const removeFile = endpoint({
  method: 'DELETE',
  path: '/api/files/:id/',
  access: 'signed-in',
  summary: "Remove one's own picture",
  params: IdParams,
})

/** The `v` of a picture's address. */
const ReadQuery = z.object({ v: z.optional(z.string().check(z.maxLength(30))) })

export const readFile = endpoint({
  method: 'GET',
  path: '/api/files/:id/',
  access: 'public',
  summary:
    'A picture in its medium size, AVIF, WebP or JPEG as the browser accepts; 404 without the `v` of its address',
  params: IdParams,
  query: ReadQuery,
  raw: PICTURE_TYPES,
})

export const readFileSize = endpoint({
  method: 'GET',
  path: '/api/files/:id/:size/',
  access: 'public',
  summary:
    'A picture in one size (small, medium, large), AVIF, WebP or JPEG as the browser accepts; 404 without its `v`',
  params: z.object({ id: PathId, size: PictureSize }),
  query: ReadQuery,
  raw: PICTURE_TYPES,
})

/** The address of a picture in another size; anything else stays as it is. */
export function pictureUrl(url: string | null, size: PictureSize): string | undefined {
  if (!url) return undefined
  return PICTURE_ADDRESS.test(url) ? url.replace('/?', `/${size}/?`) : url
}
