import { expect, it } from 'vitest'
import { clamped, drawnAt, squareOf } from './crop.ts'

const wide = { x: 1600, y: 800 }
const middle = { zoom: 1, offset: { x: 0, y: 0 } }

it('begins with the middle square', () => {
  expect(squareOf(middle, wide, 320)).toEqual({ left: 400, top: 0, side: 800 })
  expect(drawnAt(middle, wide, 320)).toEqual({ width: 640, height: 320, left: -160, top: 0 })
})
it('follows the hand to the edge and no further', () => {
  const left = clamped({ zoom: 1, offset: { x: 999, y: 50 } }, wide, 320)
  expect(left.offset).toEqual({ x: 160, y: 0 })
  expect(squareOf(left, wide, 320)).toEqual({ left: 0, top: 0, side: 800 })
})
it('shows a smaller square when zoomed, within limits', () => {
  expect(squareOf({ zoom: 2, offset: { x: 0, y: 0 } }, wide, 320)).toEqual({ left: 600, top: 200, side: 400 })
  expect(clamped({ zoom: 99, offset: { x: 0, y: 0 } }, wide, 320).zoom).toBe(4)
  expect(clamped({ zoom: 0.1, offset: { x: 0, y: 0 } }, wide, 320).zoom).toBe(1)
})
