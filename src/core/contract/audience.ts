import * as z from 'zod/mini'

/*
 * Who may see what is personal, said where the field is declared. The API's documentation reads it, and so does the
 * server when it answers: words that somebody chose freely are shown to the other side without contact details.
 */

/** The two who come to an agreement. */
export type AgreementSide = 'hunter' | 'artist'

/** Who sees a field; core/server/openapi.ts words each. */
export type Audience =
  | 'self'
  | 'members'
  | 'owner'
  | 'owner_and_invited'
  | 'side_until_signed'
  | 'agreement_in_force'
  | 'members_in_force'
  | 'owner_and_hunter'
  | 'ends_of_receipt'
  | 'owner_until_signed'
  | 'own_part'
  | 'sides_of_lesson'
  | 'guardian'

interface Seen {
  audience?: Audience
  /** Free words: who wrote them; `either` where a row doesn't say which of the two. */
  by?: AgreementSide | 'either'
}

/** What is known of a field's audience; only fields with something personal are in it. */
export const seen = z.registry<Seen>()

/** A field that only some may see. The query leaves it out for everybody else. */
export function seenBy<Schema extends z.ZodMiniType>(audience: Audience, schema: Schema): Schema {
  seen.add(schema, { ...seen.get(schema), audience })
  return schema
}

/**
 * Words that a side chose freely. Whoever isn't on it reads them without contact details until an agreement is in
 * force; they are stored as written.
 */
export function wordsOf<Schema extends z.ZodMiniType>(by: NonNullable<Seen['by']>, schema: Schema): Schema {
  seen.add(schema, { ...seen.get(schema), by })
  return schema
}
