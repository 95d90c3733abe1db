import { describe, expect, it } from 'vitest'
import type { Format } from '#features/services/contract.ts'
import { coverageOf, movedMoments } from './rules.ts'

describe('how much of an event is live', () => {
  const laid = (from: string, to: string, format: Format | null = 'trio') => ({
    ...{ from: `2027-02-20T${from}:00Z`, to: `2027-02-20T${to}:00Z`, format },
  })
  const share = (...moments: ReturnType<typeof laid>[]) =>
    coverageOf(moments, '2027-02-20T18:00:00Z', '2027-02-20T22:00:00Z')
  it('counts the time in which musicians change over, in whatever order the moments come', () => {
    expect(share(laid('18:00', '20:00'), laid('20:25', '22:00'))).toBe(1)
    expect(share(laid('20:25', '22:00'), laid('18:00', '20:00'))).toBe(1)
  })
  it('counts no silence of half an hour, and none beside recorded music', () => {
    expect(share(laid('18:00', '19:00'), laid('20:00', '21:00'))).toBe(0.5)
    expect(share(laid('18:00', '19:36'), laid('20:00', '22:00', null))).toBe(0.4)
  })
})

describe('a plan that moves with its event', () => {
  const span = (starts_at: string, ends_at: string) => ({ starts_at, ends_at })
  const moments = [
    { from: '2027-02-20T20:00:00.000Z', to: '2027-02-20T21:00:00.000Z' },
    { from: '2027-02-20T21:00:00.000Z', to: '2027-02-20T22:00:00.000Z' },
  ]
  const before = span('2027-02-20T20:00:00Z', '2027-02-20T22:00:00Z')
  it('keeps its times of day on another day', () => {
    expect(movedMoments(moments, before, span('2027-02-27T20:00:00Z', '2027-02-27T22:00:00Z'))).toEqual([
      { from: '2027-02-27T20:00:00.000Z', to: '2027-02-27T21:00:00.000Z' },
      { from: '2027-02-27T21:00:00.000Z', to: '2027-02-27T22:00:00.000Z' },
    ])
  })
  it('is stretched where the event has another length', () => {
    const [first] = movedMoments(moments, before, span('2027-02-20T20:00:00Z', '2027-02-21T00:00:00Z')) ?? []
    expect(first?.to).toBe('2027-02-20T22:00:00.000Z')
  })
  it('leaves the musicians as long to change over as they had, and stretches any other silence', () => {
    const longer = span('2027-02-20T20:00:00Z', '2027-02-21T00:00:00Z')
    const night = [
      { from: '2027-02-20T20:00:00.000Z', to: '2027-02-20T20:40:00.000Z' },
      { from: '2027-02-20T21:00:00.000Z', to: '2027-02-20T21:15:00.000Z' },
      { from: '2027-02-20T21:45:00.000Z', to: '2027-02-20T22:00:00.000Z' },
    ]
    expect(movedMoments(night, before, longer)).toEqual([
      { from: '2027-02-20T20:00:00.000Z', to: '2027-02-20T21:20:00.000Z' },
      { from: '2027-02-20T21:40:00.000Z', to: '2027-02-20T22:30:00.000Z' },
      { from: '2027-02-20T23:30:00.000Z', to: '2027-02-21T00:00:00.000Z' },
    ])
  })
  it('is none where moments would get too short', () => {
    expect(movedMoments(moments, before, span('2027-02-20T20:00:00Z', '2027-02-20T20:15:00Z'))).toBeNull()
  })
})
