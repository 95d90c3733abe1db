import { randomUUID } from 'node:crypto'
import type { Person } from '#app/server/testing.ts'
import type { Practice } from './contract.ts'

/* A student who practises, in the tests of what a student does. */

export const AT = '/api/lessons/'
/** The student's day: it is noon in Guatemala, and one o'clock in New York. */
export const TODAY = '2026-02-02'

export const noted = (more: object = {}) => ({
  key: randomUUID(),
  day: TODAY,
  minutes: 25,
  what: 'Escalas',
  ...more,
})
export const note = (who: Person, more: object = {}) => who.post(`${AT}practice/`, noted(more))
export const put = (who: Person, url: string, body: object) => who.call('PUT', url, body)
export const practiceOf = async (who: Person): Promise<Practice[]> =>
  (await who.get(`${AT}practice/`)).body.results
