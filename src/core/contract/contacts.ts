import { type NumberToken, numberOf, numbersIn, WORD_OF_A_NUMBER } from './spokenNumbers.ts'

/*
 * How somebody could be reached, found in what people write: e-mail addresses, links, handles and phone numbers, also
 * spelled out or written in other digits. Pages use it to tell the writer, the server to hide it from the other side
 * until there is an agreement. It errs on the side of leaving text alone: prices, dates, hours, years, measures and
 * street numbers aren't phone numbers.
 */

/** Stands where a contact detail was. */
export const HIDDEN = '•••'

/** The text with every contact detail replaced by `•••`. */
export const withoutContacts = (text: string): string => hiding(text, isPhone)

/**
 * The same for words that say where to pay: the number of an account may look like a phone's, so that a number is one only
 * where it is said to be, or is spelled out.
 */
export const withoutReach = (text: string): string => hiding(text, isSaidPhone)

/** Whether a run of numbers in a text is one that somebody could be reached by. */
type IsNumber = (run: readonly NumberToken[], text: string) => boolean

function hiding(text: string, isNumber: IsNumber): string {
  if (!WORTH_A_LOOK.test(text)) return text
  const { plain, at } = folded(text)
  const found = [...textSpans(plain), ...phoneSpans(plain, isNumber)].sort((a, b) => a[0] - b[0])
  let shown = ''
  let next = 0
  for (const [from, to] of found) {
    const start = at ? (at[from] ?? text.length) : from
    const end = at ? (at[to] ?? text.length) : to
    if (end <= next) continue
    if (start >= next) shown += text.slice(next, start) + HIDDEN
    next = end
  }
  return shown + text.slice(next)
}

/** Whether somebody could be reached by what is written there. */
export const hasContacts = (text: string): boolean => withoutContacts(text) !== text

type Span = readonly [from: number, to: number]

const NETWORK =
  '(?:instagram|insta|ig|facebook|fb|tik\\s?tok|telegram|whats\\s?app|wh?atsapp|wasap|guasap|wsp|snapchat|twitter|skype)'

/** Nothing can be found in a text without any of these; most names and titles are done here. */
const WORTH_A_LOOK = new RegExp(
  `[\\p{N}\\u2776-\\u2793@＠./．：:=]|arroba|punto|mail|yahoo|outlook|icloud|\\b(?:at|dot|como|as)\\b|(?<!\\p{L})(?:face|${NETWORK})(?!\\p{L})|${WORD_OF_A_NUMBER}`,
  'iu',
)

/* ---------------------------------------------------------------- one alphabet */

/** Written between characters, never seen: soft hyphens, zero-width and joining marks, fillers, the box of a keycap. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\u20e3/u

/** Signs that look like one of the keyboard's. */
const LOOKS_LIKE: Record<string, string> = { '\u2044': '/', '\u2215': '/', '\u060c': ',', '\u2212': '-' }

/**
 * The text in plain characters: full-width, circled and other scripts' digits as 0 to 9, without what isn't seen.
 * `at` leads from each place there to the original; null when nothing changed.
 */
function folded(text: string): { plain: string; at: number[] | null } {
  if (!/[^\0-\xff–—]/u.test(text) && !text.includes('\xad')) return { plain: text, at: null }
  let plain = ''
  const at: number[] = []
  let place = 0
  for (const char of text) {
    if (!UNSEEN.test(char)) {
      const one = plainOf(char)
      plain += one
      for (let unit = 0; unit < one.length; unit++) at.push(place + Math.min(unit, char.length - 1))
    }
    place += char.length
  }
  at.push(text.length)
  return { plain, at }
}

/** Digits in circles, from 1 to 10, that Unicode counts among the ornaments. */
const DRAWN_DIGITS = [
  ['\u24f5', '\u24fe'],
  ['\u2776', '\u277f'],
  ['\u2780', '\u2789'],
  ['\u278a', '\u2793'],
] as const

