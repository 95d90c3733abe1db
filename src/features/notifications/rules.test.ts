import { describe, expect, it } from 'vitest'
import { TEXT_FOLDERS } from '#app/server/texts.ts'
import { readTexts, textsFrom } from '#core/server/texts.ts'
import { NOTIFICATION_TYPES, ORDER_TYPES } from './contract.ts'
import { agoOf, eventParams, groupsOf, opens, opensOrder, wordsOf } from './rules.ts'
import spanish from './texts/es/functionality.json' with { type: 'json' }

const texts = textsFrom(readTexts(TEXT_FOLDERS))
const now = new Date('2026-11-20T18:00:00.000Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const S = 1000
const M = 60 * S
const H = 60 * M
const D = 24 * H

describe('how long ago', () => {
  it.each([
    // What the clocks of two machines disagree by.
    [-5 * M, 'Ahora', 'Now'],
    [-1, 'Ahora', 'Now'],
    [0, 'Ahora', 'Now'],
    [59 * S, 'Ahora', 'Now'],
    [M - 1, 'Ahora', 'Now'],
    [M, 'Hace 1 min', '1 min ago'],
    [M + 1, 'Hace 1 min', '1 min ago'],
    [2 * M - 1, 'Hace 1 min', '1 min ago'],
    [2 * M, 'Hace 2 min', '2 min ago'],
    [59 * M, 'Hace 59 min', '59 min ago'],
    [H - 1, 'Hace 59 min', '59 min ago'],
    [H, 'Hace 1 h', '1 h ago'],
    [2 * H - 1, 'Hace 1 h', '1 h ago'],
    [2 * H, 'Hace 2 h', '2 h ago'],
    [23 * H, 'Hace 23 h', '23 h ago'],
    [D - 1, 'Hace 23 h', '23 h ago'],
    [D, 'Hace 1 día', '1 day ago'],
    [2 * D - 1, 'Hace 1 día', '1 day ago'],
    [2 * D, 'Hace 2 días', '2 days ago'],
    [6 * D, 'Hace 6 días', '6 days ago'],
    [7 * D - 1, 'Hace 6 días', '6 days ago'],
    [7 * D, '13 nov 2026', 'Nov 13, 2026'],
    [8 * D, '12 nov 2026', 'Nov 12, 2026'],
    [323 * D, '1 ene 2026', 'Jan 1, 2026'],
    [324 * D, '31 dic 2025', 'Dec 31, 2025'],
    [400 * D, '16 oct 2025', 'Oct 16, 2025'],
  ])('%d ms: "%s", "%s"', (ms, es, en) => {
    for (const [language, expected] of [
      ['es', es],
      ['en', en],
    ] as const) {
      const { key, values } = agoOf(ago(ms), now, language, 'UTC')
      expect(texts.say(language, `functionality:${key}`, values)).toBe(expected)
    }
  })
  it('is a date where the reader is', () => {
    const at = new Date('2026-11-02T03:00:00.000Z')
    for (const [zone, es, en] of [
      ['America/Guatemala', '1 nov 2026', 'Nov 1, 2026'],
      ['Europe/Madrid', '2 nov 2026', 'Nov 2, 2026'],
    ] as const) {
      expect(agoOf(at, now, 'es', zone).values).toEqual({ date: es })
      expect(agoOf(at, now, 'en', zone).values).toEqual({ date: en })
    }
  })
})

describe('what a notification opens', () => {
  const OTHERS: Partial<Record<(typeof NOTIFICATION_TYPES)[number], string>> = {
    OWNERSHIP_RECEIVED: '/profiles',
    SUBSCRIPTION_UPSELL: '/suscription',
    MEMBERSHIP_CHANGED: '/suscription',
    MESSAGE_RECEIVED: '/messages?thread=12',
    REFERRAL_REWARDED: '/suscription',
    POST_EVENT_SURVEY_SENT: '/results/12',
    EVENT_RESULTS_READY: '/results/12',
    BENCHMARKING_READY: '/results/12',
    CONTINUOUS_PLAN_OFFERED: '/continuous/12',
    CONTINUOUS_PLAN_READY: '/continuous/12',
    ROI_RECOMMENDATIONS_READY: '/results/12',
    EVENT_AT_RISK: '/events?event=12',
    CONTRACT_READY: '/order?id=12&view=agreement',
    PAYMENT_DUE: '/order?id=12&view=agreement',
    PAYMENT_RECEIVED: '/order?id=12&view=agreement',
    SUPPORT_REPLIED: '/tickets/12',
    IDENTITY_CHECKED: '/profile#verification',
    CONTINGENCY_PLAN_READY: '/events?event=12',
    REVIEW_REQUESTED: '/events?event=12',
    REVIEW_PUBLISHED: '/events?event=12',
    SCOUTING_INITIATED: '/order?id=12',
    TALENT_AVAILABILITY_CONFIRMED: '/order?id=12',
  }
  it('is the order for exactly the six types', () => {
    expect(NOTIFICATION_TYPES.filter(opensOrder)).toEqual([...ORDER_TYPES])
    for (const type of NOTIFICATION_TYPES) {
      const path = opens({ type, value: '12' }, 'TALENT_HUNTER')
      expect(path).toBe(
        (ORDER_TYPES as readonly string[]).includes(type) ? '/order?id=12' : (OTHERS[type] ?? null),
      )
    }
  })
  it('is the event, among the events of its host and in the calendar of who plays, on its day', () => {
    expect(opens({ type: 'EVENT_AT_RISK', value: '12' }, 'TALENT_HUNTER')).toBe('/events?event=12')
    expect(opens({ type: 'EVENT_AT_RISK', value: '12' }, 'MUSICIAN')).toBe('/calendar?event=12')
  })
  it('is the agreement, where a payment of a musician was confirmed or became theirs', () => {
    for (const type of ['PAYMENT_RECEIVED', 'PAYOUT_RELEASED'] as const)
      expect(opens({ type, value: 'contract:9' }, 'MUSICIAN')).toBe('/contracts?contract=9')
  })
  it('is all that is said of their projects, for a musician', () => {
    expect(opens({ type: 'REVIEW_PUBLISHED', value: '12' }, 'MUSICIAN')).toBe('/reviews')
    expect(opens({ type: 'REVIEW_PUBLISHED', value: 'lesson:12' }, 'MUSICIAN')).toBe('/reviews')
  })
  it('is the lesson that a review is about, for who learned in it', () => {
    for (const type of ['REVIEW_REQUESTED', 'REVIEW_PUBLISHED'] as const)
      expect(opens({ type, value: 'lesson:12' }, 'STUDENT')).toBe('/calendar?lesson=12')
    expect(opens({ type: 'REVIEW_PUBLISHED', value: '12' }, 'STUDENT')).toBeNull()
  })
  it('is the survey itself for who played, and its page for who hosted', () => {
    expect(opens({ type: 'POST_EVENT_SURVEY_SENT', value: '5' }, 'MUSICIAN')).toBe('/survey/5')
    expect(opens({ type: 'POST_EVENT_SURVEY_SENT', value: '5' }, 'TALENT_HUNTER')).toBe('/results/5')
    expect(opens({ type: 'EVENT_RESULTS_READY', value: null }, 'TALENT_HUNTER')).toBeNull()
  })
  it('is the request, among the budgets, when a musician is asked', () => {
    expect(opens({ type: 'SCOUTING_INITIATED', value: '7' }, 'MUSICIAN')).toBe('/budgets?request=7')
  })
  it('is the agreement, among the contracts, when it waits for a musician', () => {
    expect(opens({ type: 'TALENT_AVAILABILITY_CONFIRMED', value: 'contract:12' }, 'MUSICIAN')).toBe(
      '/contracts?contract=12',
    )
    expect(opens({ type: 'TALENT_AVAILABILITY_CONFIRMED', value: '7' }, 'MUSICIAN')).toBe(
      '/budgets?request=7',
    )
    expect(opens({ type: 'TALENT_AVAILABILITY_CONFIRMED', value: 'event:4' }, 'MUSICIAN')).toBe(
      '/calendar?event=4',
    )
    expect(opens({ type: 'SCOUTING_INITIATED', value: 'standby:4' }, 'MUSICIAN')).toBe('/budgets')
    expect(opens({ type: 'INVITE_BAND_MEMBER', value: '7' }, 'MUSICIAN')).toBeNull()
  })
  it('is the lesson in the calendar, and where packages stand', () => {
    expect(opens({ type: 'LESSON_CHANGED', value: '12' }, 'STUDENT')).toBe('/calendar?lesson=12')
    expect(opens({ type: 'ASSIGNMENT_GIVEN', value: '12' }, 'STUDENT')).toBe('/assignments/12')
    expect(opens({ type: 'MONTH_SUMMARY', value: '2026-01' }, 'STUDENT')).toBe(
      '/student/progress?month=2026-01',
    )
    expect(opens({ type: 'LESSON_REQUESTED', value: '12' }, 'MUSICIAN')).toBe('/calendar?lesson=12')
    expect(opens({ type: 'LESSON_CONFIRMED', value: null }, 'STUDENT')).toBe('/student')
    expect(opens({ type: 'LESSON_REQUESTED', value: null }, 'MUSICIAN')).toBe('/calendar?view=lessons')
  })
  it('is the order for a hunter, also of what musicians are told otherwise by the same type', () => {
    for (const type of ['SCOUTING_INITIATED', 'TALENT_AVAILABILITY_CONFIRMED'] as const) {
      expect(opens({ type, value: '12' }, 'TALENT_HUNTER')).toBe('/order?id=12')
      expect(opens({ type, value: '12' }, 'STUDENT')).toBeNull()
    }
  })
  it('is nothing without a value', () => {
    expect(opens({ type: 'BRIEF_INITIATED', value: null }, 'TALENT_HUNTER')).toBeNull()
  })
})

describe('grouping', () => {
  const one = (id: number, type: (typeof NOTIFICATION_TYPES)[number], value: string | null, title = '') => ({
    ...{ id, type, value, title },
  })
  const ids = (list: ReturnType<typeof one>[]) => groupsOf(list).map((group) => group.map(({ id }) => id))

  it('puts neighbours of one kind about one order together', () => {
    expect(
      ids([
        one(9, 'EVENT_REMINDER_SENT', '4'),
        one(8, 'EVENT_REMINDER_SENT', '4'),
        one(7, 'EVENT_REMINDER_SENT', '5'),
        one(6, 'MUSICIANS_CONFIRMED', '5'),
        one(5, 'EVENT_REMINDER_SENT', '4'),
      ]),
    ).toEqual([[9, 8], [7], [6], [5]])
  })
  it('hides nothing else behind what was said last', () => {
    const [put_off, cancelled] = ['Tu evento está pospuesto', 'Cancelaste tu evento']
    const told = (id: number, title: string) => one(id, 'STRATEGY_ADJUSTMENT_REQUESTED', '4', title)
    expect(ids([told(3, cancelled), told(2, put_off), told(1, put_off)])).toEqual([[3], [2, 1]])
  })
  it('leaves alone what is about nothing, and each invitation', () => {
    expect(ids([one(4, 'PROFILE_COMPLETED', null), one(3, 'PROFILE_COMPLETED', null)])).toEqual([[4], [3]])
    expect(ids([one(2, 'INVITE_BAND_MEMBER', '1'), one(1, 'INVITE_BAND_MEMBER', '1')])).toEqual([[2], [1]])
    expect(ids([])).toEqual([])
  })
})

describe('the words of a notification', () => {
  const words = (
    type: (typeof NOTIFICATION_TYPES)[number],
    params: Record<string, string | number>,
    language: 'es' | 'en' = 'es',
  ) =>
    wordsOf(
      type,
      params,
      language,
      (key, values) => texts.say(language, key, values),
      (key) => texts.knows(language, key),
    )

  it.each(NOTIFICATION_TYPES)('are there for %s in both languages, even without values', (type) => {
    for (const language of ['es', 'en'] as const) {
      const { title, message } = words(type, {}, language)
      for (const text of [title, message]) {
        expect(text).not.toMatch(/\{\{|notifications\.|undefined/)
        expect(text.length).toBeGreaterThan(3)
      }
    }
    expect(words(type, {}, 'es').message).not.toBe(words(type, {}, 'en').message)
  })
  it('name the order and write its date in the place it happens', () => {
    const params = { order_name: 'Boda de Ana', date: '2026-12-06T02:00:00.000Z', zone: 'America/Guatemala' }
    expect(words('EVENT_REMINDER_SENT', params).message).toBe(
      'Boda de Ana: sábado, 5 de diciembre. Revisa lo que falta.',
    )
    expect(words('EVENT_REMINDER_SENT', params, 'en').message).toContain('Saturday, December 5')
  })
  it('name an event by its title and town, else by what it is and where, and never how to reach somebody', () => {
    const of = (event: Parameters<typeof eventParams>[0], language: 'es' | 'en' = 'es') =>
      words('EVENT_RESULTS_READY', eventParams(event), language).message
    const [type, city] = ['wedding', 'Antigua']
    expect(of({ title: 'Boda de Ana y Luis', type, city })).toContain('Boda de Ana y Luis · Antigua')
    expect(of({ title: 'Boda en Antigua', type, city })).toBe(
      'Mira qué logró Boda en Antigua frente a su objetivo.',
    )
    expect(of({ type, city })).toContain('Boda en Antigua')
    expect(of({ type, city }, 'en')).toContain('Wedding in Antigua')
    expect(of({ type, city: null })).toContain('Boda')
    expect(of({ type: 'other', city })).toContain('Evento en Antigua')
    expect(of({ type: 'other', city }, 'en')).toContain('Event in Antigua')
    expect(of({ type: 'other', city: null })).toContain('tu evento')
    expect(of({ type: null, city })).toContain('Antigua')
    expect(of({ type: null, city: null })).toContain('tu evento')
    expect(of({ title: 'Boda, al 5555-1234', type, city })).not.toContain('5555')
  })
  it.each(['2026-01-01T00:00 Los Tercos', '2026-01-01T00:00x Paz', '2026-01-01T00:00:00.000Z', '2026-01'])(
    'say a name as it is, even one that looks like a time: %s',
    (name) => {
      const invited = words('INVITE_BAND_MEMBER', { band_name: name, person_name: name, month: '2026-99' })
      expect(`${invited.title} ${invited.message}`).toContain(name)
      const params = { order_name: name, date: '2026-12-06T02:00:00.000Z', zone: 'nowhere' }
      expect(words('EVENT_REMINDER_SENT', params).message).toBe(
        `${name}: sábado, 5 de diciembre. Revisa lo que falta.`,
      )
      expect(words('EVENT_REMINDER_SENT', { ...params, date: name }, 'en').message).not.toBe('')
    },
  )
  it('count in the singular and the plural, by `count`', () => {
    const credits = (count: number, language: 'es' | 'en') =>
      words('LESSON_REMINDER', { voice: 'credits', person_name: 'Ana', date: '8 de mayo', count }, language)
    expect(credits(1, 'es').message).toBe(
      'Te queda 1 clase con Ana, que vale hasta el 8 de mayo. Reserva antes.',
    )
    expect(credits(2, 'es').message).toBe(
      'Te quedan 2 clases con Ana, que valen hasta el 8 de mayo. Reserva antes.',
    )
    expect(credits(1, 'en').message).toContain('You have 1 lesson left with Ana')
    expect(credits(2, 'en').message).toContain('You have 2 lessons left with Ana')
  })
  it('name a month as it is called', () => {
    const params = { voice: 'told', month: '2026-02', minutes: 40, days: 1, lessons: 0 }
    expect(words('MONTH_SUMMARY', params)).toEqual({
      title: 'Tu mes de música: febrero de 2026',
      message: 'Minutos de práctica: 40. Días con práctica: 1. Clases: 0.',
    })
    expect(words('MONTH_SUMMARY', params, 'en').title).toBe('Your month of music: February 2026')
  })
  it('speak to the musician in their own voice', () => {
    const params = { order_name: 'Boda', date: '2026-12-06T02:00:00.000Z', voice: 'musician' }
    expect(words('SCOUTING_INITIATED', params).title).toBe('Te piden para un evento')
    expect(words('MUSICIANS_CONFIRMED', params).title).toBe('Músicos confirmados')
  })
})

it('has every type as the specification lists it; one has a name of its own for whoever plays', () => {
  expect(Object.keys(spanish.notifications.types).sort()).toEqual(
    [...NOTIFICATION_TYPES, 'TALENT_AVAILABILITY_CONFIRMED_musician'].sort(),
  )
})
