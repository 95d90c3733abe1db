import { notFound } from '#core/contract/errors.ts'
import { formatDate, formatList, formatNumber, localeOf } from '#core/contract/intl.ts'
import type { Language } from '#core/contract/language.ts'
import { wallClock } from '#core/contract/time.ts'
import type { Block, Paper } from '#core/server/papers.ts'
import { nameIn, type Texts } from '#core/server/texts.ts'
import type { EventDetail, Performer, SheetOf } from './contract.ts'
import {
  artistRows,
  documentRows,
  type FactRow,
  hostRows,
  isStaged,
  momentsOf,
  problemsOf,
  type Sheet,
  type Speech,
  type Staged,
  scheduleRows,
  sheetIn,
  stageWords,
} from './rules.sheet.ts'
import { standInsOf } from './rules.substitutes.ts'

/* What /events and /calendar show of an event, as papers for whoever is there on the day. */

/**
 * What a sheet's file is called: the day and the event's id, `2026-04-18-12`; with `-stage`, or the id of the project
 * that it is of, where it is not the whole.
 */
export const sheetName = ({ id, starts_at, zone }: EventDetail, of: SheetOf | null): string =>
  [wallClock(starts_at, zone).day, id, of].filter((part) => part !== null).join('-')

/**
 * An event as a paper, with what its reader may see of it and no more: the whole day sheet, the stage, or the day of one
 * who plays.
 * @param event as its reader sees it
 * @param of null: the whole
 * @throws Refusal 404 where its reader has no such sheet
 */
export function sheetPaper(
  texts: Texts,
  language: Language,
  event: EventDetail,
  of: SheetOf | null,
  made_at: Date,
): Paper {
  const said = sayIn(texts, language, event)
  const sheet = of === null ? null : sheetIn(event, of)
  if (of !== null && sheet === null) throw notFound()
  return {
    ...(sheet ? oneSheet(said, sheet) : wholeSheet(said, event)),
    language,
    foot: {
      left: said.t('events.sheet.made', {
        at: said.at(made_at, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }),
      }),
      pages: said.t('events.sheet.page', { page: '{{page}}', pages: '{{pages}}' }),
    },
    made_at,
  }
}

