import { type Priced, pricesFor } from '#features/services/rules.price.ts'

/* What a line-up asks as a whole: who plays several moments asks for all of them together. */

/** Somebody who could play a moment. */
export interface Player {
  project_id: number
  service_id: number
  /** For that moment alone, minor units. */
  price: number
  distance_km: number
  /** What that price is made of, as the service says now. */
  offer: Priced
}

/** A moment, and whoever may play it. */
export interface Part<P extends Player = Player> {
  from: string
  to: string
  players: readonly P[]
}

/** Somebody at a moment. */
export interface Turn {
  from: string
  to: string
  player: Player
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

const timeOf = ({ from, to, player }: Turn) => ({
  service: { ...player.offer, id: player.service_id },
  starts_at: from,
  ends_at: to,
})

/** What somebody asks for each of several moments, in their order, when they play all of them; null where a price is on request. */
export const pricesTogether = (turns: readonly Turn[]): number[] | null =>
  pricesFor(turns.map(timeOf), Math.max(...turns.map(({ player }) => player.distance_km)))

/** How much less somebody asks for several moments than for each of them alone; nothing where their price is on request. */
function savedOn(turns: readonly Turn[]): number {
  const together = pricesTogether(turns)
  const alone = turns.flatMap((turn) => pricesTogether([turn]) ?? [])
  return together && alone.length === turns.length ? Math.max(0, sumOf(alone) - sumOf(together)) : 0
}

/** What a line-up asks, minor units: one engagement for each of who plays in it. */
export function priceTogether(turns: readonly Turn[]): number {
  const byProject = Map.groupBy(
    [...turns].sort((a, b) => Date.parse(a.from) - Date.parse(b.from)),
    ({ player }) => player.project_id,
  )
  const saved = [...byProject.values()].map((own) => (own.length > 1 ? savedOn(own) : 0))
  return sumOf(turns.map(({ player }) => player.price)) - sumOf(saved)
}

/** So many line-ups are compared; of more, only who asks least and who asks most at each moment are looked at. */
const MOST = 2_000

const byPrice = (a: Player, b: Player) => a.price - b.price

/**
 * What one of each moment's players may ask together, from the cheapest line-up to the dearest; moments without anybody are
 * left out. `alone`: what the cheapest would ask if each moment were asked for by itself.
 */
export function rangeOf(parts: readonly Part[]): { least: number; most: number; alone: number } {
  const open = parts.filter(({ players }) => players.length > 0)
  const count = open.reduce((all, { players }) => Math.min(MOST + 1, all * players.length), 1)
  const choices = open.map(({ players }) => {
    const sorted = [...players].sort(byPrice)
    return count <= MOST ? sorted : [sorted[0], sorted.at(-1)].filter((one) => one !== undefined)
  })
  const turnsOf = (players: readonly Player[]): Turn[] =>
    players.flatMap((player, at) => {
      const part = open[at]
      return part ? [{ from: part.from, to: part.to, player }] : []
    })
  const all: readonly (readonly Player[])[] =
    count <= MOST
      ? choices.reduce<Player[][]>(
          (some, players) => some.flatMap((before) => players.map((one) => [...before, one])),
          [[]],
        )
      : [choices.flatMap((one) => one.slice(0, 1)), choices.flatMap((one) => one.slice(-1))]
  const asked = all.map((players) => ({
    price: priceTogether(turnsOf(players)),
    alone: sumOf(players.map(({ price }) => price)),
  }))
  const sorted = asked.sort((a, b) => a.price - b.price)
  const [first = { price: 0, alone: 0 }] = sorted
  return { least: first.price, most: sorted.at(-1)?.price ?? 0, alone: first.alone }
}
