import { readFileSync } from 'node:fs'
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
  isAll?: true
}

/** What the build makes of found.server.tsx. */
interface Drawing {
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

/** What goes with a page for whoever was given its address: nobody finds, keeps or passes it on. */
export const keepUnlisted = (reply: FastifyReply) =>
  reply
    .header('x-robots-tag', 'noindex')
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'no-referrer')

/** Sends the app with nothing drawn: it shows what there is to show. */
type SendShell = (reply: FastifyReply, status: number) => FastifyReply

/**
 * The drawn pages, and the pictures beside links to them.
 * @param addresses of the route table: those that are drawn
 */
export function foundPages(
  server: FastifyInstance,
  app: App,
  addresses: readonly { path: string; isUnlisted: boolean }[],
  sendShell: SendShell,
) {
  const template = readFileSync(new URL('found.html', BUILT), 'utf8')
  const [before = '', between = '', after = ''] = template.split(/<!--(?:head|body)-->/)
  // With the first who asks: a server that starts has no time for it.
  let loaded: Promise<Drawing> | undefined
  const drawing = () => {
    loaded ??= import(new URL('found.js', BUILT).href) as Promise<Drawing>
    return loaded
  }
  let resources: Resources | undefined
  linkPictures(server, app, async (name, size) => (await drawing()).stageOf(name, size))
  for (const { path, isUnlisted } of addresses)
    server.get(path, async (request, reply) => {
      if (isUnlisted) keepUnlisted(reply)
      const { questionsOf, draw } = await drawing()
      const { searchParams } = new URL(request.url, app.config.public_url)
      const questions = questionsOf(path, request.params as object, searchParams)
      if (!questions) return sendShell(reply, 404)
      const language = chosenLanguage(request)
      const answers = await Promise.all(questions.map(({ url }) => askAs(server, request, url)))
      const nothing = answers.some(
        (answer, at) =>
          // 400: an address that can't be anything's, such as one that is too long.
          answer.statusCode === 404 ||
          answer.statusCode === 400 ||
          (answer.statusCode === 200 && questions[at]?.isAll && answer.json().results.length === 0),
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
