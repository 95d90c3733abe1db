import type { Work } from './app.ts'

/** Something that happened, by its name, with what it carries. */
export interface Happening<Payload> {
  readonly name: string
  /** Only for the type; never set. */
  readonly payload?: Payload
}

/** What somebody does when it happens, in the same transaction. */
export interface Reaction {
  readonly name: string
  readonly run: (work: Work, payload: unknown) => Promise<void>
}

/**
 * Declares that something can happen, so that a lower feature never calls a higher one: it raises, the
 * higher one reacts.
 */
export const happening = <Payload>(name: string): Happening<Payload> => ({ name })

/** Ties a feature's answer to a happening; listed in app/server/features.ts. */
export function react<Payload>(
  to: Happening<Payload>,
  run: (work: Work, payload: Payload) => Promise<void>,
): Reaction {
  return { name: to.name, run: (work, payload) => run(work, payload as Payload) }
}

/**
 * Says that it happened. Reactions run one after the other inside the caller's transaction: if one
 * fails, nothing happened.
 */
export async function raise<Payload>(work: Work, what: Happening<Payload>, payload: Payload): Promise<void> {
  for (const reaction of work.app.reactions.get(what.name) ?? []) await reaction.run(work, payload)
}

/** Reactions by the name of what they react to, in the order of the list. */
export function reactionsByName(reactions: readonly Reaction[]): Map<string, Reaction[]> {
  const by = new Map<string, Reaction[]>()
  for (const reaction of reactions) by.set(reaction.name, [...(by.get(reaction.name) ?? []), reaction])
  return by
}
