import { describe, expect, it } from 'vitest'
import {
  fateOf,
  isComplete,
  labelOf,
  labelOfRole,
  missingOf,
  missingOfClient,
  othersOf,
  type ProfileFacts,
  sharesStand,
  stepsOf,
} from './rules.ts'

const account = {
  name: 'Ana',
  city: 'Cobán',
  phone: '5555 1234',
  client_kind: 'PERSONAL' as const,
  legal_name: null,
  tax_id: null,
}
const project = {
  name: 'Ana',
  profile_image: '/api/files/1/?v=0123456789abcdef',
  city: 'Cobán',
  genres: ['jazz'],
  main_instrument: null,
  bio: 'x'.repeat(80),
  has_availability: true,
}
const musician: ProfileFacts = { account_type: 'MUSICIAN', verified: true, account, project }
const client: ProfileFacts = { account_type: 'TALENT_HUNTER', verified: true, account, project: null }

describe('the shares of a band', () => {
  it('add up to 100, thirds too, or nobody has one', () => {
    expect(sharesStand([33.33, 33.33, 33.34])).toBe('whole')
    expect(sharesStand([33.3333, 33.3333, 33.3333])).toBe('whole')
    expect(sharesStand([100, null])).toBe('whole')
    expect(sharesStand([null, null])).toBe('none')
    expect(sharesStand([])).toBe('none')
  })
  it('are open once somebody who had one is gone', () => {
    expect(sharesStand([33.33, 33.33])).toBe('open')
    expect(sharesStand([99.98])).toBe('open')
  })
})

describe('a musician’s profile', () => {
  it('is complete with photo, city, a genre or an instrument, 80 characters, e-mail and hours', () => {
    expect(missingOf(musician)).toEqual([])
    expect(isComplete(stepsOf(musician))).toBe(true)
    const byInstrument = { ...project, genres: [], main_instrument: 'piano' }
    expect(missingOf({ ...musician, project: byInstrument })).toEqual([])
  })
  it.each([
    [{ profile_image: null }, 'profile_image'],
    [{ city: null }, 'city'],
    [{ genres: [] }, 'genres'],
    [{ bio: `  ${'x'.repeat(79)}  ` }, 'bio'],
  ])('misses with %j: %s', (change, missing) => {
    const facts = { ...musician, project: { ...project, ...change } }
    expect(missingOf(facts)).toEqual([missing])
    expect(stepsOf(facts).isProfileInfoCompleted).toBe(false)
  })
  it('waits for hours and for the e-mail on their own', () => {
    expect(stepsOf({ ...musician, verified: false })).toEqual({
      isProfileInfoCompleted: true,
      isVerificationStepCompleted: false,
      isAvailabilityCompleted: true,
    })
    const noHours = { ...project, has_availability: false }
    expect(stepsOf({ ...musician, project: noHours }).isAvailabilityCompleted).toBe(false)
    expect(isComplete(stepsOf({ ...musician, project: null }))).toBe(false)
  })
})

describe('a client’s profile', () => {
  it('misses what the sign-up doesn’t ask: for whom they hire, phone and city', () => {
    const asked = { ...account, client_kind: null, phone: null, city: null }
    expect(missingOf({ ...client, account: asked })).toEqual(['client_kind', 'phone', 'city'])
    expect(stepsOf({ ...client, account: asked }).isProfileInfoCompleted).toBe(false)
    // A form says the same of what is typed into it.
    expect(missingOfClient({ client_kind: 'BUSINESS', phone: '5555 1234', tax_id: null })).toEqual([
      'city',
      'legal_name',
      'tax_id',
    ])
  })
  it('needs no hours; a business says its legal name and tax id', () => {
    expect(isComplete(stepsOf(client))).toBe(true)
    const business = { ...client, account: { ...account, client_kind: 'BUSINESS' as const } }
    expect(missingOf(business)).toEqual(['legal_name', 'tax_id'])
  })
})

describe('the control center', () => {
  const of = (id: number, name: 'INDIVIDUAL' | 'GROUP', owner: number) => ({
    id,
    owner: { id: owner },
    project_type: { name },
  })
  it('says Personal, or Banda with one’s place in it', () => {
    expect(labelOf(of(1, 'INDIVIDUAL', 7), 7)).toBe('personal')
    expect(labelOf(of(2, 'GROUP', 7), 7)).toBe('band_owner')
    expect(labelOf(of(2, 'GROUP', 8), 7)).toBe('band_collaborator')
    expect(labelOfRole({ project_type: 'GROUP', role: 'COLLABORATOR' })).toBe('band_collaborator')
  })
  it('offers three others at most, never the current one', () => {
    const ids = [1, 2, 3, 4, 5].map((id) => ({ id }))
    expect(othersOf(ids, 2).map(({ id }) => id)).toEqual([1, 3, 4])
    expect(othersOf([{ id: 1 }], 1)).toEqual([])
  })
})

describe('a band when one of its people deletes their account', () => {
  it('is left by a collaborator, whoever else is in it', () => {
    expect(fateOf('COLLABORATOR', 0)).toBe('left')
    expect(fateOf('COLLABORATOR', 3)).toBe('left')
  })
  it('must have been handed over by its owner while others play in it, and goes with an owner who is alone', () => {
    expect(fateOf('OWNER', 1)).toBe('hand_over')
    expect(fateOf('OWNER', 0)).toBe('goes')
  })
})
