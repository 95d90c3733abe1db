// Makes the committed fonts out of the @fontsource-variable packages, two for the pages and two for the pictures that the
// server makes (in one weight, since what draws them can't choose one):
//   node scripts/subset-fonts.ts
// Run it again only when a package, an axis or the character set below changes.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = `${root}src/core/web/fonts`
const drawn = `${root}src/core/server/fonts`

const between = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')

// Everything Spanish and English need, plus the accents of neighbours' names. A rarer sign falls back.
const TEXT = `${between(0x20, 0x7e)}\u00a0¡¢£©«­°²·º»¿×ÁÉÍÑÓÚÜáéíñóúüÀÂÃÇÈÊÕÖÔÄàâãçèêõöôä–—‘’“”•…€−`

const FONTS: {
  family: 'anybody' | 'figtree'
  file: string
  variationAxes: Record<string, number | { min: number; max: number; default: number }>
  keepFeatures: string[]
}[] = [
  {
    family: 'anybody',
    file: 'anybody-latin-standard-normal.woff2',
    variationAxes: { wght: 800, wdth: { min: 75, max: 150, default: 100 } },
    keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum'],
  },
  {
    family: 'figtree',
    file: 'figtree-latin-wght-normal.woff2',
    variationAxes: { wght: { min: 400, max: 700, default: 400 } },
    keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'tnum'],
  },
]

const IN_PICTURES = { anybody: { wght: 800, wdth: 100 }, figtree: { wght: 500 } } as const

await mkdir(target, { recursive: true })
await mkdir(drawn, { recursive: true })
for (const { family, file, variationAxes, keepFeatures } of FONTS) {
  const from = `${root}node_modules/@fontsource-variable/${family}`
  const font = await subsetFont(await readFile(`${from}/files/${file}`), TEXT, {
    targetFormat: 'woff2',
    variationAxes,
    keepFeatures,
    noHinting: true,
  })
  await writeFile(`${target}/${family}.woff2`, font)
  const still = await subsetFont(await readFile(`${from}/files/${file}`), TEXT, {
    targetFormat: 'truetype',
    variationAxes: IN_PICTURES[family],
  })
  await writeFile(`${drawn}/${family}.ttf`, still)
  await copyFile(`${from}/LICENSE`, `${target}/${family}-OFL.txt`)
  console.log(`${family}.woff2  ${(font.length / 1024).toFixed(1)} KB`)
}
