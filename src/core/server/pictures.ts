import sharp, { type Sharp } from 'sharp'

/*
 * Pictures that strangers send are never served as they came: each is decoded and encoded anew.
 */

/** Pictures that may be encoded at once; more would only take the CPU from answering. Whoever calls keeps to it. */
export const PICTURES_AT_ONCE = 2
/** Longest side that is decoded at all, pixels. */
const LONGEST_SIDE = 16_000

// One thread a picture: two uploads never starve the pages.
sharp.concurrency(1)
sharp.cache(false)

/** AVIF at effort 1: about a tenth of a second for the largest size; the default takes two seconds and saves 5 %. */
const ENCODERS = {
  avif: (picture: Sharp) => picture.avif({ quality: 50, effort: 1, chromaSubsampling: '4:2:0' }),
  webp: (picture: Sharp) => picture.webp({ quality: 82 }),
  jpeg: (picture: Sharp) => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true }),
}

export type PictureProblem = 'not_a_picture' | 'too_many_pixels' | 'too_small'

/** Why a picture can't be encoded. */
export class PictureError extends Error {
  readonly problem: PictureProblem
  constructor(problem: PictureProblem) {
    super(problem)
    this.problem = problem
  }
}

/** A picture encoded anew, in every size and format: `small.avif`, `small.webp`, `small.jpeg`, … */
export interface EncodedPicture {
  width: number
  height: number
  parts: Map<string, Buffer>
}

const inputWithin = (pixels_max: number) => ({
  limitInputPixels: pixels_max,
  failOn: 'error' as const,
  sequentialRead: true,
})

/** How large a picture says it is. @throws PictureError for what isn't one, and for too many pixels */
async function sizeOf(bytes: Buffer, pixels_max: number): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(bytes, { ...inputWithin(pixels_max), limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new PictureError('not_a_picture')
    })
  // Before anything is decoded: a few kilobytes may promise gigabytes.
  if (width * height > pixels_max || Math.max(width, height) > LONGEST_SIDE)
    throw new PictureError('too_many_pixels')
  return { width, height }
}

/**
 * Opens a picture by its content, and encodes it anew in its own format to be read and printed: upright, in sRGB, without
 * metadata, the first frame of a moving one.
 * @param wanted.side_max its longest side, pixels; it isn't enlarged
 * @throws PictureError for what isn't a picture, and for too many pixels
 */
export async function cleanPicture(
  bytes: Buffer,
  wanted: { format: 'jpeg' | 'png' | 'webp'; side_max: number; pixels_max: number },
): Promise<Buffer> {
  await sizeOf(bytes, wanted.pixels_max)
  try {
    return await sharp(bytes, inputWithin(wanted.pixels_max))
      .rotate()
      .toColourspace('srgb')
      .resize(wanted.side_max, wanted.side_max, { fit: 'inside', withoutEnlargement: true })
      .toFormat(wanted.format, wanted.format === 'png' ? {} : { quality: 85 })
      .timeout({ seconds: 20 })
      .toBuffer()
  } catch {
    throw new PictureError('not_a_picture')
  }
}

/**
 * Opens a picture by its content, and encodes it anew in several sizes: upright, in sRGB, without metadata, the first
 * frame of a moving one.
 * @param wanted.sizes the longest side of each size by its name, pixels; none is enlarged
 * @throws PictureError for what isn't a picture, and for too many or too few pixels
 */
export async function encodePicture(
  bytes: Buffer,
  wanted: { sizes: Record<string, number>; pixels_max: number; side_min: number },
): Promise<EncodedPicture> {
  const { width, height } = await sizeOf(bytes, wanted.pixels_max)
  if (Math.min(width, height) < wanted.side_min) throw new PictureError('too_small')
  try {
    const side = Math.max(...Object.values(wanted.sizes))
    // Decoded once; the smaller sizes come out of the largest.
    const large = await sharp(bytes, inputWithin(wanted.pixels_max))
      .rotate()
      .toColourspace('srgb')
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: 20 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = large.info
    const parts = new Map<string, Buffer>()
    for (const [size, side] of Object.entries(wanted.sizes)) {
      // Each from the same bytes: what sharp calls a clone would copy them, on the event loop.
      const resized = () =>
        sharp(large.data, { raw: { width, height, channels } }).resize(side, side, {
          fit: 'inside',
          withoutEnlargement: true,
        })
      for (const [format, encoded] of Object.entries(ENCODERS))
        parts.set(`${size}.${format}`, await encoded(resized()).timeout({ seconds: 20 }).toBuffer())
    }
    return { width, height, parts }
  } catch {
    throw new PictureError('not_a_picture')
  }
}
