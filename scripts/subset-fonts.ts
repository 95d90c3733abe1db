// Makes the committed fonts out of the @fontsource-variable packages: two for the pages, and those of what the server
// draws, pictures and papers (each in one weight, since what draws them can't choose one):
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

const packageOf = (family: string) => `${root}node_modules/@fontsource-variable/${family}`

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

// A paper names whoever it is about: every sign that the package's file has. Its titles are in the pictures' font.
const IN_PAPERS = `${between(0xa0, 0xff)}${TEXT}${between(0x152, 0x153)}${between(0x2010, 0x2027)}™\ufffd`
const PAPER_WEIGHTS = { regular: 400, bold: 700 } as const

// What is in them beyond that is a person's name, or what they wrote: neighbours' letters in the brand's fonts, other
// alphabets and emoji in Noto's. A paper carries what it uses of them.
const ALPHABETS = ['cyrillic', 'greek', 'vietnamese'] as const
const EMOJI_FILES = 10

/** The signs of one of a package's files, as its `unicode.json` has them: U+0370-0377,U+037A. */
async function signsOf(family: string, subset: string): Promise<string> {
  const ranges = JSON.parse(await readFile(`${packageOf(family)}/unicode.json`, 'utf8')) as Record<
    string,
    string
  >
  return (ranges[subset] ?? '')
    .split(',')
    .map((range) => {
      const [from = 0, to = from] = range
        .replace('U+', '')
        .split('-')
        .map((point) => Number.parseInt(point, 16))
      return between(from, to)
    })
    .join('')
}

/** None that takes a letter apart: its parts would stand for no sign, and nobody would hear or find them. */
const WHOLE_LETTERS = ['kern', 'mark', 'mkmk', 'locl']

/** A font of one weight for what the server draws. */
async function still(
  from: string,
  signs: string,
  name: string,
  variationAxes: Record<string, number>,
  keepFeatures?: string[],
) {
  const font = await subsetFont(await readFile(from), signs, {
    targetFormat: name.endsWith('.woff') ? 'woff' : 'truetype',
    variationAxes,
    noHinting: true,
    ...(keepFeatures ? { keepFeatures } : {}),
  })
  await writeFile(`${drawn}/${name}`, font)
  console.log(`${name}  ${(font.length / 1024).toFixed(1)} KB`)
}

async function rarerLetters() {
  const fileOf = (family: string, subset: string, axes = 'wght') =>
    `${packageOf(family)}/files/${family}-${subset}-${axes}-normal.woff2`
  const latin = await signsOf('figtree', 'latin-ext')
  const title = fileOf('anybody', 'latin-ext', 'standard')
  await still(title, latin, 'anybody-more.ttf', IN_PICTURES.anybody, WHOLE_LETTERS)
  for (const [weight, wght] of Object.entries(PAPER_WEIGHTS)) {
    await still(fileOf('figtree', 'latin-ext'), latin, `figtree-more-${weight}.ttf`, { wght }, WHOLE_LETTERS)
    for (const alphabet of ALPHABETS) {
      const signs = await signsOf('noto-sans', alphabet)
      await still(
        fileOf('noto-sans', alphabet),
        signs,
        `noto-sans-${alphabet}-${weight}.ttf`,
        { wght },
        WHOLE_LETTERS,
      )
    }
  }
  for (let at = 0; at < EMOJI_FILES; at++) {
    const signs = await signsOf('noto-emoji', `[${at}]`)
    await still(fileOf('noto-emoji', String(at)), signs, `noto-emoji-${at}.woff`, { wght: 400 })
  }
  for (const family of ['noto-sans', 'noto-emoji'])
    await copyFile(`${packageOf(family)}/LICENSE`, `${drawn}/${family}-OFL.txt`)
}

await mkdir(target, { recursive: true })
await mkdir(drawn, { recursive: true })
for (const { family, file, variationAxes, keepFeatures } of FONTS) {
  const from = packageOf(family)
  const font = await subsetFont(await readFile(`${from}/files/${file}`), TEXT, {
    targetFormat: 'woff2',
    variationAxes,
    keepFeatures,
    noHinting: true,
  })
  await writeFile(`${target}/${family}.woff2`, font)
  const picture = await subsetFont(await readFile(`${from}/files/${file}`), TEXT, {
    targetFormat: 'truetype',
    variationAxes: IN_PICTURES[family],
  })
  await writeFile(`${drawn}/${family}.ttf`, picture)
  if (family === 'figtree')
    for (const [name, wght] of Object.entries(PAPER_WEIGHTS))
      await writeFile(
        `${drawn}/figtree-${name}.ttf`,
        await subsetFont(await readFile(`${from}/files/${file}`), IN_PAPERS, {
          targetFormat: 'truetype',
          variationAxes: { wght },
          noHinting: true,
        }),
      )
  await copyFile(`${from}/LICENSE`, `${target}/${family}-OFL.txt`)
  console.log(`${family}.woff2  ${(font.length / 1024).toFixed(1)} KB`)
}
await rarerLetters()
