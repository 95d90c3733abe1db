import * as z from 'zod/mini'
import { type Audience, seen } from '#core/contract/audience.ts'

/*
 * JSON schemas of the contracts for the OpenAPI document: what has a name is said once and referred to, and every field
 * says what it is.
 */

export type Schema = { [key: string]: unknown }

/** What a schema of the contracts is called, and what can be said of it wherever it stands. */
export interface Named {
  id: string
  description?: string
  examples?: readonly unknown[]
}
export type Names = ReadonlyMap<z.core.$ZodType, Named>

/** Who sees a personal field; for everybody else it is null or empty. */
const SEEN_BY: Record<Audience, string> = {
  self: 'Personal: only the account itself.',
  members: 'Personal: the people of the project.',
  owner: 'Personal: the owner of the project.',
  owner_and_invited: 'Personal: the owner of the project, and whoever is invited.',
  side_until_signed:
    'Personal: their own side; the other side once both have signed, before that nothing, or the first name of a name. A band’s collaborators get the hunter’s first name at most.',
  agreement_in_force:
    'Personal: the other side of an agreement in force, never before, nor after it ended without the gig, nor a band’s collaborators.',
  members_in_force:
    'Personal: the hunter, and the people of the projects that play; collaborators for what begins after they joined.',
  owner_and_hunter: 'The hunter and the owner of the project; nothing for a band’s collaborators.',
  ends_of_receipt: 'Personal: who paid and who was paid; of a project its owner.',
  owner_until_signed:
    'Personal: the owner of the project; the hunter once both have signed. Never a band’s collaborators.',
  sides_of_lesson: 'Personal: who learns and who teaches.',
  guardian: 'Personal: the adult who opens the account of somebody under age.',
  own_part: 'Personal: the member themselves; in the list of members its owner too.',
}

const WROTE = { hunter: 'the hunter', artist: 'the musician or band', either: 'one of the two sides' }

function whoSees(schema: z.core.$ZodType): string | undefined {
  const { audience, by } = seen.get(schema) ?? {}
  const words =
    by &&
    `Words of ${WROTE[by]}: contact details in them are shown as ••• to everybody ${by === 'either' ? '' : 'else '}until an agreement between the two is in force.`
  return [audience && SEEN_BY[audience], words].filter(Boolean).join(' ') || undefined
}

type Way = 'input' | 'output'

/** Numbers that any integer keeps to: saying them says nothing. */
const INTEGERS = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

/** Calls `visit` with every schema inside one, itself first. */
export function eachSchema(schema: unknown, visit: (schema: Schema) => void): void {
  if (Array.isArray(schema)) for (const one of schema) eachSchema(one, visit)
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return
  const here = schema as Schema
  visit(here)
  for (const [key, part] of Object.entries(here)) {
    if (key === 'properties' || key === '$defs')
      for (const one of Object.values(part as Schema)) eachSchema(one, visit)
    else if (['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties'].includes(key))
      eachSchema(part, visit)
  }
}

/** Makes the schemas of one document. */
export function schemasOf(names: Names, fields: Readonly<Record<string, string>>) {
  const used = new Set<string>()
  const undescribed: string[] = []
  const inputs = z.registry<Named>()
  const outputs = z.registry<Named>()
  for (const [schema, named] of names) {
    outputs.add(schema, { ...named })
    inputs.add(schema, { ...named, id: named.id + (isTheSame(schema) ? '' : 'Input') })
  }
  const components: Record<string, Schema> = {}

  /** What a field is: by the longest part of where it stands that somebody wrote about. */
  function wordsOf(at: readonly string[]): string | undefined {
    for (let from = 0; from < at.length; from++) {
      const key = at.slice(from).join('.')
      const words = fields[key]
      if (words) {
        used.add(key)
        return words
      }
    }
    undescribed.push(at.join('.'))
    return undefined
  }

  function explain(schema: unknown, at: readonly string[]): void {
    if (Array.isArray(schema)) for (const one of schema) explain(one, at)
    else if (typeof schema === 'object' && schema !== null) {
      const { properties, items, anyOf, oneOf, allOf, additionalProperties } = schema as Schema
      for (const part of [items, anyOf, oneOf, allOf, additionalProperties]) explain(part, at)
      for (const [name, field] of Object.entries((properties ?? {}) as Record<string, Schema>)) {
        explain(field, [...at, name])
        field.description = [field.description, wordsOf([...at, name])].filter(Boolean).join(' ')
      }
    }
  }

  return {
    components,
    /** Fields that nobody wrote about, and what was written about no field. */
    undescribed: () => ({
      missing: undescribed,
      unused: Object.keys(fields).filter((key) => !used.has(key)),
    }),
    /**
     * A schema of the contracts as the document says it.
     * @param at where it stands, for what has no name
     */
    of(schema: z.ZodMiniType, way: Way, at: string): Schema {
      const { $defs = {}, ...made } = jsonOf(schema, way, way === 'input' ? inputs : outputs) as {
        $defs?: Record<string, Schema>
      } & Schema
      for (const [name, part] of Object.entries($defs)) {
        if (components[name]) continue
        components[name] = part
        explain(part, [name.replace(/Input$/, '')])
      }
      explain(made, [at])
      return made
    },
  }
}

/** Whether what is sent and what is answered by a schema look the same. */
function isTheSame(schema: z.core.$ZodType): boolean {
  const [input, output] = (['input', 'output'] as const).map((way) =>
    JSON.stringify(jsonOf(schema, way, z.registry<Named>())),
  )
  return input === output
}

function jsonOf(schema: z.core.$ZodType, io: Way, metadata: z.core.$ZodRegistry<Named>): Schema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    metadata: metadata as never,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const who = io === 'output' && metadata.has(zodSchema) === false ? whoSees(zodSchema) : undefined
      if (who) jsonSchema.description = who
    },
  })
  const json = JSON.parse(JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/')) as Schema
  eachSchema(json, (one) => {
    // An answer may have more fields one day, and a client that takes no others would break by it.
    if (one.additionalProperties === false) delete one.additionalProperties
    for (const limit of ['minimum', 'maximum', 'exclusiveMinimum'])
      if (INTEGERS.includes(one[limit] as number)) delete one[limit]
  })
  return json
}
