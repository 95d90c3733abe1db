import { formatDate } from '#core/contract/intl.ts'
import { daysUntil } from '#core/contract/time.ts'
import type { Reading } from '#core/server/app.ts'
import { wordsFor } from '#core/server/audience.ts'
import { handle, sweep } from '#core/server/jobs.ts'
import { type Letter, letterHandler } from '#core/server/letters.ts'
import { nameIn } from '#core/server/texts.ts'
import { eachOf, transaction } from '#core/server/work.ts'
import { moveBackup, rankBackups, rankSoon } from './commands.backups.ts'
import { deleteBrokenOff } from './commands.documents.ts'
import { advanceEvent } from './commands.lifecycle.ts'
import { planStagesAfter, tellUnsigned } from './commands.risk.ts'
import { planAnew } from './commands.stage.ts'
import { lapseSubstitute } from './commands.substitutes.ts'
import { backupsDue, eventsWithoutBackups } from './queries.backups.ts'
import { gigFacts } from './queries.day.ts'
import { eventsDue } from './queries.lifecycle.ts'
import { changesUnsigned } from './queries.risk.ts'
import { eventsWithoutStage } from './queries.stage.ts'
import { substitutesDue } from './queries.substitutes.ts'
import { gigReminders, rankings } from './queues.ts'

/** What reminds one who plays of their gig: when they are called, and where. */
async function gigLetter(
  { db, app, now }: Reading,
  { event_id, project_id, user_id }: { event_id: number; project_id: number; user_id: number },
): Promise<Letter | null> {
  const gig = await gigFacts(db, { event_id, project_id, user_id })
  // A job that was held up says nothing of a call that has passed.
  if (!gig || now.getTime() >= Date.parse(gig.call_at)) return null
  const { language, zone } = gig
  // Counted now: after a pause a reminder is sent later than it should have been.
  const days = daysUntil(gig.call_at, now, zone)
  // A band's collaborators read names without contact details, as on the event's page.
  const said = (text: string) => wordsFor(text, { open: gig.owns })
  const at = (options: Intl.DateTimeFormatOptions) =>
    formatDate(gig.call_at, language, { ...options, timeZone: zone })
  const where = [gig.place, gig.city].filter((part) => part !== null && part !== '').join(', ')
  return {
    to: gig.to,
    language,
    kind: 'gig_reminder',
    words: 'business:events.mail.gig',
    values: {
      days,
      event: gig.title ? said(gig.title) : app.texts.say(language, `business:terms.event_types.${gig.type}`),
      project: nameIn(app.texts, language, gig.project_name),
      day: at({ weekday: 'long', day: 'numeric', month: 'long' }),
      time: at({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
      where: said(where),
    },
    subject: [`subject_in_${days}`, 'subject_in'],
    title: [`title_in_${days}`, 'title_in'],
    paragraphs: ['call', where ? 'where' : null, 'sheet'],
    action: { label: 'action', path: `/calendar?event=${event_id}` },
    footer: 'footer',
  }
}

export const handlers = [
  letterHandler(gigReminders, gigLetter),
  // What a confirmation, or a replacement, is followed by.
  handle(rankings, async (app, { event_id }) => {
    await planStagesAfter(app, event_id)
    await rankBackups(app, event_id)
  }),
]

export const sweeps = [
  sweep({
    name: 'events.backups',
    run: async (work) => eachOf(work, await backupsDue(work.db, work.now), moveBackup),
  }),
  sweep({
    name: 'events.substitutes',
    run: async (work) => eachOf(work, await substitutesDue(work.db, work.now), lapseSubstitute),
  }),
  sweep({
    name: 'events.time',
    run: async (work) => eachOf(work, await eventsDue(work.db, work.now), advanceEvent),
  }),
  sweep({
    name: 'events.unsigned',
    run: async (reading) => eachOf(reading, await changesUnsigned(reading.db, reading.now), tellUnsigned),
  }),
  // Events that were confirmed, or whose performer was replaced.
  sweep({
    name: 'events.unranked',
    run: async (work) => eachOf(work, await eventsWithoutBackups(work.db, work.now), rankSoon),
  }),
  sweep({ name: 'events.documents', run: ({ app, now }) => transaction(app, now, deleteBrokenOff) }),
  // Events that were confirmed before stages were planned.
  sweep({
    name: 'events.stage_plan',
    run: async (reading) =>
      eachOf(reading, await eventsWithoutStage(reading.db, reading.now), async (work, order_id) => {
        await planAnew(work, order_id)
      }),
  }),
]
