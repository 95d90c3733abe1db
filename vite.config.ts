import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { drawLanding } from './scripts/landing.ts'
import { slimContracts } from './scripts/slimContracts.ts'

/** Both fonts are wanted on every page: fetching them with the document keeps the text from jumping. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head-prepend' as const,
        })),
  },
}

/**
 * What reading a PDF needs besides, when it needs it: decoders of scanned pages, as script (pages let no WebAssembly run), and
 * letters that a PDF doesn't bring along. Its program asks for them by name, beside each other (scores/web/pdf.ts).
 */
const pdfParts: Plugin = {
  name: 'pdf-parts',
  apply: 'build',
  generateBundle() {
    const home = join(import.meta.dirname, 'node_modules/pdfjs-dist')
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
    for (const [folder, isWanted] of [
      ['wasm', /_nowasm_fallback\.js$/],
      ['standard_fonts', /\.(pfb|ttf)$/],
    ] as const)
      for (const name of readdirSync(join(home, folder)).filter((one) => isWanted.test(one)))
        this.emitFile({
          type: 'asset',
          fileName: `assets/pdf-${version}/${name}`,
          source: readFileSync(join(home, folder, name)),
        })
  },
}

/**
 * Tailwind says the first values of its variables a second time, for browsers that don't know `@property`: all of ours do.
 */
const knownProperties: Plugin = {
  name: 'known-properties',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/ },
    handler: (code) =>
      code.replace(/@layer properties\s*\{\s*@supports [^{]*\{\s*\*[^{]*\{[^}]*\}\s*\}\s*\}/, ''),
  },
}

/** Text assets are compressed once here, as small as they get, and served as they are. */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  writeBundle({ dir = '.' }) {
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => /\.(m?js|css|svg|json|webmanifest)$/.test(name))) {
      const content = readFileSync(join(dir, file))
      if (content.length < 1024) continue
      writeFileSync(join(dir, `${file}.gz`), gzipSync(content, { level: 9 }))
      const params = { [constants.BROTLI_PARAM_QUALITY]: 10 }
      writeFileSync(join(dir, `${file}.br`), brotliCompressSync(content, { params }))
    }
  },
}

/** What each file of the build imports when it is loaded. */
const loadedWith = new Map<string, readonly string[]>()

const knowImports: Plugin = {
  name: 'know-imports',
  apply: 'build',
  enforce: 'pre',
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const { fileName, imports } of files) loadedWith.set(fileName, imports)
      // One contract that brings its schemas along costs every page ten kilobytes, and nobody sees it.
      for (const { fileName } of files.filter(({ isEntry }) => isEntry)) {
        const here = hereWith([fileName])
        const schemas = files
          .filter((file) => here.has(file.fileName))
          .flatMap((file) => Object.keys(file.modules))
          .filter((id) => id.includes('/zod/'))
        if (schemas[0])
          this.error(`every page would load the schemas' library: ${fileName} has ${schemas[0]}`)
      }
    },
  },
}

/** All files that are there once these are. */
function hereWith(files: readonly string[], here = new Set<string>()): Set<string> {
  for (const file of files) if (!here.has(file)) hereWith(loadedWith.get(file) ?? [], here.add(file))
  return here
}

// The tokens lean on light-dark() as it is; a lower target would rewrite it to something that can't nest.
const browsers = ['chrome123', 'edge123', 'firefox128', 'safari17.5']

/** What every page of the app stands on, in one file instead of thirty. */
const FRAME = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|i18next|zustand)\//

/**
 * What nearly every page shows or calls, in one file: whatever stands directly in core/web/ui brings no library along
 * (scripts/architecture.rules.ts); what stands on react-aria is in core/web/ui/aria. Left out is what few pages show at
 * first: a stage with the drawing behind it, a dialog with a form, what is downloaded, how far something has come.
 */
const KIT =
  /\/core\/web\/(ask|format|toast|i18n)\.ts|\/features\/accounts\/web\/session\.ts|\/core\/web\/ui\/(?!(StageArt|StagePanel|FormDialog|DownloadButton|SharedNote|ProgressBar|fieldStyle|PlainField|SelectBox|Switch|SegmentedControl)\.)\w+\.tsx?|node_modules\/(clsx|lucide-react\/dist\/esm\/(?!icons\/)\S*)/

/** The browser's own fields, of pages with a form or a filter. */
const FIELDS = /\/core\/web\/ui\/(PlainField|SelectBox|Switch)\.tsx$/
/** How they look; choosing one of a few looks the same, without them. */
const FIELD_STYLE = /\/core\/web\/ui\/fieldStyle\.ts$/

