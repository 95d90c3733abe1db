import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { monthName } from '#core/contract/intl.ts'
import type { Language } from '#core/contract/language.ts'
import type { Page, PageQuery } from '#core/contract/page.ts'
import { parseSubject, type Subject, subject } from '#core/contract/subject.ts'
import type { Reading, Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { extensionPoint, gather } from '#core/server/events.ts'
import type { ReadContext } from '#core/server/route.ts'
import { users } from '#features/accounts/table.ts'
import type { StoredFile } from '#features/files/queries.attachments.ts'
import {
  DECISION_MAX,
  type DeskFile,
  type DeskItem,
  type DeskSheet,
  type DONE,
  type Fact,
  type Related,
  type TEXT_NEEDS,
} from './contract.ts'
import { byUrgency, SHOWN_OF_KIND, TAKEN_MS } from './rules.ts'
import { staff_takes } from './table.ts'

/*
 * What waits for staff. Each feature brings its kinds: how many wait, which, what is needed to decide one, and its acts,
 * which call that feature's commands. The words are the feature's own too, by name: `functionality:desk.<kind>.title`,
 * `.facts.<name>`, `.acts.<act>` and, for what is typed with an act, `.texts.<act>`.
 */

/** One of what waits, as its feature says it. */
export interface WaitingRow {
  id: number
  /** What people wrote, or a text's key as `words`. */
  title: string
  who: string | null
  since: string
  urgent: boolean
}

/**
 * One thing that is known: as it was written, a text's key, a code that has a text below a key or else was written, a moment, a
 * month YYYY-MM or an amount in minor units.
 */
export type GivenFact = { name: string } & (
  | { text: string | null }
  | { words: string }
  | { code: string; below: string }
  | { at: string | null }
  | { month: string }
  | { amount: number; currency: string }
)

/** Something that was written. `author`: null of a deleted account, `staff` of one of us. */
export interface GivenMessage {
  author: string | null
  by_staff?: boolean
  text: string
  at: string | null
  files?: readonly DeskFile[]
}

/** All that is needed to decide one. */
export interface WaitingSheet {
  row: WaitingRow
  facts: readonly GivenFact[]
  messages?: readonly GivenMessage[]
  /** People, orders and agreements that it is about. */
  related?: readonly Subject[]
  /** Whose own matter it is besides: neither they nor related people decide it. */
  parties?: readonly number[]
  /** Which of its kind's acts it can be decided by; all of them, unless said. */
  acts?: readonly string[]
}

/** What an act gets. */
export interface Decided {
  /** Who decides, as it is stored with what was decided: `user:12`, or the name that was typed at the console. */
  by: string
  /** Whose account it is; null at the console. */
  user_id: number | null
  text: string
  file_ids: readonly number[]
}

export interface GivenAct {
  /** Whether something is typed with it. */
  text: (typeof TEXT_NEEDS)[number]
  /** What is typed is the reason, and stays in the log; else it is what somebody is told. */
  isReason?: boolean
  isDangerous?: boolean
  /** How long what is typed may be; as long as a form takes, unless said. */
  most?: number
  /** Does it, by a command of the feature. @throws Refusal 404 or 409 when it can't be done (any more) */
  decide: (work: Work, id: number, decided: Decided) => Promise<void>
}

export type DoneQuery = PageQuery & { done: (typeof DONE)[number] }

/** A kind of what waits. */
export interface DeskKind {
  kind: string
  /** What the log says it is about; the kind, unless said. */
  about?: string
  /** Money moves by it: only for who has proved themself lately. */
  isMoney?: boolean
  count: (reading: Reading) => Promise<number>
  /** The urgent ones first, then those that wait the longest. */
  waiting: (reading: Reading, most: number) => Promise<WaitingRow[]>
  /** One that waits; null when it doesn't (any more). */
  sheet: (reading: Reading, id: number) => Promise<WaitingSheet | null>
  acts: Readonly<Record<string, GivenAct>>
  /** What doesn't wait any more and stays to be read; a kind without keeps nothing. */
  done?: {
    /** The latest first. */
    list: (reading: Reading, query: DoneQuery) => Promise<Page<WaitingRow>>
    /** One of them; null when there is none, or it waits. */
    sheet: (reading: Reading, id: number) => Promise<WaitingSheet | null>
  }
  /** Takes in a file that goes with an act; whoever uploaded it names it by `file_ids`. */
  addFile?: (ctx: ReadContext, id: number) => Promise<DeskFile>
  /** A file that came with one, whether it waits or not. @throws Refusal 404 */
  file?: (reading: Reading, id: number, file_id: number) => Promise<StoredFile>
  /** What else happens when somebody takes it. */
  taken?: (work: Work, id: number) => Promise<void>
}

/** Which kinds of things wait for staff. */
export const deskKinds = extensionPoint<object, DeskKind>('staff.desk')

/** The kind of that name. @throws Refusal 404 */
export async function deskKind(reading: Reading, kind: string): Promise<DeskKind> {
  const found = (await gather(reading, deskKinds, {})).find((one) => one.kind === kind)
  if (!found) throw notFound()
  return found
}

/** Since when somebody has to have taken something for it to count. */
export const takenSince = (now: Date): string => new Date(now.getTime() - TAKEN_MS).toISOString()

/** Who has taken what of these. */
async function takesOf(db: Db, kinds: readonly string[], now: Date, id?: number) {
  if (kinds.length === 0) return new Map<string, { user_id: number; name: string }>()
  const rows = await db
    .select({
      kind: staff_takes.kind,
      item_id: staff_takes.item_id,
      user_id: staff_takes.user_id,
      name: sql<string>`coalesce(${users.name}, '')`,
    })
    .from(staff_takes)
    .innerJoin(users, eq(users.id, staff_takes.user_id))
    .where(
      and(
        inArray(staff_takes.kind, [...kinds]),
        id === undefined ? undefined : eq(staff_takes.item_id, id),
        gt(staff_takes.taken_at, takenSince(now)),
      ),
    )
  return new Map(rows.map(({ kind, item_id, ...who }) => [subject(kind, item_id), who]))
}

/** The words of the desk, in somebody's language. */
export const speaker = (reading: Reading, language: Language) => ({
  ofKind: (kind: string, key: string) => reading.app.texts.say(language, `functionality:desk.${kind}.${key}`),
  knows: (kind: string, key: string) =>
    reading.app.texts.knows(language, `functionality:desk.${kind}.${key}`),
  say: (key: string) => reading.app.texts.say(language, key),
  /** What a code says below a key; words that somebody wrote as they are. */
  coded: (below: string, code: string) =>
    reading.app.texts.knows(language, `${below}.${code}`)
      ? reading.app.texts.say(language, `${below}.${code}`)
      : code,
  month: (month: string) => monthName(month, language),
})
export type Speaker = ReturnType<typeof speaker>

/** What of a fact is read as it stands, in the reader's language; null of moments and amounts, which their page writes. */
function textOf(speak: Speaker, given: GivenFact): string | null {
  if ('words' in given) return speak.say(given.words)
  if ('code' in given) return speak.coded(given.below, given.code)
  if ('month' in given) return speak.month(given.month)
  return 'text' in given ? given.text : null
}

/** A fact as it is read. */
export const factFor =
  (speak: Speaker, kind: string) =>
  (given: GivenFact): Fact => ({
    name: given.name,
    label: speak.ofKind(kind, `facts.${given.name}`),
    text: textOf(speak, given),
    at: 'at' in given ? given.at : null,
    amount: 'amount' in given ? given.amount : null,
    currency: 'amount' in given ? given.currency : null,
  })

/** Something that is led to: its kind, and its number. */
export const relatedFor =
  (speak: Speaker) =>
  (about: Subject): Related => {
    const { kind, id } = parseSubject(about) ?? { kind: '', id: 0 }
    return { subject: about, label: `${speak.ofKind(kind, 'one')} ${id}` }
  }

interface Reader {
  id: number
  language: Language
}

const itemFor = (
  speak: Speaker,
  kind: string,
  row: WaitingRow,
  take: { user_id: number; name: string } | undefined,
  reader: Reader,
): DeskItem => ({
  kind,
  kind_label: speak.ofKind(kind, 'one'),
  id: row.id,
  title: row.title,
  who: row.who,
  since: row.since,
  urgent: row.urgent,
  taken_by: take?.name ?? null,
  taken_by_me: take?.user_id === reader.id,
})

/**
 * What waits, in the order in which it is worked; at most a hundred of each kind.
 * @param query.kind of that kind alone; the counts are those of all
 */
export async function queueOf(
  reading: Reading,
  reader: Reader,
  query: { kind?: string | undefined; taken: 'any' | 'mine' | 'free' },
) {
  const speak = speaker(reading, reader.language)
  const kinds = await gather(reading, deskKinds, {})
  const counts = []
  const rows: { kind: string; row: WaitingRow }[] = []
  for (const one of kinds) {
    counts.push({
      kind: one.kind,
      label: speak.ofKind(one.kind, 'title'),
      count: await one.count(reading),
      done: one.done !== undefined,
    })
    if (query.kind !== undefined && query.kind !== one.kind) continue
    for (const row of await one.waiting(reading, SHOWN_OF_KIND)) rows.push({ kind: one.kind, row })
  }
  const takes = await takesOf(
    reading.db,
    kinds.map(({ kind }) => kind),
    reading.now,
  )
  const results = rows
    .sort((a, b) => byUrgency(a.row, b.row))
    .map(({ kind, row }) => itemFor(speak, kind, row, takes.get(subject(kind, row.id)), reader))
    .filter(({ taken_by, taken_by_me }) =>
      query.taken === 'any' ? true : query.taken === 'mine' ? taken_by_me : taken_by === null,
    )
  return { kinds: counts, results, next: null }
}

/** What doesn't wait any more, the latest first. @throws Refusal 404 for a kind that keeps none, 400 for the cursor */
export async function doneOf(
  reading: Reading,
  reader: Reader,
  { kind, ...query }: DoneQuery & { kind: string },
): Promise<Page<DeskItem>> {
  const { done } = await deskKind(reading, kind)
  if (!done) throw notFound()
  const speak = speaker(reading, reader.language)
  const { results, next } = await done.list(reading, query)
  return { results: results.map((row) => itemFor(speak, kind, row, undefined, reader)), next }
}

/**
 * One of what waits, with what is needed to decide it; or one that doesn't any more, to read.
 * @throws Refusal 404 when it doesn't wait, and its kind keeps nothing that is done
 */
export async function sheetOf(
  reading: Reading,
  reader: Reader,
  { kind, id }: { kind: string; id: number },
): Promise<DeskSheet> {
  const found = await deskKind(reading, kind)
  const waiting = await found.sheet(reading, id)
  const sheet = waiting ?? (await found.done?.sheet(reading, id))
  if (!sheet) throw notFound()
  const speak = speaker(reading, reader.language)
  const take = (await takesOf(reading.db, [kind], reading.now, id)).get(subject(kind, id))
  return {
    ...itemFor(speak, kind, sheet.row, take, reader),
    waits: waiting !== null,
    facts: sheet.facts.map(factFor(speak, kind)),
    messages: (sheet.messages ?? []).map(({ author, by_staff = false, text, at, files = [] }) => ({
      author: author ?? speak.say('common:deleted_account'),
      by_staff,
      text,
      at,
      files: [...files],
    })),
    related: (sheet.related ?? []).map(relatedFor(speak)),
    acts: Object.entries(waiting ? found.acts : {})
      .filter(([act]) => sheet.acts?.includes(act) ?? true)
      .map(([act, given]) => ({
        act,
        label: speak.ofKind(kind, `acts.${act}`),
        text: given.text,
        text_max: given.most ?? DECISION_MAX,
        text_label: given.text === 'none' ? null : speak.ofKind(kind, `texts.${act}`),
        dangerous: given.isDangerous ?? false,
      })),
    takes_files: waiting !== null && found.addFile !== undefined,
  }
}
