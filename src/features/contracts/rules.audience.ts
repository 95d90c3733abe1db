import { withoutContacts } from '#core/contract/contacts.ts'
import type { Agreement, Side, Terms } from './contract.ts'

/*
 * What of an agreement somebody reads. Before both have signed, nobody learns the other's full name or where exactly the
 * music plays; before it is in force, nobody learns how to reach the other; a band's collaborators never learn what the
 * band is paid. The hash is always that of the whole text: once both have signed they can hold it against it.
 */

/** How far an agreement has come, for what may be shown of it. */
export interface Progress {
  /** Both have signed. */
  isSigned: boolean
  /** In force or completed. */
  isOpen: boolean
}

/** A name as it is shown to somebody who doesn't know them yet. */
export const firstNameOf = (name: string | null): string | null => name?.trim().split(/\s+/)[0] ?? null

/** Text in place of text. */
type Change = readonly [written: string, shown: string]

/** How a text is said with some facts in it changed, by whole words; the longer first, since one may be part of another. */
function changing(changes: readonly Change[]): (text: string) => string {
  const wanted = changes
    .filter(([written, shown]) => written !== '' && written !== shown)
    .sort(([one], [other]) => other.length - one.length)
  if (wanted.length === 0) return (text) => text
  const shownFor = new Map(wanted)
  const written = wanted.map(([text]) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${written})(?![\\p{L}\\p{N}])`, 'gu')
  return (text) => text.replace(pattern, (found) => shownFor.get(found) ?? found)
}

/** Clauses with the facts in them changed. */
function clausesWith(clauses: Terms['clauses'], changes: readonly Change[]): Terms['clauses'] {
  const change = changing(changes)
  const all = (list: Terms['clauses']['es']) => list.map(({ title, text }) => ({ title, text: change(text) }))
  return { es: all(clauses.es), en: all(clauses.en) }
}

/** The street in clauses: the town beside it stays. */
const streetIn = ({ place, city }: Pick<Terms['event'], 'place' | 'city'>): Change[] => [
  [place ?? '', '•••'],
  ...(place && city ? [[`${place}, ${city}`, city] as const] : []),
]

/**
 * What is written in terms without the street: in the clauses, and in what the two sides wrote besides.
 * @param streets all that the agreement was ever for: what they wrote is carried on from version to version
 */
export function withoutStreet(
  { special_terms, clauses }: Pick<Terms, 'special_terms' | 'clauses'>,
  city: Terms['event']['city'],
  streets: readonly string[],
): Pick<Terms, 'special_terms' | 'clauses'> {
  const changes = streets.flatMap((place) => streetIn({ place, city }))
  return { special_terms: changing(changes)(special_terms), clauses: clausesWith(clauses, changes) }
}

/** Names and place that the other side's reader doesn't know before both have signed. */
function withoutIdentity(terms: Terms, reader: Side): Terms {
  const { buyer, signer, payer, artist, event } = terms
  if (reader === 'hunter') return { ...terms, artist: { ...artist, signer: firstNameOf(artist.signer) } }
  const first = firstNameOf(buyer.name) ?? ''
  const changes: Change[] = [
    ...[buyer.name, buyer.legal_name].map((name): Change => [name ?? '', first]),
    ...[signer?.name, signer?.role, payer?.name, payer?.tax_id].map((said): Change => [said ?? '', '•••']),
    ...streetIn(event),
  ]
  return {
    ...terms,
    buyer: { name: firstNameOf(buyer.name), legal_name: null, tax_id: null },
    ...(signer ? { signer: { name: null, role: null } } : {}),
    ...(payer ? { payer: { name: null, tax_id: null } } : {}),
    event: { ...event, place: null },
    clauses: clausesWith(terms.clauses, changes),
  }
}

/** The clauses repeat what people wrote: there too without contact details. The rest is shown by the contract. */
export function withoutContactsInClauses<
  Part extends Pick<Terms, 'artist' | 'event' | 'buyer' | 'signer' | 'payer' | 'clauses'>,
>(terms: Part, reader: Side): Part {
  const { artist, event, signer, payer } = terms
  const others =
    reader === 'hunter'
      ? [artist.name, artist.line_up]
      : [
          event.title,
          event.city,
          event.place,
          ...[terms.buyer.name, firstNameOf(terms.buyer.name), terms.buyer.legal_name],
          ...[signer?.name, signer?.role, payer?.name],
          ...(event.sets ?? []).map(({ title }) => title),
        ]
  const changes = others.map((text): Change => [text ?? '', withoutContacts(text ?? '')])
  return { ...terms, clauses: clausesWith(terms.clauses, changes) }
}

/**
 * Whether the other side wrote contact details into the terms. Nobody changes what is signed, so a copy with such words
 * in it is for when the agreement is in force.
 */
export const holdsContacts = (
  { buyer, signer, payer, artist, event, fees, special_terms }: Terms,
  reader: Side,
): boolean =>
  [
    special_terms,
    ...(reader === 'hunter'
      ? [artist.name, artist.signer, artist.line_up, ...fees.items.map(({ description }) => description)]
      : [
          buyer.name,
          buyer.legal_name,
          signer?.name,
          signer?.role,
          payer?.name,
          event.title,
          event.slot_title,
          ...(event.sets ?? []).map(({ title }) => title),
          event.city,
          event.place,
        ]),
  ].some((text) => Boolean(text) && withoutContacts(text ?? '') !== text)

/** The terms as somebody who acts for a side reads them. */
export function termsFor(terms: Terms, reader: Side, { isSigned, isOpen }: Progress): Terms {
  const known = isSigned ? terms : withoutIdentity(terms, reader)
  return isOpen ? known : withoutContactsInClauses(known, reader)
}

/**
 * The terms as a band's collaborator reads them: when and where, not for how much, nor who pays. The clauses name the
 * sums, so they are left out.
 */
export function termsForCollaborator(terms: Terms, progress: Progress): Agreement['terms'] {
  const { buyer, signer: _, payer: __, replaces: ___, ...known } = termsFor(terms, 'artist', progress)
  return {
    ...known,
    buyer: { name: firstNameOf(buyer.name), legal_name: null, tax_id: null },
    fees: null,
    special_terms: '',
    clauses: { es: [], en: [] },
  }
}
