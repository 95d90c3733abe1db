import { formatDate } from '#core/contract/intl.ts'
import { DEFAULT_ZONE } from '#core/contract/time.ts'
import { sweep } from '#core/server/jobs.ts'
import { letterHandler } from '#core/server/letters.ts'
import { transaction } from '#core/server/work.ts'
import { invitationPath } from '#features/accounts/contract.invitation.ts'
import { createLink, expireInvitations } from './commands.ts'
import { letterFacts } from './queries.ts'
import { letters } from './queues.ts'

/** In the invitee's language where they have an account, else in the owner's. */
const invitationLetter = letterHandler(letters, async ({ db, now }, { invitation_id }) => {
  const facts = await letterFacts(db, invitation_id, now)
  if (!facts) return null
  const { language, band_name, person_name, has_account } = facts
  const token = await createLink(db, invitation_id, now)
  return {
    to: facts.email,
    language,
    kind: 'band_invitation',
    words: 'functionality:invitations.mail',
    values: {
      band_name,
      person_name,
      date: formatDate(facts.expires_at, language, { dateStyle: 'long', timeZone: DEFAULT_ZONE }),
      function: facts.function ?? '',
    },
    subject: 'subject',
    title: 'title',
    paragraphs: [
      facts.function ? 'body_function' : 'body',
      facts.message ? { text: `“${facts.message}”` } : null,
      has_account ? 'how' : 'how_new',
      'life',
    ],
    action: { label: 'action', path: invitationPath(token) },
    footer: 'footer',
  }
})

export const handlers = [invitationLetter]

export const sweeps = [
  sweep({
    name: 'invitations.expire',
    run: ({ app, now }) => transaction(app, now, expireInvitations),
  }),
]
