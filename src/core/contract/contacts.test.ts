import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HIDDEN, hasContacts, withoutContacts, withoutReach } from './contacts.ts'

describe('how somebody could be reached is hidden', () => {
  test.each([
    ['Escribe a ana.paz@correo.com o al +502 5555-1234, soy @anapaz', 'Escribe a ••• o al •••, soy •••'],
    ['Mira https://wa.me/50255551234', 'Mira •••'],
    ['Tel. (502) 5555 1234.', 'Tel. •••.'],
    ['5555/1234', '•••'],
    ['5555–1234 o 5555—1234', '••• o •••'],
    ['5 5 5 5 1 2 3 4', '•••'],
    ['5.5.5.5.1.2.3.4', '•••'],
    ['5555 guion 1234', '•••'],
    ['٥٥٥٥١٢٣٤', '•••'],
    ['llama ۵۵۵۵-۱۲۳۴ ya', 'llama ••• ya'],
    ['５５５５－１２３４', '•••'],
    ['𝟓𝟓𝟓𝟓 𝟏𝟐𝟑𝟒', '•••'],
    ['5️⃣5️⃣5️⃣5️⃣1️⃣2️⃣3️⃣4️⃣', '•••'],
    ['55\u200b55\u200b12\u200b34', '•••'],
    ['cinco cinco cinco cinco uno dos tres cuatro', '•••'],
    ['cincuenta y cinco, cincuenta y cinco, doce, treinta y cuatro', '•••'],
    ['five five five five one two three four', '•••'],
    ['double five, triple five, twelve thirty-four', '•••'],
    ['5555 doce treinta y cuatro', '•••'],
    ['ana arroba correo punto com', '•••'],
    ['ana (arroba) correo (punto) com', '•••'],
    ['ana [at] gmail [dot] com', '•••'],
    ['write to rosa.ixchel at gmail dot com please', 'write to ••• please'],
    ['ana @ gmail . com', '•••'],
    ['ana＠correo．com', '•••'],
    ['rosaixchel en gmail', '•••'],
    ['visita rosaixchel.com', 'visita •••'],
    ['rosaixchel punto com', '•••'],
    ['wa.me/50255551234', '•••'],
    ['t.me/rosaixchel', '•••'],
    ['t . me / rosaixchel', '•••'],
    ['instagram.com/rosaixchel', '•••'],
    ['linktr.ee/rosa', '•••'],
    ['IG: rosa.ixchel', '•••'],
    ['Búscame en Instagram como rosa_ixchel', 'Búscame •••'],
    ['Rosa 5555-1234 Trío', 'Rosa ••• Trío'],
    // what would be a price, where it is said to be a phone's
    ['tel. 2475-2000', 'tel. •••'],
    ['tel 2250-7500', 'tel •••'],
    ['cel 4000-1000', 'cel •••'],
    ['llámame: 2330 7500', 'llámame: •••'],
    ['WhatsApp 5550-2250', '•••'],
    ['mi número es 24752000', 'mi número es •••'],
    ['Tel. (502) 2475-2000, desde 2500', 'Tel. •••, desde 2500'],
    ['cel 2475-2000, 2330-7500', 'cel •••'],
    // signs that look like others, and such as nobody sees
    ['5555\u20441234', '•••'],
    ['5555\u22151234', '•••'],
    ['5555\u060c1234', '•••'],
    ['5555\u22121234', '•••'],
    ['55\u061c55\u202a12\u034f34', '•••'],
    ['55\u180e55\u316412\ufe0134', '•••'],
    ['5555 y 1234', '•••'],
    ['5555→1234', '•••'],
    ['5555 -> 1234', '•••'],
  ])('%s', (written, shown) => {
    expect(withoutContacts(written)).toBe(shown)
  })
})

