import { and, eq, isNull, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import type { Language } from '#core/contract/language.ts'
import { parseSubject, type Subject, subject } from '#core/contract/subject.ts'
import type { Reading } from '#core/server/app.ts'
import { extensionPoint, gather } from '#core/server/events.ts'
import { saysTyped } from '#core/server/spelling.ts'
import { hasSecond } from '#features/accounts/queries.factors.ts'
import { guardianState } from '#features/accounts/rules.minors.ts'
import { minors } from '#features/accounts/table.minors.ts'
import { users } from '#features/accounts/table.ts'
import type { FoundThing, LookedUp } from './contract.ts'
import { factFor, type GivenFact, speaker } from './queries.queue.ts'
import { hiddenEmail, hiddenWords } from './rules.ts'

/*
 * People, orders and agreements, found by what somebody says of them on the phone. What is found stays hidden until it is
 * opened with a reason. Features bring their own kinds of things, and what they know of those of others.
 */

/** One that was found: its words as they are, hidden where they are shown. */
export interface Found {
  id: number
  title: string | null
  email?: string | null
  /** What is shown as it is, such as a town; nothing that names anybody. */
  detail?: string | null
  /** A text's key, said after it, such as a state. */
  words?: string
  at: string | null
}

/** A kind of things that staff may look up. */
export interface LookUpKind {
  kind: string
  find: (reading: Reading, typed: string, most: number) => Promise<Found[]>
  /** One of them, to read; null when there is none. */
  open: (
    reading: Reading,
    id: number,
  ) => Promise<{ title: string | null; facts: readonly GivenFact[] } | null>
}
export const lookUpKinds = extensionPoint<object, LookUpKind>('staff.look_ups')

/** What else is known of something: a few rows under a name, `functionality:desk.sections.<name>`; each said in some words. */
export interface Section {
  name: string
  /** A title is as it was written, or a text's key. */
  rows: readonly {
    about: Subject | null
    title: string | { words: string }
    words?: string | readonly string[]
    at: string | null
  }[]
}
export const lookUpSections = extensionPoint<{ kind: string; id: number }, Section>('staff.sections')

/** So many of each kind are shown, and rows of a section. */
const MOST = 20
export const SECTION_MAX = 20

const people: LookUpKind = {
  kind: 'user',
  async find({ db }, typed, most) {
    const number = /^#?(\d{1,15})$/.exec(typed)?.[1]
    const says = await saysTyped(
      db,
      {
        id: sql`users.id`,
        text: sql`concat_ws(' ', users.name, users.email, users.legal_name)`,
        among: sql`from ${users} where deleted_at is null order by id desc`,
      },
      typed,
    )
    return db
      .select({
        id: users.id,
        title: users.name,
        email: sql<string | null>`${users.email}`,
        detail: users.city,
        at: users.created_at,
      })
      .from(users)
      .where(and(isNull(users.deleted_at), number ? eq(users.id, Number(number)) : says))
      .orderBy(sql`${users.id} desc`)
      .limit(most)
  },
  async open({ db }, id) {
    const [user] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deleted_at)))
    if (!user) return null
    const [minor] = await db.select().from(minors).where(eq(minors.user_id, id))
    return {
      title: user.name,
      facts: [
        { name: 'email', text: user.email },
        { name: 'account_type', words: `functionality:desk.user.types.${user.account_type}` },
        { name: 'phone', text: user.phone },
        { name: 'city', text: user.city },
        { name: 'legal_name', text: user.legal_name },
        { name: 'created_at', at: user.created_at },
        { name: 'verified_at', at: user.verified_at },
        { name: 'second', words: `functionality:desk.user.second.${await hasSecond(db, id)}` },
        { name: 'delete_at', at: user.delete_at },
        ...(minor
          ? [
              { name: 'birth_date', text: minor.birth_date },
              { name: 'guardian', words: `functionality:desk.user.guardian.${guardianState(minor)}` },
              { name: 'guardian_name', text: minor.guardian_name },
              { name: 'guardian_email', text: minor.guardian_email },
            ]
          : []),
      ],
    }
  },
}

const kindsOf = async (reading: Reading) => [people, ...(await gather(reading, lookUpKinds, {}))]

/** What is found by some words, forgiving slips; everything that names somebody is hidden. */
export async function foundBy(reading: Reading, language: Language, typed: string): Promise<FoundThing[]> {
  const speak = speaker(reading, language)
  const found: FoundThing[] = []
  for (const { kind, find } of await kindsOf(reading))
    for (const { id, title, email, detail, words, at } of await find(reading, typed, MOST))
      found.push({
        subject: subject(kind, id),
        kind_label: speak.ofKind(kind, 'one'),
        title: [`#${id}`, title && hiddenWords(title)].filter(Boolean).join(' '),
        detail:
          [email && hiddenEmail(email), detail, words && speak.say(words)].filter(Boolean).join(' · ') ||
          null,
        at,
      })
  return found
}

/** One thing as staff reads it. The command that opens it has written down why. @throws Refusal 404 */
export async function lookedUp(reading: Reading, language: Language, about: string): Promise<LookedUp> {
  const { kind = '', id = 0 } = parseSubject(about) ?? {}
  const found = (await kindsOf(reading)).find((one) => one.kind === kind)
  const opened = await found?.open(reading, id)
  if (!opened) throw notFound()
  const speak = speaker(reading, language)
  const sections = await gather(reading, lookUpSections, { kind, id })
  return {
    subject: about,
    kind_label: speak.ofKind(kind, 'one'),
    title: opened.title ?? speak.ofKind(kind, 'untitled'),
    facts: opened.facts
      .map(factFor(speak, kind))
      .filter(({ text, at, amount }) => text !== null || at !== null || amount !== null),
    sections: sections
      .filter(({ rows }) => rows.length > 0)
      .map(({ name, rows }) => ({
        name,
        label: speak.say(`functionality:desk.sections.${name}`),
        rows: rows.slice(0, SECTION_MAX).map(({ about: leads, title, words, at }) => ({
          subject: leads,
          title: typeof title === 'string' ? title : speak.say(title.words),
          detail: words
            ? [words]
                .flat()
                .map((key) => speak.say(key))
                .join(' · ')
            : null,
          at,
        })),
      })),
  }
}
