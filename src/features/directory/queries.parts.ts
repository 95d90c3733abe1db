import { SQL, sql } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { type EventType, type Format, GENRES, type Genre } from '#features/services/contract.ts'
import { cellsReaching, mostDistancePoints, type Reach } from './rules.ts'
import { project_search_offers, project_search_reach } from './table.ts'

/* Where the matcher looks: offers of one genre in one cell, of which each can fit a moment so well at most. */

/** A moment of a plan that needs live music, as the matcher asks for it. */
export interface MatchSlot {
  slot_id: number
  starts_at: string
  ends_at: string
  /** Its own; whoever plays another liked one fits less. */
  genre: Genre
  /** Those that stand in for it best. */
  near: readonly Genre[]
  /** What is planned for it, which the fit compares prices with, minor units. */
  cost: number
  /** Liked: a service plays at least one of them. Empty: any. */
  genres: readonly Genre[]
  /** Never counts as liked; with nothing liked, a service must play something else too. */
  forbidden: readonly Genre[]
  format: Format
  /** The slot's share, minor units of `currency`, travel included. Services in another currency don't compare. */
  price_max: number
  currency: string
  lat: number
  lng: number
  /** Projects that said no, or that the hunter took out. */
  declined: readonly number[]
  event_type: EventType | null
}

/** The most that a fit has for genre, where a service plays the slot's own and where it doesn't; for price; freshness. */
const GENRE = { exact: 25, other: 17 }
const PRICE = 20
const FRESH = 3

/** A bit for each, as in project_search_offers. */
export const bitsOf = <One>(some: readonly One[], all: readonly One[]): number =>
  some.reduce((bits, one) => bits | (1 << all.indexOf(one)), 0)

/** How far anybody travels from where they are, by cell. A select, to be read with others. */
export const reachOf = (db: Db) =>
  db
    .select({ cell: project_search_reach.cell, radius_km: project_search_reach.radius_km })
    .from(project_search_reach)

/** Offers of one genre in one cell. */
export interface OfferPart {
  facet: string
  cell: number
  /** The most that a fit there has for the distance, */
  distance: number
  /** and for all but the record. */
  most: number
}

/** The parts in which somebody may pass. */
export function partsOf(slot: MatchSlot, known: readonly Reach[]): OfferPart[] {
  const playable = playableOf(slot)
  const cells = cellsReaching(slot, known).map((cell) => ({
    cell,
    distance: mostDistancePoints(slot, cell),
  }))
  // Whoever plays the slot's own genre is found by it, unless nobody may be.
  const other = playable.includes(slot.genre) ? GENRE.other : GENRE.exact
  return playable.flatMap((genre) =>
    cells.map(({ cell, distance }) => ({
      facet: `${slot.currency} ${slot.format} ${genre}`,
      cell,
      distance,
      most: distance + PRICE + FRESH + (genre === slot.genre ? GENRE.exact : other),
    })),
  )
}

/** Genres of which a service must play one. */
const playableOf = ({ genres, forbidden }: MatchSlot): Genre[] =>
  (genres.length === 0 ? [...GENRES] : [...genres]).filter((genre) => !forbidden.includes(genre))

/** Those offers of some parts for which something holds, of `o` and its `part`. A subselect. */
export const inParts = (parts: readonly OfferPart[], which: SQL) => sql`(
  select o.* from unnest(${sql.param(parts.map(({ facet }) => facet))}::text[],
      ${sql.param(parts.map(({ cell }) => cell))}::int[], ${sql.param(parts.map(({ distance }) => distance))}::int[],
      ${sql.param(parts.map(({ most }) => most))}::int[]) part (facet, cell, distance, most)
    cross join lateral (select o.* from ${project_search_offers} o
      where o.facet = part.facet and o.cell = part.cell and ${which} offset 0) o)`

/** How many offers there are in the parts of each slot; one more than asked for at most. */
export async function offersIn(
  db: Db,
  slots: readonly (readonly OfferPart[])[],
  most: number,
): Promise<number[]> {
  const counts = slots.map(
    (parts, at) => sql`select ${at}::int as at, count(*)::int as n
      from (select from ${inParts(parts, sql`true`)} o limit ${most + 1}) offers`,
  )
  const { rows } = await db.execute<{ at: number; n: number }>(sql.join(counts, sql` union all `))
  return rows.sort((a, b) => a.at - b.at).map(({ n }) => n)
}

/** Those of some projects. */
export const offersOfProjects = (ids: readonly number[] | SQL, parts: readonly OfferPart[]) => sql`(
  select o.* from ${project_search_offers} o
  where o.project_id = ${ids instanceof SQL ? ids : sql`any(${sql.param([...ids])}::bigint[])`}
    and o.facet = any(${sql.param([...new Set(parts.map(({ facet }) => facet))])}::text[]))`
