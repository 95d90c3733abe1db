/*
 * A state machine as data. The buttons, the server's check and the timeline read the same table: a step that isn't
 * in it can't happen. The server takes steps through core/server/steps.ts.
 */

/** One row of such a table. */
export interface StepRow<State extends string = string, Actor extends string = string> {
  /** States it starts from; none: a step that only makes new rows. */
  readonly from: readonly State[]
  /** Where it leads. */
  readonly to: State
  /** Who takes it. */
  readonly by: Actor | readonly Actor[]
}

export type StepTable = Readonly<Record<string, StepRow>>
export type StepOf<Table extends StepTable> = keyof Table & string
export type StateOf<Table extends StepTable> = Table[keyof Table]['from'][number] | Table[keyof Table]['to']
type Each<Value> = Value extends readonly (infer One)[] ? One : Value
/** Everybody who takes a step of the table. */
export type ActorOf<Table extends StepTable> = Each<Table[keyof Table]['by']>
/** Who may take that one step. */
export type TakerOf<Table extends StepTable, Step extends keyof Table> = Each<Table[Step]['by']>

/** Whether a step is somebody's to take. */
export const isTakenBy = ({ by }: StepRow, actor: string): boolean =>
  typeof by === 'string' ? by === actor : by.includes(actor)

/**
 * Whether a step may be taken from a state.
 * @param actor by that person or the platform; left out: by whoever takes it
 */
export function canStep<Table extends StepTable>(
  table: Table,
  step: StepOf<Table>,
  state: string,
  actor?: ActorOf<Table>,
): boolean {
  const row: StepRow | undefined = table[step]
  if (!row?.from.includes(state)) return false
  return actor === undefined || isTakenBy(row, actor)
}

/** The steps that somebody may take from a state, in the table's order. */
export function stepsFrom<Table extends StepTable>(
  table: Table,
  state: string,
  actor?: ActorOf<Table>,
): StepOf<Table>[] {
  return (Object.keys(table) as StepOf<Table>[]).filter((step) => canStep(table, step, state, actor))
}