function plainOf(char: string): string {
  if (char <= '\x7f') return char
  const drawn = DRAWN_DIGITS.find(([first, last]) => char >= first && char <= last)
  const like = LOOKS_LIKE[char]
  if (like) return like
  if (drawn) return String(((char.codePointAt(0) ?? 0) - (drawn[0].codePointAt(0) ?? 0) + 1) % 10)
  const compatible = char.normalize('NFKC')
  if (/^[\0-\x7f]$/.test(compatible)) return compatible
  return /^\p{Nd}$/u.test(char) ? String(digitOf(char)) : char
}

/** Digits of a script stand one after the other, from 0 to 9. */
function digitOf(char: string): number {
  const code = char.codePointAt(0) ?? 0
  let first = code
  while (first > 0 && /\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
  return (code - first) % 10
}

/* ---------------------------------------------------------------- addresses, links and handles */

/** Endings of addresses that no sentence ends with. */
const ENDING =
  '(?:com|net|org|info|biz|io|gt|mx|sv|hn|cr|bz|app|dev|link|site|online|website|page|bio|shop|xyz|tv|fm|eu|edu|gob|gov|music|band)'
/** Endings that are words too (es, me, la), or too short to tell: a path has to follow. */
const SHORT_ENDING = '(?:me|ly|ee|gg|to|be|co|es|us|la|li|ni|pa|uk|de|fr|it|ca|ar|cl|pe)'
const DOT = '(?:\\s*\\.\\s*|\\s*[([{<]\\s*(?:punto|dot|\\.)\\s*[)\\]}>]\\s*|\\s+(?:punto|dot)\\s+)'
const PROVIDER = '(?:gmail|hotmail|yahoo|outlook|icloud|protonmail)'
const BRACKETED_AT = '\\s*[([{<]\\s*(?:at|arroba|a|@)\\s*[)\\]}>]\\s*'
const NAME = '(?<![\\p{L}\\d._%+-])[\\p{L}\\d._%+-]{1,64}'
const HOST = '[\\p{L}\\d-]{1,63}'

/** Patterns, and what a text must have to be worth their time. */
const TEXTS: readonly (readonly [needs: RegExp, pattern: RegExp])[] = (
  [
    [
      /@/,
      // ana@correo.com, ana@correo
      `${NAME}@${HOST}(?:\\.${HOST}){0,4}`,
      // @ana, but not "@ 8pm"
      '(?<![\\p{L}\\d@.])@(?!\\d{1,2}(?::\\d\\d)?\\s?(?:[ap]m|h)?(?![\\p{L}\\d]))[\\p{L}\\d_](?:[\\p{L}\\d_.]*[\\p{L}\\d_])',
    ],
    [
      /@|arroba|[([{<]\s*at/i,
      // ana (arroba) correo.com, ana arroba correo punto com, ana @ correo . com
      `${NAME}(?:${BRACKETED_AT}|\\s+arroba\\s+|\\s*@\\s*)${HOST}(?:${DOT}${HOST}){0,3}${DOT}(?:${ENDING}|${SHORT_ENDING})(?![\\p{L}\\d])`,
    ],
    [
      /\bat\b[\s\S]*(?:punto|dot)/i,
      // ana at correo dot com
      `${NAME}\\s+at\\s+${HOST}(?:\\s*[([{<]?\\s*(?:punto|dot)\\s*[)\\]}>]?\\s*${HOST}){1,4}`,
    ],
    [
      /mail|yahoo|outlook|icloud/i,
      // ana arroba gmail, ana at gmail.com
      `${NAME}(?:${BRACKETED_AT}|\\s+(?:arroba|at|en)\\s+|\\s*@\\s*)${PROVIDER}(?:${DOT}${HOST}){0,3}(?![\\p{L}\\d])`,
    ],
    [/http|www/i, '(?:https?:\\s*//|www\\.)\\S*[^\\s.,;:!?)\\]}»”"]'],
    [
      new RegExp(`\\.${ENDING}`, 'i'),
      // correo.com/ana
      `(?<![\\p{L}\\d@.-])(?:${HOST}\\.){1,4}${ENDING}(?:\\.[a-z]{2})?(?![\\p{L}\\d])(?:[/?#:]\\S*[^\\s.,;:!?)\\]}»”"])?`,
    ],
    [
      /\.[a-z]{2}\s?\//i,
      `(?<![\\p{L}\\d@.-])(?:${HOST}\\.){1,4}${SHORT_ENDING}\\s?/\\s?\\S*[^\\s.,;:!?)\\]}»”"]`,
    ],
    [
      /punto|dot|[([{<]\s*\./i,
      // correo punto com
      `(?<![\\p{L}\\d-])${HOST}(?:\\s+(?:punto|dot)\\s+|\\s*[([{<]\\s*(?:punto|dot|\\.)\\s*[)\\]}>]\\s*)${ENDING}(?![\\p{L}\\d])(?:\\s*(?:/|barra|slash)\\s*\\S+)?`,
    ],
    [
      /\.\s+com\b/i,
      // correo. com
      `(?<![\\p{L}\\d-])${HOST}\\s?\\.\\s+com(?![\\p{L}\\d])`,
    ],
    [
      /\s@\s|t\s+t\s+p/i,
      // a n a @ c o r r e o . c o m
      '(?<![\\p{L}\\d])(?:[\\p{L}\\d._-]\\s){2,64}@(?:\\s[\\p{L}\\d.-](?![\\p{L}\\d])){3,64}',
      'h\\s?t\\s?t\\s?p\\s?(?:s\\s?)?:\\s?/\\s?/\\s?\\S+(?:\\s?\\.\\s?\\S+)*',
    ],
    [/\.\s*me/i, '(?<![\\p{L}\\d])(?:wa|t|m|ig|fb)\\s*\\.\\s*me\\s*/\\s*\\S+'],
    [
      new RegExp(NETWORK, 'i'),
      `(?<![\\p{L}\\d])${NETWORK}\\s*(?:[:=/@]|-(?=\\s))\\s*@?[\\p{L}\\d_][\\p{L}\\d_.-]{2,}`,
      // insta ana_paz, my IG is ana.paz: with a sign that no word has
      `(?<![\\p{L}\\d])${NETWORK}(?:\\s*,|\\s+(?:es|is))?\\s+@?\\s?[\\p{L}\\d]+[_.\\d][\\p{L}\\d_.]*[\\p{L}\\d_]`,
      `(?<![\\p{L}\\d])arroba\\s+[\\p{L}\\d_.-]{3,}\\s+(?:en|on)\\s+${NETWORK}(?![\\p{L}\\d])`,
      `(?<![\\p{L}\\d])(?:en|on)\\s+(?:${NETWORK}|face)\\s+(?:estoy|estamos|soy|somos|i am|we are)\\s+(?:como\\s+|as\\s+)?@?[\\p{L}\\d_][\\p{L}\\d_.-]{2,}`,
      `(?<![\\p{L}\\d])(?:en|on)\\s+${NETWORK}\\s+(?:como|as)\\s+@?[\\p{L}\\d_][\\p{L}\\d_.-]{2,}`,
    ],
  ] satisfies [RegExp, ...string[]][]
).flatMap(([needs, ...sources]) => sources.map((source) => [needs, new RegExp(source, 'giu')] as const))

const textSpans = (plain: string): Span[] =>
  TEXTS.flatMap(([needs, pattern]) =>
    needs.test(plain)
      ? Array.from(plain.matchAll(pattern), (match): Span => [match.index, match.index + match[0].length])
      : [],
  )

/* ---------------------------------------------------------------- phone numbers */

/** Shorter numbers reach nobody. */
const FEWEST_DIGITS = 7

const DAY = '(?:0?[1-9]|[12]\\d|3[01])'
const MONTH = '(?:0?[1-9]|1[0-2])'
const YEAR = '(?:19|20)\\d\\d'
const CLOCK = '(?:[01]?\\d|2[0-4])'

/** Numbers that are something else, whatever stands beside them. */
const PLAIN_NUMBERS = [
  // 12/11/2027, 12-14/11/2027, 2027-11-12, 12.11.27
  `(?<![\\d+]|\\d[./-])${DAY}\\s?-\\s?${DAY}([/.])${MONTH}\\1(?:${YEAR}|\\d\\d)(?!\\d|[./-]\\d)`,
  `(?<![\\d+]|\\d[./-])${DAY}(?:([-/.])${MONTH}\\1(?:${YEAR}|\\d\\d)|\\s${MONTH}\\s${YEAR})(?!\\d|[./-]\\d)`,
  `(?<![\\d+]|\\d[./-])${YEAR}([-/.])${MONTH}\\1${DAY}(?!\\d|[./-]\\d)`,
  // 18:30, 18h30, 18.30–23.00
  `(?<!\\d)${CLOCK}[:h][0-5]\\d(?::[0-5]\\d)?(?!\\d)`,
  `(?<![\\d.])${CLOCK}\\.[0-5]\\d\\s?(?:\\p{Pd}|a|to|hasta)\\s?${CLOCK}\\.[0-5]\\d(?![\\d.])`,
  // 6/8
  '(?<![\\d/])\\d{1,2}/(?:2|4|8|16)(?![\\d/])',
  // the number of an invoice
  `(?<!\\p{L})(?:factura|invoice|recibo|receipt)\\s(?:(?:no|núm|n)[.º°]?\\s?)?${YEAR}-\\d{1,4}(?!\\d|-\\d)`,
  // the number of an agreement
  '(?<![\\p{L}\\d])T-\\d{4}-\\d{6}(?!\\d)',
  // 12 calle 3-45, zona 10
  '(?<!\\p{L})(?:calle|avenida|avda?\\.?|casa|lote|km|nivel|street|avenue)\\s?#?\\s?\\d{1,4}(?:\\.\\d)?(?:\\s?,?\\s?\\d{1,2}-\\d{2,3}(?!\\d))?(?!\\d)',
  '(?<!\\d)\\d{1,2}-\\d{2,3}(?=\\s?,?\\s?z(?:ona|\\.)?\\s?\\d)',
  '(?<!\\p{L})z(?:ona|\\.)?\\s?\\d{1,2}(?!\\d)',
].map((source) => new RegExp(source, 'giu'))

/** What is measured or counted by the numbers before or after. */
const UNIT_AFTER =
  /^\s?(?:[kmg]?hz|k?w|v|a|mm|cm|m|km|kg|lbs?|db|bpm|min(?:utos|utes)?|h|horas|hours|%|[x×]|pers|invitad|guests|músic|canci|songs)/iu
const UNIT_BEFORE = /(?:bpm|tempos?|hz|canales|channels|pistas|tracks)\s?:?\s?$/iu

const BETWEEN_IN_WORDS = '(?:gui[oó]n|raya|dash|hyphen|punto|dot|espacio|space|slash|diagonal)'
/** What may stand between the parts of one number. */
const BETWEEN = new RegExp(
  `^(?:[\\s.,;:/\\\\|_*~·•'"()[\\]{}<>+=\\p{Pd}\\u2190-\\u21ff\\u2794-\\u27be]{0,6}|\\s*[([]?${BETWEEN_IN_WORDS}[)\\]]?\\s*)$`,
  'iu',
)

const AND = /^\s(?:y|and)\s$/i

/** Whoever writes it says that a number follows by which they are reached; then it is no price, however round. */
const CUE =
  /(?<!\p{L})(?:tels?|tel[eé]fonos?|telf|fono|cels?|celu|celular(?:es)?|cell|(?:cell)?phones?|(?:mi|my)\s(?:m[oó]vil|mobile|n[uú]mero|number)|whats\s?app|wh?atsapp|wasap|guasap|wsp|wpp|contacto|ll[aá]m[aeá](?:me|nos|r|rme|rnos|le)?|m[aá]rc[aeá](?:me|nos|r|rme)|comun[ií](?:quese|cate)|(?:call|text)\s(?:me|us))(?:\s(?:es|is|al?|at|on|no))?[\s.:;,#(]{0,4}$/iu
/** How far back it is looked for. */
const CUE_REACH = 48
/** The sign of an international number. */
const ABROAD = /\+\s?\(?$/

const DENSE = /\d(?:[^a-z\d]{0,6}\d){6}/i
const QUITE_DENSE = /\d(?:[^a-z\d]{0,6}\d){4}/i
const JOINED_BY_A_WORD = new RegExp(`\\d\\s*[([]?${BETWEEN_IN_WORDS}|\\d{4}\\s(?:y|and)\\s\\d{4}`, 'i')
const WORDS_OF_NUMBERS = new RegExp(WORD_OF_A_NUMBER, 'giu')
/** Letters that look like a digit, among digits. */
const LOOKS_LIKE_0 = /(?<=\d)o(?=[-.]?\d)|(?<=\d[ .-])o(?=\d)/gi
const LOOKS_LIKE_1 = /(?<=\d[-.]?)[lI|](?=\d)/g

/** Whether there may be a phone number at all: enough digits near each other, or numbers in words. */
function mayHavePhone(text: string): boolean {
  if (DENSE.test(text) || JOINED_BY_A_WORD.test(text)) return true
  const words = text.match(WORDS_OF_NUMBERS)?.length ?? 0
  return words > 1 || (words === 1 && QUITE_DENSE.test(text))
}

function phoneSpans(written: string, isNumber: IsNumber): Span[] {
  const text = written.replace(LOOKS_LIKE_0, '0').replace(LOOKS_LIKE_1, '1')
  if (!mayHavePhone(text)) return []
  // A letter in the place of each digit that means something else: no number goes on across it.
  const rest = PLAIN_NUMBERS.reduce(
    (left, pattern) => left.replace(pattern, (match) => 'x'.repeat(match.length)),
    text,
  )
  const spans: Span[] = []
  let run: NumberToken[] = []
  const close = () => {
    const number = withoutPrices(run, rest)
    const [first, last] = [number[0], number.at(-1)]
    if (first && last && isNumber(number, rest)) {
      const lead = /(?:\+\s?|\(\s?\+?\s?)$/.exec(rest.slice(0, first.from))
      spans.push([first.from - (lead?.[0].length ?? 0), last.to])
    }
    run = []
  }
  for (const token of numbersIn(rest)) {
    const before = run.at(-1)
    if (before) {
      const between = rest.slice(before.to, token.from)
      const isOne = BETWEEN.test(between) || (AND.test(between) && areHalves(before, token, rest))
      if (!isOne || between.includes(HIDDEN)) close()
    }
    run.push(token)
  }
  close()
  return spans
}

/** Whether it is said before a number that it is a phone's. An hour before noon isn't, whatever is said. */
const isCued = ({ from, digits }: NumberToken, text: string): boolean =>
  !digits.startsWith('0') && CUE.test(text.slice(Math.max(0, from - CUE_REACH), from))

/** Whether two numbers with an "and" between them are the halves of one: of Central America, and none a price. */
function areHalves(one: NumberToken, other: NumberToken, text: string): boolean {
  const both = [one, other]
  if (both.some(({ digits, spelled }) => spelled || digits.length !== 4)) return false
  if (isCued(one, text)) return true
  return (
    /^[2-7]/.test(one.digits) &&
    !both.some(({ digits }) => isOtherNumber(digits)) &&
    !UNIT_AFTER.test(text.slice(other.to))
  )
}

/** A run without the prices and years that a comma or the end of a sentence parts from it, at either end. */
function withoutPrices(run: readonly NumberToken[], text: string): readonly NumberToken[] {
  const parts: NumberToken[][] = []
  for (const [i, token] of run.entries()) {
    const between = i === 0 ? ';' : text.slice(run[i - 1]?.to, token.from)
    if (/;|[,.]\s/.test(between)) parts.push([])
    parts.at(-1)?.push(token)
  }
  const isOther = (part: readonly NumberToken[] | undefined) =>
    part !== undefined && isPriceList(text.slice(part[0]?.from, part.at(-1)?.to), part)
  const [first] = run
  if (first && isCued(first, text)) {
    // What follows a whole number may still be a price; another whole one is another phone's.
    const isPrice = (part: NumberToken[] | undefined) => isOther(part) && digitsIn(part ?? []) < FEWEST_DIGITS
    while (isPrice(parts.at(-1)) && digitsIn(parts.slice(0, -1).flat()) >= FEWEST_DIGITS) parts.pop()
    return parts.flat()
  }
  while (isOther(parts[0])) parts.shift()
  while (isOther(parts.at(-1))) parts.pop()
  return parts.flat()
}

const digitsIn = (run: readonly NumberToken[]): number =>
  run.reduce((sum, { digits }) => sum + digits.length, 0)

/** A number that is said to be a phone's, or is written as no account is. */
function isSaidPhone(run: readonly NumberToken[], text: string): boolean {
  const [first] = run
  if (!first || !isPhone(run, text)) return false
  const isAbroad = ({ from }: NumberToken) => ABROAD.test(text.slice(Math.max(0, from - 4), from))
  return isCued(first, text) || run.some((one) => one.spelled || isAbroad(one))
}

function isPhone(run: readonly NumberToken[], text: string): boolean {
  const [first, last] = [run[0], run.at(-1)]
  if (digitsIn(run) < FEWEST_DIGITS || !first || !last) return false
  const written = text.slice(first.from, last.to)
  if (isAmount(written) && !isCued(first, text)) return false
  if (isCounted(run, text, written)) return false
  const small = run.every(({ digits }) => digits.length <= 3)
  if (small && (UNIT_AFTER.test(text.slice(last.to)) || UNIT_BEFORE.test(text.slice(0, first.from))))
    return false
  return true
}

/** 1,500,000 or 12,500.00 or 2000000. */
const isAmount = (written: string): boolean =>
  /^(?:\d{1,3}(?:([.,' ])\d{3}){1,2}|\d{1,5})(?:[.,]\d{1,2})?$/.test(written)
    ? written.replace(/[.,]\d{1,2}$/, '').replace(/\D/g, '').length <= 7
    : /^\d{1,4}000$/.test(written) || /^\d{6}[.,]00$/.test(written)

/** One, two, three …; ten, nine, eight …; 2, 5, 9 and 12; the twenties and thirties. */
function isCounted(run: readonly NumberToken[], text: string, written: string): boolean {
  const values = run.map(numberOf)
  if (values.length < 3) return false
  const steps = values.slice(1).map((value, i) => value - (values[i] ?? 0))
  if (steps.every((step) => step === 1) || steps.every((step) => step === -1)) return true
  if (run.every(({ spelled }) => spelled) && values.every((value) => value % 10 === 0)) return true
  const listed = run.slice(1).every(({ from }, i) => /^\s?,\s?$/.test(text.slice(run[i]?.to, from)))
  return listed && !/[^\d,\s]/.test(written) && steps.every((step) => step > 0)
}

/** Years, prices and hours beside each other: 1998–2004, 1500/2000/2500, 3,500 – 4,250, 1830-2215. */
function isPriceList(written: string, run: readonly NumberToken[]): boolean {
  if (run.some(({ spelled }) => spelled)) return false
  const numbers = written.match(/\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{2})?(?!\d)|\d+[.,]\d{2}(?!\d)|\d+/g) ?? []
  return numbers.every((number) => isOtherNumber(number.replace(/\D/g, '')))
}

/** A price, a year or an hour, by its digits. */
const isOtherNumber = (digits: string): boolean =>
  (digits.length >= 3 && digits.length <= 7 && /(?:00|25|50|75|95|99)$/.test(digits)) ||
  /^(?:19|20)\d\d$/.test(digits) ||
  /^(?:[01]\d|2[0-3])(?:00|15|30|45)$/.test(digits)