/** How an event is said in a language. */
function sayIn(texts: Texts, language: Language, event: EventDetail) {
  const t = (key: string, values?: Record<string, string | number>) =>
    texts.say(language, `business:${key}`, values)
  const at = (instant: string | Date, options: Intl.DateTimeFormatOptions) =>
    formatDate(instant, language, { ...options, timeZone: event.zone })
  const hour = (instant: string) => at(instant, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const dayOf = (instant: string) => wallClock(instant, event.zone).day
  const speech: Speech = {
    t,
    nameOf: (name) => nameIn(texts, language, name),
    intent: (intent) => t(`order.plan.intents.${intent}`),
    list: (items) => formatList(items, language),
  }
  return {
    ...speech,
    t,
    language,
    at,
    hour,
    span: (from: string, to: string) => `${hour(from)}–${hour(to)}`,
    /** An hour, with its day where that isn't the event's. */
    hourOn: (instant: string) =>
      dayOf(instant) === dayOf(event.starts_at)
        ? hour(instant)
        : `${at(instant, { day: 'numeric', month: 'short' })}, ${hour(instant)}`,
    title: event.title ?? t(`terms.event_types.${event.type}`),
    when: `${at(event.starts_at, { dateStyle: 'full' })}, ${hour(event.starts_at)}–${hour(event.ends_at)}`,
    where: [event.place, event.city].filter(Boolean).join(', '),
    number: (value: number) => formatNumber(value, localeOf(language)),
  }
}
type Said = ReturnType<typeof sayIn>
type Body = Pick<Paper, 'title' | 'eyebrow' | 'parts'>

const heading = (level: 2 | 3, text: string): Block => ({ kind: 'heading', level, text })
const facts = (rows: readonly [string, string | null][]): Block => ({
  kind: 'facts',
  rows: rows.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
})
const calling = ({ name, email, phone }: NonNullable<EventDetail['contact']>) =>
  [name, phone, email].filter(Boolean).join(' · ')

function wholeSheet(said: Said, event: EventDetail): Body {
  const { t, language } = said
  const blocks: Block[] = [
    heading(2, t('events.sheet.event')),
    facts([
      [t('events.sheet.when'), said.when],
      [t('events.sheet.where'), said.where],
      [t('events.sheet.guests'), event.guests === null ? null : said.number(event.guests)],
      [t('events.sheet.state'), t(`events.states.${event.state}`)],
      [t('events.host'), event.contact && calling(event.contact)],
    ]),
    ...hostFacts(said, event),
    heading(2, t('events.performers')),
    ...event.performers.flatMap((performer): Block[] => [
      heading(3, said.nameOf(performer.name)),
      facts([
        ...playing(said, performer),
        ...day(said, performer),
        [t('events.sheet.contact'), performer.contact && calling(performer.contact)],
      ]),
      ...(performer.says ? saidBlocks(artistRows(performer.says, t)) : []),
      ...saidBlocks(documentRows(event, performer.project_id, t)),
    ]),
    ...(isStaged(event) ? [heading(2, t('stage.title')), ...stage(said, event, 3)] : []),
    ...checklist(said, event),
  ]
  return { title: said.title, eyebrow: t('events.sheet.title'), parts: [{ language, blocks }] }
}

/** The stage, or the day of one who plays: what their pages say. */
function oneSheet(said: Said, { event, performer }: Sheet): Body {
  const { t, language } = said
  const contact = performer && (performer.contact ?? event.contact)
  const about = facts([
    [t('events.sheet.when'), said.when],
    [t('stage.sheet.where'), said.where],
    ...(performer ? playing(said, performer) : []),
    [t('stage.sheet.call'), contact && calling(contact)],
  ])
  const blocks: Block[] = performer
    ? [
        about,
        heading(2, t('stage.sheet.times')),
        facts(day(said, performer)),
        ...problems(said, event, performer.project_id, 2),
        ...hostFacts(said, event),
        ...ownFacts(said, event, performer),
      ]
    : [about, ...stage(said, event, 2)]
  return {
    title: performer ? t('stage.sheet.of', { name: said.nameOf(performer.name) }) : t('stage.title'),
    eyebrow: said.title,
    parts: [{ language, blocks }],
  }
}

/** What somebody plays, and as whom. */
const playing = (said: Said, performer: Performer): [string, string | null][] => [
  [said.t('events.sheet.moment', { count: performer.moments.length }), momentsOf(performer, said)],
  [said.t('events.sheet.line_up'), performer.line_up],
  [
    said.t('substitutes.heading'),
    standInsOf(performer.substitutes, ({ substitute, member }) =>
      said.t('substitutes.plays', { substitute: said.nameOf(substitute), member: said.nameOf(member) }),
    ).join(' · ') || null,
  ],
]

/** Somebody's day, hour by hour. */
const day = (said: Said, { schedule }: Performer): [string, string][] =>
  scheduleRows(schedule, said.t).map(({ name, at, until }) => [
    name,
    at === null ? said.t('events.schedule.right_before') : until ? said.span(at, until) : said.hour(at),
  ])

/** What a side says: what is in words as facts, lists line by line below them. */
function saidBlocks(rows: readonly FactRow[]): Block[] {
  const { words = [], lists = [] } = Object.groupBy(rows, ({ items }) =>
    items.length > 0 ? 'lists' : 'words',
  )
  return [
    ...(words.length > 0
      ? [facts(words.map(({ name, text, phone }) => [name, [text, phone].filter(Boolean).join(' · ')]))]
      : []),
    ...lists.map(({ name, items, isOrdered }): Block => {
      const lines = items.map((item, at) => `${isOrdered ? `${at + 1}.` : '–'} ${item}`)
      return { kind: 'text', text: [`${name}:`, ...lines].join('\n') }
    }),
  ]
}

/** What the host says to those who play; nothing where they haven't said anything. */
function hostFacts({ t }: Said, event: EventDetail): Block[] {
  const rows = [...hostRows(event.host_says, t), ...documentRows(event, null, t)]
  return rows.length > 0 ? [heading(2, t('events.facts.host_title')), ...saidBlocks(rows)] : []
}

/** What a project says to the host, and hands over. */
function ownFacts({ t }: Said, event: EventDetail, { says, project_id }: Performer): Block[] {
  const rows = [...(says ? artistRows(says, t) : []), ...documentRows(event, project_id, t)]
  return rows.length > 0 ? [heading(2, t('events.own.title')), ...saidBlocks(rows)] : []
}

/** From when the place is open and guests come, what doesn't fit, and the timetable. */
function stage(said: Said, event: Staged, level: 2 | 3): Block[] {
  const { t } = said
  const { opens_at, doors_at, blocks } = event.stage_plan
  const words = stageWords(event, said)
  return [
    facts([
      [t('stage.opens'), said.hourOn(opens_at)],
      [t('stage.doors'), said.hour(doors_at)],
    ]),
    ...(event.opens_at === null
      ? [{ kind: 'text', text: t('stage.opens_assumed'), quiet: true } satisfies Block]
      : []),
    ...problems(said, event, null, level),
    {
      kind: 'table',
      caption: t('stage.list'),
      head: [t('events.sheet.hours'), t('events.sheet.who'), t('events.sheet.what_for')],
      shares: [2, 4, 5],
      rows: blocks.map((block) => {
        const { who, what } = words.block(block)
        return [said.span(block.from, block.to), who, what]
      }),
      foot: [],
    },
  ]
}

/** What doesn't fit, each with what would help; of the whole stage also that everything does. */
function problems(said: Said, event: Staged, only: number | null, level: 2 | 3): Block[] {
  const { t } = said
  const found = problemsOf(event, only)
  if (found.length === 0) return only === null ? [{ kind: 'text', text: t('stage.fits') }] : []
  const words = stageWords(event, said)
  return [
    heading(level, t('stage.problems')),
    ...found.flatMap((problem): Block[] => {
      const { what, help } = words.problem(problem)
      return [
        { kind: 'text', text: what },
        { kind: 'text', text: help, quiet: true },
      ]
    }),
  ]
}

function checklist({ t, nameOf }: Said, event: EventDetail): Block[] {
  if (event.checklist.length === 0) return []
  return [
    heading(2, t('events.checklist_title')),
    {
      kind: 'table',
      caption: t('events.sheet.checklist_caption'),
      head: [t('events.sheet.item'), t('events.sheet.who'), t('events.sheet.done')],
      rows: event.checklist.map(({ key, title, owner, project_name, done_at }) => [
        key ? t(`events.checklist.${key}`) : title,
        owner === 'hunter' ? t('events.owner_hunter') : nameOf(project_name),
        t(done_at ? 'events.item_done' : 'events.item_open'),
      ]),
      foot: [],
    },
  ]
}
