import { and, eq, getTableColumns, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { Refusal } from '#core/contract/errors.ts'
import {
  type ActorOf,
  isTakenBy,
  type StepOf,
  type StepRow,
  type StepTable,
  type TakerOf,
} from '#core/contract/steps.ts'
import type { Work } from './app.ts'

type StatefulTable = PgTable & { id: PgColumn }
type Column<Table extends PgTable> = keyof Table['$inferSelect'] & string

/** Rows whose state changes by the steps of a table, and in no other way. */
export interface Machine<Table extends StatefulTable, Steps extends StepTable, State extends Column<Table>> {
  /**
   * Takes a step for one row, when it is in a state that the step starts from.
   * @param more.set columns that change with the state
   * @param more.where what must hold of the row besides, such as whose it is
   * @param more.noted see `takeAll`
   * @returns the row as it is now
   * @throws Refusal 403 `access.forbidden` when the step is somebody else's to take
   * @throws Refusal 409 with the machine's `moved_on` when the row isn't there (any more), or `more.refusal`
   */
  take<Step extends StepOf<Steps>>(
    work: Work,
    id: number,
    step: Step,
    actor: TakerOf<Steps, Step>,
    more?: Change<Table, State> & { where?: SQL | undefined; refusal?: Refusal; noted?: Noted },
  ): Promise<Table['$inferSelect']>
  /**
   * Takes several steps of one row in a row, each from where the one before leads, as one change.
   * @param more.notes what is written in the same statement; a refusal undoes it with the transaction
   * @param more.read an expression that is read in the same statement, before either is written
   * @returns the row as it is now, and what was read, if anything
   * @throws as `take`
   */
  takeInTurn<Read = undefined>(
    work: Work,
    id: number,
    path: readonly { step: StepOf<Steps>; actor: ActorOf<Steps> }[],
    more?: Change<Table, State> & {
      where?: SQL | undefined
      refusal?: Refusal
      notes?: readonly SQLWrapper[]
      read?: SQL<Read>
    },
  ): Promise<{ row: Table['$inferSelect']; read?: Read }>
  /**
   * Takes a step for every row that a condition finds and that is in a state the step starts from; none is fine.
   * @param more.noted writes the step down, in the same statement: from the rows as they become, whose name it is given
   * @returns the rows as they are now, by their ids: what is told of each is told in the order in which they were made
   * @throws Refusal 403 `access.forbidden` when the step is somebody else's to take
   */
  takeAll<Step extends StepOf<Steps>>(
    work: Work,
    where: SQL,
    step: Step,
    actor: TakerOf<Steps, Step>,
    more?: Change<Table, State> & { noted?: Noted },
  ): Promise<Table['$inferSelect'][]>
  /**
   * What `takeAll` sends, as a part of another statement: it isn't sent yet, and returns the rows as they become.
   * @throws Refusal 403 `access.forbidden` when the step is somebody else's to take
   */
  taking<Step extends StepOf<Steps>>(
    work: Work,
    where: SQL | undefined,
    step: Step,
    actor: TakerOf<Steps, Step>,
    more?: Change<Table, State>,
  ): SQL
  /** The condition that a step may start: for what only looks for such rows. */
  mayTake(step: StepOf<Steps>): SQL
}

/** What is read beside a row comes with its columns. */
const READ = 'read beside'

/** What is written of rows that took a step, by the name under which the statement knows them. */
type Noted = (moved: SQL) => SQL

type Path = readonly { step: string; actor: string }[]

interface Change<Table extends StatefulTable, State extends string> {
  set?: Omit<PgUpdateSetSource<Table>, State | 'id'>
}

/**
 * Ties a table of steps to the rows that take them; declared once for each kind of row.
 * @param declaration.column where the state is kept
 * @param declaration.moved_on the code of the 409 for a row that is past the step
 */
export function machine<
  Table extends StatefulTable,
  const Steps extends StepTable,
  State extends Column<Table>,
>(declaration: {
  table: Table
  column: State
  steps: Steps
  moved_on: string
}): Machine<Table, Steps, State> {
  const { table, column, moved_on } = declaration
  const steps: StepTable = declaration.steps
  const state = getTableColumns(table)[column]
  if (!state) throw new Error(`there is no column ${column}`)

  const rowOf = (step: string): StepRow => {
    const row = steps[step]
    if (!row) throw new Error(`there is no step ${step}`)
    return row
  }
  const mayTake = (step: string) => inArray(state, [...rowOf(step).from])

  function statementOf(
    work: Work,
    where: SQL | undefined,
    path: Path,
    set: object = {},
    { notes = [], read }: { notes?: readonly SQLWrapper[]; read?: SQL } = {},
  ) {
    const rows = path.map(({ step }) => rowOf(step))
    const [first] = path
    const last = rows.at(-1)
    if (!first || !last) throw new Error('no step was named')
    if (!path.every(({ actor }, at) => isTakenBy(rows[at] ?? last, actor)))
      throw new Refusal(403, 'access.forbidden')
    if (!rows.every(({ from }, at) => at === 0 || from.includes(rows[at - 1]?.to ?? '')))
      throw new Error(`${path.map(({ step }) => step).join(' and ')} don't follow each other`)
    const noted = notes.map((note, at) => work.db.$with(`noted_${at}`, {}).as(note.getSQL()))
    return work.db
      .with(...noted)
      .update<StatefulTable>(table)
      .set({ ...set, [column]: last.to })
      .where(and(where, mayTake(first.step)))
      .returning({ ...getTableColumns<PgTable>(table), ...(read ? { [READ]: read } : {}) })
  }

  /** Sends a change of rows with what is written of them as they become. */
  async function writtenDown(
    { db }: Work,
    change: ReturnType<typeof statementOf>,
    noted: Noted,
  ): Promise<Record<string, unknown>[]> {
    const moved = db.$with('moved').as(change)
    return db
      .with(moved, db.$with('noted', {}).as(noted(sql`moved`)))
      .select()
      .from(moved)
  }

  async function take(
    work: Work,
    where: SQL | undefined,
    path: Path,
    set?: object,
    { noted, ...beside }: { notes?: readonly SQLWrapper[]; read?: SQL; noted?: Noted | undefined } = {},
  ): Promise<{ row: Table['$inferSelect']; read: unknown }[]> {
    const statement = statementOf(work, where, path, set, beside)
    const found: Record<string, unknown>[] = await (noted ? writtenDown(work, statement, noted) : statement)
    return found.map(({ [READ]: known, ...row }) => ({ row, read: known }))
  }

  async function takeOne(
    work: Work,
    id: number,
    path: Path,
    {
      set,
      where,
      refusal,
      ...beside
    }: Change<Table, State> & {
      where?: SQL | undefined
      refusal?: Refusal
      notes?: readonly SQLWrapper[]
      read?: SQL
      noted?: Noted
    } = {},
  ) {
    const [moved] = await take(work, and(eq(table.id, id), where), path, set, beside)
    if (!moved) throw refusal ?? new Refusal(409, moved_on)
    return moved
  }

  return {
    mayTake,
    take: async (work, id, step, actor, more) => (await takeOne(work, id, [{ step, actor }], more)).row,
    takeInTurn: takeOne as Machine<Table, Steps, State>['takeInTurn'],
    taking: (work, where, step, actor, { set } = {}) =>
      statementOf(work, where, [{ step, actor }], set).getSQL(),
    takeAll: async (work, where, step, actor, { set, noted } = {}) =>
      (await take(work, where, [{ step, actor }], set, { noted }))
        .map(({ row }) => row)
        .sort((one, other) => Number(one.id) - Number(other.id)),
  }
}
