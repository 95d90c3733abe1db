import type { DirectoryProject } from './contract.ts'
import { type Ask, anyService, leastPrice } from './queries.ask.ts'
import { traitsOf } from './rules.traits.ts'
import { cellsReaching, type Reach } from './rules.ts'
import { NO_PRICE, NOWHERE } from './table.ts'

/** More cells than this are no shorter than looking at everybody. */
const MOST_CELLS = 64
/** How many are few. */
export const FEW = {
  /** So many are sorted at once sooner than found along the way. */
  anywhere: 2_000,
  /** So many of a few cells are. */
  there: 500,
  /** Among so many who are cheap, an index tells at once how many are near. */
  cheap: 5_000,
}
/** Among so many whose least price is low, a page's worth costs little for the length and the place too. */
const NEARLY = 200

/** How a question is looked up; nothing: everybody's row is there to be looked at, as the planner sees fit. */
export type Way =
  /** Along the best of the cells around the point that may hold somebody who travels there, or of all. */
  | { by: 'cells'; cells: number[]; most: number | null }
  /** Along the least by the hour in those cells; up to a cost where one is known. Put in order by what they cost. */
  | { by: 'rate'; cells: number[]; most: number | null; last: number | null }
  /** Along the best, passing over who is too dear without a look at their row. */
  | { by: 'price'; most: number | null }
  /** Among those alone that have a service this cheap, as few as they are. */
  | { by: 'cheap' }
  /** Along the price of their cheapest service, where any service will do. */
  | { by: 'cheapest' }
  /** Along the best rated. */
  | { by: 'rated'; most: number | null }
  /** From the point outwards: the first that fit, not yet in order. */
  | { by: 'distance'; most: number }
  /** Along a price that is never more than the one that is sorted by: the first that fit, not yet in order; or all up to one. */
  | { by: 'nearly'; last: number | null; most: number | null }
  /** Among the best that the text finds, in some cells or anywhere: to rank a word that everybody says takes seconds. */
  | Words
  /** Nobody beyond this is on the page: the highest sort key of as many as it has. */
  | { by: 'last'; last: number }
  /** Nobody is passed over: what all others, and none, are compared with. */
  | { by: 'everybody' }
  | null

export interface Words {
  by: 'words'
  /** Where they are looked for; none: anywhere. */
  cells: number[]
  most: number | null
}

export type Row = DirectoryProject & { key: number }

/** What the choice of a way asks of the database. */
export interface Looks {
  run(ask: Ask, way: Way): Promise<Row[]>
  /** How many there are on a way as far as its index tells; no further than its end. */
  passing(ask: Ask, way: Way): Promise<number>
  /** What a text that found nobody most likely means; null where nothing, or where some people say it, wherever they are. */
  instead(text: string): Promise<string | null>
  /** How many have a least price of no more than this; no further than `end`. */
  cheap(most: number, end: number): Promise<number>
  reach(): Promise<Reach[]>
}

/** How far ways go before they are gone anew, and farther. */
export interface Ends {
  walks: readonly number[]
  ranked: readonly number[]
  few: typeof FEW
}

