import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EVENT_TYPES, GENRES } from '#features/services/contract.ts'
import { DRAFT } from './brief.fixture.ts'
import type { BriefDraft } from './contract.ts'
import { ASSUMABLE_FIELDS, assumedIn, withAssumed } from './rules.assumed.ts'
import {
  checkBrief,
  columnsOf,
  emptyBrief,
  filledOf,
  mergeBrief,
  missingIn,
  problemsSoFar,
  REQUIRED_FIELDS,
  withoutWords,
} from './rules.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const problems = (part: BriefDraft) => checkBrief(mergeBrief(DRAFT, part), NOW).fields ?? {}

describe('autosave', () => {
  it('writes one field over and leaves the others', () => {
    const brief = mergeBrief(DRAFT, { event: { guests: 80 } })
    expect(brief.event).toEqual({ ...DRAFT.event, guests: 80 })
    expect(brief.sound).toEqual(DRAFT.sound)
  })
  it('clears a field with null or an empty text, and a section that has none left', () => {
    expect(mergeBrief({ constraints: { notes: 'x' } }, { constraints: { notes: '' } })).toEqual({})
    expect(mergeBrief(DRAFT, { event: { city: null } }).event).not.toHaveProperty('city')
  })
  it('keeps false and zero: they are answers', () => {
    const brief = mergeBrief({}, { technical: { sound_available: false, stage_m2: 0 } })
    expect(brief.technical).toEqual({ sound_available: false, stage_m2: 0 })
  })
})

describe('what is still missing', () => {
  it('is nearly everything at first, and nothing in a whole brief', () => {
    expect(missingIn(emptyBrief()).length).toBe(REQUIRED_FIELDS.length - 2)
    expect(missingIn(DRAFT)).toEqual([])
    expect([filledOf({}), filledOf(DRAFT)]).toEqual([0, 100])
  })
  it('counts consent only when given', () => {
    expect(missingIn(mergeBrief(DRAFT, { constraints: { consent: false } }))).toEqual(['constraints.consent'])
  })
})

describe('a brief that is handed in', () => {
  it('passes whole, over midnight too', () => {
    const { brief, fields } = checkBrief(DRAFT, NOW)
    expect(fields).toBeNull()
    expect(brief?.event.guests).toBe(150)
    expect(columnsOf(DRAFT)).toMatchObject({
      starts_at: '2027-02-20T22:00:00.000Z',
      ends_at: '2027-02-21T07:00:00.000Z',
      budget_max: 500_000,
    })
  })
  it('names every missing field of an empty one', () => {
    const { fields } = checkBrief({}, NOW)
    for (const path of REQUIRED_FIELDS) expect(fields, path).toHaveProperty([path])
    expect(fields?.['event.lat']).toEqual({ key: 'validation.place' })
    expect(fields?.['constraints.consent']).toEqual({ key: 'validation.brief_consent' })
  })
  it('needs five answers and the consent; the rest follows the custom of its type', () => {
    const five: BriefDraft = {
      event: {
        type: 'wedding',
        day: '2027-02-20',
        starts: '16:00',
        ends: '23:00',
        city: 'Antigua Guatemala',
        lat: 14.5586,
        lng: -90.7295,
        zone: 'America/Guatemala',
        guests: 120,
      },
      budget: { max: 400_000, currency: 'USD' },
      constraints: { consent: true },
    }
    const { brief } = checkBrief(five, NOW)
    expect(brief).toMatchObject({
      objective: { kind: 'dance_floor' },
      event: { setting: 'both' },
      sound: { energy: 'rising' },
      technical: { sound_available: false, power_available: true },
    })
    expect(brief?.sound.genres_liked).toContain('salsa')
    expect(assumedIn(five)).toEqual(ASSUMABLE_FIELDS)
    // What is said stays, and nothing is assumed that is forbidden.
    const said = mergeBrief(five, {
      event: { setting: 'outdoor' },
      sound: { genres_forbidden: ['salsa'] },
    })
    const more = checkBrief(said, NOW).brief
    expect(more?.event.setting).toBe('outdoor')
    expect(more?.sound.genres_liked).not.toContain('salsa')
    expect(assumedIn(said)).not.toContain('event.setting')
  })
  it('always finds something to play, unless everything is forbidden', () => {
    fc.assert(
      fc.property(fc.constantFrom(...EVENT_TYPES), fc.subarray([...GENRES]), (type, forbidden) => {
        const { sound } = withAssumed({ event: { type }, sound: { genres_forbidden: forbidden } })
        expect(sound?.genres_liked?.length).toBeGreaterThan(forbidden.length < GENRES.length ? 0 : -1)
        expect(sound?.genres_liked?.filter((genre) => forbidden.includes(genre))).toEqual([])
      }),
    )
    const nothing = mergeBrief(DRAFT, { sound: { genres_liked: null, genres_forbidden: [...GENRES] } })
    expect(checkBrief(nothing, NOW).fields).toHaveProperty(['sound.genres_liked'])
  })
  it('must lie ahead, within two years', () => {
    expect(problems({ event: { day: '2026-11-19' } })).toHaveProperty(['event.day'])
    expect(problems({ event: { day: '2029-11-19' } })).toHaveProperty(['event.day'])
  })
  it('lasts from half an hour to 16 hours', () => {
    expect(problems({ event: { starts: '16:00', ends: '16:20' } })).toHaveProperty(['event.ends'])
    expect(problems({ event: { starts: '16:00', ends: '16:00' } })).toHaveProperty(['event.ends'])
    expect(problems({ event: { starts: '16:00', ends: '16:30' } })).toEqual({})
  })
  it('has a minimum that is not over its maximum', () => {
    expect(problems({ budget: { min: 600_000 } })).toHaveProperty(['budget.max'])
    expect(problems({ budget: { min: null } })).toEqual({})
  })
  it('likes no genre that it forbids', () => {
    expect(problems({ sound: { genres_forbidden: ['salsa'] } })).toHaveProperty(['sound.genres_forbidden'])
  })
  it('measures a target by a metric, within what its unit allows', () => {
    expect(problems({ objective: { metric: null } })).toHaveProperty(['objective.metric'])
    expect(problems({ objective: { target: 140 } })).toHaveProperty(['objective.target'])
    expect(problems({ objective: { metric: null, target: null } })).toEqual({})
  })
})

