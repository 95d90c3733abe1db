import { canStep, type StepTable } from '#core/contract/steps.ts'
import type { Rows } from './worlds.fixture.ts'

/* What each step of a table of steps is, as a call of somebody's, and how that is read from the rows there are. */

/** Who calls: the hunter of an order, or the owner of a project. */
export type Who = { hunter_id: number } | { project_id: number }

/** Something that can be done now. */
export type Act =
  | {
      name: string
      who: Who
      method: 'POST' | 'PATCH' | 'DELETE'
      path: string
      body: object
    }
  /** The clock is moved to then. */
  | { name: string; until: number }
  /** An option of an adjustment is taken, whichever there are. */
  | { name: string; who: Who; order_id: number; which: number }

/** Nobody calls for it: it follows from what others do, or from the time. */
export const FOLLOWS = null

export interface Now {
  rows: Rows
  now: Date
  /** Of this draw: which of several ways. */
  which: number
}
export type Ways<Row> = (row: Row, now: Now) => readonly Act[]
export type Calls<StepName extends string, Row> = Record<StepName, Ways<Row> | typeof FOLLOWS>

export const post = (name: string, who: Who, path: string, body: object = {}): Act => ({
  ...{ name, who, path, body },
  method: 'POST',
})
export const asHunter = ({ rows }: Now, order_id: number): Who => ({
  hunter_id: rows.orders.find(({ id }) => id === order_id)?.hunter_id ?? 0,
})

/** The calls of one table's rows. @param any also those that the table doesn't allow from where the row is */
export function callsIn<Row>(
  table: StepTable,
  calls: Record<string, Ways<Row> | typeof FOLLOWS>,
  found: readonly Row[],
  stateOf: (row: Row) => string,
  at: Now,
  any: boolean,
): Act[] {
  return found.flatMap((row) =>
    Object.entries(calls).flatMap(([step, ways]) =>
      ways && (any || canStep(table, step, stateOf(row))) ? ways(row, at) : [],
    ),
  )
}
