import { formatDate } from '#core/contract/intl.ts'
import { LANGUAGES, type Language } from '#core/contract/language.ts'
import { formatMoney } from '#core/contract/money.ts'
import { DEFAULT_ZONE } from '#core/contract/time.ts'
import type { Block, Paper } from '#core/server/papers.ts'
import { nameIn, type Texts } from '#core/server/texts.ts'
import type { Receipt, ReceiptParty } from './contract.ts'
import { csvOf, plainAmount } from './rules.ts'

/* A receipt as a paper, in both languages, and the receipts of a year as a table of figures. */

/** How a receipt is said in a language. */
function sayIn(texts: Texts, language: Language) {
  const say = (key: string, values?: Record<string, string | number>) =>
    texts.say(language, `business:receipts.${key}`, values)
  const other = (key: string) => texts.say(language, `business:${key}`)
  return {
    say,
    day: (instant: string, zone: string = DEFAULT_ZONE) =>
      formatDate(instant, language, { dateStyle: 'long', timeZone: zone }),
    money: (amount: number, currency: string) => `${formatMoney(amount, currency, language)} ${currency}`,
    name: (name: string | null) => nameIn(texts, language, name),
    about({ kind, about }: Receipt): string {
      const { agreement, event_type, starts_at, zone, plan, interval, statement, lessons } = about
      if (plan) return say(`about.plan_${interval ?? 'month'}`, { plan: other(`plans.names.${plan}`) })
      if (statement) return say('about.fees', { statement })
      if (lessons)
        return say(kind === 'refund' ? 'about.lessons_refund' : 'about.lessons', { count: lessons })
      return say(`about.${kind}`, {
        agreement: agreement ?? '',
        event: event_type ? other(`terms.event_types.${event_type}`) : '',
        date: starts_at
          ? formatDate(starts_at, language, { dateStyle: 'long', timeZone: zone ?? DEFAULT_ZONE })
          : '',
      })
    },
  }
}
type Said = ReturnType<typeof sayIn>

/** A side on one line: its name, in law too where that is another, and the tax id. */
const sideOf = ({ say, name }: Said, { name: called, legal_name, tax_id }: ReceiptParty): string =>
  [
    name(called),
    legal_name && legal_name !== called ? legal_name : null,
    tax_id ? say('paper.tax_id', { id: tax_id }) : null,
  ]
    .filter(Boolean)
    .join(', ')

/** A receipt as a paper, in both languages one below the other; made at the moment that it was given. */
export function receiptPaper(texts: Texts, receipt: Receipt): Paper {
  const { number, amount, currency, method, reference, paid_at, issued_at, issuer, payer, about } = receipt
  const both = (key: string, values?: Record<string, string | number>) =>
    LANGUAGES.map((language) => sayIn(texts, language).say(key, values)).join(' · ')
  const blocksIn = (language: Language): Block[] => {
    const said = sayIn(texts, language)
    const { say } = said
    const rows: [string, string | null][] = [
      [say('paper.number'), number],
      [say('paper.issuer'), sideOf(said, issuer)],
      [say('paper.payer'), sideOf(said, payer)],
      [say('paper.about'), said.about(receipt)],
      [say('paper.amount'), said.money(amount, currency)],
      [say('paper.method'), method && say(`methods.${method}`)],
      [say('paper.reference'), reference || null],
      [say('paper.paid_at'), said.day(paid_at, about.zone ?? DEFAULT_ZONE)],
      [say('paper.issued_at'), said.day(issued_at)],
    ]
    return [
      { kind: 'heading', level: 2, text: say('paper.heading') },
      { kind: 'facts', rows: rows.flatMap(([label, value]) => (value ? [[label, value] as const] : [])) },
      { kind: 'text', text: say('paper.no_invoice') },
      { kind: 'text', text: say(method === 'card' ? 'paper.how_card' : 'paper.how'), quiet: true },
    ]
  }
  return {
    title: sayIn(texts, 'es').say('paper.title', { number }),
    eyebrow: both('paper.heading'),
    language: 'es',
    parts: LANGUAGES.map((language) => ({ language, blocks: blocksIn(language) })),
    foot: { left: number, pages: both('paper.page', { page: '{{page}}', pages: '{{pages}}' }) },
    made_at: new Date(issued_at),
  }
}

/** The receipts of a year as CSV, in the words of who asks. */
export function receiptsCsv(texts: Texts, language: Language, all: readonly Receipt[]): string {
  const said = sayIn(texts, language)
  const { say, name } = said
  const head = [
    ...[
      'number',
      'issued_at',
      'paid_at',
      'direction',
      'about',
      'issuer',
      'issuer_legal_name',
      'issuer_tax_id',
    ],
    ...['payer', 'payer_legal_name', 'payer_tax_id', 'amount', 'currency', 'method', 'reference'],
  ].map((column) => say(`csv.${column}`))
  const rows = all.map((one) => [
    one.number,
    one.issued_at,
    one.paid_at,
    say(`directions.${one.direction}`),
    said.about(one),
    ...[one.issuer, one.payer].flatMap((side) => [name(side.name), side.legal_name ?? '', side.tax_id ?? '']),
    plainAmount(one.amount),
    one.currency,
    one.method ? say(`methods.${one.method}`) : '',
    one.reference,
  ])
  return csvOf([head, ...rows])
}
