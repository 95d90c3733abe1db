import type { Contribution, Reaction, Reactions, Reading, Work } from './app.ts'

/*
 * How a lower feature reaches a higher one that it may not know: it raises an event, and the higher one does its part
 * in the same transaction; or it asks at an extension point, and the higher ones answer.
 */

/** Something that happened, by its name, with what it carries. */
export interface DomainEvent<Payload> {
  readonly name: string
  /** Only for the type; never set. */
  readonly payload?: Payload
}

/** Declares that something can happen. Names are `feature.what_happened`. */
export const domainEvent = <Payload>(name: string): DomainEvent<Payload> => ({ name })

/** Says what a feature does when an event is raised; listed in its `reactions`. */
export const when = <Payload>(
  event: DomainEvent<Payload>,
  run: (work: Work, payload: Payload) => Promise<void>,
): Reaction => ({
  kind: 'event',
  name: event.name,
  run: (work, payload) => run(work, payload as Payload),
})

/**
 * Says that it happened. Reactions run one after the other inside the caller's transaction: if one fails, nothing
 * happened.
 */
export async function raise<Payload>(
  work: Work,
  event: DomainEvent<Payload>,
  payload: Payload,
): Promise<void> {
  for (const reaction of work.app.reactions.events.get(event.name) ?? []) await reaction.run(work, payload)
}

/** A question that other features may add to, by its name, with what it asks about. */
export interface ExtensionPoint<Payload, Part> {
  readonly name: string
  /** Only for the type; never set. */
  readonly payload?: Payload
  /** Only for the type; never set. */
  readonly part?: Part
}

/** Declares such a question. `Part` is what one answer looks like; it names nobody who answers. */
export const extensionPoint = <Payload, Part>(name: string): ExtensionPoint<Payload, Part> => ({ name })

/** Says what a feature adds at an extension point, if anything; listed in its `reactions`. */
export const contribute = <Payload, Part>(
  point: ExtensionPoint<Payload, Part>,
  run: (reading: Reading, payload: Payload) => Promise<readonly NoInfer<Part>[]>,
): Contribution => ({
  kind: 'contribution',
  name: point.name,
  run: (reading, payload) => run(reading, payload as Payload),
})

/** Asks everybody who has something to add. @returns their parts, in the order in which the features are listed */
export async function gather<Payload, Part>(
  reading: Reading,
  point: ExtensionPoint<Payload, Part>,
  payload: Payload,
): Promise<Part[]> {
  const parts: Part[] = []
  for (const contribution of reading.app.reactions.contributions.get(point.name) ?? [])
    parts.push(...((await contribution.run(reading, payload)) as readonly Part[]))
  return parts
}

/** Everything that features do when others call, in the order of the list, by what calls it. */
export function reactionsOf(list: readonly (Reaction | Contribution)[]): Reactions {
  const events = new Map<string, Reaction[]>()
  const contributions = new Map<string, Contribution[]>()
  for (const one of list)
    if (one.kind === 'event') events.set(one.name, [...(events.get(one.name) ?? []), one])
    else contributions.set(one.name, [...(contributions.get(one.name) ?? []), one])
  return { events, contributions }
}

export type { Reaction }
