import sharp, { type Sharp } from 'sharp'
import { Refusal } from '#core/contract/errors.ts'
import { PICTURE_SIZES, PIXELS_MAX, type PictureSize } from './contract.ts'
import { type Format, formatOf, isPolyglot } from './rules.ts'

/** Shortest side of a picture that is worth keeping, pixels. */
const SIDE_MIN = 64
/** Pictures encoded at once; more would only take the CPU from answering. */
const AT_ONCE = 2

// One thread a picture: two uploads never starve the pages.
sharp.concurrency(1)
sharp.cache(false)

type Encoder = (picture: Sharp) => Sharp
/** AVIF at effort 1: about a tenth of a second for the largest size; the default takes two seconds and saves 5 %. */
const ENCODERS: Record<Format, Encoder> = {
  avif: (picture) => picture.avif({ quality: 50, effort: 1, chromaSubsampling: '4:2:0' }),
  webp: (picture) => picture.webp({ quality: 82 }),
  jpeg: (picture) => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true }),
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

/** A picture encoded anew, in every size and format: `small.avif`, `small.webp`, `small.jpeg`, … */
export interface Encoded {
  width: number
  height: number
  parts: Map<string, Buffer>
}

/**
 * Opens a picture by its content, and encodes it anew in the sizes that pages use: upright, in sRGB, without
 * metadata, the first frame of a moving one.
 * @throws Refusal 415 for what isn't a picture or is something else too, 422 for too many or too few pixels
 */
export async function encode(bytes: Buffer): Promise<Encoded> {
  if (!formatOf(bytes)) throw new Refusal(415, 'files.not_an_image')
  if (isPolyglot(bytes)) throw new Refusal(415, 'files.polyglot')
  const input = { limitInputPixels: PIXELS_MAX, failOn: 'error' as const, sequentialRead: true }
  const facts = await sharp(bytes, { ...input, limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new Refusal(415, 'files.not_an_image')
    })
  const { width, height } = facts
  // Before anything is decoded: a few kilobytes may promise gigabytes.
  if (width * height > PIXELS_MAX || Math.max(width, height) > 16_000)
    throw new Refusal(422, 'files.too_many_pixels', { values: { mp: PIXELS_MAX / 1_000_000 } })
  if (Math.min(width, height) < SIDE_MIN)
    throw new Refusal(422, 'files.too_small', { values: { px: SIDE_MIN } })
  return inTurn(async () => {
    try {
      const side = PICTURE_SIZES.large
      // Decoded once; the smaller sizes come out of the largest.
      const large = await sharp(bytes, input)
        .rotate()
        .toColourspace('srgb')
        .resize(side, side, { fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: 20 })
        .raw()
        .toBuffer({ resolveWithObject: true })
      const { width, height, channels } = large.info
      const parts = new Map<string, Buffer>()
      for (const [size, side] of Object.entries(PICTURE_SIZES) as [PictureSize, number][]) {
        const resized = sharp(large.data, { raw: { width, height, channels } }).resize(side, side, {
          fit: 'inside',
          withoutEnlargement: true,
        })
        for (const [format, encoded] of Object.entries(ENCODERS) as [Format, Encoder][])
          parts.set(`${size}.${format}`, await encoded(resized.clone()).timeout({ seconds: 20 }).toBuffer())
      }
      return { width, height, parts }
    } catch (error) {
      if (error instanceof Refusal) throw error
      throw new Refusal(415, 'files.not_an_image')
    }
  })
}
