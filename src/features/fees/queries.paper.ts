import { formatDate, monthName } from '#core/contract/intl.ts'
import { LANGUAGES, type Language } from '#core/contract/language.ts'
import { formatMoney } from '#core/contract/money.ts'
import { DEFAULT_ZONE } from '#core/contract/time.ts'
import type { Block, Paper } from '#core/server/papers.ts'
import { nameIn, type Texts } from '#core/server/texts.ts'
import type { FeeStatement } from './contract.ts'
import type { paperFactsOf } from './queries.ts'
import { feeKind } from './rules.ts'

/* A statement of fees as a paper, in both languages: each fee that is on it, and what they come to. */

type Facts = Omit<Awaited<ReturnType<typeof paperFactsOf>>, 'statement'> & { statement: FeeStatement }

/** A statement as a paper; made at the moment that its month was closed: what it says never changes. */
export function feesPaper(texts: Texts, { statement, legal_name, tax_id, lines }: Facts): Paper {
  const { number, amount, credit, currency, month, closed_at, due_at, project_name } = statement
  const sayIn = (language: Language) => (key: string, values?: Record<string, string | number>) =>
    texts.say(language, `business:fees.${key}`, values)
  const both = (key: string, values?: Record<string, string | number>) =>
    LANGUAGES.map((language) => sayIn(language)(key, values)).join(' · ')
  const blocksIn = (language: Language): Block[] => {
    const say = sayIn(language)
    const money = (sum: number) => `${formatMoney(sum, currency, language)} ${currency}`
    const aboutOf = ({ subject, about }: (typeof lines)[number]): string => {
      const kind = feeKind(subject)
      if (!about || !kind) return subject
      return say(`paper.line_${kind}`, {
        agreement: about.agreement ?? '',
        event: about.event_type ? texts.say(language, `business:terms.event_types.${about.event_type}`) : '',
        count: about.lessons ?? 1,
      })
    }
    const day = (at: string) => formatDate(at, language, { dateStyle: 'long', timeZone: DEFAULT_ZONE })
    const name = nameIn(texts, language, project_name)
    const project = [
      name,
      legal_name && legal_name !== project_name ? legal_name : null,
      tax_id ? say('paper.tax_id', { id: tax_id }) : null,
    ]
    return [
      { kind: 'heading', level: 2, text: say('paper.heading') },
      {
        kind: 'facts',
        rows: [
          [say('paper.number'), number],
          [say('paper.project'), project.filter(Boolean).join(', ')],
          [say('paper.month'), monthName(month, language)],
          [say('paper.closed_at'), day(closed_at)],
          [say('paper.due_at'), day(due_at)],
        ],
      },
      {
        kind: 'table',
        caption: say('paper.caption'),
        head: [say('paper.about'), say('paper.earned'), say('paper.fee')],
        rows: lines.map((line) => [aboutOf(line), day(line.at), money(line.amount)]),
        foot: [
          ...(credit > 0
            ? ([
                [say('paper.sum'), money(amount)],
                [say('paper.credit'), money(-credit)],
              ] as const)
            : []),
          [say('paper.to_pay'), money(amount - credit)],
        ],
      },
      { kind: 'text', text: say('paper.how'), quiet: true },
    ]
  }
  return {
    title: sayIn('es')('paper.title', { number }),
    eyebrow: both('paper.heading'),
    language: 'es',
    parts: LANGUAGES.map((language) => ({ language, blocks: blocksIn(language) })),
    foot: { left: number, pages: both('paper.page', { page: '{{page}}', pages: '{{pages}}' }) },
    made_at: new Date(closed_at),
  }
}
