import { formatDate } from '#core/contract/intl.ts'
import type { Language } from '#core/contract/language.ts'
import type { Block, Paper } from '#core/server/papers.ts'
import type { Texts } from '#core/server/texts.ts'
import { verifyPath } from '#features/contracts/queries.paper.ts'
import type { Certified } from './contract.ts'
import { numberOf } from './rules.ts'

/* A certificate as a paper, in the student's language: what stands in the rows, and nothing more. */

/** What a certificate is drawn from. */
export interface Issued {
  id: number
  created_at: string
  language: Language
  certified: Certified
  sha256: string
}

/** A certificate as a paper, made at the moment that it was asked for. @param public_url where the page is that checks it */
export function certificatePaper(texts: Texts, issued: Issued, public_url: string): Paper {
  const { language, certified, created_at, sha256 } = issued
  const { student, teacher, lessons, objectives, pieces } = certified
  const number = numberOf(issued)
  const say = (key: string, values: Record<string, string | number> = {}) =>
    texts.say(language, `functionality:certificates.paper.${key}`, values)
  const day = (on: string) => formatDate(`${on}T12:00:00Z`, language, { dateStyle: 'long', timeZone: 'UTC' })
  const [from, to] = [day(certified.from), day(certified.to)]
  const address = public_url + verifyPath(number)
  const blocks: Block[] = [
    { kind: 'text', text: say('text', { student, teacher }) },
    {
      kind: 'facts',
      rows: [
        [say('student'), student],
        [say('teacher'), teacher],
        [
          say('lessons'),
          from === to
            ? say('lessons_on', { count: lessons, date: from })
            : say('lessons_between', { count: lessons, from, to }),
        ],
        [say('number'), number],
        [say('issued_at'), formatDate(created_at, language, { dateStyle: 'long', timeZone: 'UTC' })],
        [say('sha256'), sha256],
      ],
    },
  ]
  if (objectives.length > 0)
    blocks.push(
      { kind: 'heading', level: 2, text: say('objectives') },
      {
        kind: 'table',
        caption: say('objectives'),
        head: [say('objective'), say('confirmed_on')],
        rows: objectives.map(({ title, on }) => [title, day(on)]),
        shares: [3, 2],
        foot: [],
      },
    )
  if (pieces.length > 0)
    blocks.push(
      { kind: 'heading', level: 2, text: say('pieces') },
      {
        kind: 'table',
        caption: say('pieces'),
        head: [say('piece'), say('composer'), say('confirmed_on')],
        rows: pieces.map(({ piece, composer, on }) => [piece, composer, day(on)]),
        shares: [3, 2, 2],
        foot: [],
      },
    )
  return {
    title: say('title', { student }),
    eyebrow: say('eyebrow', { number }),
    language,
    parts: [
      {
        language,
        blocks: [
          ...blocks,
          { kind: 'text', text: say('honest', { teacher }), quiet: true },
          { kind: 'heading', level: 2, text: say('check') },
          {
            kind: 'qr',
            address,
            alt: `${say('qr')}: ${address}`,
            caption: `${say('check_text')}\n${address}`,
          },
        ],
      },
    ],
    foot: { left: number, pages: say('page', { page: '{{page}}', pages: '{{pages}}' }) },
    made_at: new Date(created_at),
  }
}
