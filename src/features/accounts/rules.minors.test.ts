import { describe, expect, it } from 'vitest'
import { canStep } from '#core/contract/steps.ts'
import { today } from './contract.ts'
import {
  adultOn,
  closesOn,
  dayOf,
  GUARDIAN_STATES,
  GUARDIAN_STEPS,
  type GuardianState,
  guardianState,
  isBirthDate,
  isMinor,
  MINORS,
  problemOfAge,
} from './rules.minors.ts'

const TODAY = '2026-11-28'

describe('who is of age', () => {
  it.each([
    // born, of age on, under age on 2026-11-28
    ['2008-11-28', '2026-11-28', false],
    ['2008-11-29', '2026-11-29', true],
    ['2008-02-29', '2026-03-01', false],
    ['1980-01-01', '1998-01-01', false],
    ['2015-06-10', '2033-06-10', true],
  ])('born on %s', (born, of_age, minor) => {
    expect(adultOn(born)).toBe(of_age)
    expect(isMinor(born, TODAY)).toBe(minor)
  })
  it.each([
    [TODAY, false],
    ['2027-01-01', false],
    ['2026-11-27', true],
    ['1906-12-31', true],
    ['1905-12-31', false],
  ])('%s can be a birthday: %s', (born, can) => {
    expect(isBirthDate(born, TODAY)).toBe(can)
  })
})

describe('the day', () => {
  it('turns at midnight in Guatemala, for birthdays and for the end of an account that nobody opens', () => {
    const evening = new Date('2026-11-28T05:59:59.999Z')
    const midnight = new Date('2026-11-28T06:00:00.000Z')
    expect([dayOf(evening), dayOf(midnight)]).toEqual(['2026-11-27', '2026-11-28'])
    expect([today(evening), today(midnight)]).toEqual(['2026-11-27', '2026-11-28'])
    expect([isMinor('2008-11-28', today(evening)), isMinor('2008-11-28', today(midnight))]).toEqual([
      true,
      false,
    ])
    expect([closesOn(evening.toISOString()), closesOn(midnight.toISOString())]).toEqual([
      '2026-12-27',
      '2026-12-28',
    ])
  })
})

describe('what a sign-up says about age', () => {
  const email = 'sofia@correo.test'
  it.each([
    ['nothing', {}, 'birth_date'],
    ['somebody of age', { birth_date: '1990-05-05' }, null],
    ['somebody of age, who needs no adult', { birth_date: '1990-05-05', guardian_email: email }, null],
    ['tomorrow', { birth_date: '2026-11-29' }, 'birth_date'],
    ['a minor without an adult', { birth_date: '2012-05-05' }, 'guardian_email'],
    [
      'a minor who is their own',
      { birth_date: '2012-05-05', guardian_email: 'SOFIA@correo.test' },
      'guardian_email',
    ],
    [
      'a minor with an alias',
      { birth_date: '2012-05-05', guardian_email: 'sofia+m@correo.test' },
      'guardian_email',
    ],
    ['a minor with an adult', { birth_date: '2012-05-05', guardian_email: 'mama@correo.test' }, null],
  ] as const)('%s', (_what, said, field) => {
    expect(problemOfAge({ ...said, email }, TODAY)?.field ?? null).toBe(field)
  })
})

describe('the adult', () => {
  // state, may confirm, may refuse, what it lets happen
  const TABLE: [GuardianState, boolean, boolean, (typeof MINORS)[GuardianState]][] = [
    ['awaited', true, true, { open: false, renames: true }],
    ['confirmed', false, true, { open: true, renames: false }],
    ['refused', true, false, { open: false, renames: false }],
  ]
  it('has a row for each state', () => {
    expect(TABLE.map(([state]) => state)).toEqual([...GUARDIAN_STATES])
  })
  it.each(TABLE)('%s', (state, confirm, refuse, lets) => {
    expect(canStep(GUARDIAN_STEPS, 'confirm', state, 'guardian')).toBe(confirm)
    expect(canStep(GUARDIAN_STEPS, 'refuse', state, 'guardian')).toBe(refuse)
    expect(MINORS[state]).toEqual(lets)
  })
  it.each(['allow_recording', 'forbid_recording'] as const)('says of an open account alone: %s', (step) => {
    for (const state of GUARDIAN_STATES)
      expect(canStep(GUARDIAN_STEPS, step, state, 'guardian'), state).toBe(state === 'confirmed')
  })
  it.each([
    [null, null, 'awaited'],
    ['2026-11-28T10:00:00.000Z', null, 'confirmed'],
    [null, '2026-11-28T10:00:00.000Z', 'refused'],
  ] as const)('said yes at %s, no at %s', (confirmed_at, refused_at, state) => {
    expect(guardianState({ confirmed_at, refused_at })).toBe(state)
  })
})
