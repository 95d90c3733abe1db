import { describe, expect, it } from 'vitest'
import type { MomentEdit } from '../contract.ts'
import {
  closedAfter,
  duringEvent,
  estimateAt,
  gapAfter,
  madeRoom,
  movedEarlier,
  newMoment,
} from './moments.ts'

const span = {
  starts_at: '2026-12-12T23:00:00.000Z',
  ends_at: '2026-12-13T05:00:00.000Z',
  zone: 'America/Guatemala',
}
const moment = (from: string, to: string): MomentEdit => ({
  slot_id: null,
  from: `2026-12-${from}:00.000Z`,
  to: `2026-12-${to}:00.000Z`,
  intent: 'dance',
  title: null,
  energy: 3,
  genre: 'salsa',
  format: 'trio',
  volume: 'medium',
  cost: 10_000,
  required: true,
})

describe('moments as the hunter edits them', () => {
  it('reads a wall time before the start as after midnight', () => {
    expect(duringEvent(span, '18:30')).toBe('2026-12-13T00:30:00.000Z')
    expect(duringEvent(span, '00:30')).toBe('2026-12-13T06:30:00.000Z')
  })
  it('reads an end at or before its start as the next day', () => {
    expect(duringEvent(span, '22:00', '2026-12-13T03:00:00.000Z')).toBe('2026-12-13T04:00:00.000Z')
    expect(duringEvent(span, '01:00', '2026-12-13T05:00:00.000Z')).toBe('2026-12-13T07:00:00.000Z')
  })
  it('changes the places of two neighbours and keeps their lengths and the pause between', () => {
    const moved = movedEarlier([moment('12T23:00', '13T00:00'), moment('13T00:15', '13T00:45')], 1)
    expect(moved.map(({ from, to }) => [from.slice(11, 16), to.slice(11, 16)])).toEqual([
      ['23:00', '23:30'],
      ['23:45', '00:45'],
    ])
  })
  it('lets neighbours give way to a longer moment', () => {
    const others = [moment('12T23:00', '13T00:00'), moment('13T01:00', '13T02:00')]
    const [before, after] = madeRoom(others, moment('12T23:30', '13T01:30'))
    expect(before?.to).toBe('2026-12-12T23:30:00.000Z')
    expect(after?.from).toBe('2026-12-13T01:30:00.000Z')
  })
  it('finds what a line-up asks for just that length', () => {
    const asked = { genre: 'salsa', format: 'trio', minutes: 60, estimate: null } as const
    expect(estimateAt([asked], moment('12T23:00', '13T00:00'))).toBe(asked)
    expect(estimateAt([asked], moment('12T23:00', '13T00:30'))).toBeUndefined()
    expect(estimateAt([asked], { ...moment('12T23:00', '13T00:00'), format: null })).toBeUndefined()
  })
  it('puts a new moment into the longest silence', () => {
    const added = newMoment([moment('12T23:00', '13T00:00'), moment('13T03:00', '13T05:00')], span)
    expect([added.from, added.to]).toEqual(['2026-12-13T00:00:00.000Z', '2026-12-13T01:00:00.000Z'])
  })
  it('never takes the minutes in which the musicians change over', () => {
    const night = [moment('12T23:00', '13T01:00'), moment('13T01:25', '13T05:00')]
    expect(gapAfter(night, 0)).toBe(25)
    expect(newMoment(night, span).from).not.toBe(night[0]?.to)
    const recorded = { ...moment('13T01:25', '13T05:00'), format: null }
    expect(gapAfter([moment('12T23:00', '13T01:00'), recorded], 0)).toBe(0)
    expect(gapAfter(night, 1)).toBe(0)
  })
  it('takes room from the longest moment when the night is full', () => {
    const added = newMoment([moment('12T23:00', '13T00:00'), moment('13T00:00', '13T05:00')], span)
    expect(added.to).toBe('2026-12-13T04:20:00.000Z')
    expect(added.from).toBe('2026-12-13T03:20:00.000Z')
  })

  describe('beside a time in which musicians changed over', () => {
    const [first, second] = [moment('12T23:00', '13T01:00'), moment('13T01:25', '13T05:00')]
    const recorded = (one: MomentEdit): MomentEdit => ({ ...one, format: null })
    const times = (moments: readonly MomentEdit[]) =>
      moments.map(({ from, to }) => [from.slice(11, 16), to.slice(11, 16)])
    it('music that is recorded now takes that time, in whatever order the moments come', () => {
      expect(times(closedAfter([first, second], [recorded(first), second]))).toEqual([
        ['23:00', '01:25'],
        ['01:25', '05:00'],
      ])
      expect(times(closedAfter([first, second], [recorded(second), first]))).toEqual([
        ['01:00', '05:00'],
        ['23:00', '01:00'],
      ])
    })
    it('what moved there without a musician takes it too', () => {
      const night = [first, moment('13T01:25', '13T03:00'), recorded(moment('13T03:00', '13T04:00'))]
      expect(times(closedAfter(night, movedEarlier(night, 2)))).toEqual([
        ['23:00', '01:00'],
        ['01:00', '02:25'],
        ['02:25', '04:00'],
      ])
    })
    it('two who play keep it, and so does a silence: of half an hour, or where the hunter left one', () => {
      expect(times(closedAfter([first, second], [{ ...first, energy: 5 }, second]))).toEqual(
        times([first, second]),
      )
      const late = moment('13T01:30', '13T05:00')
      expect(times(closedAfter([first, late], [first, recorded(late)]))).toEqual(times([first, late]))
      expect(times(closedAfter([first, late], [first, recorded(second)]))).toEqual(times([first, second]))
    })
  })
})
