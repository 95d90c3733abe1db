import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import type { App } from '#core/server/app.ts'
import { addressOf, networkOf } from '#core/server/input.ts'
import { drawLinkPicture, LINK_PICTURE } from '#core/server/linkPicture.ts'
import { openTurns } from '#core/server/turns.ts'
import type { PublicProfile } from '#features/directory/contract.ts'
import { pictureUrl } from '#features/files/contract.ts'
import { askAs, passOn } from './askAs.ts'
import { chosenLanguage } from './chosenLanguage.ts'

/** The stage keeps its proportions, and its lights begin at the upper edge. */
const STAGE = { width: Math.round((LINK_PICTURE.height * 720) / 660), height: LINK_PICTURE.height }

/** One at a time: nobody waits for a picture beside a link, but everybody for the server. */
const turns = openTurns({ at_once: 1, waiting: 20, waiting_each: 5, patience_ms: 10_000 })

/** The pictures that stand beside links to public pages, made when they are asked for and remembered for a day. */
export function linkPictures(
  server: FastifyInstance,
  app: App,
  stageOf: (name: string, size: { width: number; height: number }) => Promise<string>,
) {
  server.get('/og/welcome.jpg', async (request, reply) => {
    const language = chosenLanguage(request)
    const picture = await turns.take(networkOf(addressOf(request)), async () =>
      drawLinkPicture({
        title: app.texts.say(language, 'common:welcome.title'),
        line: app.texts.say(language, 'common:welcome.description'),
        product: 'tarima',
        stage: await stageOf('tarima', STAGE),
        photo: null,
      }),
    )
    return send(reply, picture)
  })

  server.get<{ Params: { file: string } }>('/og/musician/:file', async (request, reply) => {
    const [, id] = /^([1-9]\d{0,14})\.jpg$/.exec(request.params.file) ?? []
    if (!id) throw new Refusal(404, 'common.not_found')
    const answer = await askAs(server, request, `/api/directory/projects/${id}/`)
    if (answer.statusCode !== 200) return passOn(reply, answer)
    const profile: PublicProfile = answer.json()
    const language = chosenLanguage(request)
    const genres = profile.genres
      .slice(0, 2)
      .map((genre) => app.texts.say(language, `business:terms.genres.${genre}`))
    const photo = pictureUrl(profile.profile_image, 'large')
    const picture = await turns.take(networkOf(addressOf(request)), async () => {
      const file = photo?.startsWith('/api/') ? await askAs(server, request, photo) : null
      return drawLinkPicture({
        title: profile.name,
        line: [...genres, ...(profile.city ? [profile.city] : [])].join(' · '),
        product: 'tarima',
        stage: await stageOf(profile.name, STAGE),
        photo: file?.statusCode === 200 ? file.rawPayload : null,
      })
    })
    return send(reply, picture)
  })
}

const send = (reply: FastifyReply, picture: Buffer) =>
  reply.header('cache-control', 'public, max-age=86400').type('image/jpeg').send(picture)
