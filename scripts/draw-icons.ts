// Draws the app icons out of public/favicon.svg:  node scripts/draw-icons.ts
// Run it again only when the mark changes.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const folder = fileURLToPath(new URL('../src/app/web/public', import.meta.url))
const mark = await readFile(`${folder}/favicon.svg`, 'utf8')
// Phones cut these to their own shape: no corners of ours, and the mark inside the safe circle.
const square = mark.replace('rx="15" fill', 'fill')
const safe = square
  .replace('viewBox="0 0 64 64"', 'viewBox="-10 -10 84 84"')
  .replace('<rect width="64" height="64"', '<rect x="-10" y="-10" width="84" height="84"')
// Beside a notification phones draw the shape alone.
const outline = mark.replace(/<rect width="64"[^>]*>/, '')

for (const [name, svg, size] of [
  ['icon-192', mark, 192],
  ['icon-512', mark, 512],
  ['icon-maskable-512', safe, 512],
  ['apple-touch-icon', square, 180],
  ['badge-96', outline, 96],
] as const) {
  await sharp(Buffer.from(svg), { density: 72 * (size / 64) })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(`${folder}/${name}.png`)
}
