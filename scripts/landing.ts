import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createServer, type Plugin } from 'vite'
import type { Address } from '#app/server/pages.ts'
import { TEXT_FOLDERS } from '#app/server/texts.ts'
import type { Page } from '#app/web/page.tsx'
import { LANGUAGES } from '#core/contract/language.ts'
import { readTexts } from '#core/server/texts.ts'

/** What is drawn: the file's name, the script that moves it, the module and function that render it. */
const PAGES = [
  { name: 'welcome', script: 'landing.ts', module: '/landing.server.tsx', render: 'renderLanding' },
  { name: 'signin', script: 'signin.ts', module: '/signin.server.tsx', render: 'renderSignIn' },
] as const

/** What moves a page that the server draws until the app is there. */
const FOUND_SCRIPT = 'found.ts'

/** What only the server reads: nobody else is to have pages in which its address isn't filled in yet. */
const SERVER = path.resolve(import.meta.dirname, '../dist/server')

/**
 * Draws the landing and the sign-in ahead of time, once per language: welcome.es.html, signin.en.html. They carry the
 * style sheet inline and a script of a few KB, so that the first visit doesn't wait for the app. Beside them it leaves
 * what the server draws other public pages into (found.html), and which addresses there are (routes.json).
 */
export function drawLanding(): Plugin {
  let out = ''
  return {
    name: 'draw-landing',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          input: ['index.html', FOUND_SCRIPT, ...PAGES.map(({ script }) => script)].map(inWeb),
        },
      },
    }),
    configResolved(config) {
      out = path.resolve(config.root, config.build.outDir)
    },
    async writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const chunkOf = (source: string) => chunks.find((file) => file.facadeModuleId === inWeb(source))
      const scripts = PAGES.map(({ script }) => chunkOf(script))
      const [moving, app] = [chunkOf(FOUND_SCRIPT), chunkOf('index.html')]
      const shell = await readFile(path.join(out, 'index.html'), 'utf8')
      const sheet = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/.exec(shell)
      if (scripts.includes(undefined) || !moving || !app || !sheet?.[1])
        throw new Error('A drawn page needs its script, the app and the style sheet')
      const css = await readFile(path.join(out, sheet[1]), 'utf8')
      const bare = shell
        .replace(/\s*<title>.*?<\/title>/s, '')
        .replace(/\s*<meta name="description"[^>]*>/, '')
        .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
        .replace(/\s*<script type="module"[^>]*><\/script>/, '')
        .replace(sheet[0], () => `<style>${css}</style>`)
      const server = await createServer({
        root: inWeb('.'),
        configFile: path.join(import.meta.dirname, '../vite.config.ts'),
        server: { middlewareMode: true, hmr: false, watch: null },
        appType: 'custom',
        logLevel: 'error',
        optimizeDeps: { noDiscovery: true, include: [] },
      })
      const texts = readTexts(TEXT_FOLDERS)
      await mkdir(SERVER, { recursive: true })
      try {
        for (const [at, { name, module, render }] of PAGES.entries()) {
          const draw = (await server.ssrLoadModule(module))[render]
          for (const language of LANGUAGES) {
            const { head, body } = await draw(language, texts)
            const page = bare
              .replace('<html lang="es">', `<html lang="${language}" data-drawn="${language}">`)
              .replace(
                '</head>',
                () =>
                  `${head}<script type="module" src="/${scripts[at]?.fileName}" data-app="/${app.fileName}"></script></head>`,
              )
              .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
            await writeFile(path.join(SERVER, `${name}.${language}.html`), page)
          }
        }
        const found = bare.replace(
          '</head>',
          `<!--head--><script type="module" src="/${moving.fileName}" data-app="/${app.fileName}"></script></head>`,
        )
        await writeFile(
          path.join(SERVER, 'found.html'),
          found.replace('<div id="root"></div>', '<!--body-->'),
        )
        const { PAGES: table } = await server.ssrLoadModule('/menu.ts')
        const { paths } = await server.ssrLoadModule('/found.server.tsx')
        const routes = table.map(
          ({ path, isPublic = false, isUnlisted = false }: Page): Address => ({
            path,
            isPublic,
            isUnlisted,
            isDrawn: paths.includes(path),
          }),
        )
        await writeFile(path.join(SERVER, 'routes.json'), JSON.stringify(routes))
      } finally {
        await server.close()
      }
    },
  }
}

const inWeb = (file: string) => path.resolve(import.meta.dirname, '../src/app/web', file)
