import type * as z from 'zod/mini'
import { type AgreementSide, seen } from '#core/contract/audience.ts'
import { withoutContacts } from '#core/contract/contacts.ts'

/*
 * Free words on their way out. The contract says whose words a field has; a query says who reads a row. Where nobody
 * said it, the reader is a stranger and gets no contact details: forgetting hides too much, never too little.
 */

/** Who reads a part of an answer. */
export interface Reader {
  /** Their own side's words are theirs to read as written; none is everybody else. */
  side: AgreementSide | null
  /** An agreement between the two sides is in force, so they know how to reach each other. */
  open: boolean
  /** Fields with either side's words that theirs wrote in this row. */
  own?: readonly string[]
}

const STRANGER: Reader = { side: null, open: false }

const READER: unique symbol = Symbol('who reads it')

/** A part of an answer together with who reads it; whatever is inside is read by the same person unless it says so. */
export const readBy = <View extends object>(reader: Reader, view: View): View => ({
  ...view,
  [READER]: reader,
})

type Show = (value: unknown, reader: Reader) => unknown

/** The parts of zod's own description of a schema that matter here. */
interface Def {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
}

/** How values of a schema are shown; null where nothing in it is anybody's words. */
function showing(schema: z.ZodMiniType): Show | null {
  const by = seen.get(schema)?.by
  if (by)
    return (value, { side, open }) =>
      typeof value !== 'string' || open || (by !== 'either' && by === side) ? value : shown(value)
  const { type, shape, element, innerType } = schema._zod.def as Def
  if (type === 'object' && shape) return showingObject(shape)
  if (type === 'array' && element) {
    const each = showing(element)
    return each && ((value, reader) => (Array.isArray(value) ? value.map((one) => each(one, reader)) : value))
  }
  return innerType ? showing(innerType) : null
}

function showingObject(shape: Record<string, z.ZodMiniType>): Show | null {
  const parts = Object.entries(shape).flatMap(([name, part]): [string, Show][] => {
    const show = showing(part)
    return show ? [[name, show]] : []
  })
  if (parts.length === 0) return null
  return (value, outer) => {
    if (typeof value !== 'object' || value === null) return value
    const from = value as Record<PropertyKey, unknown>
    const reader = (from[READER] as Reader | undefined) ?? outer
    const made: Record<string, unknown> = { ...from }
    const writer = { ...reader, open: true }
    for (const [name, show] of parts)
      if (name in made) made[name] = show(made[name], reader.own?.includes(name) ? writer : reader)
    return made
  }
}

/** Lists show the same names and titles again and again. */
const remembered = new Map<string, string>()
const REMEMBERED = 4000
const LONGEST = 2000

function shown(text: string): string {
  const known = remembered.get(text)
  if (known !== undefined) return known
  const made = withoutContacts(text)
  if (text.length > LONGEST) return made
  if (remembered.size >= REMEMBERED) remembered.clear()
  remembered.set(text, made)
  return made
}

/** What answers by a schema are changed to before they leave. */
export function shownBy(schema: z.ZodMiniType): <Answer>(answer: Answer) => Answer {
  const show = showing(schema)
  return <Answer>(answer: Answer) => (show ? (show(answer, STRANGER) as Answer) : answer)
}

/** Somebody's words in a letter to the other side; as written once an agreement is in force. */
export const wordsFor = (text: string, { open }: { open: boolean }): string =>
  open ? text : withoutContacts(text)
