import { formatDate, formatNumber, localeOf } from '#core/contract/intl.ts'
import type { Language } from '#core/contract/language.ts'
import { wallClock } from '#core/contract/time.ts'
import type { Block, Paper } from '#core/server/papers.ts'
import { nameIn, type Texts } from '#core/server/texts.ts'
import type { EventDetail } from './contract.ts'

/* The day sheet: what /events shows of an event, as a paper for whoever is there on the day. */

/** What its file is called. */
export const sheetName = ({ id, starts_at, zone }: EventDetail): string =>
  `${wallClock(starts_at, zone).day}-${id}`

/**
 * An event as a paper, with what its reader may see of it and no more.
 * @param event as its reader sees it
 */
export function sheetPaper(texts: Texts, language: Language, event: EventDetail, made_at: Date): Paper {
  const say = (key: string, values?: Record<string, string | number>) =>
    texts.say(language, `business:events.${key}`, values)
  const at = (instant: string | Date, options: Intl.DateTimeFormatOptions) =>
    formatDate(instant, language, { ...options, timeZone: event.zone })
  const hour = (instant: string) => at(instant, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = (instant: string) => at(instant, { dateStyle: 'full' })
  const place = [event.place, event.city].filter(Boolean).join(', ')
  const title = event.title ?? texts.say(language, `business:terms.event_types.${event.type}`)
  const calling = ({ name, email, phone }: NonNullable<EventDetail['contact']>) =>
    [name, phone, email].filter(Boolean).join(' · ')
  const facts: [string, string | null][] = [
    [say('sheet.when'), `${day(event.starts_at)}, ${hour(event.starts_at)}–${hour(event.ends_at)}`],
    [say('sheet.where'), place || null],
    [say('sheet.guests'), event.guests === null ? null : formatNumber(event.guests, localeOf(language))],
    [say('sheet.state'), say(`states.${event.state}`)],
    [say('host'), event.contact && calling(event.contact)],
  ]
  const performers = event.performers.flatMap(
    ({ name, slot_title, intent, line_up, schedule, contact }): Block[] => {
      const { sets } = schedule
      const rows: [string, string | null][] = [
        [say('sheet.moment'), slot_title ?? texts.say(language, `business:order.plan.intents.${intent}`)],
        [say('sheet.line_up'), line_up || null],
        [say('schedule.call'), hour(schedule.call_at)],
        [say('schedule.load_in'), hour(schedule.load_in_at)],
        [say('schedule.soundcheck'), schedule.soundcheck_at && hour(schedule.soundcheck_at)],
        ...sets.map((set, n): [string, string] => [
          sets.length > 1 ? say('schedule.set_n', { n: n + 1 }) : say('schedule.set'),
          `${hour(set.starts_at)}–${hour(set.ends_at)}`,
        ]),
        [say('schedule.load_out'), hour(schedule.load_out_at)],
        [say('sheet.contact'), contact && calling(contact)],
      ]
      return [
        { kind: 'heading', level: 3, text: nameIn(texts, language, name) },
        { kind: 'facts', rows: filled(rows) },
      ]
    },
  )
  const checklist: Block[] =
    event.checklist.length === 0
      ? []
      : [
          { kind: 'heading', level: 2, text: say('checklist_title') },
          {
            kind: 'table',
            caption: say('sheet.checklist_caption'),
            head: [say('sheet.item'), say('sheet.who'), say('sheet.done')],
            rows: event.checklist.map(({ key, title, owner, project_name, done_at }) => [
              key ? say(`checklist.${key}`) : title,
              owner === 'hunter' ? say('owner_hunter') : nameIn(texts, language, project_name),
              say(done_at ? 'item_done' : 'item_open'),
            ]),
            foot: [],
          },
        ]
  return {
    title,
    eyebrow: say('sheet.title'),
    language,
    parts: [
      {
        language,
        blocks: [
          { kind: 'heading', level: 2, text: say('sheet.event') },
          { kind: 'facts', rows: filled(facts) },
          { kind: 'heading', level: 2, text: say('performers') },
          ...performers,
          ...checklist,
        ],
      },
    ],
    foot: {
      left: say('sheet.made', {
        at: at(made_at, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }),
      }),
      pages: say('sheet.page', { page: '{{page}}', pages: '{{pages}}' }),
    },
    made_at,
  }
}

const filled = (rows: readonly [string, string | null][]): [string, string][] =>
  rows.flatMap(([label, value]) => (value ? [[label, value]] : []))
