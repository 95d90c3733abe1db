import { expect, test } from 'vitest'
import { byUrgency, hiddenEmail, hiddenWords } from './rules.ts'

test('of what is found, first letters are shown and nothing else', () => {
  expect(hiddenWords('María José  Ñuñez')).toBe('M••• J••• Ñ•••')
  expect(hiddenWords('')).toBe('')
  expect(hiddenEmail('maria.lopez@correo.com.gt')).toBe('m•••@c•••.gt')
  expect(hiddenEmail('x@localhost')).toBe('x•••@l•••')
})

test('what begins within a day comes first, then what waits the longest', () => {
  const old = { id: 1, urgent: false, since: '2026-11-01T00:00:00.000Z' }
  const newer = { id: 2, urgent: false, since: '2026-11-03T00:00:00.000Z' }
  const urgent = { id: 3, urgent: true, since: '2026-11-04T00:00:00.000Z' }
  const alike = { ...newer, id: 4 }
  expect([alike, newer, urgent, old].sort(byUrgency)).toEqual([urgent, old, newer, alike])
})
