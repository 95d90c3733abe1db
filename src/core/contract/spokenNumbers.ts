/* Numbers in a text, in digits or said in Spanish or English, digit by digit or in pairs as phone numbers are. */

/** One number of a text: where it stands and the digits that it means. */
export interface NumberToken {
  from: number
  to: number
  digits: string
  spelled: boolean
}

const UNITS: Record<string, number> = {
  cero: 0,
  uno: 1,
  dos: 2,
  dós: 2,
  tres: 3,
  trés: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  séis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
  zero: 0,
  oh: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
}

const PAIRS: Record<string, number> = {
  diez: 10,
  once: 11,
  doce: 12,
  trece: 13,
  catorce: 14,
  quince: 15,
  dieciséis: 16,
  dieciseis: 16,
  diecisiete: 17,
  dieciocho: 18,
  diecinueve: 19,
  veinte: 20,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
}

const TENS: Record<string, number> = {
  treinta: 30,
  cuarenta: 40,
  cincuenta: 50,
  sesenta: 60,
  setenta: 70,
  ochenta: 80,
  noventa: 90,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
}

const anyOf = (words: Record<string, number>) => Object.keys(words).join('|')

/** Source of a pattern that finds any of these words, or the beginning of one; for asking whether a text has some. */
export const WORD_OF_A_NUMBER = `(?<!\\p{L})(?:veinti|(?:${[UNITS, PAIRS, TENS].map(anyOf).join('|')})(?!\\p{L}))`

const NUMBER = new RegExp(
  `(\\d+)|(?<!\\p{L})(?:(doble|double|triple)\\s+(${anyOf(UNITS)})|veinti(${anyOf(UNITS)})` +
    `|(${anyOf(TENS)})(?:(?:\\s+y\\s+|[\\s-])(${anyOf(UNITS)}))?|(${anyOf(PAIRS)})|(${anyOf(UNITS)}))(?!\\p{L})`,
  'giu',
)

/** Every number of a text, in its order. */
export function* numbersIn(text: string): Generator<NumberToken> {
  for (const match of text.matchAll(NUMBER)) {
    const [, written, times, repeated, twenty, tens, unit, pair, single] = match.map((part) =>
      part?.toLowerCase(),
    )
    const digits =
      written ??
      (repeated !== undefined
        ? String(UNITS[repeated]).repeat(times === 'triple' ? 3 : 2)
        : twenty !== undefined
          ? String(20 + (UNITS[twenty] ?? 0))
          : tens !== undefined
            ? String((TENS[tens] ?? 0) + (UNITS[unit ?? ''] ?? 0))
            : pair !== undefined
              ? String(PAIRS[pair])
              : String(UNITS[single ?? ''] ?? 0))
    yield {
      from: match.index,
      to: match.index + match[0].length,
      digits,
      spelled: written === undefined,
    }
  }
}

/** The value of a number. */
export const numberOf = ({ digits }: NumberToken): number => Number(digits)