/** The dark panel of a page, with the drawing behind it. */
const STAGE = /\/core\/web\/ui\/(StageArt|StagePanel)\.tsx$/

/** Pictures that many parts show; the others come with the part that shows them. */
const SIGNS = /\/lucide-react\/dist\/esm\/icons\//

/** What the scripts of all drawn pages share with the app. Nothing that does something when it is loaded. */
const DRAWN =
  /\/(features\/accounts\/web\/(storedSession|next)|core\/web\/storage|app\/web\/twin)\.ts(\?addresses)?$/

/** What the landing's script shares with the app besides. */
const SHOWN =
  /\/(features\/home\/web\/searchAddress|core\/(web\/ui\/(waveform|lazyPhoto)|contract\/(intl|money)))\.ts(\?addresses)?$/

/** What every page of the app begins with: the route table, the guard, the session. */
const APP = /\/(app\/web\/(router\.tsx|takeOver\.ts)|core\/web\/queryClient\.ts)$/

/**
 * The menu and what stands around each private page, in one file instead of twenty. Pages of strangers share some of it,
 * and fetch the rest along with that.
 */
const HOUSE = /\/app\/web\/layouts\/SideMenuLayout\.tsx$/

export default defineConfig({
  root: 'src/app/web',
  publicDir: 'public',
  envDir: '../../..',
  plugins: [
    { ...optimizeLocales.vite({ locales: ['es-ES', 'en-US'] }), enforce: 'pre' },
    tailwindcss(),
    knownProperties,
    react(),
    slimContracts,
    knowImports,
    preloadFonts,
    pdfParts,
    drawLanding(),
    precompress,
  ],
  build: {
    outDir: '../../../dist/web',
    emptyOutDir: true,
    target: browsers,
    modulePreload: {
      polyfill: false,
      // What whoever asks for a part has loaded need not be named once more: the names are most of what small files weigh.
      resolveDependencies: (_file, files, { hostId, hostType }) => {
        if (hostType === 'html') return files
        const here = hereWith([hostId])
        return files.filter((file) => !here.has(file))
      },
    },
    rolldownOptions: {
      input: 'src/app/web/worker.ts',
      output: {
        // The worker's address is kept by browsers, and its place says what it may serve: all pages.
        entryFileNames: ({ name }) => (name === 'worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        // Three hundred files are named in what every page loads, since they are fetched ahead from there: short names
        // make that 2 KB less.
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: {
          groups: [
            // The pages that are drawn ahead stand on these alone.
            { name: 'drawn', test: DRAWN, priority: 5 },
            { name: 'shown', test: SHOWN, priority: 5 },
            { name: 'frame', test: FRAME, minShareCount: 2, priority: 4 },
            { name: 'kit', test: KIT, minShareCount: 10, priority: 3 },
            // After those, or it would take along what every sign stands on.
            { name: 'field-style', test: FIELD_STYLE, priority: 2 },
            { name: 'stage', test: STAGE, priority: 1 },
            { name: 'fields', test: FIELDS, priority: 1 },
            { name: 'signs', test: SIGNS, minShareCount: 20, priority: 3 },
            // Where each part's words are fetched from; a page needs the lines of a dozen features. Those of hiring, a third of
            // them, are left to the pages of who hires and who is hired.
            { name: 'texts', test: /(?<!\/hiring)\/web\/texts\.ts$/, minShareCount: 30, priority: 4 },
            // Schemas are small and shared by many: left alone, they would be laid beside what every page loads, and
            // their library with them.
            // Finding a phone number in a text, or what is wrong with a field, is work for whoever is writing one.
            {
              name: 'constants',
              test: /\/(core\/contract\/(?!contacts|errors)\w+|access\/rules)\.ts\?addresses$/,
              priority: 2,
            },
            // The sign-in calls these addresses without the app.
            { name: 'accounts', test: /\/features\/accounts\/contract\.ts\?addresses$/, priority: 2 },
            { name: 'app', test: APP, priority: 1 },
            { name: 'house', test: HOUSE },
            { name: 'zod', test: /\/zod\/|\/(core\/contract\/\w+|access\/rules)\.ts\?schemas$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/auth', '/notifications', '/dev', '/healthz', '/readyz'].map((p) => [
        p,
        process.env.TARIMA_API ?? 'http://127.0.0.1:3000',
      ]),
    ),
  },
})
