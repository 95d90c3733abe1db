import { aheadOf, eventIn } from '../rules.event.ts'

/**
 * What the address of a public profile asks for, in the browser and where the server draws it: the same question, so that
 * its answer is known under the same key.
 * @returns the event that it is looked at for, and what to ask; nothing to ask where the number can't be anybody's
 */
export function profileAsked(id: string, query: URLSearchParams) {
  const event = aheadOf(eventIn(query), new Date())
  const { city, date, from, to } = event
  const isId = /^[1-9]\d{0,14}$/.test(id)
  return { event, input: isId ? { params: { id: Number(id) }, query: { city, date, from, to } } : null }
}