describe('what isn’t a contact stays', () => {
  test.each([
    'De 18:00 a 20:30, hasta $1,500 para 120 personas',
    '3 músicos: voz, guitarra y bajo',
    'Q1,500.00 el trío, Q12,500.00 la banda, Q1,250,000 el festival',
    '1500/2000/2500 según la hora',
    'Entre 3,500 – 4,250 quetzales',
    'Tocamos de 1998-2024, y otra vez en 2026',
    'Premios: 1998, 2004, 2011 y 2019',
    'Sábado 12/06/2027 18:00-23:30',
    'Del 15-16/08/2027',
    '2027-06-12 a las 18:00',
    '12.06.2027, 18.00–23.00',
    '1830-2215 sin pausa',
    'Balada a 72 bpm, salsa a 180 bpm',
    'BPM: 120, 96, 140, 88',
    'Compases 6/8, 12/8, 4/4 y 3/4',
    'Frecuencias 518-542, 614-638 MHz',
    '99 Luftballons, 7 Years, 50 Ways to Leave Your Lover, 24K Magic, 1979, 525,600 Minutes',
    'Un, dos, tres (María); Uno, dos, tres, cuatro, cinco, seis, siete',
    'One, two, three, four, five, six, seven, eight!',
    'Música de los veinte, treinta, cuarenta, cincuenta y sesenta',
    'Take Five, Seven Nation Army',
    '6a avenida 3-45 zona 10, 01010 Guatemala',
    '12 calle 1-25, zona 10',
    'Km 14.5 Carretera a El Salvador, casa 23',
    'Shure SM58, Yamaha MG16XU, JBL PRX 815, CDJ-2000NXS2, 2x18" y 4x12"',
    'Canales 1, 2, 3, 7, 9, 11, 12',
    'Nos vemos @ 8pm',
    'Sr. y Sra. Paz. Hotel Casa Santo Domingo. Primera pieza: Vals No. 2',
    'a.m./p.m., s/n, y/o, c/u',
    'Acuerdo T-2026-000123',
    'Dos mil veintisiete, quinientos invitados',
    'We play at 7 and at 9; meet us at the door',
    'Tocamos en punto, a las ocho',
    'Sonido 2 x 1000 W, 220 V, 60 Hz, 48000 Hz',
    'Instagram y Facebook están de moda',
    '2 horas + 1 pausa = Q3,500; hora extra Q 1,250',
    'Hotel 2000-2500, disco móvil 2500-3000',
    'Llámame y te digo si son 2000 o 2500',
    'Atendemos por WhatsApp 9:00-17:00, o llámanos 0800-1700',
    'Entre 3200 y 4320 personas; 5150 y 6505 son amplificadores',
    'Discos de 1987 y 1992, de 2000 a 2500 quetzales',
    'Prueba de sonido: llamado 1830-2215',
  ])('%s', (written) => {
    expect(withoutContacts(written)).toBe(written)
  })
})

test.each([
  ['Banco Industrial, cuenta monetaria 123-456789-0, Ana Paz', null],
  ['BAC 90-12345678, o efectivo en la clase', null],
  ['Banrural 55551234 a nombre de Rosa', null],
  ['BI 000-1234567, tel. 5555-1234', 'BI 000-1234567, tel. •••'],
  ['cuenta 123-4567, ana@correo.com', 'cuenta 123-4567, •••'],
  ['BAC en quetzales; +502 5555-1234', 'BAC en quetzales; •••'],
  ['BAC 90-12345678, +502 5555-1234', 'BAC •••'],
  ['BI 123, ig: rosa.ixchel, wa.me/50255551234', 'BI 123, •••, •••'],
  ['cinco cinco cinco cinco uno dos tres cuatro', '•••'],
])('where to pay keeps its account, and no way to reach anybody: %s', (written, shown) => {
  expect(withoutReach(written)).toBe(shown ?? written)
})

/* ---------------------------------------------------------------- whatever is written */

const digit = fc.integer({ min: 0, max: 9 })
/** A number of Central America: eight digits that aren't a round price, a year or a row. */
const phone = fc
  .tuple(
    fc.integer({ min: 2, max: 7 }),
    fc.array(digit, { minLength: 6, maxLength: 6 }),
    fc.constantFrom(1, 3, 6, 7),
  )
  .map(([first, middle, last]) => [first, ...middle, last])
  .filter((digits) => !/^(?:19|20)|(?:00|25|50|75|95|99|15|30|45)$/.test(digits.slice(0, 4).join('')))
