import sharp from 'sharp'
import { chance } from './random.ts'

/** Ground, light and figure of a picture, from the brand's scales. */
const PALETTES = [
  ['#150919', '#ee2b5c', '#ffb630', '#fd617a'],
  ['#201024', '#ffb630', '#39ceba', '#ffca7a'],
  ['#07302a', '#39ceba', '#ffb630', '#6de2d0'],
  ['#3e2903', '#ffb630', '#fd617a', '#ffdfb1'],
  ['#4f0919', '#fd617a', '#ffca7a', '#ff939e'],
  ['#301c36', '#a28da9', '#ffb630', '#e4dae7'],
] as const

/** The instrument as plain geometry, centred on 0,0 in a box of about 400. */
const SHAPES: Record<string, (main: string, detail: string, other: string) => string> = {
  guitar: (m, d, o) =>
    `<g transform="rotate(38)"><rect x="-14" y="-230" width="28" height="260" rx="8" fill="${o}"/><circle cy="40" r="78" fill="${m}"/><circle cy="130" r="104" fill="${m}"/><circle cy="78" r="30" fill="${d}"/><rect x="-46" y="160" width="92" height="14" rx="7" fill="${d}"/></g>`,
  bass: (m, d, o) =>
    `<g transform="rotate(-34)"><rect x="-12" y="-260" width="24" height="300" rx="8" fill="${o}"/><path d="M-90 20c30-40 150-40 180 0 20 60 10 150-30 180-40 24-80 24-120 0-40-30-50-120-30-180Z" fill="${m}"/><rect x="-40" y="90" width="80" height="16" rx="8" fill="${d}"/></g>`,
  violin: (m, d, o) =>
    `<g transform="rotate(24)"><rect x="-9" y="-220" width="18" height="240" rx="6" fill="${o}"/><path d="M0 0c70-10 84 50 50 84 50 30 40 130-50 130s-100-100-50-130C-84 50-70-10 0 0Z" fill="${m}"/><path d="M-26 90v50M26 90v50" stroke="${d}" stroke-width="8"/><rect x="120" y="-200" width="9" height="420" rx="4" fill="${o}"/></g>`,
  piano: (m, d) =>
    `${[0, 1, 2, 3, 4, 5, 6].map((k) => `<rect x="${-182 + k * 52}" y="-120" width="48" height="260" rx="8" fill="${m}"/>`).join('')}${[0, 1, 3, 4, 5].map((k) => `<rect x="${-148 + k * 52}" y="-120" width="32" height="160" rx="6" fill="${d}"/>`).join('')}`,
  drums: (m, d, o) =>
    `<circle cx="0" cy="90" r="120" fill="${m}"/><circle cx="0" cy="90" r="92" fill="none" stroke="${d}" stroke-width="10"/><ellipse cx="-130" cy="-60" rx="96" ry="26" fill="${o}"/><ellipse cx="140" cy="-90" rx="104" ry="28" fill="${o}"/><circle cx="-66" cy="-40" r="52" fill="${m}"/><circle cx="60" cy="-48" r="58" fill="${m}"/>`,
  saxophone: (m, d) =>
    `<path d="M-90-200c50 10 60 40 60 90v180c0 70 110 80 118 6l6-56 80-10c6 150-50 214-130 214S-96 170-96 70v-180c0-30-20-44-44-40Z" fill="${m}"/>${[0, 1, 2, 3].map((k) => `<circle cx="-62" cy="${-70 + k * 52}" r="15" fill="${d}"/>`).join('')}`,
  trumpet: (m, d) =>
    `<g transform="rotate(-16)"><rect x="-220" y="-14" width="330" height="28" rx="14" fill="${m}"/><path d="M100-20 220-110v220L100 20Z" fill="${m}"/><rect x="-110" y="-60" width="160" height="120" rx="56" fill="none" stroke="${m}" stroke-width="24"/>${[0, 1, 2].map((k) => `<rect x="${-76 + k * 42}" y="-96" width="24" height="120" rx="10" fill="${d}"/>`).join('')}</g>`,
  voice: (m, d, o) =>
    `<g transform="rotate(22)"><rect x="-100" y="-200" width="200" height="220" rx="100" fill="${m}"/><path d="M-100-110h200M-100-70h200M-60-200v210M0-200v210M60-200v210" stroke="${d}" stroke-width="7" opacity=".7"/><path d="M-46 24h92l-20 210h-52Z" fill="${o}"/></g>`,
}

/**
 * A poster for somebody: stage lights, their instrument, planks under it.
 * @param size pixels; what of the square doesn't fit into it is cut away
 * @returns PNG
 */
export async function posterOf(
  seed: number,
  instrument: string,
  { width, height } = { width: 640, height: 640 },
): Promise<Buffer> {
  const c = chance(Math.imul(seed + 1, 0x9e3779b1))
  const [ground, light, other, figure] = c.pick(PALETTES)
  const x = c.between(180, 780)
  const beams = [light, other, light]
    .map((colour, k) => {
      const top = c.between(60, 900)
      const wide = c.between(150, 300)
      const foot = Math.round(480 + (top - 480) * 0.4)
      return `<path d="M${top - 30} -10h60L${foot + wide} 800H${foot - wide}Z" fill="${colour}" opacity="${k === 0 ? 0.34 : 0.2}"/>`
    })
    .join('')
  const discs = Array.from(
    { length: 3 },
    (_, k) =>
      `<circle cx="${x}" cy="${c.between(240, 420)}" r="${360 - k * 90}" fill="none" stroke="${other}" stroke-width="${2 + k * 2}" opacity=".28"/>`,
  ).join('')
  const planks = [0, 1, 2, 3, 4]
    .map(
      (k) =>
        `<rect x="${-20 + (4 - k) * 26}" y="${790 + k * 36}" width="1000" height="${3 + k * 3}" fill="#fff" opacity="${0.2 + k * 0.16}"/>`,
    )
    .join('')
  const shape = (SHAPES[instrument] ?? SHAPES.guitar)?.(figure, ground, other) ?? ''
  const scale = c.between(125, 150) / 100
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 960" preserveAspectRatio="xMidYMid slice" width="${width}" height="${height}"><rect width="960" height="960" fill="${ground}"/>${beams}${discs}<ellipse cx="480" cy="800" rx="400" ry="46" fill="${light}" opacity=".32"/>${planks}<g transform="translate(480 440) rotate(${c.between(-12, 12)}) scale(${scale})">${shape}</g></svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()
}

/** A side of an identity document that is nobody's: a face without features, lines instead of words. @returns PNG */
export async function specimen(): Promise<Buffer> {
  const line = (y: number, width: number) =>
    `<rect x="440" y="${y}" width="${width}" height="22" rx="11" fill="#301c36" opacity=".35"/>`
  const lines = [190, 250, 330, 390, 470].map((y, n) => line(y, [380, 260, 340, 200, 300][n] ?? 0)).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 600" width="960" height="600"><rect width="960" height="600" rx="36" fill="#e4dae7"/><rect width="960" height="110" fill="#07302a"/><circle cx="90" cy="55" r="30" fill="#ffb630"/><rect x="90" y="170" width="270" height="340" rx="20" fill="#fff"/><circle cx="225" cy="300" r="68" fill="#a28da9"/><path d="M115 510c0-90 50-130 110-130s110 40 110 130Z" fill="#a28da9"/>${lines}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
