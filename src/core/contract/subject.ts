/*
 * What a row of one feature is about in another: a promise of time about a project's part in an order, a
 * notification about an invitation. Stored as text, so that a new kind needs no column; written and read here alone.
 */

/** One thing by its kind and id. */
export interface Reference {
  readonly kind: string
  readonly id: number
}

/** The stored form: `order:12`, or `order:12/project:3` for a part of it. */
export type Subject = `${string}:${number}` | `${string}:${number}/${string}:${number}`

/**
 * Names a thing as a subject.
 * @param part what of it is meant, such as one project of an order; left out: all of it
 */
export const subject = (kind: string, id: number, part?: Reference): Subject =>
  part ? `${kind}:${id}/${part.kind}:${part.id}` : `${kind}:${id}`

const STORED = /^([a-z_]+):(\d{1,15})(?:\/([a-z_]+):(\d{1,15}))?$/

/** What a stored subject names; null for text that isn't one. */
export function parseSubject(stored: string): (Reference & { readonly part: Reference | null }) | null {
  const [, kind, id, part, part_id] = STORED.exec(stored) ?? []
  if (!kind) return null
  return { kind, id: Number(id), part: part ? { kind: part, id: Number(part_id) } : null }
}
