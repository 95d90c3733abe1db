import { formatDate, formatNumber, localeOf } from '#core/contract/intl.ts'
import { LANGUAGES, type Language } from '#core/contract/language.ts'
import { formatMoney } from '#core/contract/money.ts'
import type { Block, Paper, PaperPart } from '#core/server/papers.ts'
import { nameIn, type Texts } from '#core/server/texts.ts'
import { sumLines } from '#features/budgets/rules.ts'
import { SIDES, type Terms } from './contract.ts'
import type { GivenSignature } from './queries.papers.ts'
import { setsOf } from './rules.ts'

/* A signed agreement as a paper: the same clauses as on its page, in both languages, and who signed it when and how. */

/** Where anybody finds out whether a copy of an agreement is the one. */
export const verifyPath = (number: string) => `/verify-contract?${new URLSearchParams({ number })}`

/** A version as it was signed. */
interface Signed {
  terms: Terms
  sha256: string
  signatures: readonly GivenSignature[]
}

/**
 * An agreement as a paper, in both languages.
 * @param around.public_url where the page is that checks it
 */
export function agreementPaper(
  texts: Texts,
  { terms, sha256, signatures }: Signed,
  around: { public_url: string; made_at: Date },
): Paper {
  const inLanguage = (language: Language) => sayIn(texts, language, terms)
  const es = inLanguage('es')
  const both = (key: string, values?: Record<string, string | number>) =>
    LANGUAGES.map((language) => inLanguage(language).say(key, values)).join(' · ')
  return {
    title: `${es.say('title')}, ${es.event}`,
    eyebrow: both('number', { number: terms.number, version: terms.version }),
    language: 'es',
    parts: [
      ...LANGUAGES.map(
        (language, at): PaperPart => ({
          language,
          isOnNewPage: at > 0,
          blocks: termsIn(inLanguage(language), terms, sha256),
        }),
      ),
      ...LANGUAGES.map(
        (language, at): PaperPart => ({
          language,
          isOnNewPage: at === 0,
          blocks: signaturesIn(inLanguage(language), terms, signatures),
        }),
      ),
      { language: 'es', blocks: proofOf(terms.number, both, around.public_url) },
    ],
    foot: {
      left: `${terms.number} · ${both('version', { version: terms.version })}`,
      pages: both('page', { page: '{{page}}', pages: '{{pages}}' }),
    },
    made_at: around.made_at,
  }
}

/** How an agreement is said in a language: words, moments and sums. */
function sayIn(texts: Texts, language: Language, { event, fees }: Terms) {
  const say = (key: string, values?: Record<string, string | number>) =>
    texts.say(language, `business:contracts.paper.${key}`, values)
  const at = (instant: string, options: Intl.DateTimeFormatOptions) =>
    formatDate(instant, language, { ...options, timeZone: event.zone })
  return {
    say,
    language,
    name: (name: string | null) => nameIn(texts, language, name),
    event: event.title ?? texts.say(language, `business:terms.event_types.${event.type}`),
    intent: (intent: string) => texts.say(language, `business:order.plan.intents.${intent}`),
    day: (instant: string) => at(instant, { dateStyle: 'full' }),
    hour: (instant: string) => at(instant, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    /** To the second, with the zone that it is said in. */
    moment: (instant: string) => at(instant, { dateStyle: 'long', timeStyle: 'long', hourCycle: 'h23' }),
    money: (amount: number) => formatMoney(amount, fees.currency, language),
    number: (value: number) => formatNumber(value, localeOf(language)),
  }
}
type Said = ReturnType<typeof sayIn>

function termsIn(said: Said, terms: Terms, sha256: string): Block[] {
  const { say, name } = said
  const { buyer, signer, payer, artist, event, fees } = terms
  const withTaxId = (who: string, tax_id: string | null) =>
    tax_id ? `${who}, ${say('tax_id', { id: tax_id })}` : who
  const place = [event.place, event.city].filter(Boolean).join(', ')
  const facts: [string, string | null][] = [
    [say('buyer'), withTaxId(name(buyer.legal_name ?? buyer.name), buyer.tax_id)],
    [say('signer'), signer ? [name(signer.name), signer.role].filter(Boolean).join(', ') : null],
    [say('payer'), payer ? withTaxId(name(payer.name), payer.tax_id) : null],
    [say('artist'), name(artist.name)],
    [say('event'), said.event],
    ...setsOf(terms.event).map((set): [string, string] => [
      set.title ?? said.intent(set.intent),
      `${said.day(set.starts_at)}, ${said.hour(set.starts_at)}–${said.hour(set.ends_at)}`,
    ]),
    [say('place'), place || null],
    [say('line_up'), artist.line_up || null],
    [say('sha256'), sha256],
  ]
  return [
    { kind: 'heading', level: 2, text: say('terms') },
    { kind: 'facts', rows: facts.flatMap(([label, value]) => (value ? [[label, value] as const] : [])) },
    ...terms.clauses[said.language].flatMap((clause, at): Block[] => [
      { kind: 'heading', level: 3, text: `${at + 1}. ${clause.title}` },
      { kind: 'text', text: clause.text },
    ]),
    ...(terms.special_terms
      ? ([
          { kind: 'heading', level: 3, text: say('special') },
          { kind: 'text', text: terms.special_terms },
        ] satisfies Block[])
      : []),
    { kind: 'heading', level: 3, text: say('price') },
    {
      kind: 'table',
      caption: say('price_caption', { currency: fees.currency }),
      head: [say('item'), say('qty'), say('amount')],
      rows: fees.items.map((item) => [
        item.description,
        `${said.number(item.qty)} × ${said.money(item.unit_price)}`,
        said.money(item.amount),
      ]),
      foot: [
        ...sumLines(fees).map(({ line, amount }) => [say(`sums.${line}`), said.money(amount)] as const),
        [say('total'), said.money(fees.total)],
      ],
    },
  ]
}

function signaturesIn(said: Said, terms: Terms, signatures: readonly GivenSignature[]): Block[] {
  const { say, name } = said
  return [
    { kind: 'heading', level: 2, text: say('signatures') },
    ...SIDES.flatMap((side): Block[] => {
      const one = signatures.find((signature) => signature.side === side)
      if (!one) return []
      const of = side === 'hunter' ? (terms.buyer.legal_name ?? terms.buyer.name) : terms.artist.name
      return [
        { kind: 'heading', level: 3, text: say(`sides.${side}`) },
        {
          kind: 'facts',
          rows: [
            [say('typed'), name(one.typed_name)],
            [say('for'), name(of)],
            [say('consent'), one.consent],
            [say('signed_at'), said.moment(one.signed_at)],
            [say('ip'), one.ip],
            [say('sha256'), one.sha256],
          ],
        },
      ]
    }),
  ]
}

function proofOf(number: string, both: (key: string) => string, public_url: string): Block[] {
  const address = public_url + verifyPath(number)
  return [
    { kind: 'heading', level: 2, text: both('check') },
    { kind: 'qr', address, alt: `${both('qr')}: ${address}`, caption: `${both('check_text')}\n${address}` },
  ]
}
