import { describe, expect, it } from 'vitest'
import { canBlock, kindOf, type Standing, talkedUntil, writingOf } from './rules.ts'

const NOW = new Date('2026-02-02T18:00:00.000Z')

describe('what a conversation is about', () => {
  it.each([
    [{ project_id: 1 }, 'question'],
    [{ project_id: 1, order_id: 2 }, 'order'],
    [{ request_id: 3 }, 'order'],
    [{ event_id: 4 }, 'event'],
    [{ lesson_id: 5 }, 'series'],
    [{}, null],
    [{ order_id: 2 }, null],
    [{ event_id: 4, project_id: 1 }, null],
    [{ request_id: 3, order_id: 2 }, null],
    [{ lesson_id: 5, project_id: 1 }, null],
    [{ lesson_id: 5, event_id: 4 }, null],
    [{ lesson_id: 5, request_id: 3 }, null],
  ])('%j is %s', (about, kind) => expect(kindOf(about)).toBe(kind))
})

describe('whether somebody may write', () => {
  const one = (more: Partial<Standing> = {}): Standing => ({
    ...{ side: 'hunter', owns: true, open: false, bound: false },
    ...{ blocked_by_hunter: false, blocked_by_artist: false, lessons_end: null, gone: false },
    ...more,
  })
  const writing = (more: Partial<Standing>) => writingOf(one(more), NOW)
  it('an owner may, a member once it is confirmed', () => {
    expect(writing({})).toBe('open')
    expect(writing({ side: 'artist', owns: false })).toBe('owner_only')
    expect(writing({ side: 'artist', owns: false, open: true, bound: true })).toBe('open')
  })
  it('nobody may where one blocked the other, unless something binds them', () => {
    expect(writing({ blocked_by_hunter: true })).toBe('blocking')
    expect(writing({ blocked_by_artist: true })).toBe('blocked')
    expect(writing({ side: 'artist', blocked_by_artist: true })).toBe('blocking')
    expect(writing({ blocked_by_artist: true, open: true, bound: true })).toBe('open')
    // Lessons that were had show contact details, and bind nobody.
    expect(writing({ blocked_by_artist: true, open: true })).toBe('blocked')
  })
  it('nobody may where the other side is gone, or lessons have been over for six months', () => {
    expect(writing({ gone: true, open: true, bound: true })).toBe('gone')
    const lessons_end = '2025-08-02T18:00:00.000Z'
    expect(talkedUntil(lessons_end)).toEqual(NOW)
    expect(writing({ open: true, lessons_end })).toBe('over')
    expect(writing({ open: true, lessons_end: '2025-08-02T18:00:00.001Z' })).toBe('open')
  })
  it('an owner blocks, but never where everybody of an event talks, nor what binds them', () => {
    expect(canBlock('series', one())).toBe(true)
    expect(canBlock('series', one({ bound: true }))).toBe(false)
    expect(canBlock('question', one({ owns: false }))).toBe(false)
    expect(canBlock('event', one())).toBe(false)
  })
})
