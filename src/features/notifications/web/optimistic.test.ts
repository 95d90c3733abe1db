import { expect, it } from 'vitest'
import type { Notification, NotificationCounts } from '../contract.ts'
import { countsAfter } from './optimistic.ts'

const counts: NotificationCounts = {
  total: 5,
  unread: 3,
  last_id: 9,
  waiting: [],
  types: [
    { type: 'BRIEF_INITIATED', total: 3, unread: 2 },
    { type: 'INVITE_BAND_MEMBER', total: 2, unread: 1 },
  ],
}
const one = { id: 9, type: 'INVITE_BAND_MEMBER', read: false } as Notification

it('takes one off its type and off the sum, and puts it back', () => {
  const after = countsAfter(counts, { ids: [9], read: true }, [one])
  expect([after.unread, after.types[0]?.unread, after.types[1]?.unread]).toEqual([2, 2, 0])
  expect(countsAfter(after, { ids: [9], read: false }, [{ ...one, read: true }])).toEqual(counts)
})
it('takes a group off at once, leaving those that were read', () => {
  const group = [1, 2, 3].map((id) => ({ id, type: 'BRIEF_INITIATED', read: id === 3 }) as Notification)
  const after = countsAfter(counts, { ids: [1, 2, 3], read: true }, group)
  expect([after.unread, after.types[0]?.unread, after.types[1]?.unread]).toEqual([1, 0, 1])
})
it('changes nothing for what is read already, or not on the page', () => {
  expect(countsAfter(counts, { ids: [9], read: true }, [{ ...one, read: true }])).toBe(counts)
  expect(countsAfter(counts, { ids: [1], read: true }, [])).toBe(counts)
})
it('reads all at once and keeps the totals', () => {
  const after = countsAfter(counts, 'all', [])
  expect([after.unread, after.total]).toEqual([0, 5])
  expect(after.types.every(({ unread }) => unread === 0)).toBe(true)
})