const ARABIC = 0x660
const WIDE = 0xff10
const SPANISH = ['cero', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve']
const ENGLISH = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const isRow = (digits: number[]) =>
  [1, -1].some((step) => digits.slice(1).every((one, i) => one - (digits[i] ?? 0) === step))
const said = fc.constantFrom('Llama al ', 'Call ', 'Rosa ', '', 'Precio Q3,500, ', 'Tel: ')
const then = fc.constantFrom('', ' gracias', '.', ' (Rosa)', ' después de las 18:00')

test('a phone number is found however it is grouped and in whichever digits', () => {
  const between = fc.constantFrom('', ' ', '-', '–', '—', '.', '/', ' - ', '_', ' / ', '\u00a0')
  const script = fc.constantFrom(0x30, ARABIC, WIDE, 0x6f0, 0x966, 0x1d7d8)
  fc.assert(
    fc.property(
      phone,
      between,
      script,
      fc.constantFrom([8], [4, 4], [2, 2, 2, 2]),
      said,
      then,
      (digits, sep, zero, groups, before, after) => {
        const one = (value: number) => String.fromCodePoint(zero + value)
        const parts = groups.map((length, i) => digits.slice(i * length, (i + 1) * length))
        // Whoever writes 21-01-01-01 or 12.30 is taken at their word.
        fc.pre(groups.length < 4 || !'-/. '.includes(sep[0] ?? '') || (parts[0]?.[0] ?? 9) > 3)
        const written = parts.map((part) => part.map(one).join('')).join(sep)
        expect(withoutContacts(`${before}${written}${after}`)).toBe(`${before}${HIDDEN}${after}`)
      },
    ),
    { numRuns: 400 },
  )
})

test('a phone number is found when it is said digit by digit', () => {
  fc.assert(
    fc.property(
      phone,
      fc.constantFrom(SPANISH, ENGLISH),
      fc.constantFrom(' ', ', ', ' - '),
      said,
      then,
      (digits, words, sep, before, after) => {
        fc.pre(!isRow(digits))
        const written = digits.map((value) => words[value]).join(sep)
        expect(withoutContacts(`${before}${written}${after}`)).toBe(`${before}${HIDDEN}${after}`)
      },
    ),
    { numRuns: 200 },
  )
})

test('an e-mail address is found, also in words', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9]{2,9}$/)
  const at = fc.constantFrom('@', ' @ ', ' arroba ', ' (at) ', '[arroba]', ' (arroba) ')
  const dot = fc.constantFrom('.', ' punto ', ' dot ', '(dot)', ' [punto] ', ' . ')
  fc.assert(
    fc.property(
      name,
      at,
      name,
      dot,
      fc.constantFrom('com', 'net', 'org', 'gt', 'es', 'mx'),
      (who, a, host, d, ending) => {
        const said = 'Escribe: '
        const shown = withoutContacts(`${said}${who}${a}${host}${d}${ending}!`)
        expect(shown.startsWith(said)).toBe(true)
        // A name may be in the words before it ("scr").
        const rest = shown.slice(said.length)
        expect(rest).not.toContain(who)
        expect(rest).not.toContain(host)
      },
    ),
    { numRuns: 300 },
  )
})

test('prices, dates, hours, counts and streets in a sentence are never taken for one', () => {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = fc.integer({ min: 1, max: 28 })
  const month = fc.integer({ min: 1, max: 12 })
  const year = fc.integer({ min: 1950, max: 2040 })
  const hour = fc.integer({ min: 0, max: 23 })
  const price = fc.integer({ min: 1, max: 999 }).map((value) => value * 50)
  const amount = price.map((value) => `Q${value.toLocaleString('en')}`)
  const part = fc.oneof(
    amount,
    amount.map((one) => `${one}.00`),
    fc.tuple(price, price).map(([a, b]) => `de ${a} a ${b} USD`),
    fc
      .tuple(day, month, year, fc.constantFrom('/', '-', '.'))
      .map(([d, m, y, s]) => [two(d), two(m), y].join(s)),
    fc.tuple(day, month, year).map(([d, m, y]) => [y, two(m), two(d)].join('-')),
    fc.tuple(hour, hour).map(([a, b]) => `${two(a)}:30-${two(b)}:45`),
    fc.tuple(year, year).map(([a, b]) => `${a}–${b}`),
    fc.integer({ min: 40, max: 240 }).map((bpm) => `${bpm} bpm`),
    fc.integer({ min: 2, max: 30 }).map((count) => `${count} músicos`),
    fc.integer({ min: 1, max: 5000 }).map((count) => `${count} invitados`),
    fc
      .tuple(
        fc.integer({ min: 1, max: 30 }),
        day,
        fc.integer({ min: 10, max: 99 }),
        fc.integer({ min: 1, max: 25 }),
      )
      .map(([street, house, plot, zone]) => `${street} calle ${house}-${plot} zona ${zone}`),
  )
  const joint = fc.constantFrom(' y ', ', el ', '. Después ', ' con ', '; ')
  fc.assert(
    fc.property(fc.array(fc.tuple(part, joint), { minLength: 1, maxLength: 5 }), (parts) => {
      const sentence = parts.map(([one, next]) => one + next).join('')
      expect(withoutContacts(sentence)).toBe(sentence)
    }),
    { numRuns: 600 },
  )
})

test('what was hidden once has nothing more to hide, and text without digits or signs is as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
      const shown = withoutContacts(text)
      expect(withoutContacts(shown)).toBe(shown)
      expect(hasContacts(text)).toBe(shown !== text)
    }),
  )
})

test('no text of a message’s length takes long, whatever is repeated in it', () => {
  const parts = [
    'tel ',
    'tel. (',
    'WhatsApp es no ',
    '5555 y ',
    '5555 y 1234 y ',
    '55->',
    '→5',
    '1 ',
    '2500, ',
    'mi número ',
  ]
  for (const part of [...parts, '5\u034f', '\u3164', 'llámame', 'a', '7']) {
    const text = part.repeat(Math.ceil(4000 / part.length)).slice(0, 4000)
    const before = performance.now()
    withoutContacts(text)
    expect(performance.now() - before, part).toBeLessThan(250)
  }
})
