import { describe, expect, test } from 'vitest'
import { changed, isNewer, MIDDLE, movedBy, NOWHERE, noteIn, type Place } from './place.ts'

const score = { source: 'lesson', id: 7, name: 'Luna de Xelajú.pdf' } as const
const opened = changed(NOWHERE, 'teacher', { score, page: 1 })

describe('where the two are in a score', () => {
  test('the later change holds, whoever made it', () => {
    const turned = changed(opened, 'student', { page: 2 })
    expect(turned).toEqual({ change: 2, by: 'student', score, page: 2 })
    expect(isNewer(turned, opened)).toBe(true)
    expect(isNewer(opened, turned)).toBe(false)
    expect(isNewer(opened, opened)).toBe(false)
  })

  test('of two changes at once both pages keep the teacher’s', () => {
    const [hers, his] = [changed(opened, 'teacher', { page: 3 }), changed(opened, 'student', { page: 2 })]
    expect(isNewer(hers, his)).toBe(true)
    expect(isNewer(his, hers)).toBe(false)
  })

  test('a page that came back takes what the other still has open', () => {
    expect(isNewer(opened, NOWHERE)).toBe(true)
    const closed = changed(opened, 'student', { score: null, page: 1 })
    expect(isNewer(closed, opened)).toBe(true)
  })
})

describe('a pointer that keys move', () => {
  test.each([
    ['ArrowLeft', { x: 0.48, y: 0.5 }],
    ['ArrowRight', { x: 0.52, y: 0.5 }],
    ['ArrowUp', { x: 0.5, y: 0.48 }],
    ['ArrowDown', { x: 0.5, y: 0.52 }],
    ['PageDown', null],
    ['a', null],
  ])('%s', (key, spot) => {
    expect(movedBy(key, MIDDLE)).toEqual(spot)
  })
  test('stays on the page, and comes back from its edge', () => {
    let spot = MIDDLE
    for (let n = 0; n < 60; n++) spot = movedBy('ArrowUp', movedBy('ArrowRight', spot) ?? spot) ?? spot
    expect(spot).toEqual({ x: 1, y: 0 })
    expect(noteIn(JSON.stringify({ spot }))).toEqual({ spot })
    expect(movedBy('ArrowDown', spot)).toEqual({ x: 1, y: 0.02 })
  })
})

describe('what the other’s page tells', () => {
  const told = (place: object) => noteIn(JSON.stringify({ place }))

  test('is read as it was sent', () => {
    expect(told(opened)).toEqual({ place: opened })
    expect(noteIn(JSON.stringify({ spot: { x: 0.25, y: 1 } }))).toEqual({ spot: { x: 0.25, y: 1 } })
  })

  test.each([
    ['no JSON', 'hola'],
    ['nothing', 'null'],
    ['bytes', new Uint8Array([1])],
    ['a spot beside the page', JSON.stringify({ spot: { x: 1.1, y: 0 } })],
    ['a spot of words', JSON.stringify({ spot: { x: '0', y: 0 } })],
  ])('is left aside where it is %s', (_what, data) => {
    expect(noteIn(data)).toBeNull()
  })

  test.each<[string, Partial<Record<keyof Place, unknown>>]>([
    ['a page that no score has', { page: 201 }],
    ['half a page', { page: 1.5 }],
    ['a change that nothing could follow', { change: Number.MAX_SAFE_INTEGER }],
    ['somebody else', { by: 'staff' }],
    ['a file from elsewhere', { score: { ...score, source: 'desk' } }],
    ['an address for a number', { score: { ...score, id: '../7' } }],
    ['no score at all', { score: undefined }],
  ])('is left aside where it names %s', (_what, wrong) => {
    expect(told({ ...opened, ...wrong })).toBeNull()
  })

  test('is never longer than a line', () => {
    const note = told({ ...opened, score: { ...score, name: 'x'.repeat(5000) } })
    expect(note && 'place' in note && note.place.score?.name).toHaveLength(200)
  })
})
