import { formatDate } from '#core/contract/intl.ts'
import { DEFAULT_ZONE } from '#core/contract/time.ts'
import { handle, sweep } from '#core/server/jobs.ts'
import { mailLayout } from '#core/server/mail.ts'
import { transaction } from '#core/server/work.ts'
import { expireInvitations } from './commands.ts'
import { letterOf } from './queries.ts'
import { letters } from './queues.ts'

/** The letter to an invitee, in their language where they have an account, else in the owner's. */
const sendLetter = handle(letters, async (app, { invitation_id }, job) => {
  const letter = await letterOf(app.db, invitation_id, app.clock.now())
  if (!letter) return
  const { language, band_name, person_name, has_account } = letter
  const date = formatDate(letter.expires_at, language, { dateStyle: 'long', timeZone: DEFAULT_ZONE })
  const say = (key: string) =>
    app.texts.say(language, `functionality:invitations.mail.${key}`, {
      band_name,
      person_name,
      date,
      function: letter.function ?? '',
    })
  await app.mail.deliver(
    {
      to: letter.email,
      subject: say('subject'),
      kind: 'band_invitation',
      ...mailLayout({
        language,
        title: say('title'),
        paragraphs: [
          say(letter.function ? 'body_function' : 'body'),
          ...(letter.message ? [`“${letter.message}”`] : []),
          say(has_account ? 'how' : 'how_new'),
          say('life'),
        ],
        action: {
          label: say(has_account ? 'action' : 'action_new'),
          url: `${app.config.public_url}${has_account ? '/music?notifications=open' : `/signup-music?invitation=${invitation_id}`}`,
        },
        footer: say('footer'),
      }),
    },
    job.id,
  )
})

export const handlers = [sendLetter]

export const sweeps = [
  sweep({
    name: 'invitations.expire',
    run: ({ app, now }) => transaction(app, now, expireInvitations),
  }),
]