describe('a brief while it is written', () => {
  const said = (part: BriefDraft) => {
    const found = problemsSoFar(mergeBrief(emptyBrief(), part), NOW)
    return Object.fromEntries(Object.entries(found).map(([path, { key }]) => [path, key]))
  }
  it('says nothing of what is still empty', () => {
    expect(said({})).toEqual({})
    expect(said({ event: { starts: '18:00' }, budget: { min: 50_000 } })).toEqual({})
  })
  it('says at once what is wrong, however little is written', () => {
    expect(said({ event: { day: '2026-11-19' } })).toEqual({ 'event.day': 'validation.in_future' })
    expect(said({ event: { day: '2026-11-21', ends: '03:00' } })).toEqual({})
    const hours = { starts: '18:00', ends: '22:00' }
    expect(said({ event: { day: '2026-11-19', ...hours } })).toEqual({ 'event.day': 'validation.in_future' })
    expect(said({ budget: { min: 50_000, max: 40_000 } })).toEqual({
      'budget.max': 'validation.budget_order',
    })
    expect(said({ event: { guests: 0 } })).toEqual({ 'event.guests': 'validation.minimum' })
  })
  it('asks about an end before the start, and takes one after midnight', () => {
    expect(said({ event: { starts: '23:00', ends: '21:30' } })).toEqual({
      'event.ends': 'validation.ends_before_start',
    })
    expect(said({ event: { starts: '06:00', ends: '23:00' } })).toEqual({
      'event.ends': 'validation.event_length',
    })
    expect(said({ event: { starts: '21:00', ends: '03:00' } })).toEqual({})
  })
})

describe('the brief of somebody who deleted their account', () => {
  it('keeps what musicians who were asked have seen of it, and nothing in their own words', () => {
    const brief: BriefDraft = {
      objective: { kind: 'ambience', metric: 'satisfaction', target: 4, notes: 'Que llore mi suegra' },
      event: {
        type: 'wedding',
        title: 'Boda de Ana',
        address: '5a avenida 12',
        lat: 14,
        lng: -90,
        guests: 80,
      },
      sound: { genres_forbidden: ['reggaeton'], references: 'Lo que bailó mi abuela' },
      technical: { sound_available: true },
      constraints: { notes: 'Llamar al 5555-1234', consent: true },
    }
    expect(withoutWords(brief)).toEqual({
      objective: { kind: 'ambience', metric: 'satisfaction', target: 4 },
      event: { type: 'wedding', guests: 80 },
      sound: { genres_forbidden: ['reggaeton'] },
      technical: { sound_available: true },
    })
    expect(withoutWords({})).toEqual({})
  })
})