/** One more than the page has of those who fit, in the order that is asked for, in the way that reads least. */
export async function rowsOf(
  ask: Ask,
  { run, passing, cheap, reach }: Looks,
  { walks, ranked, few }: Ends,
): Promise<Row[]> {
  const { query, point, sort, minutes } = ask
  /** Farther along the way until the page is full, or nobody is left who isn't looked at. */
  const along = async (
    way: (most: number | null) => Way,
    {
      ends = walks,
      full,
      between,
    }: {
      ends?: readonly number[]
      full?: (rows: Row[], most: number) => Promise<Row[] | null>
      between?: () => Promise<Row[] | null>
    } = {},
  ) => {
    let there: number | undefined
    for (const most of ends) {
      const rows = await run(ask, way(most))
      if (rows.length > query.limit) {
        const page = full ? await full(rows, most) : rows
        if (page) return page
      }
      // Asked only now: where many fit, the first of them fill the page.
      const some = between && most === ends[0] ? await between() : null
      if (some) return some
      there ??= await passing(ask, way((ends.at(-1) ?? 0) + 1))
      if (there <= most) return rows
    }
    return run(ask, way(null))
  }
  const isByRate = sort === 'price' && minutes !== null
  const isPriced = query.price_max !== undefined && minutes !== null
  // Anywhere all cells are more to merge than it takes to go along the best, unless hardly anybody is so cheap.
  const isAnywhere = point === null && (isByRate || (sort === 'recommended' && !query.city && isPriced))
  const known = point || isAnywhere ? await reach() : []
  const there = point
    ? cellsReaching(point, known, query.radius)
    : isAnywhere
      ? [...known.map(({ cell }) => cell), NOWHERE]
      : []
  if (point && there.length === 0) return []
  const cells = there.length <= MOST_CELLS ? there : []
  const near = point ? cells : []
  const byRate = (most: number | null, last: number | null = null): Way => ({ by: 'rate', cells, most, last })
  const byCell = (most: number | null): Way => ({ by: 'cells', cells, most })
  const byPrice = (most: number | null, last: number | null = null): Way => ({ by: 'nearly', last, most })
  /** All who fit, where so few do as far as an index tells that they are sorted at once; along what they cost where that is asked. */
  const fewOf = async () => {
    if (cells.length > 0 && isNarrow(ask)) {
      const last = query.price_max
      let way = byCell(few.anywhere)
      if (isPriced) way = byRate(few.anywhere)
      else if (last !== undefined && (await cheap(last, few.cheap)) < few.cheap)
        way = byPrice(few.anywhere, last)
      const some = await passing(ask, way)
      if (some < few.anywhere) return some === 0 ? [] : run(ask, way)
    }
    return query.q && sort !== 'recommended' ? sayingAll(walks.at(-1) ?? 0) : null
  }
  /** All who say a text, where they are fewer than so many; null where they are more. */
  const sayingAll = async (most: number) => {
    const some = await passing(ask, { by: 'words', cells: near, most })
    return some < most ? run(ask, { by: 'words', cells: near, most: null }) : null
  }
  const areCheap = async () =>
    query.price_max !== undefined &&
    (await cheap(leastPrice(ask, query.price_max), few.anywhere)) < few.anywhere
  /** Who say a text; null where so many do that the way of the same question without it is shorter. */
  const saying = async () => {
    if (sort !== 'recommended') return sayingAll(few.anywhere)
    if (await areCheap()) return run(ask, { by: 'cheap' })
    const least = query.price_max === undefined ? null : await fewOf()
    if (least) return least
    // More of the best than the page has: not all of them may be free, or cheap enough. In hundreds: each is a statement.
    const two = Math.ceil((2 * query.limit) / 100) * 100
    const ends = ranked.map((most) => (most >= 2 * query.limit ? most : two))
    return along((most) => ({ by: 'words', cells: near, most }), { ends })
  }
  /**
   * Along what they cost at least. The first of them say what the page costs at most; then all are in order who may cost so
   * little. Where those are many, since few are free or travel is dear, more of the first say it better.
   */
  const cheapest = (by: (most: number | null, last: number | null) => Way) => {
    const ends = [NEARLY, ...walks].sort((a, b) => a - b)
    return along((most) => by(most, null), {
      ends,
      between: fewOf,
      full: async (rows, most) => {
        const last = lastOf(rows)
        if (last >= NO_PRICE) return run(ask, by(null, null))
        const isTooFar = (await passing(ask, by(few.anywhere, last))) === few.anywhere
        if (isTooFar && most !== ends.at(-1)) return null
        return run(ask, by(isTooFar ? null : few.anywhere, last))
      },
    })
  }
  const said = query.q ? await saying() : null
  if (said) return said
  if (cells.length > 0) {
    // So few that they are sorted at once.
    if (isPriced) {
      const some = await passing(ask, byRate(few.there))
      if (some < few.there) return some === 0 ? [] : run(ask, byRate(few.there))
    }
    if (isByRate) return cheapest(byRate)
    if (minutes === null && query.price_max !== undefined) {
      const last = query.price_max
      const areFew =
        (await cheap(last, few.cheap)) < few.cheap &&
        (await passing(ask, byPrice(few.there, last))) < few.there
      if (areFew) return run(ask, byPrice(few.there, last))
    }
    if (sort === 'recommended') return along(byCell)
  }
  if (sort === 'recommended') {
    if (query.price_max === undefined || query.city || point) return run(ask, null)
    return (await areCheap()) ? run(ask, { by: 'cheap' }) : along((most) => ({ by: 'price', most }))
  }
  if (await areCheap()) return run(ask, { by: 'cheap' })
  if (sort === 'price') return anyService(ask) ? run(ask, { by: 'cheapest' }) : cheapest(byPrice)
  if (sort === 'rating' && (point || !query.city))
    return along((most) => ({ by: 'rated', most }), { between: fewOf })
  if (sort === 'distance')
    for (const most of walks) {
      const first = await run(ask, { by: 'distance', most })
      // All that are no farther than the last of these, sorted as they should be.
      if (first.length > query.limit) return run(ask, { by: 'last', last: lastOf(first) })
      const some = most === walks[0] ? await fewOf() : null
      if (some) return some
    }
  return run(ask, cells.length > 0 ? { by: 'cells', cells, most: null } : null)
}

/** Whether anything is asked of people besides where they are. */
const isNarrow = ({ query, span }: Ask): boolean =>
  traitsOf(query) !== 0n || query.price_max !== undefined || span !== null || query.q !== undefined

const lastOf = (rows: readonly Row[]) => Math.max(...rows.map(({ key }) => key))
