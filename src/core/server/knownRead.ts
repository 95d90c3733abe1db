import pg from 'pg'
import { types } from './parsers.ts'

/*
 * The client library has the database describe the columns of a statement at every execution, and makes an object for each
 * description, row and result. Of a read that every page asks for the columns are known after the first time: from then on
 * only its values go out, and its rows come back as the texts that the database writes.
 */

/** A row as it arrives: a text for each column, null where there is nothing. */
export type Cells = readonly (string | null)[]

/** A statement that is asked for all the time, under a name of its own. */
export interface KnownStatement {
  readonly name: string
  readonly text: string
  /** How the text of each column becomes a value; null until the database has described them. */
  parsers: readonly ((text: string) => unknown)[] | null
}

/** What a value of a statement may be here: whatever has one text that PostgreSQL reads. */
export type KnownValue = string | number | boolean | null

/** The part of the library's connection that a statement is sent through. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(bound: { statement: string; values: readonly KnownValue[]; valueMapper: typeof asText }): void
  describe(what: { type: 'P' }): void
  execute(what: object): void
  sync(): void
}

const asText = (value: KnownValue) => (value === null ? null : String(value))

type Answered = (error: Error | null, rows: Cells[]) => void

/** A known statement on its way. A query of the library's own kind: only those may share a connection. */
class KnownQuery extends pg.Query {
  readonly #statement: KnownStatement
  readonly #values: readonly KnownValue[]
  readonly #rows: Cells[] = []
  // Set by the library, which puts its time limit around it.
  declare callback: Answered

  constructor(statement: KnownStatement, values: readonly KnownValue[], answered: Answered) {
    super({ name: statement.name, text: statement.text }, undefined, answered as never)
    this.#statement = statement
    this.#values = values
  }

  /** Called by the library when it is this statement's turn to be sent. */
  prepare(wire: Wire) {
    const { name, text, parsers } = this.#statement
    if (!(name in wire.parsedStatements || name in wire.submittedNamedStatements)) {
      wire.parse({ name, text })
      wire.submittedNamedStatements[name] = text
    }
    wire.bind({ statement: name, values: this.#values, valueMapper: asText })
    if (!parsers) wire.describe({ type: 'P' })
    wire.execute({})
    wire.sync()
  }

  handleRowDescription({ fields }: { fields: { dataTypeID: number }[] }) {
    this.#statement.parsers = fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID))
  }

  handleDataRow({ fields }: { fields: Cells }) {
    this.#rows.push(fields)
  }

  /** How many rows there were is known by then. */
  handleCommandComplete() {}

  handleReadyForQuery() {
    this.callback(null, this.#rows)
  }
}

/** Sends a known statement. @returns its rows; they are whole when the statement's `parsers` are there */
export const readKnown = (
  client: pg.ClientBase,
  statement: KnownStatement,
  values: readonly KnownValue[],
): Promise<Cells[]> =>
  new Promise((resolve, reject) => {
    client.query(new KnownQuery(statement, values, (error, rows) => (error ? reject(error) : resolve(rows))))
  })
