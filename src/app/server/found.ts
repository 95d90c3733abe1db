import { existsSync, readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Language } from '#core/contract/language.ts'
import type { App } from '#core/server/app.ts'
import { type Resources, readTexts } from '#core/server/texts.ts'
import { askAs } from './askAs.ts'
import { chosenLanguage } from './chosenLanguage.ts'
import { linkPictures } from './linkPictures.ts'
import { sendPacked } from './packed.ts'
import { TEXT_FOLDERS } from './texts.ts'

/*
 * Public pages that come drawn, with what they say in them: for search engines, for whoever is sent a link, and for the
 * first look on a slow phone. What a page asks for is asked of this server as its browser would, so the same limits and
 * the same masking hold; what draws it is built beside the pages (found.server.tsx).
 */

const BUILT = new URL('../../../dist/server/', import.meta.url)

interface Question {
  url: string
  key: readonly unknown[]
  isList?: true
}

/** What the build makes of found.server.tsx. */
interface Drawing {
  paths: string[]
  questionsOf(path: string, params: object, query: URLSearchParams): Question[] | null
  draw(page: {
    path: string
    url: string
    language: Language
    origin: string
    resources: Resources
    questions: Question[]
    answers: unknown[]
  }): Promise<{ head: string; body: string }>
  stageOf(name: string, size: { width: number; height: number }): string
}

/** Sends the app with nothing drawn: it shows what there is to show. */
type SendShell = (reply: FastifyReply, status: number) => FastifyReply

/** The drawn pages, where they were built. */
export async function foundPages(server: FastifyInstance, app: App, sendShell: SendShell) {
  const template = new URL('found.html', BUILT)
  if (!existsSync(template)) return
  const [before = '', between = '', after = ''] = readFileSync(template, 'utf8').split(/<!--(?:head|body)-->/)
  const { paths, questionsOf, draw, stageOf }: Drawing = await import(new URL('found.js', BUILT).href)
  linkPictures(server, app, stageOf)
  let resources: Resources | undefined
  for (const path of paths)
    server.get(path, async (request, reply) => {
      const { searchParams } = new URL(request.url, app.config.public_url)
      const questions = questionsOf(path, request.params as object, searchParams)
      if (!questions) return sendShell(reply, 404)
      const language = chosenLanguage(request)
      const answers = await Promise.all(questions.map(({ url }) => askAs(server, request, url)))
      const nothing = answers.some(
        (answer, at) =>
          answer.statusCode === 404 ||
          (answer.statusCode === 200 && questions[at]?.isList && answer.json().results.length === 0),
      )
      if (nothing) return sendShell(reply, 404)
      // Busy or broken: the app says so, and tries again.
      if (answers.some(({ statusCode }) => statusCode !== 200)) return sendShell(reply, 200)
      resources ??= readTexts(TEXT_FOLDERS)
      const { head, body } = await draw({
        path,
        url: request.url,
        language,
        origin: app.config.public_url,
        resources,
        questions,
        answers: answers.map((answer) => answer.json()),
      })
      const page = before.replace('<html lang="es">', `<html lang="${language}" data-drawn="${language}">`)
      return sendPacked(request, reply, page + head + between + body + after)
    })
}
