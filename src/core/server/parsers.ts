import pg from 'pg'

type Parser = (text: string) => unknown

const TIMESTAMPTZ = 1184
/** pg-types' types describe another shape than its code has. */
const { create } = pg.types.arrayParser as unknown as {
  create(text: string, transform: Parser): { parse(): unknown[] }
}
const array = (text: string, transform: Parser) => create(text, transform).parse()
const OWN_PARSERS = new Map<number, Parser>([
  [TIMESTAMPTZ, isoInstant],
  [1185, (text) => array(text, isoInstant)], // timestamptz[]
  [20, Number], // int8: ids and money stay far below 2^53
  [1016, (text) => array(text, Number)], // int8[]
  [1700, Number], // numeric: sums and averages
  [1082, String], // date: a calendar day stays YYYY-MM-DD
  [1114, String], // timestamp
  [1182, (text) => array(text, String)], // date[]
])

/** How values arrive; the same for every connection. */
export const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const own = format === 'binary' ? undefined : OWN_PARSERS.get(oid)
    return own ?? (pg.types.getTypeParser(oid, format) as Parser)
  },
}

/**
 * A moment as PostgreSQL writes it → ISO 8601 with milliseconds and Z, the same text as Date#toISOString.
 * `infinity` stays as it is.
 */
export function isoInstant(text: string): string {
  if (text.endsWith('+00') && text.charCodeAt(10) === 32 && text.length <= 29 && text.charCodeAt(4) === 45) {
    // Most have microseconds: what is wanted of them stands there as it is. A page has many.
    if (text.length >= 26) return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`
    const second = text.slice(11, 19)
    const fraction = text.charCodeAt(19) === 46 ? text.slice(20, -3).padEnd(3, '0') : '000'
    return `${text.slice(0, 10)}T${second}.${fraction}Z`
  }
  const at = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}
