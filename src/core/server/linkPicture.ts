import { fileURLToPath } from 'node:url'
import sharp, { type OverlayOptions } from 'sharp'

/*
 * The picture that stands beside a link where people share it: 1200 by 630 pixels, as the Open Graph protocol's readers
 * want it. Letters come from the product's own fonts, wherever the server runs.
 */

export const LINK_PICTURE = { width: 1200, height: 630 }
const MARGIN = 64
const TEXT_WIDTH = 620
const PHOTO = 400

const font = (file: string) => fileURLToPath(new URL(`fonts/${file}`, import.meta.url))
/** Pango's names of what the files call themselves. */
const TITLE = { fontfile: font('anybody.ttf'), font: 'Anybody Thin, Ultra-Bold' }
const LINE = { fontfile: font('figtree.ttf'), font: 'Figtree Light, Medium' }

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&gt;')

/** A text as a picture, at most as wide and high as said; smaller letters where it is long. */
async function written(
  text: string,
  face: { fontfile: string; font: string },
  { size, colour, height }: { size: number; colour: string; height: number },
) {
  for (let points = size; ; points = Math.round(points * 0.8)) {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${colour}">${escaped(text)}</span>`,
        fontfile: face.fontfile,
        font: `${face.font} ${points}`,
        width: TEXT_WIDTH,
        dpi: 72,
        rgba: true,
        wrap: 'word-char',
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
    if ((info.height <= height && info.width <= TEXT_WIDTH) || points < 20)
      return { data: await cut(data, info, height), height: Math.min(info.height, height) }
  }
}

const cut = (data: Buffer, info: { width: number; height: number }, height: number) =>
  info.height <= height && info.width <= TEXT_WIDTH
    ? data
    : sharp(data)
        .extract({
          left: 0,
          top: 0,
          width: Math.min(info.width, TEXT_WIDTH),
          height: Math.min(info.height, height),
        })
        .toBuffer()

/**
 * Draws one.
 * @param said.stage an SVG that fills the right; `photo`, where there is one, stands before it
 * @returns a JPEG of about 60 KB
 */
export async function drawLinkPicture(said: {
  title: string
  line: string
  product: string
  stage: string
  photo: Buffer | null
}): Promise<Buffer> {
  const name = await written(said.title, TITLE, { size: 76, colour: '#f9f7fa', height: 300 })
  const line = said.line && (await written(said.line, LINE, { size: 34, colour: '#ffb630', height: 90 }))
  const product = await written(said.product, TITLE, { size: 34, colour: '#f9f7fa', height: 60 })
  const corners = Buffer.from(
    `<svg width="${PHOTO}" height="${PHOTO}"><rect width="${PHOTO}" height="${PHOTO}" rx="28"/></svg>`,
  )
  const layers: OverlayOptions[] = [
    { input: Buffer.from(said.stage), gravity: 'east' },
    { input: product.data, left: MARGIN, top: LINK_PICTURE.height - MARGIN - product.height },
    { input: name.data, left: MARGIN, top: MARGIN },
  ]
  if (line) layers.push({ input: line.data, left: MARGIN, top: MARGIN + name.height + 36 })
  if (said.photo)
    layers.push({
      input: await sharp(said.photo)
        .resize(PHOTO, PHOTO, { fit: 'cover' })
        .composite([{ input: corners, blend: 'dest-in' }])
        .png()
        .toBuffer(),
      left: LINK_PICTURE.width - PHOTO - MARGIN,
      top: (LINK_PICTURE.height - PHOTO) / 2,
    })
  return sharp({ create: { ...LINK_PICTURE, channels: 3, background: '#150919' } })
    .composite(layers)
    .jpeg({ quality: 84 })
    .toBuffer()
}
