import { expect, test } from 'vitest'
import { INNOCENT, WAYS } from './contacts.corpus.fixture.ts'
import { hasContacts, withoutContacts } from './contacts.ts'

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`

test('of 165 ways to be reached at least 95 % are found, of 165 innocent texts at most 3 % are taken for one', () => {
  expect([new Set(WAYS).size, new Set(INNOCENT).size]).toEqual([165, 165])
  const missed = WAYS.filter((text) => !hasContacts(text))
  const wrong = INNOCENT.filter(hasContacts)
  console.info(
    [
      `found ${percent(WAYS.length - missed.length, WAYS.length)}, false alarms ${percent(wrong.length, INNOCENT.length)}`,
      ...missed.map((text) => `  missed: ${text}`),
      ...wrong.map((text) => `  wrong:  ${text} -> ${withoutContacts(text)}`),
    ].join('\n'),
  )
  expect(missed.length / WAYS.length).toBeLessThanOrEqual(0.05)
  expect(wrong.length / INNOCENT.length).toBeLessThanOrEqual(0.03)
})
